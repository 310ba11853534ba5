"""Which Tickwheel this is."""

from functools import cache
from importlib import metadata


@cache
def version() -> str:
    """The version of the installed distribution."""
    return metadata.version("tickwheel")
