"""One runner for all kinds of handlers: hands each attempt to the runner of its kind."""

from collections.abc import Mapping, Sequence

from tickwheel.worker.floor.held import Held
from tickwheel.worker.runners.port import Runner
from tickwheel.worker.sdk.handler import Kind


class RunnerByKind:
    def __init__(self, runners: Mapping[Kind, Runner]) -> None:
        self._runners = dict(runners)

    def start(self, attempts: Sequence[Held]) -> None:
        by_kind: dict[Kind, list[Held]] = {}
        for held in attempts:
            by_kind.setdefault(self._kind(held), []).append(held)
        for kind, some in by_kind.items():
            self._runners[kind].start(some)

    def stop(self, held: Held) -> None:
        self._runners[self._kind(held)].stop(held)

    def close(self, timeout_s: float) -> None:
        for runner in {id(runner): runner for runner in self._runners.values()}.values():
            runner.close(timeout_s)

    @staticmethod
    def _kind(held: Held) -> Kind:
        if held.handler is None:
            raise LookupError(
                f"no handler {held.dispatch.handler} is registered here; it should have been handed back"
            )
        return held.handler.kind
