"""People and programs that may use the API: users, sessions, tokens, and how often they may come."""
