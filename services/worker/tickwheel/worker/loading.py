"""Finds the application that `tickwheel worker module:attribute` names."""

import importlib
import sys
from pathlib import Path

from tickwheel.runtime.fault import Fault
from tickwheel.worker.sdk.app import App


class AppNotFoundError(Fault):
    """`module:attribute` leads to no App."""


def load_app(path: str) -> App:
    module_name, colon, attribute = path.partition(":")
    if not colon or not module_name or not attribute:
        raise AppNotFoundError(f"{path!r} is not of the form module:attribute, such as billing:app")
    # As `python -m` does: the program may be started without the current directory on the path.
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as missing:
        if missing.name and module_name.startswith(missing.name):
            raise AppNotFoundError(
                f"there is no module {module_name}: start the worker in the directory that holds it, or install it"
            ) from missing
        raise
    app = getattr(module, attribute, None)
    if not isinstance(app, App):
        found = "nothing" if app is None else f"a {type(app).__name__}"
        raise AppNotFoundError(f"{path} should be a tickwheel.worker.App, but is {found}")
    return app
