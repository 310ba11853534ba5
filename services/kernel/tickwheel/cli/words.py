"""What must be one of a closed set, or an id: a slip is answered with the nearest word, or with where ids are shown."""

import difflib
import uuid
from collections.abc import Callable
from typing import Any, get_args

import typer


def id_that(command: str) -> Callable[[str], str]:
    """A parser for an id, which nobody types: the command shows those that there are."""

    def parse(text: str) -> str:
        try:
            return str(uuid.UUID(text))
        except ValueError as error:
            raise typer.BadParameter(f"{text!r} is no id: `{command}` shows them") from error

    return parse


def one_of(literal: Any) -> Callable[[str], str]:
    """A parser for `typer.Option`. Typer's own choices suggest nothing, and cannot be given more than once."""
    words: dict[str, str] = {word.lower(): word for word in get_args(literal)}

    def parse(text: str) -> str:
        found = words.get(text.lower())
        if found is None:
            near = difflib.get_close_matches(text.lower(), words, n=1)
            meant = f" Did you mean {words[near[0]]}?" if near else ""
            raise typer.BadParameter(f"{text!r} is none of {', '.join(words.values())}.{meant}")
        return found

    return parse
