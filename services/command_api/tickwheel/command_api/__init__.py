"""The REST API: takes commands, waits for their decision, reads the projected tables."""
