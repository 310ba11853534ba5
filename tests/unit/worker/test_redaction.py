"""What is masked, and that looking for it holds nothing up."""

import time

import msgspec
import pydantic
import pytest
from tests.unit.worker.scene import dispatch

from tickwheel.worker import secrets
from tickwheel.worker.floor.held import Held
from tickwheel.worker.redaction import MASK, redact, redact_known
from tickwheel.worker.runners.invocation import bind, context_of, raised
from tickwheel.worker.sdk.signature import handler_of

KEY = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqh\nkiG9w0BAQEFAASCB\n-----END KEY-----\n"


class Number(pydantic.BaseModel):
    number: int


def _pay(payload: Number) -> None: ...


def resolved(value: str) -> str:
    """The value, after a payload named it."""
    secrets.resolve('{"x":"secret://it"}', {"TICKWHEEL_SECRET_IT": value})
    return value


@pytest.mark.parametrize(
    "unit", ["a", "Zm9v-", "token", "secret-", 'token:"', "token='", "password\\", "://a:"]
)
def test_takes_no_more_time_for_text_without_spaces(unit: str) -> None:
    """It took 40 s for 16 KiB and held the whole process up meanwhile, until its lease was over."""
    text = (unit * 65_536)[:65_536]
    begun = time.process_time()
    redact(text)
    assert time.process_time() - begun < 3


@pytest.mark.parametrize(
    "secret",
    ['pa"ss\nword', "it's\\mine", "with space & more", "naïve-ß-Ω"],
    ids=["lines", "quotes", "url", "letters"],
)
def test_knows_a_secret_however_it_is_written(secret: str) -> None:
    resolved(secret)
    for text in (secret, repr({"x": secret}), msgspec.json.encode({"x": secret}).decode()):
        assert MASK in redact(text)
        assert secret[-4:] not in redact(text)


def test_knows_each_line_of_a_key() -> None:
    resolved(KEY)
    assert redact("openssl says: bad line kiG9w0BAQEFAASCB") == f"openssl says: bad line {MASK}"


@pytest.mark.parametrize(
    "values", [{"password": 'a "quoted" one'}, {"text": '{"token": "abc d"}'}, {"n": {"secret": ""}}]
)
def test_leaves_json_as_json(values: dict[str, object]) -> None:
    masked = redact(msgspec.json.encode(values).decode())
    msgspec.json.decode(masked)
    assert "quoted" not in masked
    assert "abc d" not in masked


def test_masks_only_what_it_knows_where_that_is_asked() -> None:
    resolved("a-known-secret")
    assert redact_known('{"token": "x", "y": "a-known-secret"}') == f'{{"token": "x", "y": "{MASK}"}}'


def test_a_refused_payload_does_not_tell_half_of_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """The validator's own words quote a long value with its middle left out, which is not what was resolved."""
    secret = "sk_live_" + "0123456789" * 8
    monkeypatch.setenv("TICKWHEEL_SECRET_LONG", secret)
    held = Held(dispatch(payload='{"number":"secret://long"}'), handler_of("pay", _pay), "w", 0)
    with pytest.raises(Exception, match="number: Input should be a valid integer") as refused:
        bind(held, context_of(held, None))
    how = raised(held, refused.value)
    assert "sk_live" not in how.error_message + how.traceback


def test_masks_before_it_cuts() -> None:
    resolved("a-secret-at-the-edge")
    how = raised(Held(dispatch(), None, "w", 0), ValueError("a-secret-at-the-edge" * 4_000))
    assert "edge" not in how.traceback
    assert "edge" not in how.error_message
