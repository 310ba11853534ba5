"""The command API as a service: uvicorn in a thread, the journal's tail in another, started and stopped together."""

import threading

import psycopg
import uvicorn
from psycopg_pool import PoolTimeout

from tickwheel.command_api.accounts.oidc import Provider
from tickwheel.command_api.accounts.turnstile import Turnstile
from tickwheel.command_api.answers import Answers
from tickwheel.command_api.app import make_app
from tickwheel.command_api.door import Door
from tickwheel.command_api.fingerprints import Fingerprints
from tickwheel.command_api.live.hub import Hub
from tickwheel.command_api.new_calendars import NewCalendars
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.reads.job_rows import JobRows
from tickwheel.command_api.recent import RecentExecutions
from tickwheel.command_api.spans import CommandSpans
from tickwheel.command_api.submission import Submission
from tickwheel.command_api.tail import Tail
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import postgres
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.codec.registry import Registry
from tickwheel.runtime.codec.schemas import shipped
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.postgres.connect import Pool
from tickwheel.runtime.settings import ApiSettings
from tickwheel.runtime.tracing import tracing_of

LOOK_S = 0.5
START_S = 10.0
SAID_BYTES = 64 * 1024
"""What a WebSocket may say at once: only channels."""


class ServingError(Fault):
    """The web server ended by itself."""


class CommandApi:
    name = "api"

    def __init__(self, settings: ApiSettings, source: Log, clock: Clock, codec: Codec) -> None:
        kafka = settings.kafka
        topics = Topics(kafka.topic_prefix)
        self._settings = settings
        self._clock = clock
        self._codec = codec
        answers = Answers()
        self._hub = Hub(topics.events)
        self._tail = Tail(source, topics.events, kafka.partitions, codec)
        self._tail.listen(answers.hear)
        self._tail.listen(self._hub.hear)
        self._job_rows = JobRows(topics.events)
        self._tail.listen(self._job_rows.hear)
        self._heartbeats = Tail(source, topics.workers, 1, codec)
        self._heartbeats.listen(self._hub.hear)
        self._source = source
        self._topics = topics
        spans = tracing_of("api", settings.tracing)
        self._spans = None if spans is None else CommandSpans(spans)
        self._submission = Submission(
            source, topics, codec, answers, kafka.partitions, settings.api.max_in_flight, self._spans
        )
        self._pool: Pool | None = None
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        api = self._settings.api
        if self._pool is None:
            self._pool = postgres.open_pool(self._settings.postgres, "api")
        if not self._tail.is_following():
            begins = self._tail.start()
            self._hub.begin_at(begins)
            self._job_rows.begin_at(begins)
            self._heartbeats.start()
        self._submission.start()
        config = uvicorn.Config(
            make_app(self._parts(self._pool)),
            host=api.host,
            port=api.port,
            log_config=None,
            access_log=False,
            server_header=False,
            ws_max_size=SAID_BYTES,
            timeout_graceful_shutdown=max(1, api.shutdown_deadline_ms // 1_000),
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, name="uvicorn", daemon=True)
        self._thread.start()
        self._wait_until_serving()

    def run_once(self) -> None:
        """The work is done by the other threads; this one watches that they live."""
        if self._thread is None:
            return
        self._thread.join(LOOK_S)
        if not self._thread.is_alive():
            raise ServingError("the web server has ended: see the lines above, and whether the port is free")

    def why_not_ready(self) -> str:
        if not self._tail.is_following():
            return "the journal cannot be followed now: see whether Kafka runs"
        if self._pool is None:
            return "it has not connected to Postgres yet"
        try:
            with self._pool.connection(LOOK_S) as connection:
                connection.execute("SELECT 1")
        except (psycopg.OperationalError, postgres.UnreachableError, PoolTimeout) as fault:
            return f"Postgres does not answer: {str(fault).strip()}"
        return ""

    def stop(self) -> None:
        self._hub.end_all()
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(START_S)
        self._submission.stop()
        if self._spans is not None:
            self._spans.close()
        self._tail.stop()
        self._heartbeats.stop()
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _parts(self, pool: Pool) -> Parts:
        api = self._settings.api
        return Parts(
            namespace=self._settings.kafka.namespace,
            answer_timeout_s=api.answer_timeout_ms / 1_000,
            topics=self._topics,
            settings=api,
            door=Door(api, pool, self._clock),
            fingerprints=Fingerprints(pool),
            turnstile=Turnstile(),
            oidc=Provider(api),
            submission=self._submission,
            tail=self._tail,
            hub=self._hub,
            partitions=self._settings.kafka.partitions,
            recent=RecentExecutions(),
            new_calendars=NewCalendars(pool),
            job_rows=self._job_rows,
            source=self._source,
            pool=pool,
            codec=self._codec,
            registry=Registry(shipped()),
            schemas=shipped(),
            clock=self._clock,
            ids=RandomIds(),
        )

    def _wait_until_serving(self) -> None:
        deadline = self._clock.monotonic() + START_S
        while self._server is not None and not self._server.started:
            if self._thread is None or not self._thread.is_alive() or self._clock.monotonic() > deadline:
                api = self._settings.api
                raise ServingError(
                    f"cannot listen on {api.host}:{api.port}: free the port, or set TICKWHEEL_API_PORT to another one"
                )
            threading.Event().wait(0.02)
