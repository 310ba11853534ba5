"""What a client makes of an answer: the body, another attempt, or an error."""

import msgspec

from tickwheel.client.address import Address
from tickwheel.client.answers import Json
from tickwheel.client.errors import RefusedError, UnreachableError

UNKNOWN_FATE = "unknown_fate"


def body_of(status: int, content: bytes, key: str = "") -> Json:
    """The answer, or RefusedError. A proxy in between may answer something that is not ours.

    `key` is the Idempotency-Key of a write: who is to send it again with the same one must be told which it was.
    """
    said = _decoded(content)
    if status < 400:
        return said
    text = content[:200].decode("utf-8", "replace")
    code, detail = str(said.get("code", "")), str(said.get("detail", text))
    raise RefusedError(status, code, f"{detail}, {key}" if key and code == UNKNOWN_FATE else detail)


def unreachable(address: Address, error: Exception) -> UnreachableError:
    return UnreachableError(
        f"No answer from {address.api} ({error}): is it running? `tickwheel dev` starts one"
    )


def _decoded(content: bytes) -> Json:
    try:
        return msgspec.json.decode(content, type=Json)
    except msgspec.MsgspecError:
        return {}
