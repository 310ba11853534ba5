"""The pure heart: decide and evolve. No clock, no randomness, no I/O."""
