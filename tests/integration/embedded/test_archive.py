"""The archive of the broker's classes: made once, found again, and never a reason not to start."""

import pathlib

import pytest

from tickwheel.embedded import archive
from tickwheel.embedded.archive import ensure_archive
from tickwheel.embedded.errors import StartError
from tickwheel.embedded.jars import ensure_jars

pytestmark = pytest.mark.kafka


def test_a_machine_that_ran_a_broker_has_its_archive(
    kafka_bootstrap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kafka_bootstrap
    monkeypatch.setattr(archive, "_record", never)
    path = ensure_archive(ensure_jars())
    assert path is not None
    assert path.exists()


def test_a_failed_recording_leaves_the_start_without_an_archive(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, kafka_bootstrap: str
) -> None:
    assert kafka_bootstrap
    monkeypatch.setattr(archive, "_record", never)
    assert ensure_archive(ensure_jars(), tmp_path) is None


def never(*_: object) -> None:
    raise StartError("the recording broker did not start")
