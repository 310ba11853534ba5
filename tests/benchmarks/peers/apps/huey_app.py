"""Huey on Redis."""

import os

from evidence import PAYLOAD, asked, done
from huey import RedisHuey

huey = RedisHuey("peers", url=os.environ["PEER_REDIS"], results=False)


@huey.task()
def noop(payload: dict[str, object]) -> None:
    done()


if __name__ == "__main__":
    # Under the name that its consumer imports it by: a task of __main__ would be unknown there.
    from huey_app import noop as submitted

    for _ in range(asked()):
        submitted(PAYLOAD)
