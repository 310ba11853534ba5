"""Claims executions, runs their handlers on time and reports the outcomes."""
