"""What every request may use, put together once at the start."""

import msgspec

from tickwheel.command_api.submission import Submission
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fresh_ids import FreshIds
from tickwheel.runtime.postgres.connect import Pool


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    namespace: str
    answer_timeout_s: float
    admin_token: str
    submission: Submission
    pool: Pool
    codec: Codec
    clock: Clock
    ids: FreshIds
