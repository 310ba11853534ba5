"""How instants are written on the command line: ISO-8601 with an offset, in and out."""

from datetime import UTC, datetime

import typer

EXAMPLE = "2026-01-31T09:00:00Z"
DATE = len("2026-01-31")


def parse_instant(text: str) -> int:
    """Epoch milliseconds. A time without an offset is refused: nobody knows whose it is."""
    try:
        instant = datetime.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is no instant: write it as {EXAMPLE}") from error
    if instant.tzinfo is None:
        whole = text if len(text) > DATE else f"{text}T00:00:00"
        raise typer.BadParameter(f"{text!r} has no offset: write it as {whole}Z or {whole}+01:00")
    return round(instant.timestamp() * 1_000)


def instant_text(text: str) -> str:
    """A parser for options whose text goes on to the API."""
    parse_instant(text)
    return text


def show_instant(ms: int) -> str:
    """Empty for 0, which stands for never."""
    if not ms:
        return ""
    shown = datetime.fromtimestamp(ms / 1_000, UTC).isoformat(timespec="milliseconds")
    return shown.replace("+00:00", "Z")
