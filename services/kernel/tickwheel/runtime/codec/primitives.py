"""Avro's numbers, words and collections, for the generated code of `generated.py`. Reading raises on anything unusual.

An exception here is no verdict: the record is then read by fastavro, which finds the right words, or reads it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

TABLE_CAP = 32_768
"""Entries of a table that fills itself; beyond that it starts over."""

MOST_BYTES = 10
"""Of a 64-bit number: seven bits a byte."""


class Torn(Exception):  # noqa: N818 - named after what happened; never leaves the codec
    """The bytes are not what the quick way expects."""


class Longs(dict[int, bytes]):
    """A number to its bytes. Sizes, counts and the times of one batch come again and again."""

    def __missing__(self, number: int) -> bytes:
        written = long_bytes(number)
        if len(self) >= TABLE_CAP:
            self.clear()
        self[number] = written
        return written


class Words(dict[str, bytes]):
    """A word of a closed set to its bytes, size included. A word of tomorrow is written, but not kept."""

    def __missing__(self, word: str) -> bytes:
        return text_bytes(word)


class WordsRead(dict[bytes, str]):
    """The bytes of a word to the one string that stands for it. A word of tomorrow is read, but not kept."""

    def __missing__(self, data: bytes) -> str:
        return data.decode()


LONGS = Longs()

TIME_BYTES = 6
"""Of a time of this century in milliseconds."""

_times: dict[bytes, int] = {}
"""The bytes of times that were read lately: those of one batch are few."""


def long_bytes(number: int) -> bytes:
    """Zigzag, then seven bits a byte, the lowest first."""
    if not -(1 << 63) <= number < 1 << 63:
        raise OverflowError(f"{number} needs more than 64 bits")
    left = (number << 1) ^ (number >> 63)
    written = bytearray()
    while left > 0x7F:
        written.append(left & 0x7F | 0x80)
        left >>= 7
    written.append(left)
    return bytes(written)


def text_bytes(text: str) -> bytes:
    data = text.encode()
    return LONGS[len(data)] + data


def array_bytes(items: Sequence[Any], item: Callable[[Any], bytes]) -> bytes:
    return b"".join([LONGS[len(items)], *map(item, items), b"\0"]) if items else b"\0"


def map_bytes(items: Mapping[str, Any], value: Callable[[Any], bytes]) -> bytes:
    if not items:
        return b"\0"
    pairs = [text_bytes(key) + value(each) for key, each in items.items()]
    return b"".join([LONGS[len(items)], *pairs, b"\0"])


def long(data: bytes, at: int) -> tuple[int, int]:
    """A number of any size, and where it ends."""
    # What is in the table is whole: no number is the beginning of another.
    known = _times.get(data[at : at + TIME_BYTES])
    if known is not None:
        return known, at + TIME_BYTES
    number, end = _long(data, at)
    if end - at == TIME_BYTES:
        if len(_times) >= TABLE_CAP:
            _times.clear()
        _times[data[at:end]] = number
    return number, end


def _long(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            break
        shift += 7
        if shift >= 7 * MOST_BYTES:
            raise Torn
    if number >> 64:
        raise Torn
    return (number >> 1) ^ -(number & 1), at


def size(data: bytes, at: int) -> tuple[int, int]:
    """How many bytes or items follow, and where they begin."""
    number, at = _long(data, at)
    if number < 0:
        raise Torn
    return number, at


def text(data: bytes, at: int) -> tuple[str, int]:
    length, at = size(data, at)
    end = at + length
    return data[at:end].decode(), end


Read = Callable[[bytes, int], tuple[Any, int]]


def array(data: bytes, at: int, item: Read) -> tuple[tuple[Any, ...], int]:
    items = []
    count, at = size(data, at)
    while count:
        for _ in range(count):
            value, at = item(data, at)
            items.append(value)
        count, at = size(data, at)
    return tuple(items), at


def mapping(data: bytes, at: int, value: Read) -> tuple[dict[str, Any], int]:
    items = {}
    count, at = size(data, at)
    while count:
        for _ in range(count):
            key, at = text(data, at)
            items[key], at = value(data, at)
        count, at = size(data, at)
    return items, at
