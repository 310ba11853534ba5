"""What a client tells its user of an answer."""

import pytest

from tickwheel.client import RefusedError
from tickwheel.client.outcome import body_of

UNKNOWN = b'{"code": "unknown_fate", "detail": "send it again with the same Idempotency-Key"}'


def test_names_the_key_with_which_a_write_of_unknown_fate_is_to_be_sent_again() -> None:
    with pytest.raises(RefusedError, match=r"the same Idempotency-Key, k-1$"):
        body_of(503, UNKNOWN, "k-1")


def test_leaves_other_refusals_as_they_are() -> None:
    with pytest.raises(RefusedError, match=r"^no$"):
        body_of(409, b'{"code": "conflict", "detail": "no"}', "k-1")
