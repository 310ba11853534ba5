"""Migrations of the index of archived months."""
