"""A batch on its way into Postgres, in a thread of its own: while Postgres works, the next batch is read and folded."""

import threading
from collections.abc import Callable, Sequence

from tickwheel.projector.writer import Writer
from tickwheel.runtime.log.records import Record, TopicPartition


class Flight:
    """Takes off when it is made. Nothing else may use the writer's connection until `land` has returned or raised."""

    def __init__(
        self,
        write: Callable[[], None],
        writer: Writer,
        records: Sequence[Record],
        before: dict[TopicPartition, int],
    ) -> None:
        self.writer = writer
        self.records = records
        self.before = before
        """Where the partitions are if it does not arrive."""
        self._write = write
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._fly, name="projector-flight", daemon=True)
        self._thread.start()

    def land(self) -> None:
        """Wait until it is written; what went wrong is raised here."""
        self._thread.join()
        if self._fault is not None:
            raise self._fault

    def _fly(self) -> None:
        try:
            self._write()
        except BaseException as fault:
            self._fault = fault
