"""Takes a consumer back to what its group has committed, after a batch was aborted."""

from tickwheel.runtime.log.ports import Consumer
from tickwheel.runtime.log.records import BEGINNING


def rewind(consumer: Consumer) -> None:
    """Every assigned partition is read again from the committed offset, or from the beginning if there is none."""
    for partition, offset in consumer.committed(consumer.assignment()).items():
        consumer.seek(partition, BEGINNING if offset is None else offset)
