"""The admin port: a broker that does not answer is a fault of ours that may pass, not a stranger's."""

from concurrent.futures import Future
from typing import Any

import pytest

from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.kafka import admin


def test_silence_of_the_broker_may_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin, "CALL_TIMEOUT_S", 0.01)
    never: Future[Any] = Future()
    with pytest.raises(RetriableError, match="did not create topic jobs in 0 s; call again"):
        admin._wait({"jobs": never}, "create topic")
