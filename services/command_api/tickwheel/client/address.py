"""Where the API is and how to get in: from the environment, or from the stack that `tickwheel dev` runs here."""

import json
import os
import pathlib

import msgspec

from tickwheel.client.errors import NowhereError

API = "TICKWHEEL_API"
TOKEN = "TICKWHEEL_TOKEN"  # noqa: S105 - the name of the variable
ENDPOINTS = pathlib.Path(".tickwheel/endpoints.json")


class Address(msgspec.Struct, frozen=True):
    api: str
    token: str


def find_address(folder: pathlib.Path | None = None) -> Address:
    """The environment wins; else the endpoints file of this folder or one above it."""
    if os.environ.get(API):
        return Address(os.environ[API].rstrip("/"), os.environ.get(TOKEN, ""))
    found = find_endpoints(folder)
    if found is None:
        raise NowhereError(
            f"Found no Tickwheel to talk to: start one here with `tickwheel dev`, or set {API} and {TOKEN}"
        )
    return Address(found["api"], found["admin_token"])


def find_endpoints(folder: pathlib.Path | None = None) -> dict[str, str] | None:
    """What `tickwheel dev` wrote in this folder or one above it; None if it does not run here."""
    start = (folder or pathlib.Path.cwd()).absolute()
    for place in (start, *start.parents):
        path = place / ENDPOINTS
        if path.is_file():
            endpoints: dict[str, str] = json.loads(path.read_text("utf-8"))
            return endpoints
    return None
