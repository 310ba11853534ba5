"""Where downloaded jars are kept between runs. One folder a user; `TICKWHEEL_CACHE_DIR` moves it."""

import os
import pathlib
import sys

CACHE_VARIABLE = "TICKWHEEL_CACHE_DIR"


def cache_dir() -> pathlib.Path:
    """The cache folder of this user. Not created here."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return pathlib.Path(chosen).expanduser()
    if sys.platform == "darwin":
        return pathlib.Path.home() / "Library" / "Caches" / "tickwheel"
    base = os.environ.get("XDG_CACHE_HOME")
    return (pathlib.Path(base) if base else pathlib.Path.home() / ".cache") / "tickwheel"
