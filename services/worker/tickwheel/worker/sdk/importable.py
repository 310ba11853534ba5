"""How a process finds a handler's function: by its module and name, as pickle would."""

import importlib
from collections.abc import Callable
from typing import Any

from tickwheel.runtime.fault import Fault


class NotImportableError(Fault):
    """A function that another process cannot import cannot run in one."""


def reference(function: Callable[..., Any]) -> str:
    """`module:name`. Raises for lambdas, inner functions and functions of the program itself."""
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    if not module or module == "__main__" or "<" in name:
        raise NotImportableError(
            f"{module}.{name} cannot be imported by another process: define it at the top of a module, "
            "or run it as a thread"
        )
    return f"{module}:{name}"


def resolve(where: str) -> Callable[..., Any]:
    module, _, name = where.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise NotImportableError(f"{where} is not a function")
    return found  # type: ignore[no-any-return]  # just checked
