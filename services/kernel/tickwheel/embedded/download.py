"""Fetches one pinned jar by its Maven coordinates into a folder. Knows nothing of the cache or of hashes."""

import collections.abc
import contextlib
import importlib
import pathlib
import types

from tickwheel.embedded.cache import CACHE_VARIABLE
from tickwheel.embedded.errors import DownloadError, PlatformError, unwritable
from tickwheel.embedded.lockfile import Jar

TIMEOUT_SECONDS = 30
ATTEMPTS = 3
REMEDY = f"set {CACHE_VARIABLE} to a folder with room that you can write to"

Advance = collections.abc.Callable[[int], None]


def fetch(jar: Jar, folder: pathlib.Path, advance: Advance) -> pathlib.Path:
    """Download the jar below `folder` and answer where it is; `advance` hears the size of each chunk."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            # A folder for each attempt: the client takes half a file of the last one for a whole file.
            return _fetch_once(jar, folder / str(attempt), advance)
        except (OSError, RuntimeError) as error:  # what requests and jgo raise when a file cannot be had
            # requests' own errors are OSErrors without a number; one with a number came from writing the file.
            if isinstance(error, OSError) and error.errno is not None:
                raise unwritable("the Kafka jars", folder.parent, REMEDY, error) from error
            if attempt == ATTEMPTS:
                raise _unreachable(jar, error) from error
    raise AssertionError("the last attempt returns or raises")


def _fetch_once(jar: Jar, folder: pathlib.Path, advance: Advance) -> pathlib.Path:
    maven = _maven()
    resolver = maven.PythonResolver(progress_callback=_reporting(advance))
    context = maven.MavenContext(resolver=resolver, repo_cache=folder, timeout=TIMEOUT_SECONDS)
    artifact = context.project(jar.group, jar.artifact).at_version(jar.version).artifact()
    return pathlib.Path(artifact.resolve())


def _unreachable(jar: Jar, error: Exception) -> DownloadError:
    return DownloadError(
        f"Could not download {jar.coordinates} ({type(error).__name__}): "
        "check the network connection or proxy settings and start again; what has arrived is kept."
    )


def _maven() -> types.ModuleType:
    """jgo's Maven client, imported when something must be downloaded: it takes 0.2 s and may not be installed."""
    try:
        return importlib.import_module("jgo.maven")
    except ModuleNotFoundError as error:
        raise PlatformError("Nothing to download Kafka with: install tickwheel[embedded].") from error


def _reporting(
    advance: Advance,
) -> collections.abc.Callable[[str, int], contextlib.AbstractContextManager[Advance]]:
    @contextlib.contextmanager
    def follow(_file_name: str, _total: int) -> collections.abc.Iterator[Advance]:
        yield advance

    return follow
