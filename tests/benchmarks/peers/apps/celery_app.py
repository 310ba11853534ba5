"""Celery on Redis: `python celery_app.py 1000` submits."""

import os

from celery import Celery
from evidence import PAYLOAD, asked, done

app = Celery(broker=os.environ["PEER_REDIS"])
app.conf.update(
    task_ignore_result=True,
    worker_prefetch_multiplier=128,
    task_acks_late=os.environ.get("PEER_VARIANT") == "durable",
    broker_connection_retry_on_startup=True,
)


@app.task
def noop(payload: dict[str, object]) -> None:
    done()


if __name__ == "__main__":
    # Under the name that its worker imports it by: a task of __main__ would be unknown there.
    from celery_app import noop as submitted

    with app.producer_pool.acquire(block=True) as producer:
        for _ in range(asked()):
            submitted.apply_async((PAYLOAD,), producer=producer)
