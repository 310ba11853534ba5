"""The table of topics in docs/kafka-contract.md, written from the declarations."""

from tickwheel.protocol import catalogue
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topic, Topics
from tickwheel.runtime.topics import keeps

PARTITIONS = {"job": "P, by job id", "mailbox": "M, the scheduler's choice", "single": "1"}
FOLDERS: dict[tuple[type[Message], ...], str] = {
    catalogue.COMMANDS: "all of `schemas/commands/`",
    catalogue.EVENTS: "all of `schemas/events/`",
    (): "internal",
}


def table() -> str:
    lines = ["| topic | records | key | partitions | kept | purpose |", "|---|---|---|---|---|---|"]
    return "\n".join([*lines, *map(_line, Topics().declared())]) + "\n"


def _line(topic: Topic) -> str:
    names = ", ".join(kind.__name__ for kind in topic.carries)
    records = FOLDERS.get(topic.carries, names)
    cells = [
        f"`{topic.name}`",
        records,
        topic.key,
        PARTITIONS[topic.partitioning],
        keeps(topic),
        topic.purpose,
    ]
    return f"| {' | '.join(cells)} |"
