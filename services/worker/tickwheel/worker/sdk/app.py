"""The application: the handlers of one code base, gathered by a decorator, and the way to enqueue jobs for them."""

import asyncio
import os
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, Unpack, overload

import msgspec

from tickwheel.protocol import ids
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.worker.sdk.context import JobContext
from tickwheel.worker.sdk.handler import Handler, Kind
from tickwheel.worker.sdk.job_options import EnqueueOptions, JobOptions
from tickwheel.worker.sdk.middleware import Middleware
from tickwheel.worker.sdk.options import Options, declared, definition
from tickwheel.worker.sdk.signature import check_payload, handler_of
from tickwheel.worker.sdk.submission import (
    Enqueued,
    Sender,
    Submission,
    payload_text,
    when,
    with_headers,
)

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

ACKNOWLEDGED_S = 30.0
"""How long to wait until the broker has what was enqueued."""

WithoutPayload = Callable[[], Any] | Callable[[JobContext], Any]
WithPayload = Callable[[T], Any] | Callable[[T, JobContext], Any] | Callable[[JobContext, T], Any]


BUILT_IN = frozenset(("command", "fail", "http", "noop", "sleep"))
"""Names of handlers that every worker brings."""


class HandlerNameError(Fault):
    """Two functions claim one handler name, or a function is no handler."""


class NotAcknowledgedError(Fault):
    """It is not known whether what was enqueued is in the log."""


_apps: "weakref.WeakSet[App]" = weakref.WeakSet()
"""Those of this process, for what is to be done when a web server forks its workers."""


