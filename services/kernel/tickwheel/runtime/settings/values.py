"""The types of settings that pydantic does not bring: secrets that show what is safe, and `key=value` lists."""

from typing import Annotated
from urllib.parse import urlsplit, urlunsplit

from pydantic import BeforeValidator, Secret

MASK = "********"


class SecretText(Secret[str]):
    """A password: never shown."""

    def _display(self) -> str:
        return MASK if self.get_secret_value() else ""


class SecretUrl(Secret[str]):
    """A URL that may hold a password: shown without it."""

    def _display(self) -> str:
        return masked_url(self.get_secret_value())


def masked_url(url: str) -> str:
    """The URL with its password masked; masked altogether when it is no URL (`host=... password=...`)."""
    try:
        parts = urlsplit(url)
        password = parts.password
    except ValueError:
        return MASK
    if not parts.scheme or "password=" in url.lower():
        return MASK
    if password is None:
        return url
    user, _, place = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}:{MASK}@{place}"))


def _pairs(value: object) -> object:
    """`zone=eu,disk=ssd` as a dict; anything but text passes through to pydantic."""
    if not isinstance(value, str):
        return value
    pairs: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in value.split(","))):
        key, equals, content = item.partition("=")
        if not equals or not key.strip():
            raise ValueError(f"expected key=value pairs separated by commas, found {item!r}")
        if key.strip() in pairs:
            raise ValueError(f"the key {key.strip()!r} is there twice")
        pairs[key.strip()] = content.strip()
    return pairs


def _items(value: object) -> object:
    """`one,two` as a list; anything but text passes through to pydantic."""
    if not isinstance(value, str):
        return value
    return [part.strip() for part in value.split(",") if part.strip()]


Labels = Annotated[dict[str, str], BeforeValidator(_pairs)]
"""Written `zone=eu,disk=ssd`."""

Quantities = Annotated[dict[str, int], BeforeValidator(_pairs)]
"""Written `gpu=2,licence=1`."""

Names = Annotated[tuple[str, ...], BeforeValidator(_items)]
"""Written `one,two`."""
