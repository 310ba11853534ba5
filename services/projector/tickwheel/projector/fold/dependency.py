"""Events about jobs that wait for other jobs."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.rows.job import DependencyRow
from tickwheel.protocol.events.dependency import DependencySatisfied, DependentAdded, DependentRemoved


def satisfied(changes: Changes, event: DependencySatisfied) -> None:
    changes.job(event)
    row = changes.job_dependencies.setdefault(
        (event.job_id, event.upstream_job_id),
        DependencyRow(event.job_id, event.upstream_job_id, changes.offset),
    )
    row.log_offset = changes.offset
    row.satisfied_ms = event.completed_at_ms
    row.satisfied_by = event.upstream_execution_id


def dependent_changed(changes: Changes, event: DependentAdded | DependentRemoved) -> None:
    """The waiting job's own row tells; here only the history goes on."""
    changes.job(event).is_waited_for = True
