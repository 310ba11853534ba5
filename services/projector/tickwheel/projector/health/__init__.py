"""How handlers do across all workers: a windowed stream from `handler-stats` to `handler-health`. Needs no Postgres."""
