"""Where the files are: a directory or an S3-compatible store. A file is there whole or not at all."""

from hashlib import sha256
from pathlib import Path

import obstore
from obstore.store import LocalStore, ObjectStore, from_url

from tickwheel.projector.archive.faults import ArchiveError


class Store:
    """Paths are relative to `root`, which is a directory or a URL such as s3://bucket/prefix."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._store: ObjectStore = from_url(root) if "://" in root else _directory(Path(root))

    def put(self, path: str, file: Path) -> None:
        obstore.put(self._store, path, file)

    def fetch(self, path: str, file: Path) -> None:
        """Bring a file here."""
        try:
            with file.open("wb") as out:
                for chunk in obstore.get(self._store, path):
                    out.write(chunk)
        except FileNotFoundError as error:
            raise ArchiveError(
                f"{path} is not in {self.root}: give the root with which it was archived"
            ) from error


def digest(file: Path) -> str:
    found = sha256()
    with file.open("rb") as data:
        while chunk := data.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()


def _directory(root: Path) -> LocalStore:
    root.mkdir(parents=True, exist_ok=True)
    return LocalStore(root)
