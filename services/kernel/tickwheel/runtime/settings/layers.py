"""Finds the value of each setting and remembers where it came from.

From strongest to weakest: the environment, the file named by TICKWHEEL_ENV_FILE, the default. A secret may stand in a
file of its own, named by the variable with `_FILE` added, as container platforms hand them out.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from tickwheel.runtime.settings.catalogue import PREFIX, Setting

ENV_FILE = f"{PREFIX}ENV_FILE"

READ_ELSEWHERE = frozenset({f"{PREFIX}CACHE_DIR", f"{PREFIX}API", f"{PREFIX}TOKEN"})
"""Variables that are no setting of a service and still ours: where the embedded servers keep their downloads, and the API
that clients and the command line talk to."""


SECRETS = f"{PREFIX}SECRET_"
"""What begins like this is a secret of somebody's jobs: workers resolve `secret://name` with it."""


class Found(NamedTuple):
    value: str
    origin: str
    """`environment` or `file <path>`."""


class Layers(NamedTuple):
    found: dict[str, Found]
    faults: list[str]


def read_layers(
    catalogue: Mapping[str, Setting], known: Mapping[str, Setting], environ: Mapping[str, str]
) -> Layers:
    """Look for every setting of the catalogue. Variables that are not `known` to any service are faults."""
    faults: list[str] = []
    found: dict[str, Found] = {}
    for variables, origin in _sources(environ, faults):
        faults += _unknown(variables, known, origin)
        for setting in catalogue.values():
            value = _value(setting, variables, origin, faults)
            if value is not None and setting.name not in found:
                found[setting.name] = value
    return Layers(found, faults)


def _sources(environ: Mapping[str, str], faults: list[str]) -> list[tuple[Mapping[str, str], str]]:
    sources: list[tuple[Mapping[str, str], str]] = [(environ, "environment")]
    if path := environ.get(ENV_FILE):
        text = _text_of(Path(path), ENV_FILE, faults)
        if text is not None:
            sources.append((_parse(text, path, faults), f"file {path}"))
    return sources


def _parse(text: str, path: str, faults: list[str]) -> dict[str, str]:
    from dotenv.parser import parse_stream

    values: dict[str, str] = {}
    for binding in parse_stream(StringIO(text)):
        if binding.error or (binding.key is not None and binding.value is None):
            given = binding.original.string
            blank_lines = given[: len(given) - len(given.lstrip())].count("\n")
            line = binding.original.line + blank_lines
            faults.append(f"{path} line {line} cannot be understood: write it as NAME=value")
        elif binding.key is not None:
            values[binding.key] = binding.value or ""
    return values


def _unknown(variables: Mapping[str, str], known: Mapping[str, Setting], origin: str) -> list[str]:
    allowed = {
        *known,
        ENV_FILE,
        *READ_ELSEWHERE,
        *(f"{name}_FILE" for name, setting in known.items() if setting.secret),
    }
    faults = []
    for name in sorted(variables):
        if name.startswith(PREFIX) and not name.startswith(SECRETS) and name not in allowed:
            near = get_close_matches(name, allowed, n=1)
            remedy = f"did you mean {near[0]}?" if near else "remove it"
            faults.append(f"{name} ({origin}) is not a setting: {remedy}")
    return faults


def _value(setting: Setting, variables: Mapping[str, str], origin: str, faults: list[str]) -> Found | None:
    value, path = variables.get(setting.name), variables.get(f"{setting.name}_FILE")
    if setting.secret is None or path is None:
        return None if value is None else Found(value, origin)
    if value is not None:
        faults.append(f"{setting.name} and {setting.name}_FILE ({origin}) are both set: remove one")
        return None
    text = _text_of(Path(path), f"{setting.name}_FILE", faults)
    return None if text is None else Found(text.rstrip("\r\n"), f"file {path}")


def _text_of(path: Path, variable: str, faults: list[str]) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        faults.append(
            f"{variable} names {path}, which cannot be read ({reason}): correct the path or the file"
        )
        return None
