"""Hooks around enqueue and run: for tracing, error tracking, whatever must see every job.

class Timing(Middleware):
    @contextmanager
    def run(self, context):
        begun = time.perf_counter()
        try:
            yield
        finally:
            histogram.observe(time.perf_counter() - begun)

app = App("billing", middleware=[Timing()])
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

from tickwheel.protocol.definition import JobDefinition
from tickwheel.worker.sdk.context import JobContext


class Middleware:
    """Override what you need. Both do nothing as they are."""

    def enqueue(self, job: JobDefinition, headers: dict[str, str]) -> None:
        """Before a job is sent. What is put into `headers` travels with it; `traceparent` reaches the run."""

    def run(self, context: JobContext) -> AbstractContextManager[None]:
        """Entered before the handler, on its own task or thread, and left after it, with its exception if it raised.

        It may raise another one instead, but not turn a failure into a success. Of a handler in a process of its own the
        exception is a `FailedInProcess`.
        """
        return nullcontext()


@contextmanager
def around(middleware: Sequence[Middleware], context: JobContext) -> Iterator[None]:
    """The first of the list is the outermost. What the handler raised stands, even if one of them swallows it."""
    raised: BaseException | None = None
    with ExitStack() as stack:
        for each in middleware:
            stack.enter_context(each.run(context))
        try:
            yield
        except BaseException as error:
            raised = error
            raise
    if raised is not None:
        raise raised
