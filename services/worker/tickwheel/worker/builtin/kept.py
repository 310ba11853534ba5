"""How much of a text fits into a result: what counts is its size once it is JSON."""

import msgspec

SPARE_BYTES = 240 * 1024
"""Of a result's 256 KiB, what its texts may take together."""


def start(text: str, at_most: int) -> str:
    """As much of its beginning as takes no more bytes than that. A control character takes six, an emoji four."""
    while (size := len(msgspec.json.encode(text))) > at_most:
        text = text[: len(text) * at_most // size]
    return text


def end(text: str, at_most: int) -> str:
    """The same of its end."""
    while (size := len(msgspec.json.encode(text))) > at_most:
        text = text[len(text) - len(text) * at_most // size :]
    return text
