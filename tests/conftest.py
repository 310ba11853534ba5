"""The servers that tests share: `kafka_bootstrap`, `topic_prefix`, `postgres_dsn`, `database`."""

pytest_plugins = ["tickwheel.testing.servers"]
