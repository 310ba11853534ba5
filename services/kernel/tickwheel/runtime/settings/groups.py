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
        2_000,
        ge=1,
        le=100_000,
        description="Inputs decided in one transaction at most; four times as many while there is a backlog.",
    )
    batch_max_ms: int = Field(
        50,
        ge=1,
        le=1_000,
        description="Work done in one transaction at most; four times as much while there is a backlog.",
    )
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
    max_jobs: int = Field(
        0, ge=0, description="Attempts after which it drains and ends, to be started anew; 0: never."
    )
    recycle_mib: int = Field(
        0,
        ge=0,
        description="Memory (resident) beyond which it drains and ends, to be started anew; 0: never.",
    )
    process_max_jobs: int = Field(
        1_000, ge=0, description="Attempts after which a handler's process is replaced; 0: never."
    )
    process_recycle_mib: int = Field(
        0, ge=0, description="A handler's process that holds more after an attempt is replaced; 0: never."
    )
    process_memory_mib: int = Field(
        0,
        ge=0,
        description="Memory that a handler's process may take, unless its handler says its own; 0: no limit.",
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
        10_000, ge=1, le=100_000, description="Events written in one transaction at most."
    )
    batch_max_ms: int = Field(
        400,
        ge=1,
        le=10_000,
        description="How long events that come quickly are gathered for one transaction.",
    )
    session_timeout_ms: int = Field(
        6_000, ge=1_000, le=300_000, description="Silence after which its partitions go to another."
    )


class HealthGroup(Group):
    breaker_open_s: int = Field(
        30, ge=1, le=3_600, description="How long the breaker of a failing handler stays open on all workers."
    )
    drain_s: int = Field(
        300, ge=1, le=86_400, description="The advice is for as many workers as work off the backlog in this."
    )


class ArchiveGroup(Group):
    store: str = Field(
        ".tickwheel/archive",
        min_length=1,
        description="Where archived months are: a directory, or a URL such as s3://bucket/prefix.",
    )
    hot_days: int = Field(
        30, ge=0, description="How long executions stay in the tables after the end of their month."
    )
    keep_days: int = Field(
        365, ge=1, description="How long an archived month is kept after its end; then its files are deleted."
    )
    log_days: int = Field(7, ge=0, description="How long log lines and progress of handlers are kept.")
    dead_letter_days: int = Field(30, ge=0, description="How long dead letters that are dealt with are kept.")
    skip_days: int = Field(30, ge=0, description="How long the reasons of skipped due times are kept.")
    command_days: int = Field(30, ge=0, description="How long commands and bulk operations are kept.")
    job_days: int = Field(
        30, ge=0, description="How long jobs are kept that were deleted or ended and retired."
    )
    worker_days: int = Field(30, ge=1, description="How long workers are kept that are no longer heard of.")
    session_hours: int = Field(24, ge=1, description="How long a session may be idle before it is deleted.")
    row_group_rows: int = Field(
        100_000, ge=1_000, le=10_000_000, description="Rows in a row group of a Parquet file."
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
    oidc_issuer: str = Field(
        "", description="Address of an identity provider to sign in with, as it calls itself; empty: none."
    )
    oidc_client_id: str = Field("", description="What the identity provider knows Tickwheel by.")
    oidc_client_secret: SecretText = Field(
        SecretText(""), description="Secret of that client; empty for a public one."
    )
    oidc_redirect_url: str = Field(
        "", description="Public address of /api/auth/oidc/callback, as registered with the identity provider."
    )
    oidc_name_claim: str = Field("email", min_length=1, description="Claim that becomes the user's name.")
    oidc_admin_claim: str = Field("groups", min_length=1, description="Claim that tells who is an admin.")
    oidc_admin_value: str = Field(
        "tickwheel-admins", min_length=1, description="Value of that claim that makes an admin."
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


class WatchGroup(Group):
    instance_id: str = Field(
        default_factory=unique_instance_id,
        min_length=1,
        description="Name of this process among watches: no two alike.",
    )
    routes_path: str = Field(
        "", description="File that says who is told what, see notifications.md; empty: only the log is."
    )
    look_every_ms: int = Field(
        5_000, ge=100, le=600_000, description="How often to look for what is overdue."
    )
    overdue_after_ms: int = Field(
        60_000, ge=1_000, description="Due work that has not started after this long is overdue."
    )
    allow_private_addresses: bool = Field(
        False, description="Let it call webhooks at addresses that are not public."
    )


class LogsGroup(Group):
    format: Literal["auto", "json", "console"] = Field(
        "auto", description="auto: console on a terminal, json otherwise."
    )
    level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The least important level written."
    )


class TracingGroup(Group):
    endpoint: str = Field(
        "",
        pattern=r"^(https?://.+)?$",
        description="Where spans go, as http://collector:4318/v1/traces; empty: none are made.",
    )


class MetricsGroup(Group):
    host: str = Field("127.0.0.1", min_length=1, description="Address of /metrics and /health.")
    port: int = Field(
        0, ge=0, le=65_535, description="Port of /metrics and /health; 0: any free one, told in the log."
    )
