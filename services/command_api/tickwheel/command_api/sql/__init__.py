"""Migrations of the API's own tables: users, sessions, tokens. They are no projection, and survive a rebuild."""
