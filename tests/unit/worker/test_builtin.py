"""The built-in handlers: what they do, and above all what they refuse."""

import asyncio
import contextlib
import gzip
import ipaddress
import sys
import threading
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import httpx2
import pydantic
import pytest
from tests.unit.worker.scene import NOW_MS

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.worker import JobContext, NonRetryable, RetryAfter, builtin, secrets
from tickwheel.worker.builtin.addresses import AddressRefused, is_public
from tickwheel.worker.builtin.command import Command, CommandFailed, CommandHandler, CommandRefused
from tickwheel.worker.builtin.http import HttpFailed, HttpHandler, HttpRefused, HttpRequest, HttpUnanswered
from tickwheel.worker.redaction import MASK, redact
from tickwheel.worker.runners.invocation import returned

CONTEXT = JobContext(
    job_id="j",
    job_name="n",
    execution_id="e1",
    attempt=2,
    max_attempts=4,
    handler="http",
    due_ms=0,
    deadline_ms=0,
)


class Answering(BaseHTTPRequestHandler):
    seen: ClassVar[list[tuple[str, str, dict[str, str], bytes]]] = []

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.seen.append((self.command, self.path, dict(self.headers), self.rfile.read(length)))
        status = int(self.path.rpartition("/")[2])
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "http://169.254.169.254/")
        if status == 429:
            self.send_header("Retry-After", "7")
        self.end_headers()
        self.wfile.write(b"x" * 2_000_000 if status == 206 else b'{"ok":true}')

    def log_message(self, format: str, *args: Any) -> None: ...  # noqa: A002 - the parent's signature


@pytest.fixture
def server() -> Iterator[str]:
    Answering.seen.clear()
    httpd = HTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=httpd.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://localhost:{httpd.server_port}"
    httpd.shutdown()
    thread.join()
    httpd.server_close()


def request(url: str, **fields: Any) -> HttpRequest:
    return HttpRequest.model_validate({"url": url, **fields})


async def test_http_sends_the_request_and_returns_the_answer(server: str) -> None:
    handler = HttpHandler(allow_private=True)
    result = await handler.call(
        request(f"{server}/hook/200", body={"a": 1}, headers={"X-Mine": "1"}), CONTEXT
    )
    assert result == {"status": 200, "body": '{"ok":true}', "truncated": False}
    ((method, path, headers, body),) = Answering.seen
    assert (method, path, body) == ("POST", "/hook/200", b'{"a":1}')
    assert (headers["Host"], headers["X-Mine"]) == (server.removeprefix("http://"), "1")
    assert (headers["Idempotency-Key"], headers["X-Tickwheel-Attempt"]) == ("e1", "2")


async def test_http_refuses_private_addresses_by_whatever_name(server: str) -> None:
    handler = HttpHandler(allow_private=False)
    port = server.rpartition(":")[2]
    for host in ("localhost", "127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"):
        with pytest.raises(AddressRefused, match="not a public address"):
            await handler.call(request(f"http://{host}:{port}/200"), CONTEXT)
    assert Answering.seen == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("10.0.0.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104 - refused, not bound
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:0a00:0001::", False),
        ("fd00::1", False),
        ("fe80::1", False),
    ],
)
def test_tells_public_from_private(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


async def test_http_follows_no_redirect(server: str) -> None:
    with pytest.raises(HttpRefused, match="answered 302"):
        await HttpHandler(allow_private=True).call(request(f"{server}/302"), CONTEXT)


async def test_http_sorts_answers_into_retryable_and_not(server: str) -> None:
    handler = HttpHandler(allow_private=True)
    with pytest.raises(HttpFailed):
        await handler.call(request(f"{server}/503"), CONTEXT)
    with pytest.raises(NonRetryable):
        await handler.call(request(f"{server}/404"), CONTEXT)
    with pytest.raises(RetryAfter) as asked:
        await handler.call(request(f"{server}/429"), CONTEXT)
    assert asked.value.delay_ms == 7_000
    assert (await handler.call(request(f"{server}/404", success=[404, "200-299"]), CONTEXT))["status"] == 404


async def test_http_reads_no_endless_answer(server: str) -> None:
    with pytest.raises(HttpRefused, match="larger than"):
        await HttpHandler(allow_private=True).call(request(f"{server}/206"), CONTEXT)


def answering(status: int, content: bytes = b"", **headers: str) -> HttpHandler:
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    class Body(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield content

    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(status, headers=named, stream=Body())

    clock = ManualClock(NOW_MS)
    return HttpHandler(allow_private=True, transport=httpx2.MockTransport(answer), clock=clock)


LOCAL = request("http://127.0.0.1/")


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(b"x" * 50_000_000)),
        ("gzip, gzip", gzip.compress(gzip.compress(b"x" * 50_000_000))),
        ("br", b"whatever"),
    ],
    ids=["once", "twice", "another"],
)
async def test_http_unpacks_no_bomb(encoding: str, packed: bytes) -> None:
    tracemalloc.start()
    with pytest.raises(HttpRefused, match=r"larger than|only gzip was asked for"):
        await answering(200, packed, Content_Encoding=encoding).call(LOCAL, CONTEXT)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000


