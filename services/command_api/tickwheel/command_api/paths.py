"""Names in paths. A name may hold a slash, which a client writes as %2F: it must not be taken for the end of the name."""

from urllib.parse import unquote

from starlette.types import Scope

NAMED = ("/api/v1/jobs/", "/api/v1/calendars/")
"""Paths that begin like this have a name next."""

STAND_IN = "\x00"
"""No name has it, because Postgres cannot hold it."""


def keep_slashes(scope: Scope) -> None:
    """The server has undone the escapes of the path already: do it again, with a stand-in for slashes inside of names."""
    raw: bytes = scope.get("raw_path", b"")
    if STAND_IN in scope["path"]:  # not ours: somebody wrote %00
        raw = raw.replace(b"%00", b"%EF%BF%BD")
        scope["path"] = scope["path"].replace(STAND_IN, "\ufffd")
    if b"%2" in raw and scope["path"].startswith(NAMED):
        text = raw.partition(b"?")[0].decode("ascii", "replace")
        scope["path"] = unquote(text.replace("%2F", "%00").replace("%2f", "%00"))


def with_slashes(name: str) -> str:
    return name.replace(STAND_IN, "/")
