"""Tests of the addresses at which phones open the server."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import httpx
import pytest

from trunkline.web.http import reach
from trunkline.web.http.app import create
from trunkline.web.http.reach import Reach

OWN = ("192.168.1.20", "fd00::2")


@pytest.mark.parametrize(
    ("served", "addresses"),
    [
        (Reach("127.0.0.1", 8056), ()),
        (Reach("::1", 8056, None), ()),
        (Reach("127.0.0.1", 8056, None, "https://games.example.org"), ("https://games.example.org",)),
        (Reach("0.0.0.0", 8056), ("http://192.168.1.20:8056",)),
        (Reach("::", 80), ("http://192.168.1.20", "http://[fd00::2]")),
        (Reach("10.0.0.7", 8056), ("http://10.0.0.7:8056",)),
        # With --allow-host, the server refuses requests for other names.
        (Reach("0.0.0.0", 8056, ("localhost", "0.0.0.0", "table.lan")), ("http://table.lan:8056",)),
        (
            Reach("0.0.0.0", 8056, ("192.168.1.20", "table.lan")),
            ("http://table.lan:8056", "http://192.168.1.20:8056"),
        ),
    ],
)
def test_phones_get_an_address_that_the_server_accepts(
    monkeypatch: pytest.MonkeyPatch, served: Reach, addresses: tuple[str, ...]
) -> None:
    monkeypatch.setattr(reach, "network_addresses", lambda: OWN)
    assert served.addresses() == addresses


@pytest.mark.parametrize(
    ("by_route", "by_name", "by_interface", "addresses"),
    [
        # A VPN takes the route to other networks. The phones are in the Wi-Fi.
        (["10.8.0.2"], [], {"10.8.0.2": "tun0", "192.168.1.20": "wlan0"}, ("192.168.1.20", "10.8.0.2")),
        (["192.168.1.20"], [], {"10.0.0.7": "eth0", "192.168.1.20": "wlan0"}, ("192.168.1.20", "10.0.0.7")),
        # The route decides between networks of the same kind. IPv6 comes last.
        (["10.0.0.9", "fd00::2"], ["127.0.1.1", "10.0.0.7"], {}, ("10.0.0.9", "10.0.0.7", "fd00::2")),
        ([], ["127.0.1.1"], {}, ()),
    ],
)
def test_all_networks_of_a_machine_are_listed_the_likeliest_first(
    monkeypatch: pytest.MonkeyPatch,
    by_route: list[str],
    by_name: list[str],
    by_interface: dict[str, str],
    addresses: tuple[str, ...],
) -> None:
    monkeypatch.setattr(reach, "_by_route", lambda: by_route)
    monkeypatch.setattr(reach, "_by_name", lambda: by_name)
    monkeypatch.setattr(reach, "_by_interface", lambda: by_interface)
    assert reach.network_addresses() == addresses


@pytest.mark.parametrize(
    ("caller", "addresses"), [("127.0.0.1", ["http://10.0.0.7:8056"]), ("203.0.113.5", [])]
)
def test_only_the_machine_of_the_server_learns_its_address(
    tmp_path: Path, caller: str, addresses: list[str]
) -> None:
    app: Any = create(tmp_path / "table.sqlite", hosts=None)
    app.state.backend.reach = Reach("10.0.0.7", 8056)

    async def answer() -> object:
        line = httpx.ASGITransport(app=app, client=(caller, 50000))
        async with httpx.AsyncClient(transport=line, base_url="http://testserver") as client:
            return (await client.get("/api/addresses")).json()

    with contextlib.closing(app.state.backend.store):
        assert asyncio.run(answer()) == {"addresses": addresses}
