"""The broker's classes, loaded and linked once and kept: a JVM that maps them starts in a third of the time.

The JVM writes such an archive when a broker that was told to record ends in order [8 s, once a machine; after that
format and start take 0.9 s instead of 2.8 s, on half the CPU]. It fits one Java runtime and one jar set, so its name
carries a digest of both. An archive is a convenience: if none can be made, the broker starts without.
"""

import contextlib
import fcntl
import hashlib
import os
import pathlib
from collections.abc import Iterator

from tickwheel.embedded import java, nodes, readiness, storage
from tickwheel.embedded.broker import Broker, BrokerSettings
from tickwheel.embedded.cache import cache_dir
from tickwheel.embedded.datadir import DataDir
from tickwheel.embedded.errors import EmbeddedError
from tickwheel.embedded.progress import Progress, Stage, silent

HEAP_MIB = 256
WRITE_SECONDS = 60
# Other runtimes and other clones may have archives of their own; more than a few are left-overs.
MOST_KEPT = 5


def ensure_archive(
    jars: list[pathlib.Path], folder: pathlib.Path | None = None, progress: Progress = silent
) -> pathlib.Path | None:
    """The archive for these jars, made if there is none; None when it cannot be made."""
    target = (cache_dir() if folder is None else folder) / "kafka-archives"
    path = target / f"{_digest(jars)}.aot"
    if path.exists():
        return path
    try:
        with _only_one_records(target):
            if not path.exists():
                progress(Stage.PREPARING, 0, 1)
                _record(jars, path)
                _forget_old(target)
                progress(Stage.PREPARING, 1, 1)
    except (EmbeddedError, OSError):
        return None
    return path if path.exists() else None


def _record(jars: list[pathlib.Path], path: pathlib.Path) -> None:
    """Run a broker once with the recorder on; the archive gets its name only when it is whole."""
    unfinished = path.with_suffix(".unfinished")
    data = DataDir(None, "Kafka", "recording")
    data.open()
    try:
        settings = BrokerSettings(
            cluster_id=storage.cluster_id(data.path),
            nodes=nodes.choose(1, None),
            jars=jars,
            heap_mib=HEAP_MIB,
            jvm_flags=java.recording(unfinished),
            grace_seconds=WRITE_SECONDS,
            lock_descriptor=data.lock_descriptor,
            remove_path=data.remove_path,
        )
        _run_once(Broker(settings.nodes[0], data.path, settings), settings)
    finally:
        data.close()
    if unfinished.exists():
        unfinished.replace(path)


def _run_once(broker: Broker, settings: BrokerSettings) -> None:
    broker.write_properties()
    storage.format_new([broker], settings)
    try:
        broker.start()
        readiness.wait_for_coordinators(broker.node.bootstrap, {})
        broker.stop()
    finally:
        broker.kill()


def _digest(jars: list[pathlib.Path]) -> str:
    """What the JVM compares before it trusts an archive: the runtime's classes, the class path, the flags.

    Where the runtime lies does not matter: virtual environments with the same runtime share one archive.
    """
    modules = (java.runtime() / "lib" / "modules").stat()
    parts = [*java.FLAGS, f"{modules.st_size} {modules.st_mtime_ns}"]
    for path in jars:
        status = path.stat()
        parts.append(f"{path} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _forget_old(target: pathlib.Path) -> None:
    archives = sorted(target.glob("*.aot"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in archives[MOST_KEPT:]:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _only_one_records(target: pathlib.Path) -> Iterator[None]:
    target.mkdir(parents=True, exist_ok=True)
    lock = os.open(target / ".lock", os.O_CREAT | os.O_RDWR, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
