"""What each event changes, one file per family of events. Only `evolve` puts them together."""
