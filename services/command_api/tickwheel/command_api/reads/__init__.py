"""Reads from the projected tables, one module a noun. The SQL is plain: the same that anyone may write."""
