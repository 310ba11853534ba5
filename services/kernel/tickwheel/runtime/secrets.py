"""Secrets of jobs by name. `billing.api-key` is the variable TICKWHEEL_SECRET_BILLING_API_KEY, or stands in the file that
TICKWHEEL_SECRET_BILLING_API_KEY_FILE names."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from tickwheel.runtime.fault import Fault

PREFIX = "TICKWHEEL_SECRET_"


class SecretMissingError(Fault):
    """Something names a secret that this process does not have."""


def secret_of(name: str, environ: Mapping[str, str] | None = None) -> str:
    environ = os.environ if environ is None else environ
    variable = PREFIX + re.sub(r"[^A-Z0-9]", "_", name.upper())
    value = environ.get(variable)
    path = environ.get(f"{variable}_FILE")
    if value is None and path is not None:
        try:
            value = Path(path).read_text().rstrip("\r\n")
        except OSError as error:
            raise SecretMissingError(f"{variable}_FILE={path} cannot be read: {error.strerror}") from error
    if value is None:
        raise SecretMissingError(
            f"this worker has no secret {name}: set {variable}, or {variable}_FILE to a file that holds it"
        )
    return value
