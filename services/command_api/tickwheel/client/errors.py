"""What can go wrong between a client and the API.

ClientError
├── NowhereError       nobody said where the API is
├── UnreachableError   no answer: the request may or may not have arrived
└── RefusedError       the API answered no, with a code and a sentence
"""

from tickwheel.runtime.fault import Fault


class ClientError(Fault):
    """Base of what a client raises."""


class NowhereError(ClientError):
    """There is no API to talk to."""

    exit_code = 3


class UnreachableError(ClientError):
    """The API did not answer."""

    exit_code = 3


class RefusedError(ClientError):
    """The API refused, and says why."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
