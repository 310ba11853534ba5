"""The `command` handler: runs a program of the allow-list. No shell, a clean environment, and killed with its group."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence
from typing import Any

import pydantic

from tickwheel.worker.redaction import redact
from tickwheel.worker.sdk.errors import NonRetryable
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.sdk.signature import handler_of

KEPT_BYTES = 65_536
"""The end of each stream is kept."""

KILL_AFTER_S = 2.0
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
        process = await _start(command)
        try:
            stdout, stderr = await _hear_out(process, command.stdin.encode())
        except asyncio.CancelledError:
            await _end(process)
            raise
        return _judge(command, await process.wait(), stdout, stderr)


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
    stdout, stderr, _ = await asyncio.gather(
        _tail(process.stdout), _tail(process.stderr), _feed(process.stdin, given)
    )
    return stdout, stderr


async def _feed(stdin: asyncio.StreamWriter, given: bytes) -> None:
    """A program that does not read to the end is no fault."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        stdin.write(given)
        await stdin.drain()
    stdin.close()


async def _tail(stream: asyncio.StreamReader) -> str:
    kept = b""
    while chunk := await stream.read(KEPT_BYTES):
        kept = (kept + chunk)[-KEPT_BYTES:]
    return redact(kept.decode("utf-8", "replace"))


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
    await asyncio.gather(process.wait(), *(_tail(stream) for stream in streams))


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _judge(command: Command, code: int, stdout: str, stderr: str) -> dict[str, Any]:
    if code not in command.success:
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        raise CommandFailed(f"{command.argv[0]} ended with {how}: {(stderr or stdout)[-2_000:]}")
    return {"exit_code": code, "stdout": stdout, "stderr": stderr}
