"""Tests that whole random games through the API end as they do without it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import trunkline
from trunkline.engine.kernel.context import Context
from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.wording.events import sentences
from trunkline.players.random_player import RandomPlayer
from trunkline.web.http.self_test import self_test
from trunkline.web.presenters import money
from web.http.api import PEOPLE, Api, Table

STRETCH = 120
"""Actions at the start and at the end of each game that are played through the API."""


@pytest.mark.slow
@pytest.mark.parametrize(("title", "seed"), [("1856", 3), ("1851", 2), ("18GL", 2)])
def test_a_random_game_begins_and_ends_as_it_does_without_the_server(api: Api, title: str, seed: int) -> None:
    whole = trunkline.new(title, PEOPLE, seed=seed)
    chooser = RandomPlayer(seed)
    while not whole.over:
        player = next(name for name in whole.players if name in whole.to_act)
        whole.play(chooser.choose(whole, player))

    game = trunkline.new(title, PEOPLE, seed=seed)
    play_both(api.new(title, seed=seed), game, whole.actions[:STRETCH])
    for action in whole.actions[STRETCH:-STRETCH]:
        game.play(action)
    table = api.taken_in(game.to_bytes())
    play_both(table, game, whole.actions[-STRETCH:])

    view = table.view()
    assert view["over"]
    assert view["decision"] is None
    told = [line["text"] for entry in table.log() for line in entry["lines"]]
    assert told == sentences(game.title, game.log)
    blocks = api.get(f"{table.path}/sheet")
    worth = {row["player"]: row["worth"] for row in blocks[-1]["players"]}
    assert worth == {standing.player: standing.worth for standing in game.standings()}
    assert len({block["round"] for block in blocks}) == len(blocks)


def play_both(table: Table, game: Game, actions: Sequence[Action]) -> None:
    """Play actions through the API and without it. The players' figures and the states must agree."""
    for action in actions:
        game.play(action)
        table.act(action)
        if table.version % 40 == 0:
            context = Context(game.title, game.state)
            for facts in table.view()["players"]:
                assert facts["worth"] == game.title.policies.worth(context, facts["name"])
                assert facts["liquidity"] == money.total(money.liquidity_items(game, facts["name"]))
                assert facts["liquidity"] >= facts["cash"]
    assert table.game().digest() == game.digest()


@pytest.mark.slow
def test_the_self_test_plays_to_the_end_and_prints_the_standings() -> None:
    lines: list[str] = []
    self_test("1851", lines.append)
    assert re.search(r"\d+ entries. Finished: ", lines[1])
    assert [line.split()[0] for line in lines[2:]] == ["1", "2", "3"]
