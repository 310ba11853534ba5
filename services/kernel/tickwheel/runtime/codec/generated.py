"""Writes a reader and a writer for a message type, as Python source that is compiled when the codec is made.

They spell out what fastavro finds out anew for every field of every record, and take a run of fields that have their
defaults, as most of a job's definition has, in one comparison:

    def write(m):                                              def read(d, i):
        a0 = m.job_id.encode()                                     n = d[i] ...
        r1 = RUN1 if GET1(m) == DEFAULTS1 else b"".join(...)       if d.startswith(RUN1, i): i += 30 ...
        return b"".join((HEADER, LONGS[len(a0)], a0, r1))          return KIND(job_id=job_id), i

Whatever they meet that is unusual they leave, by an exception, to fastavro: it is the reference, and it says what is wrong.
"""

import struct
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields, force_setattr

from tickwheel.protocol.message import Message
from tickwheel.runtime.codec import primitives
from tickwheel.runtime.codec.binding import nested
from tickwheel.runtime.codec.schemas import SchemaJson

RUN_AT_MOST = 8
"""Fields in one comparison: if one of them is set, the others of its run are written and read one by one."""

NEVER_EMPTY = "command_id"
INT_RANGE = range(-(2**31), 2**31)

Write = Callable[[Message], bytes]
Read = Callable[[bytes, int], tuple[Any, int]]
Names = dict[str, Any]


class _Field(msgspec.Struct, frozen=True):
    """One field of a record: its type here, its type in Avro, and the expression of its default."""

    name: str
    type: Any
    avro: Any
    default: Any
    is_required: bool

    @property
    def variable(self) -> str:
        """Its name in the source: prefixed, so that no field can hide what the source itself uses."""
        return f"v_{self.name}"

    @property
    def words(self) -> tuple[str, ...]:
        return get_args(self.type) if get_origin(self.type) is Literal else ()


def writer(kind: type[Message], schema: SchemaJson, header: bytes = b"") -> Write:
    """From a message to its bytes, behind a header. Raises whatever an unfit value provokes."""
    names: Names = {"LONGS": primitives.LONGS, "HEADER": header}
    lines: list[str] = []
    parts = ["HEADER"] if header else []
    for number, run in enumerate(_runs(kind, schema)):
        if len(run) == 1:
            parts += _written(run[0], names, lines)
            continue
        spelled: list[str] = []
        inner = [part for field in run for part in _written(field, names, spelled)]
        names |= {
            f"GET{number}": attrgetter(*(field.name for field in run)),
            f"DEFAULTS{number}": tuple(field.default for field in run),
            f"RUN{number}": _default_bytes(run),
        }
        lines += [f"if GET{number}(m) == DEFAULTS{number}:", f"    r{number} = RUN{number}", "else:"]
        lines += [*(f"    {line}" for line in spelled), f"    r{number} = b''.join(({', '.join(inner)},))"]
        parts.append(f"r{number}")
    lines.append(f"return b''.join(({', '.join(parts)},))")
    write: Write = _compiled("write(m)", lines, names)
    return write


def reader(kind: type[Message], schema: SchemaJson, *, checked: bool) -> Read:
    """From bytes at a position to a message and the position after it. `checked`: words and ranges must be known."""
    names: Names = {
        "KIND": kind,
        "force_setattr": force_setattr,
        "long": primitives.long,
        "size": primitives.size,
        "Torn": primitives.Torn,
        "DOUBLE": struct.Struct("<d").unpack_from,
        "INT_RANGE": INT_RANGE,
    }
    lines: list[str] = []
    mends: list[str] = []
    required: list[str] = []
    for number, run in enumerate(_runs(kind, schema)):
        spelled = [line for field in run for line in _read(field, names, checked=checked)]
        if run[0].is_required:
            lines += spelled
            required.append(f"{run[0].name}={run[0].variable}")
            continue
        names[f"RUN{number}"] = expected = _default_bytes(run)
        lines += [
            f"usual{number} = d.startswith(RUN{number}, i)",
            f"if usual{number}:",
            f"    i += {len(expected)}",
        ]
        lines += ["else:", *(f"    {line}" for line in spelled)]
        mends += [f"if not usual{number}:", *(f"    {_mend(field)}" for field in run)]
    # Defaults are left to the type: naming forty fields takes ten times as long as naming two and setting one.
    lines += [f"m = KIND({', '.join(required)})", *mends, "return m, i"]
    read: Read = _compiled("read(d, i)", lines, names)
    return read


def _mend(field: _Field) -> str:
    """The message is nobody else's yet, so setting a field of it harms nobody."""
    return f"if {field.variable} != {field.default!r}: force_setattr(m, {field.name!r}, {field.variable})"


def _runs(kind: type[Message], schema: SchemaJson) -> Iterator[list[_Field]]:
    """The fields in order: those with a default in runs, each of the others alone."""
    run: list[_Field] = []
    for found, avro in zip(fields(kind), schema["fields"], strict=True):
        field = _Field(found.name, found.type, avro["type"], _default(found), found.required)
        if run and (found.required or len(run) == RUN_AT_MOST):
            yield run
            run = []
        if found.required:
            yield [field]
        else:
            run.append(field)
    if run:
        yield run


