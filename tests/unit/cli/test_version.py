"""`tickwheel version`."""

import json
import platform

from tests.unit.cli.conftest import Invoke

from tickwheel.runtime.version import version


def test_tells_what_is_running(invoke: Invoke) -> None:
    told = json.loads(invoke("version", "-o", "json").output)
    assert told["tickwheel"] == version()
    assert told["python"] == platform.python_version()
    assert {"confluent-kafka", "librdkafka", "tzdata", "platform"} <= set(told)


def test_the_short_form_is_one_line(invoke: Invoke) -> None:
    assert invoke("--version").output == f"tickwheel {version()}\n"
