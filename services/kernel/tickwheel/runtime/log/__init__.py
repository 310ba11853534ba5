"""The partitioned log as our services see it: one set of ports, implemented by real Kafka and in memory."""
