"""The documents that are committed, and how each is made."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tickwheel.command_api import asyncapi
from tickwheel.command_api.app import bare_app
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec.schemas import shipped

FOLDER = Path(__file__).parents[3] / "docs"

DOCUMENTS: dict[str, Callable[[], dict[str, Any]]] = {
    "openapi.json": lambda: bare_app().openapi(),
    "asyncapi.json": lambda: asyncapi.document(Topics(), shipped()),
}
