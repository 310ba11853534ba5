"""The hierarchical timing wheel: pure, without a clock of its own."""
