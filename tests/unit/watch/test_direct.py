"""What the watch sends by itself is sent again until it arrives."""

import threading
from pathlib import Path

import pytest

from tickwheel.runtime import metrics
from tickwheel.runtime.clock import SystemClock
from tickwheel.watch import direct
from tickwheel.watch.direct import COUNTED_AFTER, Direct
from tickwheel.watch.notice import Notice
from tickwheel.watch.route import Route

NOTICE = Notice(id="n1", reason="overdue", severity="critical", title="late", at_ms=1)


def undelivered() -> float:
    return metrics.REGISTRY.get_sample_value("tickwheel_notifications_undelivered_total") or 0.0


def test_tries_until_it_arrives_and_counts_what_does_not_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct, "FIRST_PAUSE_S", 0.01)
    script, tries, told = tmp_path / "pager", tmp_path / "tries", tmp_path / "told"
    script.write_text(
        f'#!/bin/sh\necho >> {tries}\n[ "$(/usr/bin/wc -l < {tries})" -gt {COUNTED_AFTER} ] && /bin/cat > {told}\n'
    )
    script.chmod(0o755)
    before = undelivered()
    sender = Direct(
        [Route(name="pager", channel="command", argv=(str(script),))], SystemClock(), allow_private=False
    )
    sender.send(NOTICE)
    for thread in [each for each in threading.enumerate() if each.name == "direct"]:
        thread.join(20)
    assert '"n1"' in told.read_text()
    assert len(tries.read_text().splitlines()) == COUNTED_AFTER + 1
    assert undelivered() == before + 1
