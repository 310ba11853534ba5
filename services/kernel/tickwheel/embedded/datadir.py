"""A server's folder: who may use it now, which format it has, and when it goes away.

<data_dir>/lock      held while the server runs, names its owner
<data_dir>/FORMAT    what wrote the data
<data_dir>/...       the server's own files and its log
"""

import contextlib
import fcntl
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

from tickwheel.embedded.errors import DataFormatError, DataInUseError, DiskFullError, unwritable

LOCK_NAME = "lock"
FORMAT_NAME = "FORMAT"
# A dead owner's server is being ended by its supervisor: give that a moment before refusing.
ORPHAN_PATIENCE_SECONDS = 10
POLL_SECONDS = 0.05
MINIMUM_FREE_BYTES = 256 * 1024 * 1024


class DataDir:
    """The folder of one server. `open` before use, `close` after the server has ended."""

    def __init__(
        self, path: pathlib.Path | None, what: str, data_format: str, *, reset: bool = False
    ) -> None:
        """No path means ephemeral: a temporary folder that goes away at `close`."""
        self.ephemeral = path is None
        self.what = what
        self._format = data_format
        self._reset = reset
        self._path = None if path is None else path.absolute()
        self._lock: int | None = None

    @property
    def path(self) -> pathlib.Path:
        if self._path is None:
            self._path = pathlib.Path(tempfile.mkdtemp(prefix=f"tickwheel-{self.what.lower()}-"))
        return self._path

    @property
    def lock_descriptor(self) -> int:
        if self._lock is None:
            raise RuntimeError("open the data directory first")
        return self._lock

    @property
    def remove_path(self) -> str | None:
        """What the supervisor must delete if we die: a permanent folder is never deleted."""
        return str(self.path) if self.ephemeral else None

    def open(self) -> None:
        """Take the folder for this process, or say who has it. Does nothing when it is ours already."""
        if self._lock is not None:
            return
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = self._take_lock()
            self._prepare()
        except OSError as error:
            self.close()
            raise unwritable(
                f"{self.what} data", self.path, "choose another data directory", error
            ) from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self.ephemeral and self._path is not None:
            shutil.rmtree(self._path, ignore_errors=True)
            self._path = None

    def _take_lock(self) -> int:
        descriptor = os.open(self.path / LOCK_NAME, os.O_CREAT | os.O_RDWR, 0o644)
        deadline = time.monotonic() + ORPHAN_PATIENCE_SECONDS
        while True:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            pid, command = _owner(descriptor)
            if _is_alive(pid) or time.monotonic() > deadline:
                os.close(descriptor)
                raise DataInUseError(
                    f"{self.what} data in {self.path} is in use by process {pid} ({command}): "
                    "stop that process or choose another data directory."
                )
            time.sleep(POLL_SECONDS)
        _sign(descriptor)
        return descriptor

    def _prepare(self) -> None:
        marker = self.path / FORMAT_NAME
        entries = [entry for entry in self.path.iterdir() if entry.name != LOCK_NAME]
        if entries and not marker.exists():
            raise DataFormatError(
                f"{self.path} holds files that are not {self.what} data of Tickwheel: choose another data directory."
            )
        if self._reset:
            _delete(entries)
            self._reset = False  # a restart of the same object keeps what it wrote
        self._check_room()
        if marker.exists():
            self._check_format(marker.read_text("utf-8").strip())
        else:
            marker.write_text(self._format + "\n", "utf-8")

    def _check_room(self) -> None:
        free = shutil.disk_usage(self.path).free
        if free < MINIMUM_FREE_BYTES:
            raise DiskFullError(
                f"Only {free // 1024**2} MiB are free for {self.what} data in {self.path}: "
                f"free at least {MINIMUM_FREE_BYTES // 1024**2} MiB or choose another data directory."
            )

    def _check_format(self, found: str) -> None:
        if found != self._format:
            raise DataFormatError(
                f"{self.what} data in {self.path} has format '{found}' and this version needs '{self._format}': "
                "start with --reset to delete it, or use the version that wrote it."
            )


def _delete(entries: list[pathlib.Path]) -> None:
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _owner(descriptor: int) -> tuple[int, str]:
    try:
        owner = json.loads(os.pread(descriptor, 4096, 0) or b"{}")
    except ValueError:
        owner = {}
    return int(owner.get("pid", 0)), str(owner.get("command", "unknown"))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # alive, and somebody else's
        return True
    return pid > 0


def _sign(descriptor: int) -> None:
    owner = {"pid": os.getpid(), "command": " ".join(sys.argv)[:500]}
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(owner).encode() + b"\n", 0)
