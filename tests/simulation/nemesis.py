"""Breaks things in a world, as the dice fall: kills, zombies, commits of unknown result, slow fetches, clocks that are set."""

from tests.simulation.nodes import Node
from tests.simulation.world import World

from tickwheel.runtime.log.records import TopicPartition


class Nemesis:
    def __init__(self, world: World, strength: float) -> None:
        self._world = world
        self._dice = world.dice
        self._strength = strength
        self._hidden: list[TopicPartition] = []

    def act(self) -> None:
        """Called once a turn; most of the time nothing happens."""
        if self._dice.random() >= self._strength:
            return
        deeds = (
            self._kill,
            self._pause,
            self._lose_commit,
            self._revive,
            self._revive,
            self._slow,
            self._jump,
            self._confuse,
        )
        self._dice.choice(deeds)(self._dice.choice(self._world.nodes))

    def leave(self) -> None:
        for where in self._hidden:
            self._world.broker.show_records(where)
        self._hidden.clear()

    def _kill(self, node: Node) -> None:
        if node.is_alive:
            node.kill()

    def _pause(self, node: Node) -> None:
        if node.is_alive and not node.paused:
            node.pause()

    def _revive(self, node: Node) -> None:
        if node.paused:
            node.resume()
        elif not node.is_alive:
            node.launch()

    def _lose_commit(self, node: Node) -> None:
        """The result of its next commit is unknown: applied at once, later, or never."""
        applied_after_ms = self._dice.choice((0, 50, 2_000, None))
        self._world.broker.faults.lose_commit_reply(node.transactional_id, applied_after_ms=applied_after_ms)

    def _confuse(self, node: Node) -> None:
        """Some of its next look-ups fail, as while leaders move."""
        fails = [self._dice.random() < 0.5 for _ in range(self._dice.randrange(1, 12))]
        self._world.broker.faults.fail_lookups(node.client_id, *fails)

    def _jump(self, node: Node) -> None:
        """Somebody sets the clock, of everyone at once."""
        self._world.clock.jump(self._dice.choice((-60_000, -5_000, -1, 5_000, 60_000, 900_000)))

    def _slow(self, node: Node) -> None:
        """Fetches of one input lag behind for a while."""
        topic = self._dice.choice((self._world.topics.claims, self._world.topics.outcomes))
        where = TopicPartition(topic, self._dice.randrange(self._world.kafka.partitions))
        if where in self._hidden:
            self._hidden.remove(where)
            self._world.broker.show_records(where)
        else:
            self._hidden.append(where)
            self._world.broker.hide_new_records(where)
