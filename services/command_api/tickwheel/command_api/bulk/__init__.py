"""One wish about many things: found by a filter, worked off in the background, with progress that can be asked for."""
