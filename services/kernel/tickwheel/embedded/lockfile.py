"""The pinned jar set: which jars make up the broker, their sizes and their SHA-256. Does no I/O but reading its file."""

import functools
import importlib.resources

import msgspec

LOCK_NAME = "kafka.lock"


class Jar(msgspec.Struct, frozen=True):
    """One pinned jar."""

    group: str
    artifact: str
    version: str
    sha256: str
    size_bytes: int

    @property
    def file_name(self) -> str:
        return f"{self.artifact}-{self.version}.jar"

    @property
    def coordinates(self) -> str:
        return f"{self.group}:{self.artifact}:{self.version}"


@functools.cache
def pinned_jars() -> tuple[Jar, ...]:
    """The jars of the lock file that ships with the package."""
    text = importlib.resources.files("tickwheel.embedded").joinpath(LOCK_NAME).read_text("utf-8")
    return parse(text)


def parse(text: str) -> tuple[Jar, ...]:
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return tuple(_jar(line) for line in lines)


def render(jars: tuple[Jar, ...]) -> str:
    """The text of a lock file: what `parse` reads."""
    head = "# Written by `python -m tickwheel.embedded.pin`: sha256, bytes, coordinates. Do not edit.\n"
    ordered = sorted(jars, key=lambda jar: jar.coordinates)
    return head + "".join(f"{jar.sha256} {jar.size_bytes} {jar.coordinates}\n" for jar in ordered)


def _jar(line: str) -> Jar:
    sha256, size_bytes, coordinates = line.split()
    group, artifact, version = coordinates.split(":")
    return Jar(group, artifact, version, sha256, int(size_bytes))
