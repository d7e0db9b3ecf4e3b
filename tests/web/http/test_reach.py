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
