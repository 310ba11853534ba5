"""What should have started and has not, as the tables tell it. The scheduler is not asked: it may be what is wrong.

undecided   a due time has passed and nobody has made an execution of it: schedulers are down, stuck or too slow
unplaced    an execution waits for a worker: none lives, fits or has room
unclaimed   an execution lies in a mailbox that nobody empties
"""

from typing import NamedTuple

from tickwheel.runtime.postgres.connect import Connection

CAUSES = ("undecided", "unplaced", "unclaimed")

READ = """
WITH late AS (
    SELECT 'undecided' AS cause, queue, next_due_at AS due, name AS job, NULL AS reason
    FROM tickwheel.jobs
    WHERE next_due_at < now() - %(after)s * interval '1 millisecond'
      AND paused_at IS NULL AND deleted_at IS NULL AND retired_at IS NULL
    UNION ALL
    SELECT CASE status WHEN 'QUEUED' THEN 'unclaimed' ELSE 'unplaced' END,
           queue, coalesce(not_before, due_at), job_name, waiting_reason
    FROM tickwheel.executions
    WHERE status IN ('PENDING', 'PENDING_RETRY', 'QUEUED') AND waits_for = 'time'
      AND due_at < now() - %(after)s * interval '1 millisecond'
      AND coalesce(not_before, due_at) < now() - %(after)s * interval '1 millisecond'
)
SELECT cause, queue, count(*), extract(epoch FROM now() - min(due))::float8, (extract(epoch FROM min(due)) * 1000)::bigint,
       (array_agg(job ORDER BY due))[1], (array_agg(reason ORDER BY due))[1]
FROM late GROUP BY cause, queue ORDER BY cause, queue
"""


class Overdue(NamedTuple):
    cause: str
    queue: str
    number: int
    oldest_s: float
    oldest_due_ms: int
    job: str
    """The job of the oldest."""
    reason: str
    """Why it waits, if the scheduler has said so."""

    def sentence(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        return f"{self.number} {self.cause} in queue {self.queue}, the oldest since {self.oldest_s:.0f} s: job {self.job}{why}"


def read_overdue(connection: Connection, after_ms: int) -> list[Overdue]:
    rows = connection.execute(READ, {"after": after_ms}).fetchall()
    return [Overdue._make((*known, reason or "")) for *known, reason in rows]
