"""HTTP requests to addresses that others have named: to public addresses only, without redirects or the proxy of the environment.

The name is resolved once, looked at, and the connection goes to that very address: a second look-up cannot give another.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Mapping

import httpx2

from tickwheel.runtime.fault import Fault

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


class PrivateAddressError(Fault):
    """The address is not public, and only public ones may be called."""


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
    """The one address to connect to."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        raise ConnectionError(f"the name {host} cannot be resolved: {error.strerror}") from error
    addresses = [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    refused = [address for address in addresses if not is_public(address)]
    if refused and not allow_private:
        raise PrivateAddressError(f"{host} is {refused[0]}, which is not a public address")
    return str(addresses[0])


def client(timeout_s: float, transport: httpx2.AsyncBaseTransport | None = None) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(timeout=timeout_s, follow_redirects=False, trust_env=False, transport=transport)


async def request(
    client: httpx2.AsyncClient,
    method: str,
    url: str,
    content: bytes | None,
    headers: Mapping[str, str],
    *,
    allow_private: bool,
) -> httpx2.Request:
    """A request that goes to the address that was looked at, in the name of the host that was asked for."""
    target = httpx2.URL(url)
    default = {"http": 80, "https": 443}[target.scheme]
    name = target.raw_host.decode("ascii")  # as it goes over the wire: xn--... for letters that ASCII lacks
    address = await resolve(name, target.port or default, allow_private=allow_private)
    host = f"[{name}]" if ":" in name else name
    return client.build_request(
        method,
        target.copy_with(host=address),
        content=content,
        headers={**headers, "Host": host if target.port in (None, default) else f"{host}:{target.port}"},
        # The name is still what the certificate must be for.
        extensions={"sni_hostname": name},
    )
