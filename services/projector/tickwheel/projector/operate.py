"""What an operator asks of the projection, on the parts that the settings name."""

from contextlib import closing

from tickwheel.projector.folded import Folder
from tickwheel.projector.rebuild import Rebuild
from tickwheel.projector.replay import Progress
from tickwheel.projector.status import PartitionStatus, read_status
from tickwheel.projector.verify import Difference, Verification
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.kafka.log import KafkaLog
from tickwheel.runtime.postgres import connect
from tickwheel.runtime.settings import ProjectorSettings


class Operator:
    def __init__(self, settings: ProjectorSettings) -> None:
        self._settings = settings
        self._topic = Topics(settings.kafka.topic_prefix).events
        self._log = KafkaLog(settings.kafka.bootstrap, "tickwheel-projection", settings.kafka.connection())
        self._folder = Folder(Codec(), self._topic)

    def status(self) -> list[PartitionStatus]:
        with closing(connect(self._settings.postgres, "projection status")) as connection:
            return read_status(connection, self._log)

    def rebuild(self, progress: Progress) -> int:
        with (
            closing(connect(self._settings.postgres, "projection rebuild")) as connection,
            closing(connect(self._settings.postgres, "projection rebuild control")) as control,
        ):
            return Rebuild(self._log, self._folder, connection, control, self._topic, SystemClock()).run(
                progress
            )

    def verify(self, progress: Progress) -> list[Difference]:
        with (
            closing(connect(self._settings.postgres, "projection verify")) as connection,
            closing(connect(self._settings.postgres, "projection verify snapshot")) as snapshot,
        ):
            verification = Verification(
                self._log, self._folder, connection, snapshot, self._topic, SystemClock()
            )
            return verification.run(progress)
