"""Tests that every answer to every visitor fits the OpenAPI document, and that none is a 500."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from schemathesis import Case

from trunkline import actions as A
from trunkline.client import GameThere, Table
from trunkline.web.schemas.requests import NewGame, SeatWish
from web.http.open_house import OpenHouse, open_house
from web.http.sending import KNOWN, answered, each_sort, forgetful, operations

EXAMPLES = int(os.environ.get("TRUNKLINE_API_EXAMPLES", "1"))
"""Requests of each sort for an operation. An hour of requests finds more than a minute."""
SEATS = "East", "West", "North"
VISITORS = "nobody", "forger", "seated", "owner", "operator"
SEEN = {"nobody": {200, 400, 401}, "forger": {200, 401}}
"""Statuses that these visitors must receive at least. Others must receive more, because they are signed in.
"""


@pytest.mark.slow
def test_every_answer_is_as_the_document_says_whoever_asks(tmp_path: Path) -> None:
    wrong: set[str] = set()
    statuses: defaultdict[str, set[int]] = defaultdict(set)
    with open_house(tmp_path / "table.sqlite") as house, forgetful() as session:
        come = {visitor: _come(house, visitor) for visitor in VISITORS}

        # Generating a request costs more than answering it, so every visitor sends each one.
        def send(case: Case[Any]) -> None:
            for visitor, (headers, game) in come.items():
                answer = answered(case, {**KNOWN, "id": game.id}, wrong, session, headers)
                statuses[visitor].add(answer.status_code)

        found = operations(house.url)
        assert len(found) > 60
        for operation in found:
            each_sort(operation, EXAMPLES, send)
    assert sorted(wrong) == []
    for visitor in VISITORS:
        assert statuses[visitor] >= SEEN.get(visitor, {200, 201, 400, 403, 404, 409, 422}), visitor


def _come(house: OpenHouse, visitor: str) -> tuple[dict[str, str], GameThere]:
    """Return the headers of a visitor, and a public game of three people after an action."""
    tokens = [
        house.token(f"{visitor} {seat}", operator=seat == "North" and visitor == "operator") for seat in SEATS
    ]
    with Table(house.url, tokens[0]) as table:
        game = table.create(NewGame("1856", [SeatWish(seat) for seat in SEATS], seed=4, private=False))
        game.join("North")
        with Table(house.url, tokens[1]) as other:
            other.game(game.id).join("West")
        game.act(0, A.Pass("East"))
    known = {"forger": "made up", "owner": tokens[0], "seated": tokens[1], "operator": tokens[2]}
    return ({"authorization": f"Bearer {known[visitor]}"} if visitor in known else {}), game
