"""What every peer's job does: nothing, and one byte to a file of its own that says it was done."""

import os
import sys

PATH = os.environ["PEER_EVIDENCE"]
PAYLOAD = {"customer": "c-1001", "amount": 4200, "note": "the same for everybody"}
_descriptor: tuple[int, int] = (0, -1)


def done() -> None:
    """Opened in whichever process writes; O_APPEND keeps every byte."""
    global _descriptor
    if _descriptor[0] != os.getpid():
        _descriptor = os.getpid(), os.open(PATH, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    os.write(_descriptor[1], b".")


def asked() -> int:
    """How many jobs to submit. Everything is imported and connected now, and the clock starts with the answer."""
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    return int(sys.stdin.readline())
