"""The shapes of what reads answer: rows of the tables as JSON. For OpenAPI; a test holds them to the answers."""
