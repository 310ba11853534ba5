"""Paths, headers and values that try to be something else."""

import socket
from urllib.parse import quote, urlsplit

import pytest
from tests.integration.api.api import Api

from tickwheel.embedded.stack import Stack

CRLF = "x\r\nSet-Cookie: planted=1\r\n\r\n<script>"


def raw(stack: Stack, request: bytes) -> bytes:
    """What a server says to bytes that no client library would send."""
    at = urlsplit(stack.endpoints.api)
    with socket.create_connection((at.hostname or "", at.port or 0), timeout=60) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65_536), b""))


def test_a_name_cannot_add_headers_to_an_answer(api: Api) -> None:
    made = api.http.put(f"/calendars/{quote(CRLF + api.name(), safe='')}", json={"effect": "hold"})
    job = api.http.post("/jobs", json={"name": CRLF + api.name(), "handler": "noop"})
    for answer in (made, job, api.http.get(f"/jobs/{quote(CRLF, safe='')}")):
        assert "set-cookie" not in answer.headers
        assert answer.headers["content-type"] in ("application/json", "application/problem+json")


def test_a_key_with_control_characters_is_refused(stack: Stack) -> None:
    token = stack.endpoints.admin_token
    body = b'{"name":"x","handler":"noop"}'
    head = f"POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n"
    answer = raw(stack, f"{head}Idempotency-Key: a\x0bb\r\nConnection: close\r\n\r\n".encode() + body)
    assert answer.split(b" ", 2)[1] in (b"400", b"422")


@pytest.mark.parametrize(
    "path",
    [
        "/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2f..%2fpyproject.toml",
        "/registry/..%2f..%2fetc%2fpasswd",
        "/api/v1/jobs/..%2f..%2fusers",
        "//etc/passwd",
        "/etc/passwd%00.html",
    ],
)
def test_a_path_leads_nowhere_but_into_the_api(stack: Stack, path: str) -> None:
    token = stack.endpoints.admin_token
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    answer = raw(stack, request.encode())
    assert b"root:" not in answer
    assert b"[project]" not in answer
    assert b" 500 " not in answer.split(b"\r\n", 1)[0]


@pytest.mark.parametrize(
    "params",
    [
        {"sort": "name; DROP TABLE tickwheel.jobs"},
        {"sort": "(SELECT password_hash FROM tickwheel_api.users)"},
        {"cursor": "' OR 1=1 --"},
        {"tag": "a=b' OR '1'='1"},
        {"q": "'; DELETE FROM tickwheel.jobs; --"},
        {"q": "%_\\"},
        {"handler": "x' UNION SELECT password_hash FROM tickwheel_api.users --"},
        {"min_offset": "0:1; SELECT pg_sleep(10)"},
    ],
    ids=lambda params: next(iter(params.items()))[1][:20],
)
def test_a_value_is_never_taken_for_sql(api: Api, params: dict[str, str]) -> None:
    made = api.create()
    answer = api.http.get("/jobs", params=params)
    assert answer.status_code in (200, 422), answer.text
    assert "argon2" not in answer.text
    assert api.get(f"/jobs/{made['job_id']}", min_offset=made["offset"])["status"] == "SCHEDULED"


def test_a_forged_host_or_forwarded_address_changes_nothing_in_the_answer(stack: Stack) -> None:
    token = stack.endpoints.admin_token
    body = f'{{"name":"{Api.name()}","handler":"noop"}}'
    head = f"POST /api/v1/jobs HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nAuthorization: Bearer {token}\r\n"
    answer = raw(stack, f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
    assert answer.startswith(b"HTTP/1.1 201")
    assert b"evil.example" not in answer
