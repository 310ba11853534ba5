"""The broker's class path: every pinned jar, in the cache, with its bytes verified.

A jar enters the cache under a temporary name and is renamed once its hash is right, so a download that was
cut short never looks like a jar. A cached jar is hashed again at every start (45 MB: about 40 ms).
"""

import concurrent.futures
import contextlib
import fcntl
import hashlib
import os
import pathlib
import tempfile
import threading
from collections.abc import Iterator

from tickwheel.embedded import download
from tickwheel.embedded.cache import cache_dir
from tickwheel.embedded.errors import CorruptJarError, unwritable
from tickwheel.embedded.lockfile import Jar, pinned_jars
from tickwheel.embedded.progress import Progress, Stage, silent

DOWNLOADS_AT_ONCE = 6


def ensure_jars(
    folder: pathlib.Path | None = None,
    *,
    jars: tuple[Jar, ...] | None = None,
    progress: Progress = silent,
) -> list[pathlib.Path]:
    """Every pinned jar as a verified local file; what is missing is downloaded first."""
    wanted = pinned_jars() if jars is None else jars
    target = (cache_dir() if folder is None else folder) / "kafka-jars"
    paths = [target / jar.file_name for jar in wanted]
    if all(path.exists() for path in paths):
        _verify_all(wanted, paths)
        return paths
    with _only_one_downloads(target):
        missing = [jar for jar in wanted if not (target / jar.file_name).exists()]
        _download_all(missing, target, progress)
    _verify_all(wanted, paths)
    return paths


def _download_all(missing: list[Jar], target: pathlib.Path, progress: Progress) -> None:
    total = sum(jar.size_bytes for jar in missing)
    counter = _Counter(total, progress)
    with (
        tempfile.TemporaryDirectory(dir=target, prefix="incoming-") as incoming,
        concurrent.futures.ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool,
    ):
        folder = pathlib.Path(incoming)
        futures = [pool.submit(_admit, jar, folder, target, counter) for jar in missing]
        try:
            for future in concurrent.futures.as_completed(futures):
                future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _admit(jar: Jar, incoming: pathlib.Path, target: pathlib.Path, counter: "_Counter") -> None:
    """Download one jar and give it its name in the cache only when its bytes are the pinned ones."""
    arrived = download.fetch(jar, incoming, counter.advance)
    if _sha256(arrived) != jar.sha256:
        raise CorruptJarError(
            f"The downloaded {jar.file_name} is not the pinned one (SHA-256 differs): "
            "check for a proxy that rewrites downloads and start again."
        )
    arrived.replace(target / jar.file_name)


def _verify_all(jars: tuple[Jar, ...], paths: list[pathlib.Path]) -> None:
    for jar, path in zip(jars, paths, strict=True):
        if _sha256(path) != jar.sha256:
            raise CorruptJarError(
                f"The cached {path} was damaged (SHA-256 differs from the pinned one): "
                f"delete it and start again, it will be downloaded anew."
            )


@contextlib.contextmanager
def _only_one_downloads(target: pathlib.Path) -> Iterator[None]:
    """Two processes that start at once on an empty cache must not download the same jars twice."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        lock = os.open(target / ".lock", os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise unwritable("the Kafka jars", target, download.REMEDY, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _sha256(path: pathlib.Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class _Counter:
    """Adds up the bytes of all downloads."""

    def __init__(self, total_bytes: int, progress: Progress) -> None:
        self._lock = threading.Lock()
        self._done_bytes = 0
        self._total_bytes = total_bytes
        self._progress = progress

    def advance(self, size_bytes: int) -> None:
        with self._lock:
            # An attempt that failed half-way is counted again.
            self._done_bytes = min(self._done_bytes + size_bytes, self._total_bytes)
            self._progress(Stage.DOWNLOADING, self._done_bytes, self._total_bytes)
