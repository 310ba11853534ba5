"""All the rules together: a history is right if none of them finds anything."""

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
from tests.chaos.checker import called_off, commands, contradictions, duplicates, timing
from tests.chaos.checker.history import Finding, History
from tests.chaos.checker.missed import Missed

Rule = Callable[[History], Iterator[Finding]]


def _missed(history: History) -> Iterator[Finding]:
    return Missed(history).findings()


def _died(history: History) -> Iterator[Finding]:
    for name in history.died:
        yield Finding(kind="died", job="", at_ms=0, sentence=f"{name} has ended by itself; its log says why")


def _differing(history: History) -> Iterator[Finding]:
    for difference in history.differences:
        yield Finding(kind="different", job="", at_ms=0, sentence=difference)


RULES: dict[str, Rule] = {
    "missed": _missed,
    "late": timing.late,
    "early": timing.early,
    "duplicated": duplicates.duplicated,
    "cancelled_but_run": called_off.cancelled_but_run,
    "untrue": contradictions.untrue,
    "unfinished": contradictions.unfinished,
    "lost_command": commands.lost,
    "different": _differing,
    "died": _died,
}


class Verdict(msgspec.Struct, frozen=True):
    findings: list[Finding]

    @property
    def is_good(self) -> bool:
        return not self.findings

    def counts(self) -> dict[str, int]:
        """Every kind, those of which nothing was found too."""
        found = Counter(finding.kind for finding in self.findings)
        return {kind: found[kind] for kind in RULES}


def judge(history: History) -> Verdict:
    return Verdict([finding for rule in RULES.values() for finding in rule(history)])