class App:
    """`app = App("billing")`, then `@app.job("billing.invoice")` above a function. Importing it does no I/O."""

    def __init__(self, name: str, *, middleware: Sequence[Middleware] = ()) -> None:
        self.name = name
        self._middleware = tuple(middleware)
        self._handlers: dict[str, Handler] = {}
        self._options: dict[str, Options] = {}
        self._names: dict[Callable[..., Any], str] = {}
        self._sender: Sender | None = None
        self._connecting = threading.Lock()
        _apps.add(self)
        self._clock = SystemClock()
        self._ids = RandomIds()

    @property
    def handlers(self) -> tuple[Handler, ...]:
        return tuple(self._handlers.values())

    def job(
        self, name: str, *, kind: Kind | None = None, memory_limit_mib: int = 0, **options: Unpack[JobOptions]
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Register a function as a handler. The function itself stays callable as it was.

        `memory_limit_mib` is for kind="process": beyond it the handler gets a MemoryError.
        """
        if not isinstance(name, str):
            raise HandlerNameError(
                '@app.job needs the name of the handler: write @app.job("billing.invoice")'
            )
        checked = Options(**options)
        definition(name, name, checked, "{}", when="manual")

        def register(function: Callable[P, R]) -> Callable[P, R]:
            self.add(handler_of(name, function, kind, self._middleware, memory_limit_mib), checked)
            self._names[function] = name
            return function

        return register

    def add(self, handler: Handler, options: Options | None = None) -> None:
        if handler.name in BUILT_IN:
            raise HandlerNameError(
                f"{handler.name} is a built-in handler: take another name, such as {self.name}.{handler.name}"
            )
        if handler.name in self._handlers:
            raise HandlerNameError(
                f"the handler {handler.name} is registered twice in app {self.name}: rename one"
            )
        self._handlers[handler.name] = handler
        self._options[handler.name] = options or Options()

    def declared_jobs(self) -> list[JobDefinition]:
        """The jobs that decorators with a schedule stand for."""
        found = []
        for name, options in self._options.items():
            if options.is_declared():
                job = declared(name, options)
                check_payload(self._handlers[name], job.payload)
                found.append(job)
        return found

    @overload
    async def enqueue(self, job: WithoutPayload, **how: Unpack[EnqueueOptions]) -> Enqueued: ...

    @overload
    async def enqueue(self, job: WithPayload[T], payload: T, **how: Unpack[EnqueueOptions]) -> Enqueued: ...

    async def enqueue(
        self, job: Callable[..., Any], payload: Any = None, **how: Unpack[EnqueueOptions]
    ) -> Enqueued:
        """Run a handler once, in the background, durably. Returns when the broker has it."""
        # The first time it asks the cluster how it is laid out: not on a loop that others wait for.
        sender = self._sender
        if sender is None:
            sender = await asyncio.to_thread(self._connected)
        submission = self.submission(sender.namespace, job, payload, how)
        try:
            await asyncio.wait_for(asyncio.wrap_future(submission.send_by(sender)), ACKNOWLEDGED_S)
        except TimeoutError as late:
            raise _not_acknowledged(submission) from late
        return submission.receipt()

    @overload
    def enqueue_sync(self, job: WithoutPayload, **how: Unpack[EnqueueOptions]) -> Enqueued: ...

    @overload
    def enqueue_sync(self, job: WithPayload[T], payload: T, **how: Unpack[EnqueueOptions]) -> Enqueued: ...

    def enqueue_sync(
        self, job: Callable[..., Any], payload: Any = None, **how: Unpack[EnqueueOptions]
    ) -> Enqueued:
        """The same for code that is not async."""
        sender = self._connected()
        submission = self.submission(sender.namespace, job, payload, how)
        try:
            submission.send_by(sender).result(ACKNOWLEDGED_S)
        except TimeoutError as late:
            raise _not_acknowledged(submission) from late
        return submission.receipt()

    def connect(self, sender: Sender | None) -> Sender | None:
        """Enqueue through this one, instead of one made from the environment's settings at first use. Returns the one before."""
        before, self._sender = self._sender, sender
        return before

    def forget_connection(self) -> None:
        """In a process that was forked: threads and sockets of the parent are not here, so the first enqueue connects anew."""
        self._sender, self._connecting = None, threading.Lock()

    def close(self) -> None:
        sender = self.connect(None)
        if sender is not None:
            sender.close()

    def submission(
        self, namespace: str, job: Callable[..., Any], payload: Any, how: EnqueueOptions
    ) -> Submission:
        """What `enqueue` would send."""
        handler = self._names.get(job)
        if handler is None:
            raise HandlerNameError(f"{job!r} is no handler of app {self.name}: decorate it with @app.job")
        key = how.get("key") or self._ids.uuid()
        name = f"{handler}:{key}"
        options = self._options[handler]
        if "priority" in how:
            options = msgspec.structs.replace(options, priority=how["priority"])
        times = when(how.get("run_at"), how.get("delay"))
        wanted = definition(name, handler, options, payload_text(payload), **times)
        headers: dict[str, str] = {}
        for each in self._middleware:
            each.enqueue(wanted, headers)
        command = CreateJob(
            # Follows from the name, so that a sender that tries again gets the first answer again.
            command_id=f"enqueue:{name}",
            actor=f"app:{self.name}",
            issued_at_ms=self._clock.now_ms(),
            definition=with_headers(wanted, headers),
            allow_unknown_handler=True,
        )
        return Submission(command, ids.job_id(namespace, name), headers)

    def _connected(self) -> Sender:
        with self._connecting:
            if self._sender is None:
                # Settings, codec and Kafka client are large: a handler's process that enqueues nothing never loads them.
                from tickwheel.worker.sdk.submitter import from_environment

                self._sender = from_environment()
            return self._sender


def _not_acknowledged(submission: Submission) -> NotAcknowledgedError:
    name = submission.command.definition.name
    return NotAcknowledgedError(
        f"no broker has acknowledged {name} within {ACKNOWLEDGED_S:.0f} s, but one may have it: "
        "enqueue it again with the same key, and it happens once"
    )


def _forget_connections() -> None:
    for app in list(_apps):
        app.forget_connection()


os.register_at_fork(after_in_child=_forget_connections)
