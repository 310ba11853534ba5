"""How a line of an execution's log is printed for people."""

import json
import re
from collections.abc import Mapping
from typing import Any

_FRACTION = re.compile(r"(?:\.(\d{1,3})\d*)?Z$")


def line_text(line: Mapping[str, Any]) -> str:
    """Time, level, words, then the fields; a traceback below."""
    fields = line.get("fields") or {}
    if not isinstance(fields, dict):
        fields = {"fields": fields}
    own = {name: value for name, value in fields.items() if name != "traceback"}
    words = [f"{_instant(line['logged_at'])} {line['level']:<7} {line['message']}"]
    words += [f"{name}={_shown(value)}" for name, value in own.items()]
    if line.get("dropped"):
        words.append(f"({line['dropped']} lines before it were dropped)")
    trace = str(fields.get("traceback", ""))
    return "\n".join([" ".join(words), *(f"    {each}" for each in trace.splitlines())])


def _instant(text: str) -> str:
    """With milliseconds, always: so that lines stand in columns."""
    return _FRACTION.sub(lambda found: f".{found[1] or '':0<3}Z", text)


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
