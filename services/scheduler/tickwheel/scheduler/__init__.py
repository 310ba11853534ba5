"""Owns partitions of jobs: decides commands, keeps the wheel and dispatches executions."""
