"""The jar cache: only pinned bytes get in, damage is noticed, and a full cache needs no network."""

import hashlib
import pathlib

import pytest

from tickwheel.embedded import download
from tickwheel.embedded.errors import CorruptJarError, DownloadError, FolderError
from tickwheel.embedded.jars import ensure_jars
from tickwheel.embedded.lockfile import Jar, parse, pinned_jars, render

CONTENT = b"not really a jar" * 1_000


def a_jar(artifact: str, content: bytes = CONTENT) -> Jar:
    return Jar("org.example", artifact, "1.0", hashlib.sha256(content).hexdigest(), len(content))


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What the outside world serves, by artifact; anything else cannot be had."""
    served: dict[str, bytes] = {}

    def fetch(jar: Jar, folder: pathlib.Path, advance: download.Advance) -> pathlib.Path:
        if jar.artifact not in served:
            raise DownloadError("nobody answers")
        path = folder / jar.file_name
        path.write_bytes(served[jar.artifact])
        advance(len(served[jar.artifact]))
        return path

    monkeypatch.setattr(download, "fetch", fetch)
    return served


def test_downloads_what_is_missing_and_tells_how_far_it_is(
    tmp_path: pathlib.Path, repository: dict[str, bytes]
) -> None:
    repository.update(one=CONTENT, two=CONTENT)
    told: list[tuple[int, int]] = []
    paths = ensure_jars(
        tmp_path,
        jars=(a_jar("one"), a_jar("two")),
        progress=lambda _stage, done, total: told.append((done, total)),
    )
    assert [path.read_bytes() for path in paths] == [CONTENT, CONTENT]
    assert told == [(len(CONTENT), 2 * len(CONTENT)), (2 * len(CONTENT), 2 * len(CONTENT))]


def test_a_full_cache_needs_no_network(tmp_path: pathlib.Path, repository: dict[str, bytes]) -> None:
    repository.update(one=CONTENT)
    first = ensure_jars(tmp_path, jars=(a_jar("one"),))
    repository.clear()
    assert ensure_jars(tmp_path, jars=(a_jar("one"),)) == first


def test_refuses_a_download_whose_bytes_are_not_the_pinned_ones(
    tmp_path: pathlib.Path, repository: dict[str, bytes]
) -> None:
    repository.update(one=b"something else")
    with pytest.raises(CorruptJarError, match=r"one-1\.0\.jar is not the pinned one"):
        ensure_jars(tmp_path, jars=(a_jar("one"),))
    assert not list(tmp_path.rglob("*.jar"))


def test_notices_a_cached_jar_that_was_damaged(tmp_path: pathlib.Path, repository: dict[str, bytes]) -> None:
    repository.update(one=CONTENT)
    (path,) = ensure_jars(tmp_path, jars=(a_jar("one"),))
    path.write_bytes(CONTENT[:-1])
    with pytest.raises(CorruptJarError, match="delete it and start again"):
        ensure_jars(tmp_path, jars=(a_jar("one"),))


def test_keeps_what_arrived_before_a_download_failed(
    tmp_path: pathlib.Path, repository: dict[str, bytes]
) -> None:
    repository.update(one=CONTENT)
    with pytest.raises(DownloadError):
        ensure_jars(tmp_path, jars=(a_jar("one"), a_jar("two")))
    repository.clear()
    repository.update(two=CONTENT)
    assert len(ensure_jars(tmp_path, jars=(a_jar("one"), a_jar("two")))) == 2


def test_names_the_variable_when_the_cache_cannot_be_written(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FolderError, match="TICKWHEEL_CACHE_DIR"):
        ensure_jars(tmp_path / "file", jars=(a_jar("one"),))


def test_the_lock_file_pins_the_broker_and_a_logger_binding() -> None:
    pinned = {jar.artifact: jar for jar in pinned_jars()}
    assert pinned["kafka_2.13"].version == "4.3.1"
    assert "slf4j-simple" in pinned
    assert all(len(jar.sha256) == 64 and jar.size_bytes > 0 for jar in pinned.values())


def test_a_rendered_lock_file_reads_back_the_same() -> None:
    jars = (a_jar("one"), a_jar("two"))
    assert parse(render(jars)) == jars