def _default(field: FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _default_bytes(run: list[_Field]) -> bytes:
    return b"".join(_bytes_of(field.type, field.avro)(field.default) for field in run)


def _written(field: _Field, names: Names, lines: list[str]) -> list[str]:
    """The parts of the joined bytes that a field becomes; what they need is prepared in `lines`."""
    value = f"m.{field.name}"
    if field.words:
        names[f"WORDS_{field.name}"] = primitives.Words({w: primitives.text_bytes(w) for w in field.words})
        return [f"WORDS_{field.name}[{value}]"]
    if field.avro in ("string", "bytes"):
        lines.append(f"{field.variable} = {value}" + (".encode()" if field.avro == "string" else ""))
        return [f"LONGS[len({field.variable})]", field.variable]
    if field.avro in ("int", "long"):
        return [f"LONGS[{value}]"]
    names[f"BYTES_{field.name}"] = _bytes_of(field.type, field.avro)
    return [f"BYTES_{field.name}({value})"]


def _read(field: _Field, names: Names, *, checked: bool) -> list[str]:
    """The statements that read one field into a variable of its name and move `i` behind it."""
    name = field.variable
    if field.avro in ("string", "bytes"):
        return [*_SIZE, *_text(field, names, checked=checked), "i = j"]
    if field.avro in ("int", "long"):
        ranged = [f"    if {name} not in INT_RANGE: raise Torn"] if checked and field.avro == "int" else []
        return [
            "n = d[i]",
            f"if n < 128: {name} = (n >> 1) ^ -(n & 1); i += 1",
            "else:",
            f"    {name}, i = long(d, i)",
            *ranged,
        ]
    if field.avro == "boolean":
        return [f"{name} = d[i]", f"if {name} > 1: raise Torn", f"{name} = {name} == 1", "i += 1"]
    if field.avro == "double":
        return [f"{name}, = DOUBLE(d, i)", "i += 8"]
    names[f"READ_{name}"] = _reading(field.type, field.avro, checked=checked)
    return [f"{name}, i = READ_{name}(d, i)"]


_SIZE = ["n = d[i]", "if n & 129: n, i = size(d, i)", "else: n >>= 1; i += 1", "j = i + n"]
"""How many bytes follow. A size above 63 takes more than one byte; a negative one has its lowest bit set."""


def _text(field: _Field, names: Names, *, checked: bool) -> list[str]:
    if field.words:
        known = {word.encode(): word for word in field.words}
        names[f"WORDS_{field.name}"] = known if checked else primitives.WordsRead(known)
        return [f"{field.variable} = WORDS_{field.name}[d[i:j]]"]
    if field.avro == "bytes":
        return [f"{field.variable} = d[i:j]"]
    must = ["if not n: raise Torn"] if checked and field.name == NEVER_EMPTY else []
    return [*must, f"{field.variable} = d[i:j].decode()"]


def _bytes_of(type_: Any, avro: Any) -> Callable[[Any], bytes]:
    """How a value that stands in a collection or a record is written."""
    inner = nested(type_)
    if isinstance(avro, dict) and avro["type"] == "array":
        item = _bytes_of(get_args(type_)[0], avro["items"])
        return lambda items: primitives.array_bytes(items, item)
    if isinstance(avro, dict) and avro["type"] == "map":
        value = _bytes_of(get_args(type_)[1], avro["values"])
        return lambda items: primitives.map_bytes(items, value)
    if inner is not None:
        return writer(inner, avro)
    return _PLAIN[avro]


_PLAIN: dict[str, Callable[[Any], bytes]] = {
    "string": primitives.text_bytes,
    "bytes": lambda data: primitives.LONGS[len(data)] + data,
    "int": primitives.LONGS.__getitem__,
    "long": primitives.LONGS.__getitem__,
    "boolean": lambda value: b"\1" if value else b"\0",
    "double": struct.Struct("<d").pack,
}


def _reading(type_: Any, avro: Any, *, checked: bool) -> Read:
    inner = nested(type_)
    if isinstance(avro, dict) and avro["type"] == "array":
        item = _reading(get_args(type_)[0], avro["items"], checked=checked)
        return lambda data, at: primitives.array(data, at, item)
    if isinstance(avro, dict) and avro["type"] == "map":
        value = _reading(get_args(type_)[1], avro["values"], checked=checked)
        return lambda data, at: primitives.mapping(data, at, value)
    if inner is not None:
        return reader(inner, avro, checked=checked)
    return primitives.text if avro == "string" else primitives.long


def _compiled(signature: str, lines: list[str], names: Names) -> Any:
    source = f"def {signature}:\n" + "\n".join(f"    {line}" for line in lines) + "\n"
    exec(compile(source, f"<codec {signature}>", "exec"), names)  # noqa: S102 - the source is made above, of our own schemas
    return names[signature.partition("(")[0]]
