"""A data folder has one user at a time, one format, and is emptied only when it is ours."""

import os
import pathlib
import shutil
from collections.abc import Iterator

import pytest

from tickwheel.embedded.datadir import DataDir
from tickwheel.embedded.errors import DataFormatError, DataInUseError, DiskFullError, FolderError


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> Iterator[DataDir]:
    data = DataDir(tmp_path / "kafka", "Kafka", "kafka 4")
    data.open()
    yield data
    data.close()


def test_a_second_user_is_refused_and_told_who_has_it(folder: DataDir) -> None:
    second = DataDir(folder.path, "Kafka", "kafka 4")
    with pytest.raises(DataInUseError, match=rf"in use by process {os.getpid()} \(.+\): stop that process"):
        second.open()


def test_the_next_user_gets_it_after_the_first_has_closed(folder: DataDir) -> None:
    folder.close()
    second = DataDir(folder.path, "Kafka", "kafka 4")
    second.open()
    second.close()


def test_refuses_data_of_another_format_and_names_the_remedy(folder: DataDir) -> None:
    folder.close()
    with pytest.raises(
        DataFormatError, match=r"has format 'kafka 4' and this version needs 'kafka 9'.*--reset"
    ):
        DataDir(folder.path, "Kafka", "kafka 9").open()


def test_reset_deletes_old_data_of_any_format(folder: DataDir) -> None:
    (folder.path / "data").mkdir()
    (folder.path / "kafka.log").write_text("old")
    folder.close()
    renewed = DataDir(folder.path, "Kafka", "kafka 9", reset=True)
    renewed.open()
    assert {entry.name for entry in renewed.path.iterdir()} == {"FORMAT", "lock"}
    renewed.close()


def test_a_restart_after_a_reset_keeps_what_was_written_since(folder: DataDir) -> None:
    folder.close()
    renewed = DataDir(folder.path, "Kafka", "kafka 4", reset=True)
    renewed.open()
    (renewed.path / "data").mkdir()
    renewed.close()
    renewed.open()
    assert (renewed.path / "data").exists()
    renewed.close()


@pytest.mark.parametrize("reset", [False, True])
def test_never_touches_a_folder_that_is_not_ours(tmp_path: pathlib.Path, reset: bool) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(DataFormatError, match="not Kafka data of Tickwheel"):
        DataDir(tmp_path, "Kafka", "kafka 4", reset=reset).open()
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_an_ephemeral_folder_is_gone_after_use() -> None:
    data = DataDir(None, "Kafka", "kafka 4")
    data.open()
    path = data.path
    assert path.exists()
    data.close()
    assert not path.exists()


def test_a_nearly_full_disk_is_refused_before_the_start(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1024**2)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(DiskFullError, match=r"Only 1 MiB are free .* free at least 256 MiB"):
        DataDir(tmp_path / "kafka", "Kafka", "kafka 4").open()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FolderError, match="choose another data directory"):
        DataDir(tmp_path / "file" / "kafka", "Kafka", "kafka 4").open()
