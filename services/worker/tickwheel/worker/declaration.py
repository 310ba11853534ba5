"""Jobs declared in code by a schedule in the decorator: created or updated through Kafka when a worker starts."""

import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from tickwheel.protocol import ids
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.job import CreateJob, UpdateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRejected, CommandRepeated
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.routing import lane_of, partition_for
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.log.ports import Consumer, Log, Producer
from tickwheel.runtime.log.records import END, TopicPartition

log = logs.logger(__name__)

ANSWER_S = 30.0
"""How long to wait for a scheduler. The commands stand in the log either way."""

POLL_S = 0.2

Result = Literal["created", "updated", "unchanged", "refused", "unanswered"]


class Declaration:
    """Sends a command for each declared job and follows `events` for the answers, as any Kafka client could.

    Every worker of a fleet declares the same: the first one makes the job, and what the others say again changes nothing.
    Each start asks anew, under ids of its own. Ids of the definition alone would be remembered for an hour, and going back to the
    version of an hour ago would be taken for a repetition of what was said then.
    """

    def __init__(
        self,
        log: Log,
        topics: Topics,
        codec: Codec,
        clock: Clock,
        *,
        namespace: str,
        partitions: int,
        actor: str,
        start: str,
    ) -> None:
        self._log = log
        self._topics = topics
        self._codec = codec
        self._clock = clock
        self._namespace = namespace
        self._partitions = partitions
        self._actor = actor
        self._start = start
        """Stands for this start of the worker, and for no other."""

    def apply(self, jobs: Sequence[JobDefinition]) -> dict[str, Result]:
        """What became of each job, by its name. Waits for the answers, at most `ANSWER_S`."""
        if not jobs:
            return {}
        follower, producer = self._log.consumer(None), self._log.producer()
        try:
            follower.assign({self._place(self._topics.events, job): END for job in jobs})
            return self._ask(follower, producer, jobs)
        finally:
            producer.close()
            follower.close()

    def _ask(
        self, follower: Consumer, producer: Producer, jobs: Sequence[JobDefinition]
    ) -> dict[str, Result]:
        results: dict[str, Result] = {job.name: "unanswered" for job in jobs}
        open_: dict[str, JobDefinition] = {}
        for job in jobs:
            open_[self._send(producer, job, self.create(job))] = job
        deadline = self._clock.monotonic() + ANSWER_S
        while open_ and self._clock.monotonic() < deadline:
            for answer in self._events(follower):
                job_asked = open_.pop(answer.cause_id, None)
                if job_asked is None:
                    continue
                result = _result(answer)
                if result is None:
                    open_[self._send(producer, job_asked, self.update(job_asked))] = job_asked
                else:
                    results[job_asked.name] = result
        _tell(results)
        return results

    def _events(self, follower: Consumer) -> list[Event]:
        events: list[Event] = []
        for record in follower.poll(1_000, POLL_S):
            try:
                events.append(self._codec.decode(record.value or b"", Event))
            except DecodeError:
                continue
        return events

    def _send(self, producer: Producer, job: JobDefinition, command: Command) -> str:
        place = self._place(self._topics.commands(lane_of(job.priority)), job)
        key = ids.job_id(self._namespace, job.name).encode()
        producer.produce(place.topic, place.partition, key, self._codec.encode(command))
        producer.flush(ANSWER_S)
        return command.command_id

    def _place(self, topic: str, job: JobDefinition) -> TopicPartition:
        key = ids.job_id(self._namespace, job.name).encode()
        return TopicPartition(topic, partition_for(key, self._partitions))

    def create(self, job: JobDefinition) -> CreateJob:
        """Said first, of every job."""
        return CreateJob(
            command_id=f"declare:{self._start}:{digest(job)}:create",
            actor=self._actor,
            issued_at_ms=self._clock.now_ms(),
            definition=job,
            allow_unknown_handler=True,
        )

    def update(self, job: JobDefinition) -> UpdateJob:
        """Said of a job that is there already."""
        return UpdateJob(
            command_id=f"declare:{self._start}:{digest(job)}:update",
            actor=self._actor,
            issued_at_ms=self._clock.now_ms(),
            job=job.name,
            definition=job,
            allow_unknown_handler=True,
        )


def digest(job: JobDefinition) -> str:
    """The same for the same definition, on every worker."""
    return hashlib.sha256(msgspec.msgpack.encode(job, order="deterministic")).hexdigest()[:32]


def _result(answer: Event) -> Result | None:
    """None: the job is there, so it must be updated."""
    if isinstance(answer, CommandRepeated):
        return "unchanged"
    if isinstance(answer, CommandRejected):
        if answer.code == "conflict":
            return None
        log.error("A declared job was refused", code=answer.code, field=answer.field, reason=answer.message)
        return "refused"
    return "updated" if answer.cause_id.endswith(":update") else "created"


def _tell(results: dict[str, Result]) -> None:
    for name, result in results.items():
        if result == "unanswered":
            log.warning("A declared job got no answer; it is decided as soon as a scheduler runs", job=name)
        else:
            log.info("Declared a job", job=name, result=result)


def plan(jobs: Sequence[JobDefinition]) -> list[str]:
    """For people: what a start would declare."""
    if not jobs:
        return ["No handler has a schedule: no job is declared."]
    return [
        f"{job.name}: {job.cron or f'every {job.interval_ms} ms'} ({job.timezone}), handler {job.handler}, "
        f"queue {job.queue}, priority {job.priority}: created, or updated if it is there"
        for job in jobs
    ]
