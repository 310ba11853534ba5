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
    if module_name.endswith(".py") or "/" in module_name:
        meant = module_name.removesuffix(".py").strip("./").replace("/", ".")
        raise AppNotFoundError(f"{module_name} is a file: name its module, as {meant}:{attribute}")
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
        found = "not there" if app is None else f"a {type(app).__name__}"
        there = [name for name, value in vars(module).items() if isinstance(value, App)]
        instead = f"; {module_name} has {', '.join(there)}" if there else ""
        raise AppNotFoundError(f"{path} should be a tickwheel.worker.App, but is {found}{instead}")
    return app
