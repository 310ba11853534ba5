"""The `command` handler: runs a program of the allow-list. No shell, a clean environment, and killed with its group."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence
from typing import Any

import pydantic

from tickwheel.worker.builtin import kept
from tickwheel.worker.builtin.reaper import REAPER
from tickwheel.worker.redaction import redact
from tickwheel.worker.sdk.errors import NonRetryable
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.sdk.signature import handler_of

KEPT_BYTES = 65_536
"""The end of each stream is kept."""

KILL_AFTER_S = 2.0

OUTPUT_AFTER_END_S = 1.0
"""When the program has ended, but something it started still holds its output open."""

LOOK_S = 0.1
"""How often to look whether the program has ended while its output is still open."""

LOADER_VARIABLES = ("LD_", "DYLD_")
"""They make any program run other code than its own, and so the allow-list void."""

CLEAN_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/"}


class Command(pydantic.BaseModel):
    argv: list[str] = pydantic.Field(min_length=1)
    """The program, by its full path, and its arguments."""
    env: dict[str, str] = {}
    """Added to a clean environment: nothing of the worker's own is handed on."""
    cwd: str = "/"
    stdin: str = ""
    success: list[int] = [0]
    """Exit codes that count as success."""


class CommandRefused(NonRetryable):
    """The program is not on this worker's allow-list."""


class CommandFailed(Exception):  # noqa: N818 - shown to users as the class of the error
    """The program ended with another exit code than it should."""


class CommandHandler:
    def __init__(self, allowed: Sequence[str]) -> None:
        self._allowed = frozenset(allowed)

    async def call(self, command: Command) -> dict[str, Any]:
        """Runs a program."""
        program = command.argv[0]
        if program not in self._allowed:
            raise CommandRefused(
                f"{program} may not be run here: add its full path to TICKWHEEL_WORKER_ALLOW_COMMANDS on workers that may"
            )
        for name in command.env:
            if name.startswith(LOADER_VARIABLES):
                raise CommandRefused(f"the variable {name} makes a program run other code: leave it out")
        REAPER.begin()
        process = await _start(command)
        try:
            REAPER.mind(process.pid)
            stdout, stderr = await _hear_out(process, command.stdin.encode())
            code = process.returncode if process.returncode is not None else await process.wait()
        except asyncio.CancelledError:
            await _end(process)
            raise
        finally:
            # What it has started and not waited for is over as well: an attempt that has ended leaves nothing behind.
            _signal(process, signal.SIGKILL)
            REAPER.forget(process.pid)
        return _judge(command, code, stdout, stderr)


def handler(allowed: Sequence[str]) -> Handler:
    return handler_of("command", CommandHandler(allowed).call, "command")


async def _start(command: Command) -> asyncio.subprocess.Process:
    """A cancellation waits until the process is ours to end: asyncio itself would end it without its children."""
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(
            *command.argv,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**CLEAN_ENVIRONMENT, **command.env},
            cwd=command.cwd,
            start_new_session=True,
        )
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await _end(await starting)
        raise


async def _hear_out(process: asyncio.subprocess.Process, given: bytes) -> tuple[str, str]:
    if process.stdin is None or process.stdout is None or process.stderr is None:
        raise RuntimeError("the process was started without pipes")
    stdout, stderr = Tail(process.stdout), Tail(process.stderr)
    reading = asyncio.gather(stdout.read(), stderr.read(), _feed(process.stdin, given))
    try:
        # Not `process.wait()`: until Python 3.12 it waits for the ends of the streams as well.
        while process.returncode is None and not reading.done():
            await asyncio.wait((reading,), timeout=LOOK_S)
        await asyncio.wait((reading,), timeout=OUTPUT_AFTER_END_S)
    finally:
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reading
    return stdout.text(), stderr.text()


async def _feed(stdin: asyncio.StreamWriter, given: bytes) -> None:
    """A program that does not read to the end is no fault."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        stdin.write(given)
        await stdin.drain()
    stdin.close()


class Tail:
    """The end of a stream, as far as it was read."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream
        self._kept = b""

    async def read(self) -> None:
        while chunk := await self._stream.read(KEPT_BYTES):
            self._kept = (self._kept + chunk)[-KEPT_BYTES:]

    def text(self) -> str:
        """Both streams together fit into a result, whatever bytes they are."""
        return kept.end(redact(self._kept.decode("utf-8", "replace")), kept.SPARE_BYTES // 2)


async def _end(process: asyncio.subprocess.Process) -> None:
    """SIGTERM to the group, and SIGKILL if that did not help in time. What it still writes is read and dropped."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        _signal(process, number)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(_over(process), KILL_AFTER_S)
            # The program itself may have ended before its children.
            _signal(process, signal.SIGKILL)
            return


async def _over(process: asyncio.subprocess.Process) -> None:
    streams = [stream for stream in (process.stdout, process.stderr) if stream is not None]
    await asyncio.gather(process.wait(), *(Tail(stream).read() for stream in streams))


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _judge(command: Command, code: int, stdout: str, stderr: str) -> dict[str, Any]:
    if code not in command.success:
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        raise CommandFailed(f"{command.argv[0]} ended with {how}: {(stderr or stdout)[-2_000:]}")
    return {"exit_code": code, "stdout": stdout, "stderr": stderr}
