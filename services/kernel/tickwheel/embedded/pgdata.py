"""The Postgres data folder and its password: made once, whole or not at all.

A half-made folder is never taken for a whole one: initdb works under another name and the folder is renamed last.
"""

import os
import pathlib
import secrets
import shutil
import subprocess

from tickwheel.embedded import account, logtail, pgbinaries
from tickwheel.embedded.errors import StartError

USER = "tickwheel"
INIT_SECONDS = 60


def folder(data_dir: pathlib.Path) -> pathlib.Path:
    return data_dir / "data"


def ensure(data_dir: pathlib.Path) -> str:
    """Make the data folder if there is none; answer the password of its one user."""
    password_path = data_dir / "password"
    if not folder(data_dir).exists():
        _write_private(password_path, secrets.token_urlsafe(18))
        _make(data_dir, password_path)
    return password_path.read_text("utf-8").strip()


def _make(data_dir: pathlib.Path, password_path: pathlib.Path) -> None:
    unfinished = data_dir / "data.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    account.hand_over(unfinished)
    command = [
        *(pgbinaries.program("initdb"), "--pgdata", str(unfinished)),
        *("--username", USER, "--pwfile", str(password_path), "--auth", "scram-sha-256"),
        *("--encoding", "UTF8", "--locale", "C", "--no-instructions", "--no-sync"),
    ]
    made = subprocess.run(
        account.unprivileged(command), capture_output=True, text=True, timeout=INIT_SECONDS, check=False
    )
    if made.returncode != 0:
        words = logtail.telling_line((made.stdout + made.stderr).splitlines())
        raise StartError(f"Postgres could not set up {data_dir}: {words}; mend that and start again.")
    unfinished.rename(folder(data_dir))


def _write_private(path: pathlib.Path, text: str) -> None:
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text + "\n")
