"""Full compatibility of two schemas of one message: each must be able to read what the other wrote.

Then a field may come or go only if it has a default, and nothing may change its type or its name: a promotion such
as int to long works in one direction only.
"""

from collections.abc import Iterator
from typing import Any

SchemaJson = dict[str, Any]


def breaks(old: SchemaJson, new: SchemaJson) -> list[str]:
    """Why the two are not fully compatible; empty if they are."""
    return list(_record(old, new, old["name"]))


def _record(old: SchemaJson, new: SchemaJson, path: str) -> Iterator[str]:
    if (old["namespace"], old["name"]) != (new["namespace"], new["name"]):
        yield f"{path}: renamed to {new['namespace']}.{new['name']}"
    before = {field["name"]: field for field in old["fields"]}
    after = {field["name"]: field for field in new["fields"]}
    for name in before.keys() | after.keys():
        if name not in after and "default" not in before[name]:
            yield f"{path}.{name}: removed, and old readers have no default for it"
        elif name not in before and "default" not in after[name]:
            yield f"{path}.{name}: added without a default, so old records cannot be read"
        elif name in before and name in after:
            yield from _type(before[name]["type"], after[name]["type"], f"{path}.{name}")


def _type(old: Any, new: Any, path: str) -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict) and old["type"] == new["type"]:
        if old["type"] == "record":
            yield from _record(old, new, path)
        for inner in ("items", "values"):
            if inner in old:
                yield from _type(old[inner], new[inner], path)
    elif old != new:
        yield f"{path}: changed from {_shown(old)} to {_shown(new)}"


def _shown(type_: Any) -> str:
    return str(type_["type"] if isinstance(type_, dict) else type_)
