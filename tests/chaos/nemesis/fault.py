"""What the nemesis can do to a cluster, as values: how each thing begins, and how it is put right again."""

from collections.abc import Callable, Iterator

import msgspec
from tests.chaos.cluster.cluster import COUNTS, MEMBERS, PEERS, ZONES, Cluster
from tests.chaos.cluster.network import Cut

from tickwheel.embedded.broker import Broker
from tickwheel.embedded.stack.member import Member

Deed = Callable[[], None]


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    """What is done to what: `scheduler kill`."""
    target: str
    family: str
    """Two of one family are never done at once: of three brokers, one may be lost."""
    begin: Deed
    end: Deed
    hold_s: tuple[float, float] = (2.0, 8.0)


def of(cluster: Cluster) -> dict[str, list[Fault]]:
    """Every kind of fault, and the targets it can have."""
    found: dict[str, list[Fault]] = {}
    for fault in _all(cluster):
        found.setdefault(fault.kind, []).append(fault)
    return found


def _all(cluster: Cluster) -> Iterator[Fault]:
    for name in MEMBERS:
        yield from _of_member(cluster.member(name))
    for broker in cluster.kafka.brokers:
        yield from _of_broker(broker)
    yield from _of_postgres(cluster)
    for zone in ZONES:
        yield from _of_network(cluster, zone)
    yield from _of_peers(cluster)
    yield from _of_clock(cluster)


def _of_member(member: Member) -> Iterator[Fault]:
    kind = member.name.partition("-")[0]

    def fault(what: str, begin: Deed, end: Deed, hold_s: tuple[float, float]) -> Fault:
        return Fault(
            kind=f"{kind} {what}", target=member.name, family=kind, begin=begin, end=end, hold_s=hold_s
        )

    yield fault("kill", member.kill, member.start, (0.5, 12.0))
    # Past the lease and the session of its group, or just below.
    yield fault("stop", member.pause, member.resume, (3.0, 16.0))
    yield fault("restart", lambda: _ask_to_end(member), member.start, (0.1, 2.0))


def _ask_to_end(member: Member) -> None:
    member.ask_to_stop()
    member.join()


def _of_broker(broker: Broker) -> Iterator[Fault]:
    def fault(what: str, begin: Deed, end: Deed, hold_s: tuple[float, float]) -> Fault:
        name = f"broker-{broker.node.node_id}"
        return Fault(kind=f"broker {what}", target=name, family="broker", begin=begin, end=end, hold_s=hold_s)

    yield fault("kill", broker.kill, broker.start, (1.0, 10.0))
    yield fault("stop", broker.pause, broker.resume, (3.0, 14.0))
    yield fault("restart", broker.stop, broker.start, (0.5, 3.0))


def _of_postgres(cluster: Cluster) -> Iterator[Fault]:
    postgres = cluster.postgres

    def start() -> None:
        postgres.start()

    def fault(what: str, begin: Deed, end: Deed) -> Fault:
        return Fault(kind=f"postgres {what}", target="postgres", family="postgres", begin=begin, end=end)

    yield fault("kill", postgres.kill, start)
    yield fault("stop", postgres.pause, postgres.resume)
    yield fault("restart", postgres.stop, start)


def _of_network(cluster: Cluster, zone: str) -> Iterator[Fault]:
    network = cluster.network
    assert network is not None

    def fault(kind: str, how: Cut, server: str, hold_s: tuple[float, float]) -> Fault:
        return Fault(
            kind=kind,
            target=f"{zone.lower()} from {'all' if server == '*' else server}",
            family="broker",
            begin=lambda: network.cut(zone, how, server),
            end=lambda: network.heal(zone, server),
            hold_s=hold_s,
        )

    yield fault("network freeze", "frozen", "*", (3.0, 15.0))
    yield fault("network refuse", "refused", "*", (2.0, 10.0))
    yield fault("network deaf", "deaf", "*", (3.0, 15.0))
    for number in range(1, 4):
        yield fault("network partial", "frozen", f"broker-{number}", (3.0, 12.0))


def _of_peers(cluster: Cluster) -> Iterator[Fault]:
    """Clients reach the broker, and no other broker copies from it: it takes records, and cannot promise to keep them."""
    network = cluster.network
    assert network is not None
    for number in range(1, len(cluster.kafka.brokers) + 1):
        server = f"broker-{number}"
        yield Fault(
            kind="network peers",
            target=f"{server} from its followers",
            family="broker",
            begin=lambda server=server: network.cut(PEERS, "frozen", server),  # type: ignore[misc]
            end=lambda server=server: network.heal(PEERS, server),  # type: ignore[misc]
            hold_s=(3.0, 12.0),
        )


def _of_clock(cluster: Cluster) -> Iterator[Fault]:
    clocks = cluster.clocks
    for by_ms in (3_000, 20_000):
        yield Fault(
            kind="clock forward",
            target=f"machine +{by_ms // 1_000} s",
            family="clock",
            begin=lambda by_ms=by_ms: clocks.jump(by_ms),  # type: ignore[misc]
            end=lambda: None,
            hold_s=(1.0, 1.0),
        )
        yield Fault(
            kind="clock back",
            target=f"machine -{by_ms // 1_000} s",
            family="clock",
            begin=lambda by_ms=by_ms: clocks.jump(-by_ms),  # type: ignore[misc]
            end=lambda: None,
            hold_s=(1.0, 1.0),
        )
    for number in range(1, COUNTS["scheduler"] + 1):
        name = f"scheduler-{number}"
        yield Fault(
            kind="clock skew",
            target=f"{name} +4 s",
            family="clock",
            begin=lambda name=name: clocks.skew(name, 4_000),  # type: ignore[misc]
            end=lambda name=name: clocks.skew(name, 0),  # type: ignore[misc]
            hold_s=(5.0, 10.0),
        )
