"""Which addresses a handler may call. Keeps jobs from reaching what only the worker's own network should reach."""

import asyncio
import ipaddress
import socket

from tickwheel.worker.sdk.errors import NonRetryable

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


class AddressRefused(NonRetryable):
    """The address is not public, and this worker calls public ones only."""


def is_public(address: IPAddress) -> bool:
    """Public and unicast, also inside the wrappings in which IPv6 carries IPv4."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(inner)
        if address.teredo is not None or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def resolve(host: str, port: int, *, allow_private: bool) -> str:
    """The one address to connect to. Checked here and used as it is, so a second look-up cannot give another."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        raise ConnectionError(f"the name {host} cannot be resolved: {error.strerror}") from error
    addresses = [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    refused = [address for address in addresses if not is_public(address)]
    if refused and not allow_private:
        raise AddressRefused(
            f"{host} is {refused[0]}, which is not a public address: call a public one, or set "
            "TICKWHEEL_WORKER_ALLOW_PRIVATE_ADDRESSES=true on workers that may reach it"
        )
    return str(addresses[0])
