"""Draws a run: due times, starts and their lateness, commands, and what was broken when. One HTML file, no scripts."""

import html
import math
from collections import defaultdict

from tests.chaos.checker.history import Finding, History, Stamp
from tests.chaos.checker.instants import told
from tests.chaos.checker.lateness import Lateness, first_starts
from tests.chaos.nemesis.nemesis import Done

WIDTH = 1_400
LEFT = 150
LANE = 16
CHART = 160
MOST_DOTS = 6_000
WORST_MS = 60_000

HEAD = """<!doctype html><meta charset="utf-8"><title>{title}</title><style>
body{{font:14px system-ui,sans-serif;margin:2em;color:#222;background:#fff}} svg{{background:#fafafa;border:1px solid #ddd}}
text{{font:11px system-ui,sans-serif;fill:#444}} td,th{{padding:.2em .8em;text-align:left;border-bottom:1px solid #eee}}
.fault{{fill:#d33;opacity:.75}} .shade{{fill:#d33;opacity:.06}} .ok{{fill:#2a7}} .late{{fill:#e80}} .bad{{fill:#d33}}
.grid{{stroke:#e2e2e2}} .due{{fill:none;stroke:#457;stroke-width:1}} .ran{{fill:none;stroke:#2a7;stroke-width:1}}
</style><h1>{title}</h1>"""


class Picture:
    def __init__(self, history: History, done: list[Done], findings: list[Finding]) -> None:
        self._history = history
        self._done = done
        self._findings = findings
        self._starts = first_starts(history)
        self._late = Lateness(history)
        times = [stamp.real_ms for stamp in history.stamps] + [float(d.ended_ms) for d in done]
        self._begin_ms = min([*times, *(float(d.began_ms) for d in done)], default=0.0)
        self._span_ms = max(1.0, max(times, default=1.0) - self._begin_ms)
        self._parts: list[str] = []
        self._top = 24

    def html(self, title: str, tables: str) -> str:
        self._lateness()
        self._rates()
        self._fault_lanes()
        shades = [
            f'<rect class="shade" x="{self._x(d.began_ms):.1f}" y="0" height="{self._top}" '
            f'width="{max(1.0, self._x(d.ended_ms) - self._x(d.began_ms)):.1f}"/>'
            for d in self._done
        ]
        body = "".join([*shades, *self._times(), *self._parts])
        told_findings = "".join(
            f"<li>{html.escape(finding.sentence)}</li>" for finding in self._findings[:200]
        )
        return (
            HEAD.format(title=html.escape(title))
            + tables
            + f'<svg width="{WIDTH + LEFT + 20}" height="{self._top + 10}">{body}</svg>'
            + (f"<h2>Broken promises</h2><ul>{told_findings}</ul>" if told_findings else "")
        )

    def _x(self, real_ms: float) -> float:
        return LEFT + (real_ms - self._begin_ms) / self._span_ms * WIDTH

    def _times(self) -> list[str]:
        step_ms = max(10_000, math.ceil(self._span_ms / 15 / 10_000) * 10_000)
        return [
            f'<line class="grid" x1="{self._x(at):.1f}" x2="{self._x(at):.1f}" y1="16" y2="{self._top}"/>'
            f'<text x="{self._x(at):.1f}" y="12">{told(at)[:8]}</text>'
            for at in (self._begin_ms + n * step_ms for n in range(int(self._span_ms / step_ms) + 1))
        ]

    def _lateness(self) -> None:
        """How late each start was, on a scale of powers of ten."""
        for ms in (1, 10, 100, 1_000, 10_000):
            y = self._late_y(ms)
            self._parts.append(
                f'<line class="grid" x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
            )
            self._parts.append(f'<text x="{LEFT - 60}" y="{y + 4:.1f}">{ms:,} ms</text>')
        self._parts.append(f'<text x="4" y="{self._top + 12}">late at start</text>')
        for stamp in self._thinned():
            late = self._late.of(stamp)
            kind = "ok" if late < 100 else "late" if late < 1_000 else "bad"
            self._parts.append(
                f'<circle class="{kind}" r="1.6" cx="{self._x(stamp.real_ms):.1f}" cy="{self._late_y(late):.1f}"/>'
            )
        self._top += CHART + 20

    def _thinned(self) -> list[Stamp]:
        """Every late one, and as many of the others as a browser likes."""
        step = max(1, len(self._starts) // MOST_DOTS)
        late = [s for s in self._starts if self._late.of(s) >= 100]
        return self._starts[::step] + (late if step > 1 else [])

    def _late_y(self, late: float) -> float:
        share = math.log10(min(WORST_MS, max(0.1, late)) / 0.1) / math.log10(WORST_MS / 0.1)
        return self._top + CHART - share * CHART

    def _rates(self) -> None:
        """Due times and starts of each second: where the lines part, something waits."""
        due: dict[int, int] = defaultdict(int)
        ran: dict[int, int] = defaultdict(int)
        for stamp in self._starts:
            off_ms = stamp.wall_ms - stamp.real_ms
            due[int((stamp.due_ms - off_ms) // 1_000)] += 1
            ran[int(stamp.real_ms // 1_000)] += 1
        most = max([*due.values(), *ran.values()], default=1)
        for name, counts in (("due", due), ("ran", ran)):
            points = " ".join(
                f"{self._x(second * 1_000):.1f},{self._top + 60 - count / most * 60:.1f}"
                for second, count in sorted(counts.items())
                if second * 1_000 >= self._begin_ms
            )
            self._parts.append(f'<polyline class="{name}" points="{points}"/>')
        self._parts.append(f'<text x="4" y="{self._top + 12}">due (blue), started</text>')
        self._parts.append(f'<text x="4" y="{self._top + 26}">each second, most {most}</text>')
        self._top += 80

    def _fault_lanes(self) -> None:
        for kind in sorted({d.kind for d in self._done}):
            self._parts.append(f'<text x="4" y="{self._top + 11}">{html.escape(kind)}</text>')
            for d in self._done:
                if d.kind == kind:
                    x, end = self._x(d.began_ms), self._x(d.ended_ms)
                    self._parts.append(
                        f'<rect class="fault" x="{x:.1f}" y="{self._top + 2}" height="{LANE - 4}" '
                        f'width="{max(2.0, end - x):.1f}"><title>{html.escape(d.target)}</title></rect>'
                        f'<text x="{end + 3:.1f}" y="{self._top + 11}">{html.escape(d.target)}</text>'
                    )
            self._top += LANE
