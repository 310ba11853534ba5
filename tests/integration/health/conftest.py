"""What the tests of the health stream stand on."""

from collections.abc import Iterator

import pytest
from tests.journals import Journal

from tickwheel.runtime.codec import Codec


@pytest.fixture
def journal(kafka_bootstrap: str, topic_prefix: str) -> Iterator[Journal]:
    journal = Journal(kafka_bootstrap, topic_prefix, Codec())
    yield journal
    journal.close()
