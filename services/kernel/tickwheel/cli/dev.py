"""`tickwheel dev`: the whole system on this machine, until Ctrl-C."""

import pathlib
from typing import TYPE_CHECKING, Annotated

import typer

from tickwheel.cli.extras import import_with_extras

if TYPE_CHECKING:
    import threading

    from rich.console import Console
    from rich.progress import TaskID

    from tickwheel.embedded.progress import Stage
    from tickwheel.embedded.stack import Stack, StackPlan

DEFAULT_API_PORT = 8080
LOOK_EVERY_S = 0.5


def dev(
    data_dir: Annotated[
        pathlib.Path, typer.Option(help="Where Kafka and Postgres keep their data, and logs go.")
    ] = pathlib.Path(".tickwheel"),
    ephemeral: Annotated[bool, typer.Option("--ephemeral", help="Keep nothing after the end.")] = False,
    reset: Annotated[
        bool, typer.Option("--reset", help="Throw away what an earlier start has kept.")
    ] = False,
    kafka: Annotated[str, typer.Option(help="Use this Kafka (host:port) instead of the embedded one.")] = "",
    postgres: Annotated[
        str, typer.Option(help="Use this Postgres (postgresql://...) instead of the embedded one.")
    ] = "",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Port of the API; if it is busy, any free one.")
    ] = DEFAULT_API_PORT,
    app: Annotated[
        str, typer.Option(help="Your handlers, as module:attribute, besides the built-in ones.")
    ] = "",
    workers: Annotated[int, typer.Option(min=0, help="How many workers to start.")] = 1,
    schedulers: Annotated[int, typer.Option(min=1, help="How many schedulers to start.")] = 1,
    brokers: Annotated[
        int, typer.Option(min=1, help="How many Kafka brokers to start; of three, one may die.")
    ] = 1,
) -> None:
    """Start Kafka, Postgres and every service on this machine, and stop them all at Ctrl-C."""
    stack_module = import_with_extras("tickwheel.embedded.stack", needs="all")
    plan: StackPlan = stack_module.StackPlan(
        data_dir=None if ephemeral else data_dir.absolute(),
        endpoints_dir=data_dir.absolute(),
        reset=reset,
        kafka=kafka,
        postgres=postgres,
        api_port=_free_or_any(port),
        worker_app=app,
        workers=workers,
        schedulers=schedulers,
        watches=1,
        housekeepers=1,
        brokers=brokers,
    )
    _run(plan)


def _free_or_any(port: int) -> int:
    from tickwheel.embedded import ports

    return port if ports.is_free(port) else 0


def _run(plan: "StackPlan") -> None:
    from rich.console import Console

    from tickwheel.embedded.stack import Stack
    from tickwheel.runtime.lifecycle import stop_on_signals

    console = Console(highlight=False)
    with stop_on_signals() as stop:
        console.print("Starting Kafka, Postgres and the services ...")
        first_start = _FirstStart(console)
        stack = Stack(plan, progress=first_start)
        try:
            try:
                stack.start()
            finally:
                first_start.close()
            _welcome(stack, console)
            _watch(stack, stop, console)
        finally:
            console.print("Stopping ...")
            stack.stop()


class _FirstStart:
    """Draws what only the first start on a machine does. Nothing is drawn when there is nothing to wait for."""

    def __init__(self, console: "Console") -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"))
        self._bars = Progress(*columns, TimeRemainingColumn(), console=console, transient=False)
        self._tasks: dict[Stage, TaskID] = {}

    def __call__(self, stage: "Stage", done: int, total: int) -> None:
        if stage not in self._tasks:
            self._tasks[stage] = self._bars.add_task(f"{stage.value} (once)", total=total)
            self._bars.start()
        self._bars.update(self._tasks[stage], completed=done, total=total)

    def close(self) -> None:
        self._bars.stop()


def _first_admin(stack: "Stack") -> str:
    """Who can sign in: made at the first start, and the password is told then and never again."""
    import secrets

    from tickwheel.client import Address, Client

    with Client(Address(stack.endpoints.api, stack.endpoints.admin_token)) as client:
        if client.list_users()["items"]:
            return "as before; `tickwheel user create` makes more people"
        password = secrets.token_urlsafe(12)
        client.create_user("admin", "admin", password)
        return f"admin / {password}   (told this once)"


def _welcome(stack: "Stack", console: "Console") -> None:
    at = stack.endpoints
    console.print(
        f"""
[bold]Tickwheel is ready.[/bold]

  Dashboard   {at.api}
  Sign in     {_first_admin(stack)}
  API         {at.api}/api/v1      (documentation at {at.api}/docs)
  Kafka       {at.kafka}
  Postgres    {at.postgres}
  Token       {at.admin_token}
  All of it   {stack.folder / "endpoints.json"}

Try:  [bold]tickwheel job create hello --handler noop --now[/bold]
      [bold]tickwheel execution list[/bold]

Ctrl-C stops everything{"" if stack.plan.data_dir is None else "; what you did is kept for the next start"}.
""",
        soft_wrap=True,
    )


def _watch(stack: "Stack", stop: "threading.Event", console: "Console") -> None:
    """Bring back whatever dies until somebody wants to stop."""
    from tickwheel.embedded.stack import Keeper

    def say(sentence: str) -> None:
        console.print(sentence, soft_wrap=True)

    keeper = Keeper(lambda: stack.parts, say)
    while not stop.wait(LOOK_EVERY_S):
        keeper.look()
