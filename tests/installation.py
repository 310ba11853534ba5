"""Tickwheel as users get it: built into a wheel and installed in an empty environment with the locked dependencies."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[1]
UV = pathlib.Path(sys.executable).with_name("uv")
# uv would take a wheel from its cache for as long as pyproject.toml is the same.
SYNC = ["sync", "--quiet", "--frozen", "--no-dev", "--no-editable", "--reinstall-package", "tickwheel"]


def install(environment: pathlib.Path, *extras: str) -> pathlib.Path:
    """Returns the folder of its programs. Everything comes from uv's cache if it is all there."""
    choice = [word for extra in extras for word in ("--extra", extra)]
    argv = [str(UV), *SYNC, "--python", sys.executable, *choice]
    settings = {**os.environ, "UV_PROJECT_ENVIRONMENT": str(environment)}
    settings.pop("VIRTUAL_ENV", None)
    for attempt in ([*argv, "--offline"], argv):
        done = subprocess.run(
            attempt, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=240, check=False
        )
        if done.returncode == 0:
            return environment / "bin"
    raise AssertionError(f"uv could not install Tickwheel: {done.stderr}")
