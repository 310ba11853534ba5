"""Serves the dashboard that was built into this package. Its own addresses are all answered with its first page."""

import mimetypes
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from tickwheel.command_api.problems import not_found

BUILT = Path(__file__).parents[1] / "dashboard"
FIRST_PAGE = "index.html"
REFERENCE = {"docs": "docs.html"}
"""The reference of the API: a page of its own, for which nobody signs in."""

HASHED = "assets/"
"""What is under here has a hash of its content in its name, so it never changes."""

RESERVED = ("/api", "/ws", "/registry", "/metrics", "/health")
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""In the order in which they are preferred."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the editor writes style elements
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""Nothing is asked of another host, and nothing that is not ours is run."""

NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Tickwheel</title>
<style>body{font:16px/1.6 system-ui;margin:15vh auto;max-width:36rem;padding:0 1rem;color-scheme:light dark}code{font-size:.95em}</style>
<h1>The dashboard is not built</h1>
<p>This is a source checkout whose dashboard was not built. Run <code>make dashboard</code> in it and load this page again.
Everything else works: the API is described by <a href="/api/openapi.json">/api/openapi.json</a>, and <code>tickwheel top</code> shows the fleet in a terminal.</p>
</html>"""


class Pages(Route):
    """Every path that is not the API's."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or _is_reserved(scope["path"]):
            return Match.NONE, {}
        match, child = super().matches(scope)
        return match, {**child, "route": self} if match is not Match.NONE else child


def route() -> Pages:
    return Pages("/{path:path}", _page, methods=["GET"], include_in_schema=False)


async def _page(request: Request) -> Response:
    return await run_in_threadpool(answer, BUILT, request.path_params["path"], request.headers)


def answer(built: Path, path: str, headers: Any) -> Response:
    """A file of the build; its first page for everything that a person may have in the address bar."""
    file = _file(built, path)
    if file is None:
        if path.startswith(HASHED) or "text/html" not in headers.get("accept", "text/html"):
            raise not_found("page", f"/{path}")
        file = built / REFERENCE.get(path.rstrip("/"), FIRST_PAGE)
    if not file.is_file():
        return Response(NOT_BUILT, 503, {"Cache-Control": "no-store"}, "text/html")
    return _answer_file(file, headers, immutable=path.startswith(HASHED))


def _file(built: Path, path: str) -> Path | None:
    """None for what is not there, and for what is not inside the build."""
    if "\x00" in path:
        return None
    file = (built / path).resolve()
    return file if path and file.is_relative_to(built.resolve()) and file.is_file() else None


def _answer_file(file: Path, headers: Any, *, immutable: bool) -> Response:
    wanted = headers.get("accept-encoding", "")
    encoding, source = next(
        (
            (name, found)
            for name, suffix in ENCODINGS.items()
            if name in wanted and (found := _beside(file, suffix))
        ),
        ("", file),
    )
    about = source.stat()
    tag = f'"{about.st_mtime_ns:x}-{about.st_size:x}{encoding}"'
    told = {
        "Cache-Control": "public, max-age=31536000, immutable" if immutable else "no-cache",
        "Content-Security-Policy": POLICY,
        "ETag": tag,
        "Vary": "Accept-Encoding",
    }
    if headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=told)
    if encoding:
        told["Content-Encoding"] = encoding
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Response(source.read_bytes(), 200, told, media_type)


def _beside(file: Path, suffix: str) -> Path | None:
    found = file.with_name(file.name + suffix)
    return found if found.is_file() else None


def _is_reserved(path: str) -> bool:
    return any(path == one or path.startswith(f"{one}/") for one in RESERVED)