async def test_http_reads_a_packed_answer() -> None:
    result = await answering(200, gzip.compress(b"hello"), Content_Encoding="gzip").call(LOCAL, CONTEXT)
    assert result["body"] == "hello"


@pytest.mark.parametrize("character", ["\x01", "\N{ROCKET}", "x"])
async def test_http_returns_what_fits_into_a_result(character: str) -> None:
    result = await answering(200, (character * 70_000).encode()).call(LOCAL, CONTEXT)
    assert returned(result).status == "completed"
    assert result["truncated"]


async def test_http_keeps_a_secret_out_of_its_result_when_the_server_echoes_it() -> None:
    secrets.resolve('{"x":"secret://echo"}', {"TICKWHEEL_SECRET_ECHO": "an-echoed-secret"})
    result = await answering(200, b'{"authorization": "Bearer an-echoed-secret"}').call(LOCAL, CONTEXT)
    assert result["body"] == f'{{"authorization": "Bearer {MASK}"}}'


@pytest.mark.parametrize(
    ("asked", "delay_ms"),
    [
        ("7", 7_000),
        ("Tue, 14 Nov 2023 22:13:30 GMT", 10_000),
        ("99999999999", 86_400_000),
        ("Mon, 01 Jan 2001 00:00:00 GMT", 0),
    ],
)
async def test_http_comes_again_when_the_server_says(asked: str, delay_ms: int) -> None:
    with pytest.raises(RetryAfter) as told:
        await answering(503, Retry_After=asked).call(LOCAL, CONTEXT)
    assert told.value.delay_ms == delay_ms


@pytest.mark.parametrize(("status", "asked"), [(520, ""), (529, "soon"), (500, "\N{SUPERSCRIPT TWO}")])
async def test_http_tries_again_after_any_fault_of_the_server(status: int, asked: str) -> None:
    with pytest.raises(HttpFailed):
        await answering(status, Retry_After=asked.encode("ascii", "replace").decode()).call(LOCAL, CONTEXT)


async def test_http_reads_an_answer_whose_encoding_is_none_of_text() -> None:
    result = await answering(200, b"hello", Content_Type="text/plain; charset=hex").call(LOCAL, CONTEXT)
    assert result["body"] == "hello"


async def test_http_ends_in_time_though_the_server_sends_a_byte_now_and_then() -> None:
    over = asyncio.Event()

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            while not writer.is_closing():
                writer.write(b".")
                await writer.drain()
                await asyncio.sleep(0.02)
        writer.close()
        over.set()

    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(HttpUnanswered, match=r"took longer than 0\.3 s"):
        await HttpHandler(allow_private=True).call(
            request(f"http://127.0.0.1:{port}/", timeout_s=0.3), CONTEXT
        )
    await over.wait()
    server.close()


async def test_http_says_what_went_wrong_when_nobody_answers() -> None:
    with pytest.raises(HttpUnanswered, match=r"127\.0\.0\.1 failed: .+"):
        await HttpHandler(allow_private=True).call(request("http://127.0.0.1:1/"), CONTEXT)


def test_http_refuses_other_schemes_and_unreadable_statuses() -> None:
    for fields in ({"url": "file:///etc/passwd"}, {"url": "http://x/", "success": ["many"]}):
        with pytest.raises(pydantic.ValidationError):
            HttpRequest.model_validate(fields)


def test_command_is_off_unless_programs_are_allowed() -> None:
    assert "command" not in {handler.name for handler in builtin.handlers(WorkerGroup())}
    allowed = WorkerGroup(allow_commands=("/bin/echo",))
    assert "command" in {handler.name for handler in builtin.handlers(allowed)}


async def test_command_runs_without_a_shell_and_with_a_clean_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TICKWHEEL_SECRET_X", "hidden")
    handler = CommandHandler(["/bin/echo", "/usr/bin/env", "/bin/cat"])
    assert (await handler.call(Command(argv=["/bin/echo", "$HOME; ls"])))["stdout"] == "$HOME; ls\n"
    environment = (await handler.call(Command(argv=["/usr/bin/env"], env={"A": "1"})))["stdout"]
    assert "A=1" in environment
    assert "TICKWHEEL" not in environment
    assert (await handler.call(Command(argv=["/bin/cat"], stdin="in")))["stdout"] == "in"


async def test_command_refuses_what_is_not_on_the_list() -> None:
    with pytest.raises(CommandRefused, match="TICKWHEEL_WORKER_ALLOW_COMMANDS"):
        await CommandHandler(["/bin/echo"]).call(Command(argv=["/bin/sh", "-c", "true"]))


