"""Debian's Chromium: found, or installed where we may."""

import os
import pathlib
import shutil
import subprocess

from playwright.sync_api import Browser, Playwright

PROGRAM = "chromium"
INSTALL_SECONDS = 300


def program() -> str:
    """Its path. As root it is installed when it is missing."""
    found = shutil.which(PROGRAM)
    if found is None and os.geteuid() == 0 and pathlib.Path("/usr/bin/apt-get").exists():
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for argv in (["update"], ["install", "--yes", "--no-install-recommends", PROGRAM]):
            subprocess.run(["/usr/bin/apt-get", "-qq", *argv], env=quiet, check=True, timeout=INSTALL_SECONDS)
        found = shutil.which(PROGRAM)
    assert found, f"{PROGRAM} is not installed: apt-get install {PROGRAM}"
    return found


def launch(playwright: Playwright) -> Browser:
    # Nobody sees it: what Chromium would fetch for itself, and its sandbox, which root may not use, are off.
    return playwright.chromium.launch(
        executable_path=program(), args=["--no-sandbox", "--disable-background-networking", "--disable-gpu"]
    )
