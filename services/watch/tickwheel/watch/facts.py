"""What Postgres knows of jobs: their names, owners and tags, which events do not carry."""

from collections.abc import Iterable

from tickwheel.runtime.postgres.connect import Connection
from tickwheel.watch.notice import JobFacts

READ = """
SELECT job_id::text, name, owner, handler, queue, tags FROM tickwheel.jobs WHERE job_id = ANY(%s::uuid[])
"""


def facts_of(connection: Connection, job_ids: Iterable[str]) -> dict[str, JobFacts]:
    """Those that are in the tables already."""
    wanted = sorted(set(job_ids))
    if not wanted:
        return {}
    return {
        job_id: JobFacts(id=job_id, name=name, owner=owner, handler=handler, queue=queue, tags=tags)
        for job_id, name, owner, handler, queue, tags in connection.execute(READ, [wanted]).fetchall()
    }
