"""Prometheus and promtool as Debian packages them, unpacked into the cache: nothing is installed and no service is started."""

import fcntl
import pathlib
import shutil
import subprocess
import tempfile

from tickwheel.embedded.cache import cache_dir

PACKAGE = "prometheus"


def program(name: str) -> pathlib.Path:
    """The path of `prometheus` or `promtool`: the machine's own, else Debian's."""
    if found := shutil.which(name):
        return pathlib.Path(found)
    folder = cache_dir() / "debian" / PACKAGE
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "usr" / "bin" / name).exists():
            _unpack(folder)
    return folder / "usr" / "bin" / name


def _unpack(folder: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as work:
        if not _download(work):
            subprocess.run(["apt-get", "update", "-qq"], check=True, capture_output=True, timeout=300)
            assert _download(work), f"apt-get has no package {PACKAGE}: install Prometheus by hand"
        (package,) = pathlib.Path(work).glob(f"{PACKAGE}_*.deb")
        subprocess.run(["dpkg", "-x", package, folder], check=True, timeout=60)


def _download(folder: str) -> bool:
    done = subprocess.run(
        ["apt-get", "download", "-qq", PACKAGE], cwd=folder, check=False, capture_output=True, timeout=300
    )
    return done.returncode == 0
