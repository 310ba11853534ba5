"""Executions that commands of this process made lately: a command about one need not wait for the tables."""

from collections import OrderedDict

from tickwheel.command_api.answers import Answer

KEPT = 20_000


class RecentExecutions:
    """The oldest are dropped: by then they are in the tables."""

    def __init__(self, kept: int = KEPT) -> None:
        self._jobs: OrderedDict[str, str] = OrderedDict()
        self._kept = kept

    def remember(self, answer: Answer) -> None:
        if not answer.execution_id:
            return
        self._jobs[answer.execution_id] = answer.event.job_id
        if len(self._jobs) > self._kept:
            self._jobs.popitem(last=False)

    def job_of(self, execution_id: str) -> str:
        return self._jobs.get(execution_id, "")
