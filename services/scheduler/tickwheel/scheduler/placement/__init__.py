"""Chooses the worker and the mailbox of an execution: pure."""
