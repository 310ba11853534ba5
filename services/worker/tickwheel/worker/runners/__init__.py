"""Where user code runs: on an event loop, in threads, in processes. Never on a thread that talks to Kafka."""
