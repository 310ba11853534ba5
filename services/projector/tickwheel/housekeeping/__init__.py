"""The jobs that Tickwheel runs for itself, and the small worker that runs them: an ordinary worker that can reach Postgres.

It joins two services, so it belongs to neither: the archive of the projector, and the worker's SDK.
"""
