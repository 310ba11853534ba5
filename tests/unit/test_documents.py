"""Documents that must not drift from the code: the list of settings, and links between pages."""

import re
from pathlib import Path

import pytest

from tickwheel.runtime.settings import SERVICES
from tickwheel.runtime.settings.catalogue import Setting, settings_of

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
DEPENDS_ON_THE_MACHINE = {
    "TICKWHEEL_SCHEDULER_INSTANCE_ID": "host name and process id",
    "TICKWHEEL_WORKER_INSTANCE_ID": "host name and process id",
    "TICKWHEEL_WATCH_INSTANCE_ID": "host name and process id",
    "TICKWHEEL_WORKER_SLOTS": "5 a core",
    "TICKWHEEL_WORKER_CPU_MILLI": "1000 a core",
}


def as_row(setting: Setting) -> str:
    default = "must be set" if setting.default is None else f"`{setting.default}`" if setting.default else ""
    default = DEPENDS_ON_THE_MACHINE.get(setting.name, default)
    return f"| `{setting.name}` | {default} | {setting.unit} | {setting.description} |"


def test_the_page_on_settings_lists_every_setting_word_for_word() -> None:
    page = (ROOT / "docs" / "settings.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| `TICKWHEEL_")]
    assert rows == [as_row(setting) for setting in settings_of(SERVICES.values()).values()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert missing == []
