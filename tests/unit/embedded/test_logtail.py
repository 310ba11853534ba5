"""The line that is quoted when a server does not start."""

import pathlib

import pytest

from tickwheel.embedded import errors, logtail

LOG = """
2026-01-01 ERROR kafka.Kafka$ - Exiting Kafka due to fatal exception
org.apache.kafka.common.config.ConfigException: Unknown setting
	at kafka.Kafka$.main(Kafka.scala:10)
	... 3 more
"""


def test_quotes_the_last_line_that_names_a_fault() -> None:
    words = logtail.telling_line(LOG.splitlines())
    assert words == "org.apache.kafka.common.config.ConfigException: Unknown setting"


def test_quotes_the_last_line_when_none_names_a_fault() -> None:
    assert logtail.telling_line(["starting", "still starting", ""]) == "still starting"


def test_says_so_when_nothing_was_written(tmp_path: pathlib.Path) -> None:
    lines = logtail.lines_since(tmp_path / "missing.log", 0)
    assert logtail.telling_line(lines) == "it wrote nothing to its log"


def test_does_not_quote_an_earlier_run(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "server.log"
    path.write_text("ERROR of yesterday\n")
    offset = logtail.tail_offset(path)
    with path.open("a") as log:
        log.write("ERROR of today\n")
    assert logtail.lines_since(path, offset) == ["ERROR of today"]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("java.io.IOException: No space left on device", errors.DiskFullError),
        ("java.net.BindException: Address already in use", errors.PortBusyError),
        ("FATAL: could not load pg_hba.conf", errors.StartError),
    ],
)
def test_last_words_become_the_fault_they_tell_of(words: str, kind: type[errors.EmbeddedError]) -> None:
    assert type(errors.failed_start("Kafka", words, pathlib.Path("kafka.log"))) is kind
