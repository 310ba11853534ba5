"""The groups of settings besides Kafka's. A name ends with its unit where it has one."""

from typing import Literal, Self

from pydantic import Field, model_validator

from tickwheel.runtime.settings.group import Group, cores, unique_instance_id
from tickwheel.runtime.settings.values import Labels, Names, Quantities, SecretText, SecretUrl


class PostgresGroup(Group):
    dsn: SecretUrl = Field(
        description="Where the read models are, as postgresql://user:password@host:5432/database."
    )
    pool_max_connections: int = Field(
        8, ge=1, le=200, description="Connections that one process opens at most."
    )
    connect_timeout_s: int = Field(5, ge=1, le=60, description="How long to wait for a connection.")
    statement_timeout_ms: int = Field(
        60_000, ge=0, description="A statement that takes longer is ended; 0: never."
    )
    lock_timeout_ms: int = Field(
        10_000, ge=0, description="How long a statement waits for a lock; 0: for ever."
    )


class SchedulerGroup(Group):
    instance_id: str = Field(
        default_factory=unique_instance_id,
        min_length=1,
        description="Name of this process among schedulers: no two alike.",
    )
    lead_ms: int = Field(
        10_000,
        ge=0,
        le=60_000,
        description="How long before its due time an execution is handed to a worker.",
    )
    session_timeout_ms: int = Field(
        6_000, ge=1_000, le=300_000, description="Silence after which a scheduler's partitions go to another."
    )
    lease_ms: int = Field(
        10_000, ge=2_000, le=300_000, description="Silence after which a worker's attempts count as lost."
    )
    batch_max_inputs: int = Field(
        2_000, ge=1, le=100_000, description="Inputs decided in one transaction at most."
    )
    batch_max_ms: int = Field(50, ge=1, le=1_000, description="Work done in one transaction at most.")
    ended_job_retention_ms: int = Field(
        3_600_000, ge=0, description="How long an ended job stays in the state, to answer repeated commands."
    )


class WorkerGroup(Group):
    instance_id: str = Field(
        default_factory=unique_instance_id,
        min_length=1,
        description="Name of this process among workers: no two alike.",
    )
    queue: str = Field(
        "default", pattern=r"^[A-Za-z0-9_-]{1,63}$", description="The queue whose executions it runs."
    )
    slots: int = Field(
        default_factory=lambda: 5 * cores(), ge=1, le=100_000, description="Executions run at once."
    )
    labels: Labels = Field(
        default_factory=dict, description="What jobs may ask a worker to carry, as zone=eu,disk=ssd."
    )
    cpu_milli: int = Field(
        default_factory=lambda: 1_000 * cores(), ge=0, description="CPU to share out: 1000 is one core."
    )
    memory_mib: int = Field(
        0, ge=0, description="Memory to share out; 0: jobs that ask for memory go elsewhere."
    )
    disk_mib: int = Field(0, ge=0, description="Disk to share out; 0: jobs that ask for disk go elsewhere.")
    extras: Quantities = Field(default_factory=dict, description="Further resources to share out, as gpu=2.")
    lease_ms: int = Field(
        10_000,
        ge=2_000,
        le=300_000,
        description="Without an acknowledged heartbeat it stops its work by then.",
    )
    heartbeat_interval_ms: int = Field(
        2_000, ge=100, le=60_000, description="How often it says that it is alive."
    )
    session_timeout_ms: int = Field(
        6_000, ge=1_000, le=300_000, description="Silence after which its mailboxes go to another."
    )
    drain_deadline_ms: int = Field(
        30_000, ge=0, description="How long running executions may take to end at shutdown."
    )
    allow_commands: Names = Field(
        (),
        description="Programs that the command handler may run, as /usr/bin/rsync,/bin/true; none: it is off.",
    )
    allow_private_addresses: bool = Field(
        False, description="Let HTTP handlers call addresses that are not public."
    )

    @model_validator(mode="after")
    def _heartbeats_fit_the_lease(self) -> Self:
        if 3 * self.heartbeat_interval_ms > self.lease_ms:
            raise ValueError(
                f"heartbeat_interval_ms {self.heartbeat_interval_ms} is too long for lease_ms {self.lease_ms}: "
                "at least three heartbeats must fit, or one lost record costs the lease"
            )
        return self


class ProjectorGroup(Group):
    batch_max_events: int = Field(
        5_000, ge=1, le=100_000, description="Events written in one transaction at most."
    )
    batch_max_ms: int = Field(
        200, ge=1, le=10_000, description="How long events may be gathered for one transaction."
    )
    session_timeout_ms: int = Field(
        6_000, ge=1_000, le=300_000, description="Silence after which its partitions go to another."
    )


class ApiGroup(Group):
    admin_token: SecretText = Field(
        SecretText(""), description="A token that may do everything, for the first steps; empty: none."
    )
    host: str = Field("127.0.0.1", min_length=1, description="Address to listen on.")
    port: int = Field(8_080, ge=0, le=65_535, description="Port to listen on; 0: any free one.")
    answer_timeout_ms: int = Field(
        5_000, ge=0, le=60_000, description="How long a write waits for its decision before 202."
    )
    secure_cookies: bool = Field(
        True, description="Send the session cookie over HTTPS only; false for http on one's own machine."
    )
    login_per_minute: int = Field(5, ge=1, description="Logins with one name from one address.")
    create_per_minute: int = Field(10, ge=1, description="Jobs that a person's session may create.")
    trigger_per_minute: int = Field(30, ge=1, description="Triggers and retries of a person's session.")
    read_per_minute: int = Field(100, ge=1, description="Reads of a person's session.")
    admin_per_minute: int = Field(50, ge=1, description="Other writes of an admin's session.")
    token_per_minute: int = Field(
        600_000, ge=1, description="Requests of one API token to one API process, of any kind."
    )
    max_in_flight: int = Field(
        5_000,
        ge=1,
        le=1_000_000,
        description="Commands that wait for their decision at most; beyond, callers are told to come back.",
    )
    shutdown_deadline_ms: int = Field(
        5_000, ge=0, description="How long open requests may take to end at shutdown."
    )


class LogsGroup(Group):
    format: Literal["auto", "json", "console"] = Field(
        "auto", description="auto: console on a terminal, json otherwise."
    )
    level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The least important level written."
    )


class MetricsGroup(Group):
    host: str = Field("127.0.0.1", min_length=1, description="Address of /metrics and /health.")
    port: int = Field(
        0, ge=0, le=65_535, description="Port of /metrics and /health; 0: any free one, told in the log."
    )
