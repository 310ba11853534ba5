"""The watchdog: looks at what is overdue, and tells it once when it begins and once when it ends. Holds no job up.

It cannot send by a job what it has to say, since jobs may be what does not run. So it sends for itself.
"""

from collections.abc import Callable

from tickwheel.protocol.ids import notice_id
from tickwheel.runtime import logs, metrics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.settings import WatchGroup
from tickwheel.watch import figures
from tickwheel.watch.notice import SEVERITY_OF, Notice
from tickwheel.watch.overdue import Overdue, read_overdue
from tickwheel.watch.sight import Sight

STOCK_EVERY_S = 30.0

log = logs.logger(__name__)

Send = Callable[[Notice], None]


class Alarm:
    def __init__(self, settings: WatchGroup, clock: Clock, send: Send) -> None:
        self._settings = settings
        self._clock = clock
        self._send = send
        self._look_at_s = 0.0
        self._stock_at_s = 0.0
        self._began_ms = 0
        """Since when something is overdue; 0 while nothing is."""
        self._blind = False
        self._sight = Sight()

    def look(self, connection: Connection, latest: dict[TopicPartition, Record]) -> None:
        """If it is time to."""
        now_s = self._clock.monotonic()
        if now_s >= self._stock_at_s:
            self._stock_at_s = now_s + STOCK_EVERY_S
            figures.tell_stock(connection)
        if now_s >= self._look_at_s:
            self._look_at_s = now_s + self._settings.look_every_ms / 1_000
            self._see(self._sight.is_clear(latest, figures.positions(connection), self._clock.now_ms()))
            if not self._blind:
                self._judge(read_overdue(connection, self._settings.overdue_after_ms))

    def _see(self, fresh: bool) -> None:
        metrics.WATCH_BLIND.set(not fresh)
        if self._blind == fresh:
            self._blind = not fresh
            if self._blind:
                log.error("The tables are behind the journal: nobody can tell what is overdue")
            else:
                log.info("The tables are up to date again")

    def _judge(self, found: list[Overdue]) -> None:
        figures.tell_overdue(found)
        if found and not self._began_ms:
            self._began_ms = self._clock.now_ms()
            log.error("Due work is not being started", found="; ".join(each.sentence() for each in found))
            self._send(self._notice(found))
        elif not found and self._began_ms:
            self._began_ms = 0
            log.info("Nothing is overdue any more")

    def _notice(self, found: list[Overdue]) -> Notice:
        return Notice(
            id=notice_id("overdue", str(self._began_ms)),
            reason="overdue",
            severity=SEVERITY_OF["overdue"],
            title="Due work is not being started: " + "; ".join(each.sentence() for each in found),
            at_ms=self._began_ms,
            details={each.cause: {"count": each.number, "oldest_s": round(each.oldest_s)} for each in found},
        )
