"""The watch as a service: follows the journal for what people want to be told, and looks for what is overdue."""

from collections.abc import Callable, Iterable

import psycopg

from tickwheel.runtime.broker_probe import BrokerProbe
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.watch.direct import Direct
from tickwheel.watch.facts import facts_of
from tickwheel.watch.follower import FactsOf, Follower
from tickwheel.watch.lookout import Lookout
from tickwheel.watch.notice import JobFacts


class Watch:
    name = "watch"

    def __init__(
        self,
        connect: Callable[[], Connection],
        make_follower: Callable[[FactsOf], Follower],
        lookout: Lookout,
        direct: Direct,
        probe: BrokerProbe,
    ) -> None:
        self._probe = probe
        self._connect = connect
        self._follower = make_follower(self._facts_of)
        self._lookout = lookout
        self._direct = direct
        self._connection: Connection | None = None

    def start(self) -> None:
        self._lookout.start(lambda: dict(self._follower.latest))
        self._open()
        self._follower.start()

    def run_once(self) -> None:
        self._lookout.why_not()
        try:
            self._follower.start()
            self._follower.follow()
        except psycopg.OperationalError:
            self._close_connection()
            raise

    def why_not_ready(self) -> str:
        return self._lookout.why_not() or self._probe.why_not()

    def stop(self) -> None:
        self._direct.close()
        self._lookout.stop()
        self._follower.stop()
        self._close_connection()

    def _facts_of(self, job_ids: Iterable[str]) -> dict[str, JobFacts]:
        return facts_of(self._open(), job_ids)

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _close_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
