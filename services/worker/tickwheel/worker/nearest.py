"""Finds the stack that `tickwheel dev` runs in this folder, for those whose settings name no Kafka."""

from tickwheel.protocol.topics import Topics
from tickwheel.runtime.cluster import Cluster
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.settings import KafkaGroup


def nearest(kafka: KafkaGroup) -> KafkaGroup:
    """The same, if they name one; or else with the address of the stack in this folder or above it, if there is one."""
    if "bootstrap" in kafka.model_fields_set:
        return kafka
    from tickwheel.client.address import find_endpoints

    here = find_endpoints()
    return kafka if here is None else kafka.model_copy(update={"bootstrap": here["kafka"]})


def laid_out(kafka: KafkaGroup, log: Log) -> KafkaGroup:
    """With what was fixed when the cluster was initialised, where the settings say nothing of it."""
    fixed = Cluster(log, Topics(kafka.topic_prefix), Codec()).require()
    update = {name: getattr(fixed, name) for name in ("partitions", "mailboxes", "namespace")}
    return kafka.model_copy(
        update={name: value for name, value in update.items() if name not in kafka.model_fields_set}
    )
