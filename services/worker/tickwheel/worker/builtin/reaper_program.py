"""The program of the reaper. It runs by itself and imports nothing of ours: it is there in milliseconds.

Reads `+<group>` and `-<group>` until the worker at the other end of the pipe is gone, however that came, and then ends the groups
that are left.
"""

import contextlib
import os
import signal
import sys


def main() -> None:
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin:
        if line.startswith("+"):
            groups.add(int(line[1:]))
        else:
            groups.discard(int(line[1:]))
    for group in groups:
        with contextlib.suppress(OSError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
