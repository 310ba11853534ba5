import pytest
from tests.ledger import Ledger

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(MemoryLog(MemoryBroker(ManualClock()), "test"))
