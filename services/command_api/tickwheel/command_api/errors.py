"""Why the API could not get a decision.

SubmissionError
├── BrokerUnavailableError   Kafka did not take the command: nothing happened
├── UnknownFateError         Kafka may or may not have it: the same Idempotency-Key finds out
├── BusyError                too much is under way already: nothing happened
└── KeyInUseError            another command with the same Idempotency-Key is under way

StretchUnreadableError       Kafka did not give a stretch of the journal within the time
"""


class SubmissionError(Exception):
    """Base of what can go wrong between a request and its decision."""


class BrokerUnavailableError(SubmissionError):
    """The command could not be handed to Kafka: the same request may be sent again."""


class UnknownFateError(SubmissionError):
    """The command may or may not be in the log."""


class BusyError(SubmissionError):
    """More commands are under way than this process holds."""

    def __init__(self, at_most: int) -> None:
        super().__init__(f"{at_most} commands wait for their decision already")


class KeyInUseError(SubmissionError):
    """Two different commands were sent at the same time with one Idempotency-Key."""

    def __init__(self) -> None:
        super().__init__("another request with this Idempotency-Key is under way and asks for something else")


class StretchUnreadableError(Exception):
    """Kafka did not give the stretch within the time."""

    def __init__(self) -> None:
        super().__init__("a stretch of the journal was not read in time")
