"""One settings object a service, made of shared groups. The group's name is the middle of the variable's name."""

from pydantic import Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from tickwheel.runtime.settings.groups import (
    ApiGroup,
    ArchiveGroup,
    HealthGroup,
    LogsGroup,
    MetricsGroup,
    PostgresGroup,
    ProjectorGroup,
    SchedulerGroup,
    TracingGroup,
    WatchGroup,
    WorkerGroup,
)
from tickwheel.runtime.settings.kafka import KafkaGroup


class Settings(BaseSettings):
    """Base of every settings object. Made in code it takes its arguments and defaults, nothing from outside."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)


class TopicsSettings(Settings):
    """For commands that only need Kafka."""

    kafka: KafkaGroup = Field(default_factory=KafkaGroup)
    logs: LogsGroup = Field(default_factory=LogsGroup)


class MigrateSettings(Settings):
    """For commands that only need Postgres."""

    postgres: PostgresGroup
    logs: LogsGroup = Field(default_factory=LogsGroup)


class ServiceSettings(TopicsSettings):
    """What every service has."""

    metrics: MetricsGroup = Field(default_factory=MetricsGroup)
    tracing: TracingGroup = Field(default_factory=TracingGroup)


class SchedulerSettings(ServiceSettings):
    scheduler: SchedulerGroup = Field(default_factory=SchedulerGroup)


class WorkerSettings(ServiceSettings):
    worker: WorkerGroup = Field(default_factory=WorkerGroup)


class ProjectorSettings(ServiceSettings):
    postgres: PostgresGroup
    projector: ProjectorGroup = Field(default_factory=ProjectorGroup)


class HealthSettings(ServiceSettings):
    health: HealthGroup = Field(default_factory=HealthGroup)


class ArchiveSettings(MigrateSettings):
    """For commands on the archive."""

    archive: ArchiveGroup = Field(default_factory=ArchiveGroup)


class HousekeepingSettings(WorkerSettings):
    postgres: PostgresGroup
    archive: ArchiveGroup = Field(default_factory=ArchiveGroup)


class ApiSettings(ServiceSettings):
    postgres: PostgresGroup
    api: ApiGroup = Field(default_factory=ApiGroup)


class WatchSettings(ServiceSettings):
    postgres: PostgresGroup
    watch: WatchGroup = Field(default_factory=WatchGroup)


SERVICES: dict[str, type[ServiceSettings]] = {
    "scheduler": SchedulerSettings,
    "worker": WorkerSettings,
    "projector": ProjectorSettings,
    "health": HealthSettings,
    "housekeeping": HousekeepingSettings,
    "api": ApiSettings,
    "watch": WatchSettings,
}
"""Every service by the name of its sub-command."""
