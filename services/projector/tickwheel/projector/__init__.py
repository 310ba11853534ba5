"""Builds the Postgres read models from the event journal, and from nothing else."""
