"""What comes in from Kafka: dispatches, which are claimed, and control records. One thread owns all of it."""
