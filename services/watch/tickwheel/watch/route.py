"""Who is told what, and how: read from the file that TICKWHEEL_WATCH_ROUTES_PATH names. A notice takes every route that fits."""

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

import pydantic

from tickwheel.runtime.fault import Fault
from tickwheel.watch.notice import REASONS, SEVERITIES, Notice, Reason, Severity


class RoutesError(Fault):
    """The file of routes cannot be used."""


class Route(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    name: str = pydantic.Field(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")
    """Part of the names of the jobs that send: keep it."""
    channel: Literal["webhook", "command", "log"]
    reasons: tuple[Reason, ...] = REASONS
    severity: Severity = "warning"
    """This bad or worse."""
    job: str = "*"
    """Pattern of the job's name. What is about no job, such as a breaker, fits `*` alone."""
    tags: dict[str, str] = {}
    """Tags that the job must have."""
    url: str = ""
    secret: str = ""
    """Reference to the key that a webhook is signed with, as secret://name."""
    argv: tuple[str, ...] = ()
    """Program and arguments; it gets the notice as JSON on its standard input."""
    per_minute: int = pydantic.Field(60, ge=1)
    """What comes faster is left out, and counted."""
    queue: str = "default"
    """Queue of the workers that send."""

    @pydantic.model_validator(mode="after")
    def _channel_has_what_it_needs(self) -> Self:
        if self.channel == "webhook":
            if urlsplit(self.url).scheme not in ("http", "https"):
                raise ValueError("a webhook needs url = 'https://...'")
            if not self.secret.startswith("secret://"):
                raise ValueError("a webhook needs secret = 'secret://name', the key it is signed with")
        if self.channel == "command" and not (self.argv and self.argv[0].startswith("/")):
            raise ValueError("a command needs argv = ['/full/path', ...]")
        return self

    def fits(self, notice: Notice) -> bool:
        if notice.reason not in self.reasons:
            return False
        if SEVERITIES.index(notice.severity) < SEVERITIES.index(self.severity):
            return False
        job = notice.job
        if job is None:
            return self.job == "*" and not self.tags
        return fnmatchcase(job.name, self.job) and self.tags.items() <= job.tags.items()


class Routes(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    route: tuple[Route, ...]

    @pydantic.field_validator("route")
    @classmethod
    def _names_differ(cls, routes: tuple[Route, ...]) -> tuple[Route, ...]:
        names = [route.name for route in routes]
        if len(set(names)) < len(names):
            raise ValueError("two routes have the same name: each needs one of its own")
        return routes


LOG_ONLY = (Route(name="log", channel="log"),)
"""Where nobody has said otherwise."""


def load_routes(path: str) -> tuple[Route, ...]:
    if not path:
        return LOG_ONLY
    try:
        return Routes.model_validate(tomllib.loads(Path(path).read_text("utf-8"))).route
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RoutesError(f"TICKWHEEL_WATCH_ROUTES_PATH={path} cannot be read: {error}") from error
    except pydantic.ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        raise RoutesError(f"TICKWHEEL_WATCH_ROUTES_PATH={path} is not right: {faults}") from error
