"""Dead letters in the tables."""

from tickwheel.command_api.reads.fingerprint import FINGERPRINT, TEMPLATE
from tickwheel.command_api.reads.listing import SEARCHED_AT_MOST, Listing
from tickwheel.command_api.reads.rows import Row, all_rows, one_row
from tickwheel.runtime.postgres.connect import Pool

LISTING = Listing(
    table="tickwheel.dead_letters",
    id="execution_id",
    columns=(
        "execution_id",
        "job_id",
        "job_name",
        "owner",
        "handler",
        "queue",
        "origin",
        "due_at",
        "attempts",
        "failure_kind",
        "error_class",
        "error_message",
        "failed_at",
        "status",
        "resolved_at",
        "resolved_by",
        "resolution",
        "new_execution_id",
    ),
    sorts={"failed_at": "failed_at", "job_name": "job_name", "handler": "handler"},
    search=("job_name", "handler", "error_class", "error_message"),
    search_among=SEARCHED_AT_MOST,
    filters={
        "ids": "execution_id = ANY(%s::uuid[])",
        "status": "status = %s",
        "job_id": "job_id = %s",
        "handler": "handler = %s",
        "queue": "queue = %s",
        "owner": "owner = %s",
        "error_class": "error_class = %s",
        "fingerprint": f"{FINGERPRINT} = %s",
        "since": "failed_at >= %s",
        "until": "failed_at < %s",
    },
)

_ONE = "SELECT * FROM tickwheel.dead_letters WHERE execution_id = %s"
_GROUPS = f"""
SELECT {FINGERPRINT} AS fingerprint, handler, error_class, failure_kind, {TEMPLATE} AS template, count(*) AS count,
    count(DISTINCT job_id) AS jobs, min(failed_at) AS first_at, max(failed_at) AS last_at,
    (array_agg(error_message ORDER BY failed_at DESC))[1] AS last_message,
    (array_agg(execution_id ORDER BY failed_at DESC))[1] AS last_execution_id,
    (array_agg(job_name ORDER BY failed_at DESC))[1] AS last_job_name
FROM tickwheel.dead_letters
WHERE status = 'OPEN' AND (%s = '' OR owner = %s)
GROUP BY 1, 2, 3, 4, 5
ORDER BY count DESC, last_at DESC
LIMIT %s
"""  # noqa: S608 - both are our own text


def dead_letter(pool: Pool, execution_id: str) -> Row | None:
    return one_row(pool, _ONE, (execution_id,))


def groups(pool: Pool, owner: str, limit: int) -> list[Row]:
    """Open ones that failed alike; of one owner, or of all."""
    return all_rows(pool, _GROUPS, (owner, owner, limit))
