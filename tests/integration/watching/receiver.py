"""A receiver of webhooks on this machine, as a user would write it: see docs/notifications.md."""

import hashlib
import hmac
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

TOLERANCE_S = 300


def is_genuine(key: bytes, headers: Any, body: bytes, now_s: float) -> bool:
    """Whether this was sent by somebody who has the key, a short time ago."""
    timestamp = headers["Tickwheel-Timestamp"]
    expected = hmac.new(key, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    fresh = abs(now_s - int(timestamp)) <= TOLERANCE_S
    return fresh and hmac.compare_digest(f"v1={expected}", headers["Tickwheel-Signature"])


class Receiver:
    """Keeps every genuine notice. Refuses the first request it gets, so that each test run tries a retry."""

    def __init__(self, key: str) -> None:
        self.notices: list[dict[str, Any]] = []
        self.forged = 0
        self.refused = 0
        self._key = key.encode()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/hook"

    def about(self, reason: str, job: str = "") -> list[dict[str, Any]]:
        return [
            notice
            for notice in list(self.notices)
            if notice["reason"] == reason and (not job or (notice["job"] or {}).get("name") == job)
        ]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def take(self, headers: Any, body: bytes) -> int:
        if not is_genuine(self._key, headers, body, time.time()):
            self.forged += 1
            return 401
        if not self.refused:
            self.refused += 1
            return 503
        self.notices.append(json.loads(body))
        return 204

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(receiver.take(self.headers, body))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's signature
                """Tests look at `notices`."""

        return Handler
