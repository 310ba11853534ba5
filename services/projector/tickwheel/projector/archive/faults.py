"""What can go wrong with the archive."""

from tickwheel.runtime.fault import Fault


class ArchiveError(Fault):
    """A file or a month is not what the index says. Nothing was dropped."""
