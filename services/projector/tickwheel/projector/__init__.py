"""The projector: keeps Postgres tables that people like to query provably equal to the journal."""

SCHEMA = "tickwheel"
"""Where the tables are."""

PACKAGE = "tickwheel.projector.sql"
"""Where their migrations are."""
