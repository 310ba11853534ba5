"""Kafka as the doctor sees it: the brokers, the layout of the cluster, its topics, rights, and who works."""

from collections.abc import Callable, Iterable, Iterator

from tickwheel.cli.cluster import OpenCluster, open_cluster, running_here
from tickwheel.cli.doctor.finding import Finding, some
from tickwheel.cli.doctor.lag import unread
from tickwheel.protocol.rights import SERVICES, rights
from tickwheel.runtime.cluster import Layout, refuse_mismatch
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.kafka.inspection import KafkaInspection
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.settings import KafkaGroup, TopicsSettings, load

UNREAD_FOR_S = 10.0
"""Commands that a scheduler has not read after this long: it is not merely busy."""
CONNECTION = "see TICKWHEEL_KAFKA_* in `tickwheel config show`"


class Patient:
    """What is looked at. The cluster, once it was found."""

    def __init__(self, service: str | None, queues: tuple[str, ...]) -> None:
        self.service = next((each for each in SERVICES if each == service), None)
        self.queues = queues
        self.cluster: OpenCluster | None = None


def look(patient: Patient) -> Iterator[Finding]:
    try:
        cluster = patient.cluster = open_cluster("tickwheel-doctor")
    except Fault as fault:
        yield Finding("kafka", "wrong", str(fault), CONNECTION)
        return
    yield Finding("kafka", "ok", f"{cluster.partitions} partitions, namespace {cluster.namespace}")
    inspection = cluster.log.inspection()
    settings = load(TopicsSettings).kafka if running_here() is None else None
    if settings is not None:
        yield _of_layout(cluster, settings)
    yield from _told("topics", lambda: _of_topics(cluster, settings))
    yield from _told("copies", lambda: _of_copies(inspection, cluster.topics.prefix))
    yield from _told("rights", lambda: _of_rights(patient, cluster, inspection))
    yield from _told("schedulers", lambda: _of_schedulers(cluster, inspection))
    yield from _told("inbox", lambda: _of_inbox(cluster))
    yield from _told("quarantine", lambda: _of_quarantine(cluster))


def _told(check: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """What one look cannot see keeps nobody from the next. A service's own login may not see everything."""
    try:
        yield from look()
    except Fault as fault:
        yield Finding(check, "look" if "authorization failed" in str(fault).lower() else "wrong", str(fault))


def _of_layout(cluster: OpenCluster, settings: KafkaGroup) -> Finding:
    try:
        refuse_mismatch(cluster.fixed, Layout.of(settings))
    except Fault as fault:
        found, _, remedy = str(fault).partition(": ")
        return Finding("layout", "wrong", f"{found}; services refuse to start", remedy)
    return Finding("layout", "ok", "the settings mean this cluster")


def _of_topics(cluster: OpenCluster, settings: KafkaGroup | None) -> Iterator[Finding]:
    from tickwheel.runtime.cluster import Cluster
    from tickwheel.runtime.topics import ClusterTopics

    # By the layout that counts: that the settings mean another one is said once, not of every topic.
    fixed = cluster.fixed
    layout = Layout(
        partitions=fixed.partitions,
        mailboxes=fixed.mailboxes,
        namespace=fixed.namespace,
        replication=settings.replication if settings else 1,
        min_insync=settings.min_insync if settings else 1,
    )
    record = Cluster(cluster.log, cluster.topics, cluster.codec)
    topics = ClusterTopics(cluster.log.admin(), cluster.topics, record, layout)
    differences = topics.verify(())
    for each in differences:
        yield Finding(
            "topics", "wrong", f"{each.topic}: {each.what} is {each.found}, not {each.declared}", each.remedy
        )
    if not differences:
        yield Finding("topics", "ok", "as declared")


def _of_copies(inspection: KafkaInspection, prefix: str) -> Iterator[Finding]:
    short = inspection.short_of_copies(prefix)
    if short:
        yield Finding(
            "copies",
            "wrong",
            f"not all copies are in sync: {some(short)}",
            "look at the brokers' logs and disks",
        )
    else:
        yield Finding("copies", "ok", f"all in sync on {inspection.brokers()} brokers")


def _of_rights(patient: Patient, cluster: OpenCluster, inspection: KafkaInspection) -> Iterator[Finding]:
    if patient.service is None:
        return
    needed = rights(patient.service, cluster.topics, patient.queues)
    names = {kind: sorted({each.name for each in needed if each.kind == kind}) for kind in ("topic", "group")}
    allowed = {
        "topic": inspection.allowed_on_topics(names["topic"]),
        "group": inspection.allowed_on_groups(names["group"]),
    }
    lacking = [
        f"{each.operation} {each.kind} {each.name}"
        for each in needed
        if each.kind in allowed and each.operation not in allowed[each.kind][each.name]
    ]
    if lacking:
        remedy = "grant what `tickwheel topics rights` lists"
        yield Finding("rights", "wrong", f"this login may not {some(lacking)}", remedy)
    else:
        told = f"those of the {patient.service}; its transactional ids can only be tried"
        yield Finding("rights", "ok", told)


def _of_schedulers(cluster: OpenCluster, inspection: KafkaInspection) -> Iterator[Finding]:
    members = inspection.members(_group(cluster))
    inputs = _inputs(cluster)
    owned = f"{members.number} schedulers share {members.partitions} of {len(inputs)} input partitions"
    if not members.number:
        yield Finding("schedulers", "wrong", "none is running", "start one with `tickwheel scheduler`")
    elif members.partitions < len(inputs):
        yield Finding("schedulers", "look", owned, "they may be joining: look again in ten seconds")
    else:
        yield Finding("schedulers", "ok", owned)


def _of_inbox(cluster: OpenCluster) -> Iterator[Finding]:
    late = unread(cluster.log, _group(cluster), _inputs(cluster))
    if late.age_s > UNREAD_FOR_S:
        yield Finding(
            "inbox",
            "wrong",
            f"{late.records} records wait for a scheduler, the oldest for {late.age_s:.0f} s",
            "docs/runbook.md: TickwheelNoScheduler, TickwheelSchedulerLagging",
        )
    else:
        yield Finding("inbox", "ok", "commands and reports are read as they come")


def _group(cluster: OpenCluster) -> str:
    return f"{cluster.topics.prefix}scheduler"


def _inputs(cluster: OpenCluster) -> list[TopicPartition]:
    names, numbers = cluster.topics.scheduler_inputs(), range(cluster.partitions)
    return [TopicPartition(name, number) for name in names for number in numbers]


def _of_quarantine(cluster: OpenCluster) -> Iterator[Finding]:
    consumer = cluster.log.consumer(None)
    try:
        first, end = consumer.watermarks(TopicPartition(cluster.topics.quarantine, 0))
    finally:
        consumer.close()
    if end > first:
        remedy = "docs/runbook.md: TickwheelRecordsQuarantined"
        yield Finding("quarantine", "look", "there are records that nobody could read", remedy)
    else:
        yield Finding("quarantine", "ok", "empty")
