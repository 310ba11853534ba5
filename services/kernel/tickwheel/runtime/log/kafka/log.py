"""Makes clients of one Kafka cluster. Making one does not wait for a broker."""

from collections.abc import Mapping
from typing import Any

import confluent_kafka
from confluent_kafka.admin import AdminClient

from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.log.kafka import settings
from tickwheel.runtime.log.kafka.admin import KafkaAdmin
from tickwheel.runtime.log.kafka.consumer import KafkaConsumer
from tickwheel.runtime.log.kafka.inspection import KafkaInspection
from tickwheel.runtime.log.kafka.producer import KafkaProducer
from tickwheel.runtime.log.kafka.transactional_producer import KafkaTransactionalProducer
from tickwheel.runtime.log.ports import Isolation


class KafkaLog:
    """The log on a real Kafka. `extra` holds further client settings (SASL, TLS) and wins over ours."""

    def __init__(
        self,
        bootstrap: str,
        client_id: str,
        extra: Mapping[str, Any] | None = None,
        *,
        session_timeout_ms: int = settings.SESSION_TIMEOUT_MS,
    ) -> None:
        self._session = settings.session(session_timeout_ms)
        self._bootstrap = bootstrap
        self._client_id = client_id
        self._extra = dict(extra or {})

    def consumer(self, group: str | None, *, isolation: Isolation = "read_committed") -> KafkaConsumer:
        wanted = settings.consumer(self._base(), group, isolation, {**self._session, **self._extra})
        return KafkaConsumer(confluent_kafka.Consumer(wanted), group)

    def producer(self, *, linger_ms: int = 1) -> KafkaProducer:
        wanted = settings.producer(self._base(), {"linger.ms": linger_ms, **self._extra})
        return KafkaProducer(confluent_kafka.Producer(wanted))

    def transactional_producer(self, transactional_id: str) -> KafkaTransactionalProducer:
        wanted = settings.transactional_producer(self._base(), transactional_id, self._extra)
        return KafkaTransactionalProducer(confluent_kafka.Producer(wanted), transactional_id)

    def admin(self) -> KafkaAdmin:
        return KafkaAdmin(AdminClient({**self._base(), **self._extra}), SystemClock())

    def inspection(self) -> KafkaInspection:
        """For diagnosis: not part of the port."""
        return KafkaInspection(AdminClient({**self._base(), **self._extra}))

    def _base(self) -> settings.Settings:
        return settings.client(self._bootstrap, self._client_id)
