"""Whoever asks, every answer is one that the OpenAPI document names, and none is a 500."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.core.result import Ok

from server.open_house import OpenHouse, open_house
from server.test_openapi import ENDLESS, KNOWN
from trunkline import actions as A
from trunkline.client import GameThere, Table
from trunkline.facts.requests import NewGame, SeatWish

EXAMPLES = int(os.environ.get("TRUNKLINE_API_EXAMPLES", "2"))
"""Requests of each sort an operation; an hour's worth finds what a minute's does not."""
SEATS = "East", "West", "North"
VISITORS = "nobody", "seated", "owner", "operator"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenHouse]:
    """A house with nobody in it."""
    with open_house(tmp_path / "table.sqlite") as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("visitor", VISITORS)
def test_every_answer_is_documented_whoever_asks(house: OpenHouse, visitor: str) -> None:
    headers, game = _come(house, visitor)
    schema = schemathesis.openapi.from_url(f"{house.url}/api/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) > 60
    wrong: set[str] = set()
    answered: set[int] = set()
    for operation in operations:
        if not operation.path.endswith(ENDLESS):
            known = {**KNOWN, "id": game.id}
            for mode in GenerationMode:
                _send(operation, mode, known, headers, answered, wrong)
    assert sorted(wrong) == []
    # It would be no test if everything were refused at the door.
    assert answered >= ({200, 400, 401} if visitor == "nobody" else {200, 201, 400, 403, 404, 409, 422})


def _come(house: OpenHouse, visitor: str) -> tuple[dict[str, str], GameThere]:
    """What a visitor says with each request, and a public game of three in which something has happened."""
    tokens = [
        house.token(f"{visitor} {seat}", operator=seat == "North" and visitor == "operator") for seat in SEATS
    ]
    with Table(house.url, tokens[0]) as table:
        game = table.create(NewGame("1856", [SeatWish(seat) for seat in SEATS], seed=4, private=False))
        game.join("North")
        with Table(house.url, tokens[1]) as other:
            other.game(game.id).join("West")
        game.act(0, A.Pass("East"))
    token = {"nobody": "", "owner": tokens[0], "seated": tokens[1], "operator": tokens[2]}[visitor]
    return ({"authorization": f"Bearer {token}"} if token else {}), game


def _send(
    operation: APIOperation[Any, Any, Any, Any],
    mode: GenerationMode,
    known: dict[str, str],
    headers: dict[str, str],
    answered: set[int],
    wrong: set[str],
) -> None:
    named = operation.definition.raw["responses"]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Case[Any]) -> None:
        for name in case.path_parameters or {}:
            if name in known:
                case.path_parameters[name] = known[name]
        answer = case.call(headers=headers, timeout=120)
        answered.add(answer.status_code)
        kind = answer.headers.get("content-type", [""])[0].partition(";")[0]
        said = named.get(str(answer.status_code))
        if answer.status_code >= 500 and answer.status_code != 503:
            wrong.add(f"{answer.status_code} {case.as_curl_command()}")
        elif said is None or (answer.content and kind not in said.get("content", {})):
            wrong.add(f"{operation.label}: {answer.status_code} {kind} is not documented")
        elif answer.status_code >= 400:
            assert set(answer.json()) == {"error", "rule", "version", "missed"}

    # Of some operations nothing can be asked that the document does not allow.
    with contextlib.suppress(Unsatisfiable):
        send()
