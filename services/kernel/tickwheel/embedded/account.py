"""Postgres refuses to run as root. Under root it runs as `nobody`, keeping root's right to read any path.

That right (CAP_DAC_OVERRIDE, as an ambient capability) spares us from opening up private folders such as /root,
where the data and the virtual environment may well be. The kernel ignores it in access(2), with which initdb looks
for its own programs, unless the process says that its account was changed on purpose (no_setuid_fixup).
"""

import os
import pathlib
import pwd
import shutil

from tickwheel.embedded.errors import PlatformError

UNPRIVILEGED = "nobody"
CAPABILITY = "dac_override"


def is_root() -> bool:
    return os.geteuid() == 0


def unprivileged(argv: list[str]) -> list[str]:
    """The command line as an ordinary account may run it: unchanged unless we are root."""
    if not is_root():
        return argv
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise PlatformError("Postgres does not run as root here (no setpriv): start as an ordinary user.")
    account = pwd.getpwnam(UNPRIVILEGED)
    return [
        setpriv,
        *(f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"),
        *(f"--inh-caps=+{CAPABILITY}", f"--ambient-caps=+{CAPABILITY}"),
        *("--securebits=+no_setuid_fixup", "--pdeathsig", "INT"),
        *argv,
    ]


def hand_over(folder: pathlib.Path) -> None:
    """Make the folder the unprivileged account's own, as Postgres demands of its data."""
    if is_root():
        account = pwd.getpwnam(UNPRIVILEGED)
        os.chown(folder, account.pw_uid, account.pw_gid)
