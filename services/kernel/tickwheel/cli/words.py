"""Options that take words of a closed set, in any case: a word that is not in it is answered with the nearest one that is."""

import difflib
from collections.abc import Callable
from typing import Any, get_args

import typer


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
