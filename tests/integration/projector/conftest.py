"""What the projector's tests stand on."""

from collections.abc import Iterator

import pytest
from tests.journals import Journal
from tests.projections import Projection

from tickwheel.runtime.codec import Codec
from tickwheel.runtime.settings import KafkaGroup, PostgresGroup, ProjectorSettings


@pytest.fixture(scope="session")
def codec() -> Codec:
    return Codec()


@pytest.fixture
def projection(database: str, codec: Codec) -> Iterator[Projection]:
    projection = Projection(database, codec)
    yield projection
    projection.connection.close()


@pytest.fixture
def journal(kafka_bootstrap: str, topic_prefix: str, codec: Codec) -> Iterator[Journal]:
    journal = Journal(kafka_bootstrap, topic_prefix, codec)
    yield journal
    journal.close()


@pytest.fixture
def settings(kafka_bootstrap: str, topic_prefix: str, database: str) -> ProjectorSettings:
    return ProjectorSettings(
        kafka=KafkaGroup(bootstrap=kafka_bootstrap, topic_prefix=topic_prefix),
        postgres=PostgresGroup.model_validate({"dsn": database}),
    )
