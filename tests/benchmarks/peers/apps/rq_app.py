"""RQ on Redis."""

import os

from evidence import PAYLOAD, asked, done
from redis import Redis
from rq import Queue

AT_ONCE = 500


def noop(payload: dict[str, object]) -> None:
    done()


if __name__ == "__main__":
    queue = Queue("peers", connection=Redis.from_url(os.environ["PEER_REDIS"]))
    left = asked()
    while left > 0:
        count = min(left, AT_ONCE)
        left -= count
        queue.enqueue_many(
            [Queue.prepare_data("rq_app.noop", (PAYLOAD,), result_ttl=0) for _ in range(count)]
        )
