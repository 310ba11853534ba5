"""What a run showed, as values, as lines for people, and as files: report.json and picture.html."""

import html
import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from tests.chaos.checker.history import History
from tests.chaos.checker.timing import LATE_MS, overdue
from tests.chaos.checker.verdict import Verdict
from tests.chaos.nemesis.nemesis import Done, Nemesis
from tests.chaos.report.picture import Picture
from tests.chaos.report.recovery import lateness, recovery

Figures = dict[str, Any]


def figures(seed: int, minutes: float, history: History, nemesis: Nemesis, verdict: Verdict) -> Figures:
    done = nemesis.done
    endings = Counter(end.kind for e in history.executions.values() for end in e.endings)
    return {
        "seed": seed,
        "minutes": round(minutes, 2),
        "jobs": len(history.jobs),
        "commands": {
            "sent": len(history.orders),
            "acknowledged": sum(bool(order.acked_ms) for order in history.orders),
        },
        "executions": {"created": len(history.executions), **endings},
        "starts": sum(stamp.what == "start" for stamp in history.stamps),
        "attempts_lost": sum(
            how in ("lost", "unstarted") for e in history.executions.values() for how in e.over.values()
        ),
        "skipped": dict(Counter(skip.reason for skip in history.skips)),
        "faults": len(done),
        "found": verdict.counts(),
        "lateness": lateness(history, done),
        "overdue_ms": {
            "longest": round(max((unexcused for _, _, unexcused in overdue(history)), default=0.0)),
            "limit": LATE_MS,
        },
        "recovery": recovery(history, done),
    }


def write(folder: Path, said: Figures, history: History, done: list[Done], verdict: Verdict) -> None:
    findings = [finding.sentence for finding in verdict.findings]
    faults = [
        {"kind": d.kind, "target": d.target, "began_ms": d.began_ms, "ended_ms": d.ended_ms} for d in done
    ]
    whole = {**said, "findings": findings, "timeline": faults}
    (folder / "report.json").write_text(json.dumps(whole, indent=2) + "\n", "utf-8")
    (folder / "history.json").write_bytes(
        msgspec.json.encode(history)
    )  # to be judged again by a better checker
    title = f"Chaos, seed {said['seed']}: {'every promise kept' if verdict.is_good else 'promises broken'}"
    page = Picture(history, done, verdict.findings).html(title, _tables(said))
    (folder / "picture.html").write_text(page, "utf-8")


def _tables(said: Figures) -> str:
    plain = {key: value for key, value in said.items() if key != "recovery"}
    rows = "".join(
        f"<tr><th>{key}</th><td>{html.escape(flat(value))}</td></tr>" for key, value in plain.items()
    )
    columns = ("times", "held_s", "starts_late_for_s", "answers_slow_for_s")
    heads = "".join(f"<th>{column}</th>" for column in ("fault", *columns))
    felt = "".join(
        f"<tr><td>{kind}</td>" + "".join(f"<td>{each[column]}</td>" for column in columns) + "</tr>"
        for kind, each in said["recovery"].items()
    )
    return f"<table>{rows}</table><h2>Recovery</h2><table><tr>{heads}</tr>{felt}</table><h2>The run</h2>"


def flat(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(
        f"{key} {f'({flat(each)})' if isinstance(each, dict) else each}" for key, each in value.items()
    )
