"""The bytes of every message are fixed: what is written today can be read by yesterday's and tomorrow's programs."""

import pytest
from tests.contract.messages import golden, samples

from tickwheel.protocol.catalogue import MESSAGES
from tickwheel.protocol.message import Message
from tickwheel.runtime.codec import Codec

CODEC = Codec()
COMMITTED = golden.committed()
KINDS = {kind.__name__: kind for kind in MESSAGES}


def test_every_message_writes_its_golden_bytes() -> None:
    fixed = {(line.id, line.sample): line for line in COMMITTED}
    changed = [line for line in golden.today() if fixed.get((line.id, line.sample)) != line]
    assert not changed, (
        "the bytes of a message changed; if that is meant, follow schemas/README.md:\n" + golden.text(changed)
    )


@pytest.mark.parametrize("line", COMMITTED, ids=lambda line: f"{line.id}-{line.name}-{line.sample}")
def test_golden_bytes_of_every_id_are_read_for_ever(line: golden.Line) -> None:
    message = CODEC.decode(line.data)
    assert type(message).__name__ == line.name
    if line.id == CODEC.schema_id(type(message)):
        make = samples.full if line.sample == "full" else samples.least
        assert message == make(KINDS[line.name])


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_what_is_read_has_the_types_that_the_message_declares(kind: type[Message]) -> None:
    message = CODEC.decode(CODEC.encode(samples.full(kind)), kind)
    for name in kind.__struct_fields__:
        assert type(getattr(message, name)) is type(getattr(samples.full(kind), name)), name
