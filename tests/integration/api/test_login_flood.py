"""Ten thousand logins: refused cheaply, without eating the memory or keeping others waiting."""

import asyncio
import json
import time
from collections import Counter
from typing import Any

import psutil
import pytest
from starlette.types import ASGIApp, Message
from tests.integration.api.alone import add_user, served
from tests.integration.api.people import PASSWORD

from tickwheel.command_api.accounts import passwords
from tickwheel.command_api.accounts.turnstile import Turnstile
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.routes.auth import PER_ADDRESS

LOGINS = 10_000
AT_ONCE = 100
A_MINUTE = 5 * PER_ADDRESS
"""Logins that an address may try."""
MOST_MIB = 150
LONGEST_S = 0.5
"""How long the loop may compute before it looks up again. Hashing on it would take seconds."""


async def test_ten_thousand_logins_block_nobody(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = Counter[str]()
    honest = passwords.is_right

    def counted(password_hash: str, password: str) -> bool:
        hashed["times"] += 1
        return honest(password_hash, password)

    monkeypatch.setattr(passwords, "is_right", counted)
    async with served(database) as here:
        add_user(here.pool, "ada", PASSWORD)
        begun = time.monotonic()
        before = psutil.Process().memory_info().rss
        late = asyncio.create_task(_latest())
        answers: Counter[int] = Counter()

        async def attack(first: int) -> None:
            for number in range(first, LOGINS, AT_ONCE):
                answers[await _log_in(here.app, f"guess-{number % 7}", f"guess {number}")] += 1
                await asyncio.sleep(0)  # as a socket would

        await asyncio.gather(*(attack(first) for first in range(AT_ONCE)))
        late.cancel()
        minutes = int((time.monotonic() - begun) // 60) + 2
        """Of the clock on the wall, that it may have touched."""
        grown_mib = (psutil.Process().memory_info().rss - before) / 2**20
    assert sum(answers.values()) == LOGINS
    assert set(answers) <= {401, 429, 503}
    assert hashed["times"] <= minutes * A_MINUTE, "the limit of an address holds, whatever names are tried"
    assert grown_mib < MOST_MIB
    assert _Late.longest_s < LONGEST_S


async def _log_in(app: ASGIApp, name: str, password: str) -> int:
    """Straight into the application: a client would cost more than what it asks."""
    body = json.dumps({"name": name, "password": password}).encode()
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    path = "/api/auth/login"
    scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": path, "raw_path": path.encode()}
    rest = {
        "scheme": "http",
        "query_string": b"",
        "root_path": "",
        "client": ("10.0.0.1", 1),
        "server": ("x", 80),
    }
    await app({**scope, **rest, "headers": [(b"content-type", b"application/json")]}, receive, send)
    return statuses[0]


class _Late:
    longest_s = 0.0


async def _latest() -> None:
    """Measures how long the loop computes at a stretch: its own time, since the machine does other things, too."""
    while True:
        begun = time.thread_time()
        await asyncio.sleep(0.01)
        _Late.longest_s = max(_Late.longest_s, time.thread_time() - begun)


async def test_only_a_few_passwords_are_checked_at_once_and_long_queues_are_sent_away() -> None:
    turnstile = Turnstile(at_once=2, waiting_at_most=3)
    inside, most, release = 0, 0, asyncio.Event()

    async def check() -> str:
        nonlocal inside, most
        try:
            async with turnstile.passed():
                inside += 1
                most = max(most, inside)
                await release.wait()
                inside -= 1
        except Problem as problem:
            return problem.code
        return "checked"

    checks = [asyncio.create_task(check()) for _ in range(8)]
    await asyncio.sleep(0)
    release.set()
    verdicts: Any = Counter(await asyncio.gather(*checks))
    assert (most, verdicts) == (2, {"checked": 5, "busy": 3})
