"""The watchdog: looks at what is overdue, tells it when it begins, and tells too when nobody can tell. Holds no job up.

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
from tickwheel.watch.incidents import Incidents
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
        self._incidents = Incidents(settings.overdue_after_ms)
        self._blind_since_ms = 0
        """0 while it sees."""
        self._blindness_told = False
        self._sight = Sight()

    def look(self, connection: Connection, latest: dict[TopicPartition, Record]) -> None:
        """If it is time to."""
        now_s = self._clock.monotonic()
        if now_s >= self._stock_at_s:
            self._stock_at_s = now_s + STOCK_EVERY_S
            figures.tell_stock(connection)
        if now_s >= self._look_at_s:
            self._look_at_s = now_s + self._settings.look_every_ms / 1_000
            if self._sight.is_clear(latest, figures.positions(connection), self._clock.now_ms()):
                self._sees()
                self._judge(read_overdue(connection, self._settings.overdue_after_ms))
            else:
                self._is_blind("the tables are behind the journal")

    def cannot_look(self, fault: str) -> None:
        """What the tables say is not known at all: last known figures would be a lie."""
        self._is_blind(fault)

    def _sees(self) -> None:
        metrics.WATCH_BLIND.set(0)
        if self._blind_since_ms:
            self._blind_since_ms = 0
            log.info("What is overdue can be told again")

    def _is_blind(self, why: str) -> None:
        metrics.WATCH_BLIND.set(1)
        now_ms = self._clock.now_ms()
        if not self._blind_since_ms:
            self._blind_since_ms = now_ms
            self._blindness_told = False
            log.error("Nobody can tell what is overdue", why=why)
        blind_ms = now_ms - self._blind_since_ms
        if not self._blindness_told and blind_ms >= self._settings.overdue_after_ms:
            self._blindness_told = True
            self._send(self._blindness(why, blind_ms))

    def _blindness(self, why: str, blind_ms: int) -> Notice:
        return Notice(
            id=notice_id("blind", self._settings.instance_id, str(self._blind_since_ms)),
            reason="blind",
            severity=SEVERITY_OF["blind"],
            title=f"For {blind_ms / 1_000:.0f} s nobody could tell whether due work is being started: {why}"[
                :500
            ],
            at_ms=self._blind_since_ms,
        )

    def _judge(self, found: list[Overdue]) -> None:
        figures.tell_overdue(found)
        begun, calm = self._incidents.look(found, self._clock.now_ms())
        if begun:
            log.error("Due work is not being started", found="; ".join(each.sentence() for each in begun))
            self._send(self._notice(begun))
        elif calm:
            log.info("Nothing is overdue any more")

    def _notice(self, begun: list[Overdue]) -> Notice:
        return Notice(
            # What is oldest names it, for a watch that was started anew and for a second one alike.
            id=notice_id("overdue", *(f"{each.cause}/{each.queue}/{each.oldest_due_ms}" for each in begun)),
            reason="overdue",
            severity=SEVERITY_OF["overdue"],
            title=("Due work is not being started: " + "; ".join(each.sentence() for each in begun))[:500],
            at_ms=self._clock.now_ms(),
            details={
                f"{each.cause}/{each.queue}": {"count": each.number, "oldest_s": round(each.oldest_s)}
                for each in begun
            },
        )
