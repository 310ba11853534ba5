"""One runner for all kinds of handlers: hands each attempt to the runner of its kind."""

from collections.abc import Iterable, Mapping, Sequence

from tickwheel.worker.floor.held import Held
from tickwheel.worker.runners.port import Runner
from tickwheel.worker.sdk.handler import Kind


class RunnerByKind:
    def __init__(self, runners: Mapping[Kind, Runner]) -> None:
        self._runners = dict(runners)

    def expect(self, attempts: Sequence[Held]) -> None:
        for kind, some in _by_kind(attempts):
            self._runners[kind].expect(some)

    def start(self, attempts: Sequence[Held]) -> None:
        for kind, some in _by_kind(attempts):
            self._runners[kind].start(some)

    def stop(self, held: Held) -> None:
        for kind, some in _by_kind([held]):
            self._runners[kind].stop(some[0])

    def close(self, timeout_s: float) -> None:
        for runner in {id(runner): runner for runner in self._runners.values()}.values():
            runner.close(timeout_s)


def _by_kind(attempts: Sequence[Held]) -> Iterable[tuple[Kind, list[Held]]]:
    """Hot path: nearly always all are of one kind."""
    by_kind: dict[Kind, list[Held]] = {}
    for held in attempts:
        if held.handler is None:
            raise LookupError(
                f"no handler {held.dispatch.handler} is registered here; it should have been handed back"
            )
        kind = held.handler.kind
        if kind in by_kind:
            by_kind[kind].append(held)
        else:
            by_kind[kind] = [held]
    return by_kind.items()
