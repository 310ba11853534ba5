"""How a webhook is signed, so that its receiver can tell that it is ours, whole and fresh."""

import hashlib
import hmac

TIMESTAMP = "Tickwheel-Timestamp"
SIGNATURE = "Tickwheel-Signature"


def signed(key: str, body: bytes, at_s: int) -> dict[str, str]:
    """The headers. What is signed is the timestamp in seconds, a dot and the body, so that neither can be changed."""
    mac = hmac.new(key.encode(), f"{at_s}.".encode() + body, hashlib.sha256)
    return {TIMESTAMP: str(at_s), SIGNATURE: f"v1={mac.hexdigest()}"}
