"""A real Postgres on this machine, without Docker. For development and tests.

with EmbeddedPostgres(pathlib.Path(".tickwheel/postgres")) as postgres:
    psycopg.connect(postgres.dsn)
"""

import pathlib
import signal
import subprocess
import time
from typing import Self

from tickwheel.embedded import account, logtail, pgbinaries, pgdata, ports
from tickwheel.embedded.datadir import DataDir
from tickwheel.embedded.errors import PortBusyError, StartError, failed_start
from tickwheel.embedded.process import ProcessSpec, ServerProcess
from tickwheel.embedded.restartable import Restartable

DATABASE = "tickwheel"
START_SECONDS = 30
POLL_SECONDS = 0.02
START_ATTEMPTS = 3
# Nothing of an ephemeral server outlives it, so it need not wait for the disk.
EPHEMERAL_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class EmbeddedPostgres(Restartable):
    """Start, use `dsn`, stop. Stopping twice is fine; starting again keeps data and port."""

    name = "Postgres"

    def __init__(
        self,
        data_dir: pathlib.Path | None = None,
        *,
        port: int | None = None,
        reset: bool = False,
        settings: dict[str, str] | None = None,
    ) -> None:
        """No `data_dir` means ephemeral: everything is gone after `stop`."""
        super().__init__()
        self._data = DataDir(data_dir, "Postgres", pgbinaries.DATA_FORMAT, reset=reset)
        self._wanted_port = port
        self._settings = (EPHEMERAL_SETTINGS if self._data.ephemeral else {}) | (settings or {})
        self._port = 0
        self._password = ""
        self._log_offset = 0

    @property
    def dsn(self) -> str:
        """The address of the `tickwheel` database, password included."""
        return self.dsn_of(DATABASE)

    def dsn_of(self, database: str) -> str:
        return f"postgresql://{pgdata.USER}:{self._password}@{ports.LOOPBACK}:{self._port}/{database}"

    @property
    def log_path(self) -> pathlib.Path:
        return self._data.path / "postgres.log"

    def start(self) -> Self:
        """Return when it takes connections. Does nothing when it runs already."""
        if self.is_running():
            return self
        self._data.open()
        try:
            self._password = pgdata.ensure(self._data.path)
            self._start_on_a_free_port()
            self.create_database(DATABASE)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """End it and free the data directory. Fast, and fine to call twice."""
        self.ask_to_stop()
        self.join()
        self._data.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def create_database(self, name: str) -> str:
        """Make an empty database and answer its address. Nothing happens when it exists."""
        made = self._run("createdb", name)
        if made.returncode != 0 and "already exists" not in made.stderr:
            raise StartError(
                f"Could not create database {name}: {made.stderr.strip()} (see {self.log_path})."
            )
        return self.dsn_of(name)

    def drop_database(self, name: str) -> None:
        """Remove a database with everything in it, ending the connections that are open to it."""
        self._run("dropdb", "--if-exists", "--force", name)

    def _start_on_a_free_port(self) -> None:
        for attempt in range(1, START_ATTEMPTS + 1):
            self._port = self._choose_port()
            try:
                self._launch()
                self._wait_until_ready()
            except PortBusyError:
                if attempt == START_ATTEMPTS or self._wanted_port is not None:
                    raise
            else:
                return

    def _choose_port(self) -> int:
        """The port of the last start while it is free, so that clients find the server again."""
        path = self._data.path / "port"
        last = int(path.read_text("utf-8")) if path.exists() else None
        if self._wanted_port is not None:
            chosen = ports.claim(self._wanted_port, "Postgres")
        else:
            chosen = last if last is not None and ports.is_free(last) else ports.free_ports(1)[0]
        path.write_text(f"{chosen}\n", "utf-8")
        return chosen

    def _launch(self) -> None:
        settings = {
            "listen_addresses": ports.LOOPBACK,
            "port": str(self._port),
            "unix_socket_directories": "",
            **self._settings,
        }
        flags = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        argv = [pgbinaries.program("postgres"), "-D", str(pgdata.folder(self._data.path)), *flags]
        self._log_offset = logtail.tail_offset(self.log_path)
        spec = ProcessSpec(
            argv=account.unprivileged(argv),
            log_path=str(self.log_path),
            stop_signal=signal.SIGINT,  # "fast": ends open connections instead of waiting for them
            remove_path=self._data.remove_path,
        )
        self._process = ServerProcess(spec, self._data.lock_descriptor)

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self._is_ready():
            if self.pid is None or not self.is_running() or time.monotonic() > deadline:
                words = logtail.telling_line(logtail.lines_since(self.log_path, self._log_offset))
                raise failed_start("Postgres", words, self.log_path)
            time.sleep(POLL_SECONDS)

    def _is_ready(self) -> bool:
        return ports.accepts(self._port) and self._run("pg_isready").returncode == 0

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        address = ["-h", ports.LOOPBACK, "-p", str(self._port), "-U", pgdata.USER]
        return subprocess.run(
            [pgbinaries.program(program), *address, *arguments],
            env={"PGPASSWORD": self._password, "PATH": ""},
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            check=False,
        )
