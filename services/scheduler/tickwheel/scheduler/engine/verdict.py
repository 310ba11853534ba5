"""What a decider says of its input."""

from tickwheel.scheduler.engine.refusal import Refusal

Verdict = Refusal | str | None
"""None: the draft holds what follows. A refusal: a command changes nothing, and why. A word: the input is stale."""

UNCHANGED = "unchanged"
"""A command asks for what is the case already: it is answered as if it had come before."""
