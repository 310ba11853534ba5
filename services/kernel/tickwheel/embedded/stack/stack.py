"""Starts and stops a whole Tickwheel: the servers, then topics and tables, then every service.

with Stack(StackPlan()) as stack:
    print(stack.endpoints.api)
"""

import os
import pathlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Self

from tickwheel.embedded import ports
from tickwheel.embedded.datadir import DataDir
from tickwheel.embedded.kafka import EmbeddedKafka
from tickwheel.embedded.postgres import EmbeddedPostgres
from tickwheel.embedded.progress import Progress, silent
from tickwheel.embedded.stack import endpoints, prepare
from tickwheel.embedded.stack.endpoints import Endpoints
from tickwheel.embedded.stack.keeper import Part
from tickwheel.embedded.stack.member import Member
from tickwheel.embedded.stack.plan import StackPlan
from tickwheel.protocol.topics import SYSTEM_QUEUE
from tickwheel.runtime.settings import KafkaGroup, PostgresGroup
from tickwheel.runtime.settings.values import SecretUrl

DATA_FORMAT = "stack layout 1"
MODULES = {
    "scheduler": "tickwheel.scheduler",
    "worker": "tickwheel.worker",
    "projector": "tickwheel.projector",
    "health": "tickwheel.projector.health",
    "housekeeping": "tickwheel.housekeeping",
    "api": "tickwheel.command_api",
    "watch": "tickwheel.watch",
}


class Stack:
    """Stopping twice is fine. A member that dies stays dead until somebody starts it again."""

    def __init__(self, plan: StackPlan, *, progress: Progress = silent) -> None:
        self.plan = plan
        self.kafka: EmbeddedKafka | None = None
        self.postgres: EmbeddedPostgres | None = None
        self.members: list[Member] = []
        self._progress = progress
        self._data = DataDir(_below(plan.data_dir, "services"), "Tickwheel", DATA_FORMAT, reset=plan.reset)
        self._endpoints: Endpoints | None = None

    @property
    def endpoints(self) -> Endpoints:
        if self._endpoints is None:
            raise RuntimeError("the stack has no endpoints before start()")
        return self._endpoints

    @property
    def folder(self) -> pathlib.Path:
        """Where endpoints.json is."""
        return self.plan.endpoints_dir or self.plan.data_dir or self._data.path

    @property
    def parts(self) -> list[Part]:
        """Every server and service that is to run."""
        brokers = self.kafka.brokers if self.kafka is not None else []
        databases = [self.postgres] if self.postgres is not None else []
        return [*brokers, *databases, *self.members]

    def of_kind(self, kind: str) -> list[Member]:
        """The members of one service: scheduler, worker, projector, health, housekeeping, api or watch."""
        return [member for member in self.members if member.name.partition("-")[0] == kind]

    def start(self) -> Self:
        """Return when every service is ready."""
        self.start_servers()
        return self.start_services()

    def start_servers(self) -> Self:
        """Kafka, Postgres, topics and tables, and no service yet."""
        self._data.open()
        try:
            # One that was killed has left its own behind: nobody must take it for ours.
            endpoints.remove(self.folder)
            self._prepare(*self._start_servers())
        except BaseException:
            self.stop()
            raise
        return self

    def start_services(self) -> Self:
        """Every service, once the servers are there."""
        try:
            for member in self.members:
                member.start()
            for member in self.members:
                member.wait_until_ready()
        except BaseException:
            self.stop()
            raise
        endpoints.write(self.endpoints, self.folder)
        return self

    def stop(self) -> None:
        """Services first, so that they can say goodbye; then the servers."""
        if self._endpoints is not None:
            endpoints.remove(self.folder)
        for member in self.members:
            member.ask_to_stop()
        for member in self.members:
            member.join()
        self.members = []
        with ThreadPoolExecutor(2) as pool:
            for server in (self.kafka, self.postgres):
                if server is not None:
                    pool.submit(server.stop)
        self.kafka = self.postgres = None
        self._data.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start_servers(self) -> tuple[str, str]:
        """Both at once; (bootstrap, dsn)."""
        plan = self.plan
        if not plan.kafka:
            self.kafka = EmbeddedKafka(
                _below(plan.data_dir, "kafka"),
                broker_count=plan.brokers,
                reset=plan.reset,
                progress=self._progress,
            )
        if not plan.postgres:
            self.postgres = EmbeddedPostgres(_below(plan.data_dir, "postgres"), reset=plan.reset)
        with ThreadPoolExecutor(2) as pool:
            starting = [
                pool.submit(server.start) for server in (self.kafka, self.postgres) if server is not None
            ]
        for start in starting:
            start.result()
        return (
            plan.kafka or (self.kafka.bootstrap if self.kafka else ""),
            plan.postgres or (self.postgres.dsn if self.postgres else ""),
        )

    def _prepare(self, bootstrap: str, dsn: str) -> None:
        plan = self.plan
        copies = {} if plan.kafka else _copies(plan.brokers)
        kafka = KafkaGroup.model_validate(
            {
                "bootstrap": bootstrap,
                "topic_prefix": plan.topic_prefix,
                "partitions": plan.partitions,
                "mailboxes": plan.mailboxes,
                **copies,
                **plan.kafka_login,
            }
        )
        prepare.topics(kafka, (SYSTEM_QUEUE,) if plan.housekeepers else ())
        prepare.tables(PostgresGroup(dsn=SecretUrl(dsn)))
        token = prepare.admin_token(self._data.path)
        api_ports = [plan.api_port or ports.free_ports(1)[0], *ports.free_ports(max(0, plan.apis - 1))]
        api = f"http://127.0.0.1:{api_ports[0]}"
        self._endpoints = Endpoints(
            api=api, kafka=bootstrap, postgres=dsn, registry=f"{api}/registry", admin_token=token
        )
        archive = {"TICKWHEEL_ARCHIVE_STORE": str(self.folder / "archive")}
        self._plan_members(archive | _environment(kafka, dsn, token, plan), api_ports)

    def _plan_members(self, environment: Mapping[str, str], api_ports: list[int]) -> None:
        plan = self.plan
        counts = {
            "scheduler": plan.schedulers,
            "projector": plan.projectors,
            "health": plan.health_streams,
            "housekeeping": plan.housekeepers,
            "worker": plan.workers,
            "api": plan.apis,
            "watch": plan.watches,
        }
        names = [f"{kind}-{number}" for kind, count in counts.items() for number in range(1, count + 1)]
        for name, health_port in zip(names, ports.free_ports(len(names)), strict=True):
            kind, _, number = name.partition("-")
            own = {f"TICKWHEEL_{each}_INSTANCE_ID": name for each in ("SCHEDULER", "WORKER", "WATCH")}
            if kind == "api":
                own["TICKWHEEL_API_PORT"] = str(api_ports[int(number) - 1])
            arguments: tuple[str, ...] = ()
            if kind == "worker" and plan.worker_app:
                arguments = (plan.worker_app,)
                own["PYTHONPATH"] = _with_current_folder(environment)
            self.members.append(
                Member(
                    name,
                    MODULES[kind],
                    arguments,
                    {**environment, **own, **plan.own_settings.get(name, {})},
                    health_port,
                    self._data.path,
                    self._data.lock_descriptor,
                )
            )


