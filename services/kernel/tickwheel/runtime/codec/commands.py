"""Commands come from anyone, so every field is checked: its type, its range, its words, its size."""

import re
from collections.abc import Iterator
from typing import Any, Union, cast

import msgspec

from tickwheel.protocol import catalogue
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.message import Message
from tickwheel.runtime.codec import errors, faces
from tickwheel.runtime.codec.schemas import SchemaJson

_WHERE = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?", re.DOTALL)
_NAMED = re.compile(r"(?:missing required|contains unknown) field `(?P<name>.*)`")


class Commands:
    """Checks commands that were read from Avro, and reads them from JSON."""

    def __init__(self, schemas: dict[str, SchemaJson], payload_cap_bytes: int) -> None:
        self._payload_cap = payload_cap_bytes
        self._kinds = {kind.__name__: kind for kind in catalogue.COMMANDS}
        self._avro = {
            kind: faces.face(kind, schemas[kind.__name__], json=False) for kind in catalogue.COMMANDS
        }
        shown = [faces.face(kind, schemas[name], json=True, tag=name) for name, kind in self._kinds.items()]
        self._makes = {face.kind: face.make for face in shown}
        self._json = msgspec.json.Decoder(Union[tuple(self._makes)])  # noqa: UP007 - a union made at run time

    def from_values(self, kind: type[Command], values: dict[str, Any]) -> Command:
        face = self._avro[kind]
        try:
            command = face.make(msgspec.convert(values, face.kind))
        except msgspec.ValidationError as e:
            raise self._refusal(str(e), _Said(kind.__name__, values.get("command_id"))) from e
        return self.sized(cast("Command", command))

    def from_json(self, data: bytes) -> Command:
        try:
            shown = self._json.decode(data)
            command = self._makes[type(shown)](shown)
        except msgspec.ValidationError as e:
            raise self._refusal(str(e), _said(data)) from e
        except (msgspec.DecodeError, RecursionError, UnicodeError) as e:
            raise errors.MalformedError(f"not a JSON object: {e}") from e
        return self.sized(cast("Command", command))

    def sized(self, command: Command) -> Command:
        """The command, if its payloads are not too large."""
        for path, text in _payloads(command):
            if len(text) * 4 > self._payload_cap and (size := len(text.encode())) > self._payload_cap:
                raise errors.OversizeError(
                    f"{path} has {size} bytes, the limit is {self._payload_cap}: send a reference instead"
                )
        return command

    def _refusal(self, told: str, said: "_Said") -> errors.InvalidCommandError:
        """msgspec's sentence, with the field taken out of it and the words that would be right put in."""
        found = _WHERE.fullmatch(told)
        what, path = (found["what"], found["path"] or "") if found else (told, "")
        if named := _NAMED.search(what):
            path = f"{path}.{named['name']}".lstrip(".")
        name = said.type if isinstance(said.type, str) else ""
        kind = self._kinds.get(name)
        right = tuple(self._kinds) if path == "type" else faces.words(kind, path) if kind else ()
        remedy = f"use one of {', '.join(right)}" if right else f"see `schemas/commands/{name or '*'}.avsc`"
        return errors.InvalidCommandError(
            f"{name or 'command'}: {path or 'the whole'}: {what[:1].lower()}{what[1:]}; {remedy}",
            field=path,
            command_type=name,
            command_id=said.command_id if isinstance(said.command_id, str) else "",
        )


class _Said(msgspec.Struct):
    """What can be known of a command that cannot be read."""

    type: Any = ""
    command_id: Any = ""


def _said(data: bytes) -> _Said:
    try:
        return msgspec.json.decode(data, type=_Said)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return _Said()


def _payloads(message: Message) -> Iterator[tuple[str, str]]:
    """Every payload of a command, and where it stands."""
    name = type(message).__name__
    for part, path in ((message, name), (getattr(message, "definition", None), f"{name}.definition")):
        text = getattr(part, faces.PAYLOAD, None)
        if isinstance(text, str):
            yield f"{path}.{faces.PAYLOAD}", text
