"""Ids that follow from what they name, so that two who have never met agree on them."""

import hashlib
import uuid
from functools import lru_cache

TICKWHEEL = uuid.UUID("6f1c5d0e-1f0b-5d7e-9f53-7469636b7768")
"""The root of every derived id. Changing it changes every id in every cluster."""

CALENDAR_PREFIX = "calendar:"
"""A calendar has the key that a job of this name would have: no job may have such a name, or the two would be one."""


@lru_cache(maxsize=16_384)  # a command is routed, read and decided: three look for the same id
def job_id(namespace: str, name: str) -> str:
    return _uuid5(TICKWHEEL.bytes, f"{namespace}/{name}")


def resolve_job(namespace: str, job: str) -> str:
    """The id of a job given by its UUID or by its name, as in commands and in the REST API."""
    return job.lower() if is_uuid(job) else job_id(namespace, job)


def execution_id(job: str, occurrence: str) -> str:
    """One occurrence of a job can only ever become this one execution."""
    return _uuid5(bytes.fromhex(job.replace("-", "")), occurrence)


def calendar_id(namespace: str, name: str) -> str:
    return job_id(namespace, CALENDAR_PREFIX + name)


def notice_id(*parts: str) -> str:
    """What is told to people about one happening has one id, however often it is told."""
    return _uuid5(TICKWHEEL.bytes, "notice/" + "/".join(parts))


def is_uuid(text: str) -> bool:
    if len(text) != 36:
        return False
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False


def is_reserved(name: str) -> bool:
    """No job may be named so: it could not be told from an id, or from a calendar."""
    return name.startswith(CALENDAR_PREFIX) or is_uuid(name)


def hash64(*parts: str) -> int:
    """64 well-mixed bits that follow from the parts: the only randomness the engine has."""
    digest = hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


_VARIANT = {digit: "89ab"[int(digit, 16) & 3] for digit in "0123456789abcdef"}


def _uuid5(namespace: bytes, name: str) -> str:
    """uuid.uuid5 as text, in a quarter of the time: two of them are made for every job."""
    text = hashlib.sha1(namespace + name.encode(), usedforsecurity=False).hexdigest()
    return f"{text[:8]}-{text[8:12]}-5{text[13:16]}-{_VARIANT[text[16]]}{text[17:20]}-{text[20:32]}"
