"""A stack that looks lived in: believable jobs, a worker that runs them, failures and history. For demonstrations only."""
