"""Which commands were answered in the last hour, so that one that comes again gets the same answer."""

from tickwheel.protocol.events.event import Event
from tickwheel.scheduler.engine.state import Answered

COMMANDS_KEPT = 1_000
"""In a storm of commands for one job the oldest are forgotten early, or the job's record would grow without end."""
KEPT_MS = 3_600_000


def remembered(answered: tuple[Answered, ...], event: Event, version: int) -> tuple[Answered, ...]:
    """With the command that caused the event; only its first event is the answer. Old ones are dropped."""
    command_id = event.cause_id
    if answered and answered[-1].command_id == command_id:
        return answered
    entry = Answered(command_id, event.at_ms, event.sequence, version)
    if not answered:
        return (entry,)
    oldest_ms = event.at_ms - KEPT_MS
    if answered[0].at_ms <= oldest_ms:
        answered = tuple(a for a in answered if a.at_ms > oldest_ms)
    return (*answered[-(COMMANDS_KEPT - 1) :], entry)
