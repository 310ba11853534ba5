"""DeleteJob: a job ends for good, and what it has waiting or running is ended."""

from tickwheel.protocol.commands.job import DeleteJob
from tickwheel.protocol.events.job import JobDeleted
from tickwheel.scheduler.engine.deciders.existing import check_exists, check_version
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.steps import catch_up, dependencies, recall
from tickwheel.scheduler.engine.verdict import Verdict


def delete_job(draft: Draft, command: DeleteJob) -> Verdict:
    refusal = check_exists(draft, "delete", command.job) or check_version(
        draft, "delete", command.expected_version
    )
    if refusal is not None:
        return refusal
    upstreams = draft.definition.depends_on
    _record_what_was_missed(draft)
    draft.record(JobDeleted(**draft.stamp()))
    for execution in list(draft.executions()):
        recall.call_off(draft, execution, "delete", "its job was deleted")
    dependencies.announce(draft, upstreams)
    return None


def _record_what_was_missed(draft: Draft) -> None:
    """The command did not lead to it, so these events do not name it: it is answered by JobDeleted."""
    command_id, draft.cause_id = draft.cause_id, ""
    catch_up.leave_out_what_is_due(draft, "deleted")
    draft.cause_id = command_id
