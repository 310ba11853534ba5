"""`secret://name` in payloads: resolved in the worker at the last moment, masked in everything that leaves it.

A secret `billing.api-key` is the variable TICKWHEEL_SECRET_BILLING_API_KEY, or stands in the file that
TICKWHEEL_SECRET_BILLING_API_KEY_FILE names. Payloads in the log only ever hold the reference.
"""

import os
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from tickwheel.runtime.secrets import secret_of
from tickwheel.worker.redaction import remember

SCHEME = "secret://"
_REFERENCE = re.compile(r"secret://([A-Za-z0-9][A-Za-z0-9_.-]*)")


def resolve(payload: str, environ: Mapping[str, str] | None = None) -> str:
    """The payload with every reference replaced. Costs one search where there is none."""
    if SCHEME not in payload:
        return payload
    values = msgspec.json.decode(payload)
    return msgspec.json.encode(_walk(values, os.environ if environ is None else environ)).decode()


def _walk(value: Any, environ: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _REFERENCE.sub(lambda found: _secret(found[1], environ), value)
    if isinstance(value, list):
        return [_walk(item, environ) for item in value]
    if isinstance(value, dict):
        return {key: _walk(item, environ) for key, item in value.items()}
    return value


def _secret(name: str, environ: Mapping[str, str]) -> str:
    value = secret_of(name, environ)
    remember(value)
    return value
