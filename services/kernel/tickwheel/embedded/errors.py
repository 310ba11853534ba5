"""What can go wrong with the embedded servers. Every message is one sentence and names the remedy.

EmbeddedError
├── DownloadError      the Kafka jars could not be fetched
├── CorruptJarError    a jar's bytes are not the pinned ones
├── DataInUseError     another process works on the same data
├── DataFormatError    the data was written by another version
├── PortBusyError      the port that was asked for is taken
├── DiskFullError      no room left for the data or the download
├── PlatformError      this machine or account cannot run the server
└── StartError         the server process ended or did not become ready
"""

from tickwheel.runtime.fault import Fault


class EmbeddedError(Fault):
    """Base of every fault of the embedded servers."""


class DownloadError(EmbeddedError):
    """The Kafka jars could not be fetched."""


class CorruptJarError(EmbeddedError):
    """A jar's bytes are not the pinned ones."""


class DataInUseError(EmbeddedError):
    """Another process works on the same data."""


class DataFormatError(EmbeddedError):
    """The data was written by another version."""


class PortBusyError(EmbeddedError):
    """The port that was asked for is taken."""


class DiskFullError(EmbeddedError):
    """There is no room left for the data or the download."""


class PlatformError(EmbeddedError):
    """This machine or this account cannot run the server."""


class StartError(EmbeddedError):
    """The server process ended, or did not become ready in time."""
