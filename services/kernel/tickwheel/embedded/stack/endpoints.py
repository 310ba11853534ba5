"""Where a running stack can be reached, and the file that tells it to programs."""

import os
import pathlib

import msgspec

FILE_NAME = "endpoints.json"


class Endpoints(msgspec.Struct, frozen=True, kw_only=True):
    api: str
    kafka: str
    postgres: str
    registry: str
    admin_token: str


def write(endpoints: Endpoints, folder: pathlib.Path) -> pathlib.Path:
    """Readers see all of it or nothing. It holds a token and a password, so only the owner may read it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    draft = folder / f".{FILE_NAME}.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(endpoints), indent=2) + b"\n")
    draft.replace(path)
    return path


def remove(folder: pathlib.Path) -> None:
    (folder / FILE_NAME).unlink(missing_ok=True)
