"""Handlers that every worker brings."""
