"""Migrations of the read models, numbered and never changed once released."""
