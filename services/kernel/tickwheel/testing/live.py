"""The embedded stack as tests use it: enqueue for real, wait for the end, look at the row."""

import pathlib
import threading
from types import TracebackType
from typing import Self

from tickwheel.client import Address, Client
from tickwheel.client.answers import Execution
from tickwheel.embedded.stack import Stack, StackPlan
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.worker import App
from tickwheel.worker.sdk.duration import Duration, milliseconds
from tickwheel.worker.sdk.submitter import Submitter

ENDED = frozenset(("COMPLETED", "FAILED", "CANCELLED", "SKIPPED", "DEDUPLICATED"))
LOOK_S = 0.05


class NotEndedError(Fault):
    """An execution that a test waits for has not ended in time."""


class LiveTickwheel:
    """From `with` on, what the app enqueues goes to this stack. Handlers run in its worker, a process of its own."""

    def __init__(self, app: App, path: str, folder: pathlib.Path) -> None:
        self._app = app
        self.stack = Stack(StackPlan(worker_app=path, endpoints_dir=folder))
        self.client: Client

    def __enter__(self) -> Self:
        self.stack.start()
        endpoints, plan = self.stack.endpoints, self.stack.plan
        self.client = Client(Address(endpoints.api, endpoints.admin_token))
        kafka = KafkaGroup(
            bootstrap=endpoints.kafka,
            topic_prefix=plan.topic_prefix,
            partitions=plan.partitions,
            mailboxes=plan.mailboxes,
            replication=1,
            min_insync=1,
        )
        self._app.connect(Submitter(KafkaLog(endpoints.kafka, "tickwheel-test"), kafka))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._app.close()
        self.client.close()
        self.stack.stop()

    def ended(self, job: str, within: Duration = "30s") -> Execution:
        """The latest execution of a job, by its name or id, once it has ended."""
        clock = SystemClock()
        deadline = clock.monotonic() + milliseconds(within) / 1_000
        while True:
            found = self.client.list_executions(job=job, limit=1)["items"]
            if found and found[0]["status"] in ENDED:
                return self.client.show_execution(found[0]["execution_id"])
            if clock.monotonic() > deadline:
                state = found[0]["status"] if found else "not there"
                raise NotEndedError(
                    f"the execution of {job} is {state} after {within}: read {self.stack.folder}"
                )
            threading.Event().wait(LOOK_S)
