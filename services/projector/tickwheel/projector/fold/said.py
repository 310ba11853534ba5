"""A definition as its author gave it: what has its default is left out, which is nearly all of it.

`definition_in_full` in SQL puts the defaults back, so they must never change: what is stored would come to mean another.
"""

from itertools import compress
from operator import ne

import msgspec

from tickwheel.projector.copytext import document
from tickwheel.protocol.definition import JobDefinition

_FIELDS = msgspec.structs.fields(JobDefinition)
_NAMES = [field.encode_name for field in _FIELDS]
_DEFAULTS = [
    field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    for field in _FIELDS
]
"""NODEFAULT, which equals no value, where there is none."""


def said(definition: JobDefinition) -> str:
    values = msgspec.structs.astuple(definition)
    return document(dict(compress(zip(_NAMES, values, strict=True), map(ne, values, _DEFAULTS))))
