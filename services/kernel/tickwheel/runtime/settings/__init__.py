"""Settings: one frozen object a service, read once from the environment, all faults reported together.

Making a settings object in code reads nothing from outside; `load` is the only way in for the environment.
"""

from tickwheel.runtime.settings.errors import SettingsError
from tickwheel.runtime.settings.groups import (
    ApiGroup,
    ArchiveGroup,
    HealthGroup,
    LogsGroup,
    MetricsGroup,
    PostgresGroup,
    ProjectorGroup,
    SchedulerGroup,
    WatchGroup,
    WorkerGroup,
)
from tickwheel.runtime.settings.kafka import KafkaGroup
from tickwheel.runtime.settings.load import load
from tickwheel.runtime.settings.services import (
    SERVICES,
    ApiSettings,
    ArchiveSettings,
    HealthSettings,
    HousekeepingSettings,
    MigrateSettings,
    ProjectorSettings,
    SchedulerSettings,
    ServiceSettings,
    TopicsSettings,
    WatchSettings,
    WorkerSettings,
)

__all__ = [
    "SERVICES",
    "ApiGroup",
    "ApiSettings",
    "ArchiveGroup",
    "ArchiveSettings",
    "HealthGroup",
    "HealthSettings",
    "HousekeepingSettings",
    "KafkaGroup",
    "LogsGroup",
    "MetricsGroup",
    "MigrateSettings",
    "PostgresGroup",
    "ProjectorGroup",
    "ProjectorSettings",
    "SchedulerGroup",
    "SchedulerSettings",
    "ServiceSettings",
    "SettingsError",
    "TopicsSettings",
    "WatchGroup",
    "WatchSettings",
    "WorkerGroup",
    "WorkerSettings",
    "load",
]
