"""A tiny OpenID Connect provider on loopback: discovery, keys, and tokens for codes. It vouches for whom a test says."""

import base64
import hashlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "tickwheel"


class IdentityProvider:
    def __init__(self) -> None:
        self._key = RSAKey.generate_key(2048, {"kid": "one"})
        self._codes: dict[str, tuple[dict[str, Any], str]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "IdentityProvider":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def approve(self, address: str, key: RSAKey | None = None, **claims: Any) -> dict[str, str]:
        """What the browser comes back with after the person has agreed."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        now = int(time.time())
        body = {
            "iss": self.issuer,
            "aud": CLIENT,
            "sub": "4711",
            "nonce": asked["nonce"],
            "iat": now,
            "exp": now + 60,
            **claims,
        }
        token = jwt.encode({"alg": "RS256", "kid": "one"}, body, key or self._key)
        self._codes["code"] = ({"id_token": token, "token_type": "Bearer"}, asked["code_challenge"])
        return {"code": "code", "state": asked["state"]}

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, Any]:
        if path == "/.well-known/openid-configuration":
            ends = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
            return 200, {"issuer": self.issuer} | {k: f"{self.issuer}/{v}" for k, v in ends.items()}
        if path == "/keys":
            return 200, {"keys": [self._key.as_dict(private=False)]}
        tokens, challenge = self._codes.pop(form.get("code", ""), ({}, ""))
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        proven = base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == challenge
        return (200, tokens) if tokens and proven else (400, {"error": "invalid_grant"})

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._send(*provider.answer(self.path, {}))

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._send(*provider.answer(self.path, {k: v[0] for k, v in parse_qs(body).items()}))

            def _send(self, status: int, body: Any) -> None:
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
                """Tests print nothing."""

        return Handler
