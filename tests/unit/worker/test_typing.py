"""What the type checker says about enqueue: it is part of the promise."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

HEAD = """
import pydantic
from tickwheel.testing.virtual import VirtualTickwheel
from tickwheel.worker import App, JobContext

app = App("billing")


class Invoice(pydantic.BaseModel):
    number: int


@app.job("billing.invoice")
async def invoice(payload: Invoice, context: JobContext) -> None: ...


@app.job("billing.reminder")
async def reminder(context: JobContext, payload: Invoice) -> None: ...


@app.job("billing.report")
def report() -> None: ...


async def main(t: VirtualTickwheel) -> None:
"""

RIGHT = """
    await app.enqueue(invoice, Invoice(number=7), key="7", delay="1h")
    app.enqueue_sync(invoice, Invoice(number=7))
    await app.enqueue(report)
    await app.enqueue(reminder, Invoice(number=7))
    await t.enqueue(invoice, Invoice(number=7))
    await invoice(Invoice(number=7), JobContext(**{}))
    report()
"""

WRONG = [
    "    await app.enqueue(invoice, 7)",
    "    await app.enqueue(invoice)",
    "    await app.enqueue(reminder, 7)",
    "    await app.enqueue(reminder)",
    "    app.enqueue_sync(invoice, 'seven')",
    "    await app.enqueue(report, Invoice(number=7))",
    "    await app.enqueue(invoice, Invoice(number=7), dely='1h')",
    "    await t.enqueue(invoice, 7)",
    "    report(7)",
]


@pytest.fixture(scope="module")
def verdict(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[int], int]:
    """The lines with errors, and the first line of WRONG."""
    folder = tmp_path_factory.mktemp("typing")
    code = f"{HEAD}{RIGHT}"
    first = code.count("\n") + 1
    (folder / "billing_typed.py").write_text(code + "\n".join(WRONG) + "\n")
    argv = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "billing_typed.py"]
    environment = {"PATH": "/usr/bin:/bin", "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "snippets")}
    ran = subprocess.run(argv, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    errors = [line for line in ran.stdout.splitlines() if ": error:" in line]
    return [int(line.split(":")[1]) for line in errors], first


def test_what_is_right_passes_the_type_checker(verdict: tuple[list[int], int]) -> None:
    lines, first = verdict
    assert [line for line in lines if line < first] == []


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[line.strip() for line in WRONG])
def test_a_wrong_payload_fails_the_type_checker(verdict: tuple[list[int], int], number: int) -> None:
    lines, first = verdict
    assert first + number in lines
