"""Which addresses a handler may call. Keeps jobs from reaching what only the worker's own network should reach."""

from tickwheel.runtime import outbound
from tickwheel.runtime.outbound import is_public
from tickwheel.worker.sdk.errors import NonRetryable

__all__ = ["AddressRefused", "is_public", "refused"]


class AddressRefused(NonRetryable):
    """The address is not public, and this worker calls public ones only."""


def refused(error: outbound.PrivateAddressError) -> AddressRefused:
    return AddressRefused(
        f"{error}: call a public one, or set TICKWHEEL_WORKER_ALLOW_PRIVATE_ADDRESSES=true on workers that may reach it"
    )
