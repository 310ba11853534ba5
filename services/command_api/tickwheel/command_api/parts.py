"""What every request may use, put together once at the start."""

import msgspec

from tickwheel.command_api.accounts.oidc import Provider
from tickwheel.command_api.accounts.turnstile import Turnstile
from tickwheel.command_api.door import Door
from tickwheel.command_api.fingerprints import Fingerprints
from tickwheel.command_api.live.hub import Hub
from tickwheel.command_api.new_calendars import NewCalendars
from tickwheel.command_api.reads.job_rows import JobRows
from tickwheel.command_api.recent import RecentExecutions
from tickwheel.command_api.submission import Submission
from tickwheel.command_api.tail import Tail
from tickwheel.protocol import ids
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.codec.registry import Registry
from tickwheel.runtime.codec.schemas import Schemas
from tickwheel.runtime.fresh_ids import FreshIds
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.postgres.connect import Pool
from tickwheel.runtime.settings.groups import ApiGroup

THREADS = 80
"""For what blocks: more than the connections to Postgres, because those who wait for something else hold none."""


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    namespace: str
    answer_timeout_s: float
    settings: ApiGroup
    topics: Topics
    door: Door
    fingerprints: Fingerprints
    turnstile: Turnstile
    oidc: Provider
    submission: Submission
    tail: Tail
    hub: Hub
    partitions: int
    recent: RecentExecutions
    new_calendars: NewCalendars
    job_rows: JobRows
    source: Log
    pool: Pool
    codec: Codec
    registry: Registry
    schemas: Schemas
    clock: Clock
    ids: FreshIds

    def job_id(self, job: str) -> str:
        """The id of a job that a path names by UUID or by name."""
        return job.lower() if ids.is_uuid(job) else ids.job_id(self.namespace, job)
