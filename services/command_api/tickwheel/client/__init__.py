"""Talk to Tickwheel from Python: `with Client() as tickwheel: tickwheel.create_job({...})`."""

from tickwheel.client.address import Address, find_address
from tickwheel.client.async_client import AsyncClient
from tickwheel.client.client import Client
from tickwheel.client.errors import ClientError, NowhereError, RefusedError, UnreachableError
from tickwheel.client.live import LiveEvent

__all__ = [
    "Address",
    "AsyncClient",
    "Client",
    "ClientError",
    "LiveEvent",
    "NowhereError",
    "RefusedError",
    "UnreachableError",
    "find_address",
]
