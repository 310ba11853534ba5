"""The peers: how each is started, in the settings that its documentation calls fast, and how jobs are submitted to it."""

import msgspec

PYTHON = "{bin}/python"


class Peer(msgspec.Struct, frozen=True, kw_only=True):
    """Command lines; {bin} is the folder of the peers' programs. They run in the folder of the apps."""

    name: str
    server: str
    submit: tuple[str, ...]
    workers: tuple[tuple[str, ...], ...] = ()
    setup: tuple[str, ...] = ()
    jobs: int = 30_000
    """Enough for ten seconds: how the first job starts and the last one ends must not be what is measured."""
    variant: str = ""


CELERY = (
    "{bin}/celery",
    *("-A", "celery_app", "worker", "-c", "2", "-l", "ERROR", "--without-gossip", "--without-mingle"),
)

PEERS = (
    Peer(
        name="Huey",
        server="Redis",
        submit=(PYTHON, "huey_app.py"),
        workers=(("{bin}/huey_consumer", "huey_app.huey", "-w", "4", "-k", "thread", "-q"),) * 2,
    ),
    Peer(
        name="Dramatiq",
        server="Redis",
        submit=(PYTHON, "dramatiq_app.py"),
        workers=(("{bin}/dramatiq", "dramatiq_app", "-p", "2", "-t", "8"),),
    ),
    Peer(
        name="Taskiq",
        server="Redis",
        submit=(PYTHON, "taskiq_app.py"),
        workers=(("{bin}/taskiq", "worker", "taskiq_app:broker", "-w", "2", "--log-level", "WARNING"),),
    ),
    Peer(
        name="Celery",
        server="Redis",
        submit=(PYTHON, "celery_app.py"),
        jobs=10_000,
        workers=(CELERY,),
    ),
    Peer(
        name="Celery, late acknowledgement",
        server="Redis",
        submit=(PYTHON, "celery_app.py"),
        jobs=10_000,
        workers=(CELERY,),
        variant="durable",
    ),
    Peer(
        name="RQ",
        server="Redis",
        submit=(PYTHON, "rq_app.py"),
        workers=(("{bin}/rq", "worker-pool", "peers", "-n", "2", "-w", "rq.worker.SimpleWorker", "-q"),),
        jobs=3_000,
    ),
    Peer(
        name="Procrastinate",
        server="Postgres",
        setup=(PYTHON, "procrastinate_app.py", "setup"),
        submit=(PYTHON, "procrastinate_app.py", "submit"),
        workers=((PYTHON, "procrastinate_app.py", "worker"),) * 2,
        jobs=3_000,
    ),
    Peer(name="APScheduler", server="Postgres", submit=(PYTHON, "apscheduler_app.py"), jobs=1_000),
)

PACKAGES = (
    "celery[redis]==5.7.0",
    "dramatiq[redis]==2.2.1",
    "huey==3.5.4",
    "rq==2.12.0",
    "taskiq==0.13.0",
    "taskiq-redis==1.2.4",
    "procrastinate==3.10.0",
    "apscheduler==3.11.3",
    "sqlalchemy>=2,<3",
    "psycopg[binary]>=3.2,<4",
)


def filled(command: tuple[str, ...], programs: str) -> list[str]:
    return [part.replace("{bin}", programs) for part in command]
