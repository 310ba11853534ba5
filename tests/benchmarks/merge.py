"""What a job of five events costs the projector and Postgres, without Kafka: prints one JSON line. For profiling.

python -m tests.benchmarks.merge [jobs]

The journal is read from memory and written to an embedded Postgres with its default durability (fsync on). The events of
jobs interleave as they do in life: hundreds of jobs are under way at once. `cpu_bound_events_per_second` is what the projector
and its Postgres backend could do, one after the other, if they had a core to themselves; a busy machine shows in
`events_per_second`.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

import psutil
import psycopg
from tests.benchmarks.runs import interleaved

from tickwheel.embedded import EmbeddedPostgres
from tickwheel.projector import PACKAGE, SCHEMA
from tickwheel.projector.backlog import Backlog
from tickwheel.projector.folded import Folder
from tickwheel.projector.positions import read_positions
from tickwheel.projector.writer import Writer
from tickwheel.protocol.routing import partition_for
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.runtime.postgres import migrate

TOPIC = "tickwheel.events"
PARTITIONS = 16
BATCH = 5_000


def journal(codec: Codec, jobs: int) -> list[Record]:
    """The records of all jobs, in the order in which a scheduler would have written them."""
    offsets = dict.fromkeys(range(PARTITIONS), 0)
    records = []
    for key, value in interleaved(codec, jobs):
        partition = partition_for(key, PARTITIONS)
        records.append(Record(TOPIC, partition, offsets[partition], 0, key, value))
        offsets[partition] += 1
    return records


def run(dsn: str, codec: Codec, records: list[Record]) -> dict[str, float]:
    with psycopg.connect(dsn, autocommit=True) as connection:
        migrate(connection, PACKAGE, SCHEMA)
        backlog = Backlog(Folder(codec, TOPIC), lambda folded: None)
        where = [TopicPartition(TOPIC, partition) for partition in range(PARTITIONS)]
        writer = Writer(connection, SCHEMA, "benchmark", TOPIC)
        backlog.positions = read_positions(connection, where)
        backend = psutil.Process(connection.info.backend_pid)
        began, python, postgres = time.perf_counter(), time.process_time(), sum(backend.cpu_times()[:2])
        for first in range(0, len(records), BATCH):
            backlog.project(writer, records[first : first + BATCH], more_to_come=True)
        backlog.settle()
        return {
            "seconds": time.perf_counter() - began,
            "python": time.process_time() - python,
            "postgres": sum(backend.cpu_times()[:2]) - postgres,
        }


def main() -> None:
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    codec = Codec()
    records = journal(codec, jobs)
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder) / "postgres") as postgres:
        took = run(postgres.create_database("benchmark"), codec, records)
    result = {
        "scenario": "merge",
        "jobs": jobs,
        "events": len(records),
        "events_per_second": round(len(records) / took["seconds"]),
        "python_us_per_job": round(took["python"] / jobs * 1e6, 1),
        "postgres_us_per_job": round(took["postgres"] / jobs * 1e6, 1),
        "cpu_bound_events_per_second": round(len(records) / (took["python"] + took["postgres"])),
    }
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
