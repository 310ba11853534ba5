"""The seams to the outside world: clocks, the log, Postgres, settings, logs, metrics, process lifecycle."""
