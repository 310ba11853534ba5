"""What a worker holds: attempts parked until due, ready, running. Deterministic: no Kafka, no threads of its own."""
