"""Talk to Tickwheel from Python: `with Client() as tickwheel: tickwheel.create_job({...})`."""

from tickwheel.client.address import Address, find_address
from tickwheel.client.client import Client
from tickwheel.client.errors import ClientError, RefusedError, UnreachableError

__all__ = ["Address", "Client", "ClientError", "RefusedError", "UnreachableError", "find_address"]
