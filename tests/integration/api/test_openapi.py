"""The API does what its OpenAPI document says, whatever it is asked: schemathesis tries, with all of its checks."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tickwheel.embedded.stack import Stack, StackPlan

DOCUMENT = Path(__file__).parents[3] / "docs" / "openapi.json"
EXAMPLES = os.environ.get("FUZZ_EXAMPLES", "")
"""How many to make up for each operation; the few of every day are always the same ones."""
EVERY_DAY = ["--max-examples=3", "--seed=1", "--no-shrink", "--phases=examples,fuzzing,stateful"]
"""Some 500 requests. A long run also tries each parameter at and beyond its bounds: 4,000 more."""
UNBOUNDED = {
    "TICKWHEEL_API_TOKEN_PER_MINUTE": "100000000",
    "TICKWHEEL_API_LOGIN_PER_MINUTE": "100000",
    "TICKWHEEL_API_ANSWER_TIMEOUT_MS": "20000",
}


@pytest.fixture(scope="module")
def maltreated() -> Iterator[Stack]:
    """A stack of its own: a fuzzer makes users, jobs and bulk operations of all kinds."""
    with Stack(StackPlan(settings=UNBOUNDED)) as stack:
        yield stack


@pytest.mark.timeout(1_800)
def test_every_request_is_answered_as_documented(maltreated: Stack, tmp_path: Path) -> None:
    at = maltreated.endpoints
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            f"--config-file={Path(__file__).with_name('schemathesis.toml')}",
            "run",
            str(DOCUMENT),
            f"--url={at.api}",
            f"--header=Authorization: Bearer {at.admin_token}",
            "--checks=all",
            "--exclude-path=/api/v1/stream",  # it never ends; test_live reads it
            "--generation-database=none",
            "--request-timeout=120",
            "--workers=1",  # Python 3.11 cannot parse source in several threads, and the fuzzer does
            "--no-color",
            "--warnings=off",
            *([f"--max-examples={EXAMPLES}"] if EXAMPLES else EVERY_DAY),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
