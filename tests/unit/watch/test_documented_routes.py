"""The page about notifications says what the code does."""

import re
from pathlib import Path

from tickwheel.watch.notice import REASONS, SEVERITY_OF
from tickwheel.watch.route import load_routes

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "notifications.md").read_text()


def test_the_file_of_the_page_is_taken(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "routes.toml"
    path.write_text(text)
    assert [route.channel for route in load_routes(str(path))] == ["webhook", "command", "log"]


def test_the_check_of_the_page_is_the_one_that_tests_receive_with() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    receiver = (ROOT / "tests" / "integration" / "watching" / "receiver.py").read_text()
    assert code[code.index("def is_genuine") :].strip() in receiver


def test_every_reason_is_on_the_page_with_its_severity() -> None:
    rows = [tuple(line.split("|")[1:3]) for line in PAGE.splitlines() if line.startswith("| `")]
    assert [(reason.strip(" `"), severity.strip()) for reason, severity in rows] == [
        (reason, SEVERITY_OF[reason]) for reason in REASONS
    ]
