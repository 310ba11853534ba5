"""The ports of the log over confluent-kafka. Nothing outside this package imports confluent_kafka for records."""

from tickwheel.runtime.log.kafka.log import KafkaLog

__all__ = ["KafkaLog"]