def _below(folder: pathlib.Path | None, name: str) -> pathlib.Path | None:
    return None if folder is None else folder / name


def _copies(brokers: int) -> dict[str, int]:
    """As many as there are brokers, up to three; one of them may be missing."""
    return {"replication": min(3, brokers), "min_insync": max(1, min(3, brokers) - 1)}


def _with_current_folder(environment: Mapping[str, str]) -> str:
    """The user's module is found where `tickwheel dev` was started, wherever the services run."""
    given = environment.get("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    return os.pathsep.join([str(pathlib.Path.cwd()), *filter(None, [given])])


def _environment(kafka: KafkaGroup, dsn: str, token: str, plan: StackPlan) -> dict[str, str]:
    return {
        "TICKWHEEL_KAFKA_BOOTSTRAP": kafka.bootstrap,
        "TICKWHEEL_KAFKA_TOPIC_PREFIX": kafka.topic_prefix,
        "TICKWHEEL_KAFKA_PARTITIONS": str(kafka.partitions),
        "TICKWHEEL_KAFKA_MAILBOXES": str(kafka.mailboxes),
        "TICKWHEEL_KAFKA_REPLICATION": str(kafka.replication),
        "TICKWHEEL_KAFKA_MIN_INSYNC": str(kafka.min_insync),
        "TICKWHEEL_POSTGRES_DSN": dsn,
        "TICKWHEEL_API_ADMIN_TOKEN": token,
        "TICKWHEEL_API_SECURE_COOKIES": "false",  # it listens on this machine only, without TLS
        **plan.settings,
    }
