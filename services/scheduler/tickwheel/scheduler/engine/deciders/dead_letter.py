"""RetryExecution, RedriveDeadLetter, DismissDeadLetter: a failed execution runs again as a new one, or is let go."""

from tickwheel.protocol import ids
from tickwheel.protocol.commands.execution import DismissDeadLetter, RedriveDeadLetter, RetryExecution
from tickwheel.protocol.events.dead_letter import DeadLetterDismissed, DeadLetterRedriven
from tickwheel.scheduler.engine import answers
from tickwheel.scheduler.engine.deciders.existing import check_exists, check_known, find_execution
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import execution
from tickwheel.scheduler.engine.validation.values import length, payload
from tickwheel.scheduler.engine.verdict import Verdict


def retry_execution(draft: Draft, command: RetryExecution) -> Verdict:
    refusal = check_exists(draft, "retry an execution of", command.job)
    return refusal or _run_again(draft, "retry", command, "")


def redrive_dead_letter(draft: Draft, command: RedriveDeadLetter) -> Verdict:
    refusal = check_exists(draft, "redrive a dead letter of", command.job) or (
        payload(command.payload) if command.payload else None
    )
    return refusal or _run_again(draft, "redrive", command, command.payload)


def dismiss_dead_letter(draft: Draft, command: DismissDeadLetter) -> Verdict:
    """Of a deleted job too."""
    refusal = check_known(draft, "dismiss a dead letter of", command.job) or length(
        "reason", command.reason, 0, 1_000
    )
    if refusal is not None:
        return refusal
    failed = _find_failed(draft, "dismiss", command.execution_id)
    if isinstance(failed, Refusal):
        return failed
    draft.record(
        DeadLetterDismissed(**draft.stamp(), execution_id=failed.execution_id, reason=command.reason)
    )
    return None


def _run_again(
    draft: Draft, wish: str, command: RetryExecution | RedriveDeadLetter, new_payload: str
) -> Verdict:
    failed = _find_failed(draft, wish, command.execution_id)
    if isinstance(failed, Refusal):
        return failed
    occurrence = answers.occurrence_of(command, draft.now_ms)
    draft.record(
        DeadLetterRedriven(
            **draft.stamp(),
            execution_id=failed.execution_id,
            new_execution_id=ids.execution_id(draft.job_id, occurrence),
        )
    )
    execution.create(
        draft,
        occurrence,
        "retry",
        draft.now_ms,
        priority=failed.priority,
        payload=new_payload or failed.payload,
        retry_of=failed.execution_id,
        chain=failed.chain,
    )
    return None


def _find_failed(draft: Draft, wish: str, execution_id: str) -> ExecutionState | Refusal:
    found = find_execution(draft, wish, execution_id)
    if isinstance(found, Refusal) or found.status == "FAILED":
        return found
    return Refusal(
        "wrong_state",
        "execution_id",
        f"expected to {wish} execution {execution_id}, but it has not failed: it is {found.status}",
    )
