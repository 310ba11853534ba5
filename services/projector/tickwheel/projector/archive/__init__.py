"""Old months as Parquet files: written, verified, then taken out of the live tables; and brought back."""

SCHEMA = "tickwheel_archive"
"""Where the index is: beside the read models, because a rebuild must not touch it."""

PACKAGE = "tickwheel.projector.archive.sql"
"""Where its migrations are."""
