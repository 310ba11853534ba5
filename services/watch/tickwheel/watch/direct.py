"""Sends a notice without the scheduler's help: in a thread of its own, again and again for half an hour, to the same routes."""

import asyncio
import subprocess
import threading
from collections.abc import Sequence

import httpx2
import msgspec

from tickwheel.runtime import logs, metrics, outbound, webhook
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.lifecycle.backoff import Backoff
from tickwheel.runtime.secrets import secret_of
from tickwheel.watch.follower import tell_log
from tickwheel.watch.notice import Notice
from tickwheel.watch.route import Route

ATTEMPTS = 13
COUNTED_AFTER = 3
"""Attempts in vain after which it counts as undelivered: who is alarmed of that must not wait for the last one."""
FIRST_PAUSE_S = 2.0
LONGEST_PAUSE_S = 300.0
TIMEOUT_S = 10.0

FAULTS = (Fault, OSError, ValueError, httpx2.HTTPError, httpx2.InvalidURL, subprocess.SubprocessError)

log = logs.logger(__name__)


class Direct:
    def __init__(self, routes: Sequence[Route], clock: Clock, *, allow_private: bool) -> None:
        self._routes = routes
        self._clock = clock
        self._allow_private = allow_private
        self._closed = threading.Event()

    def send(self, notice: Notice) -> None:
        """Returns at once."""
        for route in self._routes:
            if route.fits(notice):
                metrics.NOTIFICATIONS.labels(notice.reason, route.channel).inc()
                if route.channel == "log":
                    tell_log(notice)
                else:
                    threading.Thread(
                        target=self._try, args=(notice, route), name="direct", daemon=True
                    ).start()

    def close(self) -> None:
        self._closed.set()

    def _try(self, notice: Notice, route: Route) -> None:
        pauses = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                self._send_once(notice, route)
            except FAULTS as error:
                log.warning(
                    "A notification could not be sent", route=route.name, attempt=attempt, error=str(error)
                )
            else:
                return
            if attempt == COUNTED_AFTER:
                metrics.NOTIFICATIONS_UNDELIVERED.inc()
            if self._closed.wait(pauses.next_s()):
                break
        log.error("A notification could not be delivered", route=route.name, notice=notice.id)

    def _send_once(self, notice: Notice, route: Route) -> None:
        body = msgspec.json.encode(notice)
        if route.channel == "command":
            subprocess.run(
                list(route.argv), input=body, timeout=TIMEOUT_S, check=True, capture_output=True, env={}
            )
            return
        key = secret_of(route.secret.removeprefix("secret://"))
        headers = {
            "Content-Type": "application/json",
            "Tickwheel-Notice": notice.id,
            **webhook.signed(key, body, self._clock.now_ms() // 1_000),
        }
        asyncio.run(self._post(route.url, body, headers))

    async def _post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        async with outbound.client(TIMEOUT_S) as client:
            request = await outbound.request(
                client, "POST", url, body, headers, allow_private=self._allow_private
            )
            (await client.send(request)).raise_for_status()
