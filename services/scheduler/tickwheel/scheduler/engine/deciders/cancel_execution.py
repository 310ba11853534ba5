"""CancelExecution: end one execution, whether it waits or runs."""

from tickwheel.protocol.commands.execution import CancelExecution
from tickwheel.scheduler.engine.deciders.existing import check_known, find_execution
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.steps import ending, recall
from tickwheel.scheduler.engine.validation.values import length
from tickwheel.scheduler.engine.verdict import Verdict


def cancel_execution(draft: Draft, command: CancelExecution) -> Verdict:
    refusal = check_known(draft, "cancel an execution of", command.job) or length(
        "reason", command.reason, 0, 1_000
    )
    if refusal is not None:
        return refusal
    execution = find_execution(draft, "cancel", command.execution_id)
    if isinstance(execution, Refusal):
        return execution
    if execution.status == "FAILED":
        return _wrong_state(command.execution_id, "it has failed already; dismiss its dead letter instead")
    if execution.recall in ("cancel", "delete", "overlap"):
        return _wrong_state(command.execution_id, "it is being ended already")
    recall.call_off(draft, execution, "cancel", command.reason or "cancelled on request")
    if draft.execution(command.execution_id) is None:
        ending.after_end(draft, execution)
    return None


def _wrong_state(execution_id: str, found: str) -> Refusal:
    return Refusal("wrong_state", "execution_id", f"expected to cancel execution {execution_id}, but {found}")
