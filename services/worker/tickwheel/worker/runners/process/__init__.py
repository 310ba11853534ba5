"""Handlers in processes of their own: whatever such a handler does to its process, it does to its attempt alone."""
