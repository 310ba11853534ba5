"""The base of everything that goes over the wire: frozen, cheap to make, compared by value."""

import msgspec


class Message(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A record type of `schemas/`. Its fields and the schema's agree; a test holds them together."""
