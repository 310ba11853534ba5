"""Dramatiq on Redis."""

import os

import dramatiq
from dramatiq.brokers.redis import RedisBroker
from evidence import PAYLOAD, asked, done

dramatiq.set_broker(RedisBroker(url=os.environ["PEER_REDIS"]))


@dramatiq.actor
def noop(payload: dict[str, object]) -> None:
    done()


if __name__ == "__main__":
    for _ in range(asked()):
        noop.send(PAYLOAD)
