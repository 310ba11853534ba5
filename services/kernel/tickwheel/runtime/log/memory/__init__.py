"""The log in memory: partitions, groups, transactions and fencing as Kafka has them, on a clock of the caller's.

Single-threaded and deterministic; nothing waits in real time. Honest about its limits: one broker that never loses
anything, no replication, no quotas, no compression; compaction and retention happen only when asked for.
"""

from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.memory.log import MemoryLog

__all__ = ["MemoryBroker", "MemoryLog"]
