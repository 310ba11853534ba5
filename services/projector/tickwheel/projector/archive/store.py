"""Where the files are: a directory or an S3-compatible store. A file is there whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import obstore
from obstore.store import LocalStore, ObjectStore, from_url

from tickwheel.projector.archive.faults import ArchiveError


class Store:
    """Paths are relative to `root`, which is a directory or a URL such as s3://bucket/prefix.

    Keys and the region of an S3-compatible store come from the environment, under the names of its vendor (AWS_...).
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self._folder = None if "://" in root else Path(root).absolute()
        self._store: ObjectStore = from_url(root) if self._folder is None else _directory(self._folder)

    def put(self, path: str, file: Path) -> None:
        """Readers see the former file or this one, never a part."""
        obstore.put(self._store, path, file)

    def delete(self, path: str) -> None:
        """Nothing happens if it is not there: an interrupted run comes here twice."""
        with suppress(FileNotFoundError):
            obstore.delete(self._store, path)

    @contextmanager
    def local(self, path: str) -> Iterator[Path]:
        """The file on this machine, for as long as the block lasts."""
        if self._folder is not None:
            yield self._present(self._folder / path)
            return
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "rows.parquet"
            self.fetch(path, copy)
            yield copy

    def fetch(self, path: str, file: Path) -> None:
        """Bring a copy here."""
        try:
            with file.open("wb") as out:
                for chunk in obstore.get(self._store, path):
                    out.write(chunk)
        except FileNotFoundError as error:
            raise self._missing(path) from error

    def place(self, path: str, folder: Path) -> Path:
        """The file on this machine: where it is if that is here, else a copy below `folder`."""
        if self._folder is not None:
            return self._present(self._folder / path)
        copy = folder / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        self.fetch(path, copy)
        return copy

    def _present(self, file: Path) -> Path:
        if not file.exists():
            raise self._missing(str(file))
        return file

    def _missing(self, path: str) -> ArchiveError:
        return ArchiveError(f"{path} is not in {self.root}: give the root with which it was archived")


def digest(file: Path) -> str:
    found = sha256()
    with file.open("rb") as data:
        while chunk := data.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()


def _directory(root: Path) -> LocalStore:
    root.mkdir(parents=True, exist_ok=True)
    return LocalStore(root)
