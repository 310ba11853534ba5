"""Fetches one pinned jar by its Maven coordinates into a folder. Knows nothing of the cache or of hashes."""

import collections.abc
import contextlib
import pathlib

from jgo.maven import MavenContext, PythonResolver

from tickwheel.embedded.cache import CACHE_VARIABLE
from tickwheel.embedded.errors import DownloadError, unwritable
from tickwheel.embedded.lockfile import Jar

TIMEOUT_SECONDS = 30
REMEDY = f"set {CACHE_VARIABLE} to a folder with room that you can write to"

Advance = collections.abc.Callable[[int], None]


def fetch(jar: Jar, folder: pathlib.Path, advance: Advance) -> pathlib.Path:
    """Download the jar below `folder` and answer where it is; `advance` hears the size of each chunk."""
    resolver = PythonResolver(progress_callback=_reporting(advance))
    context = MavenContext(resolver=resolver, repo_cache=folder, timeout=TIMEOUT_SECONDS)
    artifact = context.project(jar.group, jar.artifact).at_version(jar.version).artifact()
    try:
        return pathlib.Path(artifact.resolve())
    except (OSError, RuntimeError) as error:  # what requests and jgo raise when a file cannot be had
        # requests' own errors are OSErrors without a number; one with a number came from writing the file.
        if isinstance(error, OSError) and error.errno is not None:
            raise unwritable("the Kafka jars", folder, REMEDY, error) from error
        raise DownloadError(
            f"Could not download {jar.coordinates} ({type(error).__name__}): "
            "check the network connection or proxy settings and start again; what has arrived is kept."
        ) from error


def _reporting(
    advance: Advance,
) -> collections.abc.Callable[[str, int], contextlib.AbstractContextManager[Advance]]:
    @contextlib.contextmanager
    def follow(_file_name: str, _total: int) -> collections.abc.Iterator[Advance]:
        yield advance

    return follow
