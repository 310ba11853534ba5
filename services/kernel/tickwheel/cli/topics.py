"""`tickwheel topics apply|verify|describe`."""

from typing import TYPE_CHECKING, Annotated

import typer

from tickwheel.cli.cluster import open_cluster, running_here
from tickwheel.cli.output import Format, FormatOption, show_rows

if TYPE_CHECKING:
    from tickwheel.protocol.cluster import ClusterInitialised
    from tickwheel.runtime.cluster import Layout
    from tickwheel.runtime.topics import ClusterTopics

app = typer.Typer(help="Create the topics of a cluster, and look at them.", no_args_is_help=True)

QueueOption = Annotated[
    list[str] | None, typer.Option("--queue", "-q", help="A queue to make mailboxes for. May be repeated.")
]


@app.command()
def apply(queues: QueueOption = None, output: FormatOption = Format.table) -> None:
    """Create what is missing and set what differs. Safe to run again."""
    done = cluster_topics().apply(queues or ())
    rows = [{"topic": name, "change": "created"} for name in done.created]
    rows += [{"topic": name, "change": "altered"} for name in done.altered]
    if rows or output is Format.json:
        show_rows(rows, {"change": "CHANGE", "topic": "TOPIC"}, output)
    else:
        print("All topics are as declared.")


@app.command()
def verify(queues: QueueOption = None, output: FormatOption = Format.table) -> None:
    """List every difference between the declared and the real topics; exit code 1 if there is one."""
    import msgspec

    differences = cluster_topics().verify(queues or ())
    if differences or output is Format.json:
        columns = {
            "topic": "TOPIC",
            "what": "WHAT",
            "declared": "DECLARED",
            "found": "FOUND",
            "remedy": "REMEDY",
        }
        show_rows([msgspec.structs.asdict(each) for each in differences], columns, output)
    else:
        print("All topics are as declared.")
    if differences:
        raise typer.Exit(1)


@app.command()
def describe(queues: QueueOption = None, output: FormatOption = Format.table) -> None:
    """List the topics: what each is for, its partitions and how long it keeps records."""
    import msgspec

    columns = {
        "topic": "TOPIC",
        "partitions": "PARTITIONS",
        "replication": "REPLICATION",
        "keeps": "KEEPS",
        "purpose": "PURPOSE",
    }
    show_rows(
        [msgspec.structs.asdict(each) for each in cluster_topics().describe(queues or ())], columns, output
    )


def cluster_topics() -> "ClusterTopics":
    from tickwheel.protocol.topics import Topics
    from tickwheel.runtime.cluster import Cluster, Layout
    from tickwheel.runtime.codec import Codec
    from tickwheel.runtime.log.kafka.log import KafkaLog
    from tickwheel.runtime.settings import TopicsSettings, load
    from tickwheel.runtime.topics import ClusterTopics

    if running_here() is not None:
        # It was laid out by `tickwheel dev`, not by these settings: ask itself.
        here = open_cluster("tickwheel-topics")
        cluster = Cluster(here.log, here.topics, here.codec)
        return ClusterTopics(here.log.admin(), here.topics, cluster, _as_initialised(cluster.require()))
    kafka = load(TopicsSettings).kafka
    log = KafkaLog(kafka.bootstrap, "tickwheel-topics", kafka.connection())
    topics = Topics(kafka.topic_prefix)
    return ClusterTopics(log.admin(), topics, Cluster(log, topics, Codec()), Layout.of(kafka))


def _as_initialised(fixed: "ClusterInitialised") -> "Layout":
    from tickwheel.runtime.cluster import Layout

    return Layout(partitions=fixed.partitions, mailboxes=fixed.mailboxes, namespace=fixed.namespace)


@app.command()
def rights(
    queues: QueueOption = None,
    prefix: Annotated[str, typer.Option(help="Prefix of every topic.")] = "tickwheel.",
    output: FormatOption = Format.table,
) -> None:
    """List what each service must be allowed to do in Kafka, and nothing else it may."""
    import msgspec

    from tickwheel.protocol.rights import SERVICES
    from tickwheel.protocol.rights import rights as rights_of
    from tickwheel.protocol.topics import Topics

    rows = [
        {
            "service": service,
            **msgspec.structs.asdict(right),
            "pattern": "prefixed" if right.is_prefix else "literal",
        }
        for service in SERVICES
        for right in rights_of(service, Topics(prefix), tuple(queues or ["default"]))
    ]
    columns = {
        "service": "SERVICE",
        "kind": "KIND",
        "pattern": "PATTERN",
        "name": "NAME",
        "operation": "OPERATION",
    }
    show_rows(rows, columns, output)
