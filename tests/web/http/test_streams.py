"""Tests of the limit of open event streams. The server refuses further ones."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest

from trunkline.client import Table
from trunkline.web.schemas.requests import NewGame, SeatWish
from web.http.house import SEATS
from web.http.open_house import open_house

PATIENCE = 60.0
"""Seconds within which the server must notice that a client is gone."""


def test_a_stream_too_many_is_refused_until_another_one_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path / "table.sqlite") as house:
        monkeypatch.setattr(house.porter.rates, "_most", 2)
        token = house.token("Ann")
        with Table(house.url, token) as table:
            game = table.create(NewGame("1856", [SeatWish(seat) for seat in SEATS], private=False)).id
        client = httpx.Client(
            base_url=house.url, headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE
        )
        path = f"/api/games/{game}/events"
        with client, client.stream("GET", path) as first:
            assert first.status_code == 200
            with client.stream("GET", path) as second:
                assert second.status_code == 200
                refused = client.get(path)
                assert refused.status_code == 429
                assert refused.headers["retry-after"] == "30"
                assert refused.json()["error"] == "Too many open windows: try again in 30 seconds."
                # Other people's streams count separately.
                client.headers["authorization"] = f"Bearer {house.token('Bob')}"
                assert _status(client, path) == 200
                client.headers["authorization"] = f"Bearer {token}"
            until = time.monotonic() + PATIENCE
            while (again := _status(client, path)) == 429 and time.monotonic() < until:
                time.sleep(0.05)
            assert again == 200


def _status(client: httpx.Client, path: str) -> int:
    with client.stream("GET", path) as stream:
        return stream.status_code
