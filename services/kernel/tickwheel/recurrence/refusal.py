"""What is wrong with a schedule, as a value: which field, and in one sentence why."""

import msgspec


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """A definition that cannot be scheduled. Returned, never raised: bad input is foreseeable."""

    field: str
    """The field of the job or calendar that has to change."""
    message: str
    """What was expected and what came instead."""
