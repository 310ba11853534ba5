"""Fetching one jar: tried again after a hiccup, and a fault says what to do."""

import errno
import pathlib

import pytest

from tickwheel.embedded import download
from tickwheel.embedded.errors import DiskFullError, DownloadError
from tickwheel.embedded.lockfile import Jar

JAR = Jar("org.example", "one", "1.0", "0" * 64, 3)


class Flaky:
    """A client that raises the given errors, one a call, and then delivers."""

    def __init__(self, *errors: Exception) -> None:
        self.folders: list[pathlib.Path] = []
        self._errors = list(errors)

    def __call__(self, jar: Jar, folder: pathlib.Path, _advance: download.Advance) -> pathlib.Path:
        self.folders.append(folder)
        if self._errors:
            raise self._errors.pop(0)
        return folder / jar.file_name


def ignore(_size_bytes: int) -> None:
    """Nobody watches."""


def test_a_hiccup_is_tried_again_in_a_folder_of_its_own(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Flaky(OSError("connection reset"), RuntimeError("not found"))
    monkeypatch.setattr(download, "_fetch_once", client)
    assert download.fetch(JAR, tmp_path, ignore).name == "one-1.0.jar"
    assert len(set(client.folders)) == 3


def test_gives_up_after_three_attempts_and_names_the_jar(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "_fetch_once", Flaky(*[OSError("unreachable")] * 3))
    with pytest.raises(DownloadError, match=r"org\.example:one:1\.0 .*check the network"):
        download.fetch(JAR, tmp_path, ignore)


def test_a_full_disk_is_not_tried_again(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Flaky(OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr(download, "_fetch_once", client)
    with pytest.raises(DiskFullError, match="free some disk space or set TICKWHEEL_CACHE_DIR"):
        download.fetch(JAR, tmp_path, ignore)
    assert len(client.folders) == 1
