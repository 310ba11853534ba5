"""What the projector's tests stand on."""

from collections.abc import Iterator

import pytest
from tests.projections import Projection

from tickwheel.runtime.codec import Codec


@pytest.fixture(scope="session")
def codec() -> Codec:
    return Codec()


@pytest.fixture
def projection(database: str, codec: Codec) -> Iterator[Projection]:
    projection = Projection(database, codec)
    yield projection
    projection.connection.close()
