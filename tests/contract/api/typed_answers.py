"""Makes tickwheel/client/answers.py of the OpenAPI document: a TypedDict for each body, with what it is made of."""

import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

from tests.installation import ROOT

Schema = dict[str, Any]

FILE = ROOT / "services/command_api/tickwheel/client/answers.py"

HEAD = '''"""What the API takes and answers, as types. Made of docs/openapi.json by `python -m tests.contract.api`; do not edit."""

from __future__ import annotations  # a shape may name one that stands below it

from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

Item = TypeVar("Item")

Json = dict[str, Any]


class Items(TypedDict, Generic[Item]):
    """A whole, short list."""

    items: list[Item]


class Page(TypedDict, Generic[Item]):
    """A page of a list."""

    items: list[Item]
    next: NotRequired[str | None]
    """Cursor of the next page; none on the last one."""
    total: NotRequired[int | None]
    """How many there are, 10,000 at most."""
    total_is_exact: NotRequired[bool | None]
    """False if there are more than `total`."""
'''
GENERIC = ("Items_", "Page_")
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def source(document: Schema) -> str:
    ruff = [str(Path(sys.executable).with_name("ruff")), "format", "--stdin-filename", str(FILE), "-"]
    return subprocess.run(ruff, input=_classes(document), capture_output=True, text=True, check=True).stdout


def _classes(document: Schema) -> str:
    schemas: dict[str, Schema] = document["components"]["schemas"]
    wanted = _reached(document, schemas)
    classes = [_typed_dict(name, schemas[name]) for name in sorted(wanted) if not name.startswith(GENERIC)]
    return "\n\n".join([HEAD, *classes])


def _reached(document: Schema, schemas: dict[str, Schema]) -> set[str]:
    """All that a request or a good answer of /api/v1 holds."""
    found: set[str] = set()
    waiting: list[Any] = []
    for path, operations in document["paths"].items():
        for operation in operations.values() if path.startswith("/api/v1") else ():
            waiting.append(operation.get("requestBody"))
            waiting += [body for status, body in operation["responses"].items() if status.startswith("2")]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = part.get("$ref", "").rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                waiting.append(schemas[name])
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return found


def _typed_dict(name: str, schema: Schema) -> str:
    lines = [f"class {name}(TypedDict):"]
    if schema.get("description"):
        lines += [f'"""{schema["description"].strip()}"""', ""]
    required = schema.get("required", ())
    for field, about in schema.get("properties", {}).items():
        kind = type_of(about)
        lines.append(f"{field}: {kind}" if field in required else f"{field}: NotRequired[{kind}]")
        if about.get("description"):
            lines.append(f'"""{about["description"].strip()}"""')
    return lines[0] + "\n" + textwrap.indent("\n".join(lines[1:]), "    ") + "\n"


def type_of(schema: Schema) -> str:
    if "$ref" in schema:
        return _named(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        words = schema.get("enum") or [schema["const"]]
        return f"Literal[{', '.join(repr(word) for word in words)}]"
    if schema.get("type") == "array":
        return f"list[{type_of(schema.get('items', {}))}]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {type_of(values)}]" if isinstance(values, dict) else "Json"
    return PLAIN.get(schema.get("type", ""), "Any")


def _named(name: str) -> str:
    for generic in GENERIC:
        if name.startswith(generic):
            return f"{generic[:-1]}[{name.removeprefix(generic).rstrip('_')}]"
    return name
