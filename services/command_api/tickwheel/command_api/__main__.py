"""Composition root of the command API: `tickwheel api` and `python -m tickwheel.command_api`."""

import sys

from tickwheel.command_api.service import CommandApi
from tickwheel.runtime import postgres
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.serve import serve
from tickwheel.runtime.settings import ApiSettings


def build(settings: ApiSettings) -> CommandApi:
    kafka = settings.kafka
    source = KafkaLog(kafka.bootstrap, f"api-{settings.api.port}", kafka.connection())
    return CommandApi(settings, source, SystemClock(), Codec())


def main() -> int:
    return serve(ApiSettings, build, retriable=(RetriableError, *postgres.RETRIABLE))


if __name__ == "__main__":
    sys.exit(main())
