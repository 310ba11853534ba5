"""What can go wrong with the embedded servers. Every message is one sentence and names the remedy.

EmbeddedError
├── DownloadError      the Kafka jars could not be fetched
├── CorruptJarError    a jar's bytes are not the pinned ones
├── DataInUseError     another process works on the same data
├── DataFormatError    the folder was written by another version, or is not ours at all
├── FolderError        the data or cache folder cannot be written
│   └── DiskFullError  because there is no room left
├── PortBusyError      the port is taken
├── PlatformError      this machine or account cannot run the server
└── StartError         the server process ended or did not become ready
"""

import errno
import pathlib

from tickwheel.runtime.fault import Fault

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT}


class EmbeddedError(Fault):
    """Base of every fault of the embedded servers."""


class DownloadError(EmbeddedError):
    """The Kafka jars could not be fetched."""


class CorruptJarError(EmbeddedError):
    """A jar's bytes are not the pinned ones."""


class DataInUseError(EmbeddedError):
    """Another process works on the same data."""


class DataFormatError(EmbeddedError):
    """The folder was written by another version, or is not ours at all."""


class FolderError(EmbeddedError):
    """The data or cache folder cannot be written."""


class DiskFullError(FolderError):
    """There is no room left for the data or the download."""


class PortBusyError(EmbeddedError):
    """The port is taken."""


class PlatformError(EmbeddedError):
    """This machine or this account cannot run the server."""


class StartError(EmbeddedError):
    """The server process ended, or did not become ready in time."""


def unwritable(what: str, folder: pathlib.Path, remedy: str, error: OSError) -> FolderError:
    """The fault behind an OSError met while writing to a folder; `remedy` follows "free some disk space or"."""
    if error.errno in _NO_ROOM:
        return DiskFullError(f"No room left for {what} in {folder}: free some disk space or {remedy}.")
    return FolderError(f"Cannot write {what} to {folder} ({error.strerror}): {remedy}.")


def failed_start(what: str, words: str, log_path: pathlib.Path) -> EmbeddedError:
    """The fault behind a server's last words."""
    if "No space left on device" in words:
        return DiskFullError(f"{what} found no room for its data: free some disk space (see {log_path}).")
    if "Address already in use" in words or "failed to bind" in words:
        return PortBusyError(f"{what} lost its port to another process: start again (see {log_path}).")
    return StartError(
        f"{what} did not start: {words} (the whole story is in {log_path}; "
        "if the data is damaged, start with --reset)."
    )
