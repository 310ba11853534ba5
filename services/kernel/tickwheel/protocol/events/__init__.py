"""The journal: facts, in the past tense, written by the owning scheduler alone."""
