"""One settings object a service, made of shared groups. The group's name is the middle of the variable's name."""

from pydantic import Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from tickwheel.runtime.settings.groups import (
    ApiGroup,
    LogsGroup,
    MetricsGroup,
    PostgresGroup,
    ProjectorGroup,
    SchedulerGroup,
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


class SchedulerSettings(ServiceSettings):
    scheduler: SchedulerGroup = Field(default_factory=SchedulerGroup)


class WorkerSettings(ServiceSettings):
    worker: WorkerGroup = Field(default_factory=WorkerGroup)


class ProjectorSettings(ServiceSettings):
    postgres: PostgresGroup
    projector: ProjectorGroup = Field(default_factory=ProjectorGroup)


class ApiSettings(ServiceSettings):
    postgres: PostgresGroup
    api: ApiGroup = Field(default_factory=ApiGroup)


SERVICES: dict[str, type[ServiceSettings]] = {
    "scheduler": SchedulerSettings,
    "worker": WorkerSettings,
    "projector": ProjectorSettings,
    "api": ApiSettings,
}
"""Every service by the name of its sub-command."""
