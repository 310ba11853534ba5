"""The ports of the log. Real Kafka (`kafka.py`) and memory (`memory/`) pass one conformance suite.

One thread owns a consumer. A transaction is never shared between threads. Every call that waits takes a time-out
or has one by configuration, and every fault is one of `errors.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.records import Record, TopicPartition

Isolation = Literal["read_committed", "read_uncommitted"]
Headers = Sequence[tuple[str, bytes]]
OnDelivery = Callable[[LogError | None, TopicPartition, int], None]
"""Called with (error or None, where, offset) once a record is acknowledged or has failed."""

OnFailure = Callable[[LogError], None]
"""Called only if a record was not acknowledged."""

GroupMetadata = object
"""Opaque proof of membership, taken anew for each transaction: it is what fences a zombie."""


class RebalanceListener(Protocol):
    """Told of ownership from inside `Consumer.poll`, on the thread that polls."""

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None: ...

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        """Ownership is being handed over in good order: what is committed now still counts, unless this member
        comes so late that the group went on without it; then the commit is fenced."""

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        """Ownership is gone already: nothing may be committed for these any more."""


class Consumer(Protocol):
    def subscribe(self, topics: Sequence[str], listener: RebalanceListener) -> None:
        """Join the group; partitions with the same number of every topic go to the same member (range)."""

    def assign(self, start: Mapping[TopicPartition, int]) -> None:
        """Read these partitions without a group, from the offsets given (or BEGINNING, END)."""

    def poll(self, max_records: int, timeout_s: float) -> list[Record]:
        """Return as soon as there is anything, at most `max_records`; wait `timeout_s` for the first.

        May return nothing before that, when it has come to the end or ownership has changed.
        """

    def seek(self, partition: TopicPartition, offset: int) -> None: ...

    def position(self, partition: TopicPartition) -> int | None:
        """The next offset to read, None while it is not known. A reader without group that has come to the end of
        what it may see stands at that end, past the markers of transactions and past aborted records."""

    def pause(self, partitions: Sequence[TopicPartition]) -> None: ...

    def resume(self, partitions: Sequence[TopicPartition]) -> None: ...

    def assignment(self) -> list[TopicPartition]: ...

    def committed(self, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int | None]:
        """The group's next offset for each, None where it never committed."""

    def watermarks(self, partition: TopicPartition) -> tuple[int, int]:
        """(first offset, next offset). A read_committed consumer sees the last stable offset as the end."""

    def heard_end(self, partition: TopicPartition) -> int | None:
        """The end of a partition as the last read from it told, without asking the broker; None before the first. What is
        not committed yet may count."""

    def offsets_for_time(
        self, partitions: Sequence[TopicPartition], timestamp_ms: int
    ) -> dict[TopicPartition, int]:
        """The first offset at or after that time in each partition; END where there is none."""

    def group_metadata(self) -> GroupMetadata:
        """Raises FencedError if this member knows that it is no longer in the group."""

    def commit(self, offsets: Mapping[TopicPartition, int]) -> None:
        """Commit the next offsets for the group and wait for it."""

    def close(self) -> None:
        """Leave the group in good order."""


class Producer(Protocol):
    """Idempotent, acks=all, no transaction."""

    def produce(
        self,
        topic: str,
        partition: int,
        key: bytes | None,
        value: bytes | None,
        *,
        headers: Headers = (),
        timestamp_ms: int = 0,
        on_delivery: OnDelivery | None = None,
        on_failure: OnFailure | None = None,
    ) -> None:
        """Queue a record. Raises RetriableError when the local queue is full.

        `on_failure` instead of `on_delivery` where only that matters: it spares most of the work for what got in.
        """

    def poll(self, timeout_s: float = 0.0) -> None:
        """Serve delivery call-backs."""

    def flush(self, timeout_s: float) -> int:
        """Wait for everything queued; returns how many records are still not acknowledged."""

    def close(self) -> None: ...


class TransactionalProducer(Protocol):
    """Several partitions and the input offsets, all or nothing."""

    @property
    def transactional_id(self) -> str: ...

    def init(self) -> None:
        """Fence every earlier producer of this transactional id and abort what it left open."""

    def begin(self) -> None: ...

    def produce(
        self,
        topic: str,
        partition: int,
        key: bytes | None,
        value: bytes | None,
        *,
        headers: Headers = (),
        timestamp_ms: int = 0,
    ) -> None: ...

    def send_offsets(self, offsets: Mapping[TopicPartition, int], group: GroupMetadata) -> None: ...

    def commit(self) -> None: ...

    def abort(self) -> None: ...

    def close(self) -> None:
        """Free the client at once, without waiting for anything in flight."""


class TopicSpec(Protocol):
    """What `Admin.create_topics` needs to know of a topic."""

    @property
    def name(self) -> str: ...

    @property
    def partitions(self) -> int: ...

    @property
    def replication(self) -> int: ...

    @property
    def config(self) -> Mapping[str, str]: ...


class TopicDescription(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def partitions(self) -> int: ...

    @property
    def replication(self) -> int: ...

    @property
    def config(self) -> Mapping[str, str]: ...


class Admin(Protocol):
    def create_topics(self, topics: Sequence[TopicSpec]) -> None:
        """Create those that do not exist; existing ones are left as they are."""

    def describe_topics(self, names: Sequence[str]) -> Mapping[str, TopicDescription]:
        """Only those that exist."""

    def list_topics(self) -> list[str]: ...

    def alter_topic_config(self, name: str, config: Mapping[str, str]) -> None: ...

    def delete_topics(self, names: Sequence[str]) -> None: ...


class Log(Protocol):
    """Where clients of one log come from. Making a client does not wait for the broker."""

    def consumer(self, group: str | None, *, isolation: Isolation = "read_committed") -> Consumer:
        """`group=None`: a reader without group, for `assign` only."""

    def producer(self, *, linger_ms: int = 1) -> Producer:
        """`linger_ms`: how long a record may wait for others to share its request. Requests are what a broker works on."""

    def transactional_producer(self, transactional_id: str) -> TransactionalProducer: ...

    def admin(self) -> Admin: ...
