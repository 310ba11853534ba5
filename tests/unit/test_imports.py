"""Importing does no I/O: every module of ours is imported in a fresh interpreter that watches for it."""

import subprocess
import sys
from pathlib import Path

WATCH = '''
import importlib, os, pkgutil, sys

import tickwheel

WATCHED = ("open", "os.listdir", "os.mkdir", "os.scandir", "os.system", "shutil.", "socket.", "subprocess.", "tempfile.")
ours = tuple(os.path.realpath(root) for root in tickwheel.__path__)
found = set()

def watch(event, arguments):
    """Note what the body of one of our modules does, by itself or by calling a library; loading modules is not noted."""
    if not event.startswith(WATCHED):
        return
    frame, body = sys._getframe(1), None
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        if frame.f_code.co_filename.endswith("pydantic/plugin/_loader.py"):
            return  # pydantic looks for installed plug-ins when the first model is declared
        frame, body = frame.f_back, frame
    if body is not None and body.f_code.co_filename.startswith(ours):
        found.add(f"{body.f_code.co_filename}:{body.f_lineno} {event} {arguments[:1]}")

sys.addaudithook(watch)
names = [m.name for m in pkgutil.walk_packages(tickwheel.__path__, "tickwheel.") if not m.name.endswith("__main__")]
for name in names:
    importlib.import_module(name)
print(len(names))
print("\\n".join(sorted(found)))
'''


def test_importing_any_module_does_no_io() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCH], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    count, *found = done.stdout.split("\n")
    assert int(count) > 50
    assert [line for line in found if line] == []


def test_the_watch_notices_io_through_a_library_too(tmp_path: Path) -> None:
    package = tmp_path / "tickwheel" / "careless"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("import pathlib\nTEXT = pathlib.Path('/dev/null').read_text()\n")
    script = f"import sys; sys.path.append({str(tmp_path)!r})\n{WATCH}"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True
    )
    assert "careless/__init__.py:2 open" in done.stdout
