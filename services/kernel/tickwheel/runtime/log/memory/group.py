"""The coordinator of one consumer group: members, generations, range assignment, committed offsets.

            join, leave, expiry                    every member has joined again
   stable ──────────────────────> rebalancing ─────────────────────────────────────> stable, generation + 1

Eager, as Kafka's classic protocol with range: each member gives up everything before it joins again. The old
generation stays valid until the new one begins, so that a member may commit from inside `on_revoked`.
"""

from collections.abc import Mapping, Sequence

import msgspec

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory.range_assignment import assign_ranges
from tickwheel.runtime.log.records import TopicPartition


class Membership(msgspec.Struct, frozen=True):
    """Proof of membership: what `Consumer.group_metadata` hands out."""

    group: str
    member_id: str
    generation: int


class Member(msgspec.Struct):
    client_id: str
    topics: tuple[str, ...]
    last_poll: float
    has_joined: bool = True
    partitions: list[TopicPartition] = []
    silent_since: float | None = None
    """When its heartbeats stopped reaching the coordinator, None while they do."""


class Group:
    def __init__(self, name: str, partition_counts: Mapping[str, int]) -> None:
        self.name = name
        self.generation = 0
        self.members: dict[str, Member] = {}
        self.offsets: dict[TopicPartition, int] = {}
        self._pending: dict[str, dict[TopicPartition, int]] = {}
        self._partition_counts = partition_counts
        self.is_rebalancing = False
        self._joins = 0

    def join(self, client_id: str, topics: Sequence[str], now: float) -> str:
        """A new member. Its id is never used again, so a member that comes back from the dead is somebody else."""
        self._joins += 1
        member_id = f"{client_id}-{self._joins}"
        self._begin_rebalance()
        self.members[member_id] = Member(client_id, tuple(topics), now)
        self._end_rebalance_if_all_joined()
        return member_id

    def rejoin(self, member_id: str) -> None:
        self.members[member_id].has_joined = True
        self._end_rebalance_if_all_joined()

    def leave(self, member_id: str) -> None:
        if self.members.pop(member_id, None) is not None:
            self._begin_rebalance()
            self._end_rebalance_if_all_joined()

    def notice_topic(self, name: str) -> None:
        """A topic came to be: if a member waits for it, partitions are assigned anew."""
        if any(name in member.topics for member in self.members.values()):
            self._begin_rebalance()

    def expire(self, now: float, session_s: float, max_poll_s: float) -> None:
        """Throw out members that were silent for a session, or whose loop did not come round in time."""
        gone = [
            member_id
            for member_id, member in self.members.items()
            if (member.silent_since is not None and now - member.silent_since >= session_s)
            or now - member.last_poll >= max_poll_s
        ]
        for member_id in gone:
            self.leave(member_id)

    def validate(self, proof: Membership) -> None:
        """Fence whoever is not a member of the present generation (KIP-447)."""
        if proof.member_id not in self.members:
            raise errors.FencedError(
                f"{proof.member_id or 'this consumer'} is no member of group {self.name} any more"
            )
        if proof.generation != self.generation:
            raise errors.FencedError(
                f"generation {proof.generation} of group {self.name} is over; it is now {self.generation}"
            )

    def commit(self, offsets: Mapping[TopicPartition, int], proof: Membership | None) -> None:
        """Without membership only while nobody is a member, as Kafka has it for readers that assign by hand."""
        if proof is not None:
            self.validate(proof)
        elif self.members:
            raise errors.FencedError(f"group {self.name} has members; only they may commit its offsets")
        self.offsets.update(offsets)

    def hold(self, transaction: str, offsets: Mapping[TopicPartition, int]) -> None:
        """Offsets of an open transaction: neither committed nor to be passed over."""
        self._pending.setdefault(transaction, {}).update(offsets)

    def end_transaction(self, transaction: str, *, committed: bool) -> None:
        offsets = self._pending.pop(transaction, {})
        if committed:
            self.offsets.update(offsets)

    def is_unstable(self, partition: TopicPartition) -> bool:
        return any(partition in offsets for offsets in self._pending.values())

    def _begin_rebalance(self) -> None:
        if not self.is_rebalancing:
            self.is_rebalancing = True
            for member in self.members.values():
                member.has_joined = False

    def _end_rebalance_if_all_joined(self) -> None:
        if not all(member.has_joined for member in self.members.values()):
            return
        self.is_rebalancing = False
        self.generation += 1
        subscriptions = {member_id: member.topics for member_id, member in self.members.items()}
        for member_id, partitions in assign_ranges(subscriptions, self._partition_counts).items():
            self.members[member_id].partitions = partitions
