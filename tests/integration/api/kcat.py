"""kcat, as people have it in their shells. Installed where it is missing: everywhere else the tests need only Python."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

INSTALL = (["apt-get", "update", "-qq"], ["apt-get", "install", "-qq", "-y", "kcat"])


@cache
def program() -> str:
    found = shutil.which("kcat") or shutil.which("kafkacat")
    if found is None:
        for argv in INSTALL:
            subprocess.run(argv, check=False, capture_output=True, timeout=240)
        found = shutil.which("kcat")
    assert found is not None, "these tests need kcat: install it, or run them as root on Debian or Ubuntu"
    return found


def produce(bootstrap: str, topic: str, key: str, file: Path) -> None:
    """As docs/kafka-contract.md writes it."""
    argv = [
        program(),
        "-P",
        "-b",
        bootstrap,
        "-X",
        "partitioner=murmur2_random",
        "-t",
        topic,
        "-k",
        key,
        str(file),
    ]
    subprocess.run(argv, check=True, capture_output=True, timeout=30)
