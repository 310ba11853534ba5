"""Instants as people read them."""

from datetime import UTC, datetime


def told(ms: float) -> str:
    return datetime.fromtimestamp(ms / 1_000, UTC).strftime("%H:%M:%S.%f")[:-3]
