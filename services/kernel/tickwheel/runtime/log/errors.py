"""What can go wrong with the log, sorted by what the caller must do about it.

LogError
├── RetriableError     nothing happened; call again
├── AbortableError     the open transaction must be aborted and its input read again
├── IndefiniteError    it may or may not have happened; destroy the client and restore from the log
└── FatalError         this client is finished; make a new one and restore from the log
    └── FencedError    another owner has taken over; stop acting at once
"""

from tickwheel.runtime.fault import Fault


class LogError(Fault):
    """Base of every fault of the log."""


class RetriableError(LogError):
    """Nothing happened; the same call may be made again."""


class AbortableError(LogError):
    """The open transaction must be aborted; its input will be read again."""


class IndefiniteError(LogError):
    """The result is unknown: only the log itself can tell, after the client has been replaced."""


class FatalError(LogError):
    """This client can do nothing more."""


class FencedError(FatalError):
    """Another producer or group member has taken this one's place."""
