"""What stops the projection of one partition, or of this projector.

ProjectionFault
├── StoppedError        an event cannot be applied: its partition waits until the cause is mended
│   ├── UnreadableError     bytes that this version cannot read
│   ├── SequenceError       a job's events do not follow one another
│   ├── RefusedRowError     Postgres refuses the row
│   └── AheadError          the journal ends before the tables do
├── OvertakenError      another projector has moved the partition; start over from where it is
└── HeldError           the tables cannot be made anew now: somebody else works on it, or holds the old ones
"""

from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.records import TopicPartition


class ProjectionFault(Fault):
    """Base of every foreseeable fault of the projector."""


class StoppedError(ProjectionFault):
    """One record cannot be applied; whatever stands before it in its partition can."""

    word = "stopped"
    """Label of the metric."""

    def __init__(self, where: TopicPartition, offset: int, message: str) -> None:
        super().__init__(message)
        self.where = where
        self.offset = offset
        self.noted = False
        """True once people were told."""


class UnreadableError(StoppedError):
    """The record is of a newer release, or is no message at all."""

    word = "unreadable"


class SequenceError(StoppedError):
    """An event is missing, or came twice."""

    word = "sequence"


class RefusedRowError(StoppedError):
    """Postgres refuses what the event says."""

    word = "refused"


class AheadError(StoppedError):
    """The tables hold more than the journal has: they are of another one."""

    word = "ahead"

    def __init__(self, where: TopicPartition, position: int, end: int) -> None:
        super().__init__(
            where,
            0,
            f"{where.topic}[{where.partition}] ends at {end}, but the tables are at {position}: this is not the journal that they "
            "were made from, or an older copy of it. Bring that journal back, or make the tables anew from this one: "
            "`tickwheel projection rebuild`",
        )


class OvertakenError(ProjectionFault):
    """Another projector works on the partition."""


class HeldError(ProjectionFault):
    """A rebuild or verification cannot go on because of what others do. Nothing was changed."""
