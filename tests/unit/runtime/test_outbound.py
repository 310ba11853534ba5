"""Requests to hosts that others have named: what goes over the wire."""

import pytest

from tickwheel.runtime import outbound


@pytest.mark.parametrize(
    ("url", "host", "name"),
    [
        ("https://münchen.example/x", "xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
        ("http://Example.org:8080/", "example.org:8080", "example.org"),
        ("http://[2606:4700::1111]:8080/", "[2606:4700::1111]:8080", "2606:4700::1111"),
    ],
    ids=["letters", "port", "IPv6"],
)
async def test_names_the_host_as_it_is_written_on_the_wire(
    monkeypatch: pytest.MonkeyPatch, url: str, host: str, name: str
) -> None:
    async def resolved(asked: str, port: int, *, allow_private: bool) -> str:
        assert (asked, allow_private) == (name, False)
        return "93.184.216.34"

    monkeypatch.setattr(outbound, "resolve", resolved)
    async with outbound.client(1) as client:
        request = await outbound.request(client, "GET", url, None, {}, allow_private=False)
    assert request.headers["Host"] == host
    assert (request.url.host, request.extensions["sni_hostname"]) == ("93.184.216.34", name)
