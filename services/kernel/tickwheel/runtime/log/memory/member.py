"""A consumer's side of its group: joins, notices rebalances when it polls, tells the listener. Reads nothing."""

from collections.abc import Callable, Sequence

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.memory.group import Group, Member, Membership
from tickwheel.runtime.log.ports import RebalanceListener
from tickwheel.runtime.log.records import TopicPartition

NEVER = -1


class GroupMember:
    """`own` is told the partitions to read from now on."""

    def __init__(
        self,
        broker: MemoryBroker,
        group: Group,
        client_id: str,
        topics: Sequence[str],
        listener: RebalanceListener,
        own: Callable[[Sequence[TopicPartition]], None],
    ) -> None:
        self._broker = broker
        self._group = group
        self._client_id = client_id
        self._topics = topics
        self._listener = listener
        self._own = own
        self._member_id: str | None = None
        self._generation = NEVER
        self._owned: list[TopicPartition] = []

    def follow(self) -> None:
        """One step of the protocol, from inside `poll`."""
        if self._member_id is not None and self._member_id not in self._group.members:
            self._lose()
        if self._member_id is None:
            self._member_id = self._group.join(self._client_id, self._topics, self._broker.now())
        member = self._group.members[self._member_id]
        member.last_poll = self._broker.now()
        if self._group.is_rebalancing and not member.has_joined:
            self._give_up()
            self._group.rejoin(self._member_id)
        if not self._group.is_rebalancing and self._generation != self._group.generation:
            self._take_up(member)

    def proof(self) -> Membership:
        """As far as this member knows: only the coordinator can tell whether it still holds."""
        if self._member_id is None or self._generation == NEVER:
            raise errors.FencedError(
                "this consumer is no member of its group; poll() until it is assigned again"
            )
        return Membership(self._group.name, self._member_id, self._generation)

    def leave(self) -> None:
        if self._member_id is None:
            return
        if self._member_id in self._group.members:
            self._give_up()
            self._group.leave(self._member_id)
        else:
            self._lose()
        self._member_id = None

    def _take_up(self, member: Member) -> None:
        self._generation = self._group.generation
        self._owned = list(member.partitions)
        self._own(self._owned)
        self._listener.on_assigned(self._owned)

    def _give_up(self) -> None:
        """The listener is told first: what it commits now still counts."""
        if self._generation != NEVER:
            self._listener.on_revoked(self._owned)
        self._disown()

    def _lose(self) -> None:
        lost, was_assigned = self._owned, self._generation != NEVER
        self._member_id, self._generation = None, NEVER
        self._disown()
        if was_assigned:
            self._listener.on_lost(lost)

    def _disown(self) -> None:
        self._owned = []
        self._own([])
