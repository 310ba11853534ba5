"""What every server and service has in common that can be started again and again: each run is a process of its own."""

from tickwheel.embedded.process import ServerProcess


class Restartable:
    """Starting is up to the subclass. The rest does nothing when it does not run."""

    def __init__(self) -> None:
        self._process: ServerProcess | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def is_running(self) -> bool:
        return self._process is not None and self._process.is_running()

    def ask_to_stop(self) -> None:
        """Begin an orderly end; `join` waits for it."""
        if self._process is not None:
            self._process.ask_to_stop()

    def join(self) -> None:
        if self._process is not None:
            self._process.join()
            self._process = None

    def kill(self) -> None:
        """End it as a power cut would; a start brings it back with what it had made durable."""
        if self._process is not None:
            self._process.kill()
        self.join()

    def pause(self) -> None:
        """Freeze it: connections stay open and nothing answers."""
        if self._process is not None:
            self._process.pause()

    def resume(self) -> None:
        if self._process is not None:
            self._process.resume()