async def test_command_tells_exit_code_and_the_end_of_the_output() -> None:
    handler = CommandHandler(["/bin/sh"])
    with pytest.raises(CommandFailed, match="exit code 3: oh no"):
        await handler.call(Command(argv=["/bin/sh", "-c", "echo oh no >&2; exit 3"]))
    fine = await handler.call(Command(argv=["/bin/sh", "-c", "exit 3"], success=[0, 3]))
    assert fine["exit_code"] == 3
    long = await handler.call(Command(argv=["/bin/sh", "-c", "yes | head -c 500000; echo end"]))
    assert len(long["stdout"]) == 65_536
    assert long["stdout"].endswith("end\n")


async def test_command_is_killed_with_its_children_when_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    script = f"sleep 600 & echo $! > {path}.new; mv {path}.new {path}; wait"
    task = asyncio.create_task(CommandHandler(["/bin/sh"]).call(Command(argv=["/bin/sh", "-c", script])))
    while not path.exists():
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    child = Path(f"/proc/{path.read_text().strip()}/status")
    while child.exists() and "State:\tZ" not in child.read_text():
        await asyncio.sleep(0.01)


WORKER = """
import asyncio, sys
from tickwheel.worker.builtin.command import Command, CommandHandler
from tickwheel.worker.builtin.reaper import REAPER

class Noting:
    begin = REAPER.begin

    def mind(self, group):
        REAPER.mind(group)
        open(sys.argv[2], "w").close()

import tickwheel.worker.builtin.command as command
command.REAPER = Noting()
script = "sleep 600 & echo $$ $! > $0.new; mv $0.new $0; wait"
asyncio.run(CommandHandler(["/bin/sh"]).call(Command(argv=["/bin/sh", "-c", script, sys.argv[1]])))
"""


async def test_command_ends_with_a_worker_that_is_killed(tmp_path: Path) -> None:
    """It went on, while another worker started the attempt again."""
    path = tmp_path / "pids"
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WORKER, str(path), str(tmp_path / "minded")
    )
    while not (path.exists() and (tmp_path / "minded").exists()):
        await asyncio.sleep(0.01)
    worker.kill()
    await worker.wait()
    for pid in path.read_text().split():
        status = Path(f"/proc/{pid}/status")
        while status.exists() and "State:\tZ" not in status.read_text():
            await asyncio.sleep(0.01)


async def test_command_does_not_wait_for_what_its_program_left_behind(tmp_path: Path) -> None:
    """A child that holds the output open kept the attempt until its time-out, though the program had ended well."""
    path = tmp_path / "pid"
    script = f"sleep 600 & echo $! > {path}; echo done"
    result = await asyncio.wait_for(
        CommandHandler(["/bin/sh"]).call(Command(argv=["/bin/sh", "-c", script])), timeout=30
    )
    assert (result["exit_code"], result["stdout"]) == (0, "done\n")
    child = Path(f"/proc/{path.read_text().strip()}/status")
    while child.exists() and "State:\tZ" not in child.read_text():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("byte", [r"\001", r"\377", "x"])
async def test_command_returns_what_fits_into_a_result_whatever_it_wrote(byte: str) -> None:
    """64 KiB of such bytes are more than 256 KiB of JSON, twice: a good end was told as a failure for good."""
    script = f"i=0; while [ $i -lt 7000 ]; do printf '{byte * 10}'; i=$((i+1)); done | tee /dev/stderr"
    result = await CommandHandler(["/bin/sh"]).call(Command(argv=["/bin/sh", "-c", script]))
    how = returned(result)
    assert how.status == "completed", how.error_message
    assert len(result["stdout"]) >= 20_000


async def test_command_refuses_variables_that_make_the_list_void() -> None:
    with pytest.raises(CommandRefused, match="LD_PRELOAD"):
        await CommandHandler(["/bin/true"]).call(Command(argv=["/bin/true"], env={"LD_PRELOAD": "/tmp/x.so"}))


def test_resolves_secrets_from_variables_and_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from-file\n")
    environ = {"TICKWHEEL_SECRET_A_B": "s3cr3t-value", "TICKWHEEL_SECRET_KEY_FILE": str(tmp_path / "key")}
    payload = '{"auth":"Bearer secret://a.b","list":["secret://key"],"n":1}'
    resolved = '{"auth":"Bearer s3cr3t-value","list":["from-file"],"n":1}'
    assert secrets.resolve(payload, environ) == resolved
    assert redact("it was s3cr3t-value") == f"it was {MASK}"


def test_names_the_variable_of_a_missing_secret() -> None:
    with pytest.raises(Fault, match="set TICKWHEEL_SECRET_NO_SUCH"):
        secrets.resolve('{"x":"secret://no.such"}', {})


@pytest.mark.parametrize(
    "text",
    [
        "{'access_token': 'hunter22'}",
        "password=hunter22",
        'api_key: "hunter22"',
        "Authorization: Bearer hunter22",
        "amqp://me:hunter22@host/x",
    ],
)
def test_masks_what_looks_like_a_secret(text: str) -> None:
    assert "hunter22" not in redact(text)
