"""Tests that whole random games through the API end as they do without it."""

from __future__ import annotations

import re

import pytest

import trunkline
from trunkline.engine.kernel.context import Context as KernelTable
from trunkline.game.wording.events import sentences
from trunkline.players.random_player import RandomPlayer
from trunkline.web.http.self_test import self_test
from trunkline.web.presenters import money
from web.http.api import Api


@pytest.mark.slow
@pytest.mark.parametrize(("title", "seed"), [("1856", 3), ("1851", 2), ("18GL", 2)])
def test_a_random_game_ends_as_it_does_without_the_table(api: Api, title: str, seed: int) -> None:
    table = api.new(title, seed=seed)
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=seed)
    chooser = RandomPlayer(seed)
    while not game.over and table.version < 1500:
        player = next(name for name in game.players if name in game.to_act)
        action = chooser.choose(game, player)
        game.play(action)
        table.act(action)
        if table.version % 50 == 0:
            view = table.view()
            t = KernelTable(game.title, game.state)
            for facts in view["players"]:
                assert facts["worth"] == game.title.policies.worth(t, facts["name"])
                assert facts["liquidity"] == money.total(money.liquidity_items(game, facts["name"]))
                assert facts["liquidity"] >= facts["cash"]
    assert table.game().digest() == game.digest()
    view = table.view()
    assert view["over"] == game.over
    assert view["decision"] is None or not game.over
    told = [line["text"] for entry in table.log() for line in entry["lines"]]
    assert told == sentences(game.title, game.log)
    blocks = api.get(f"{table.path}/sheet")
    worth = {row["player"]: row["worth"] for row in blocks[-1]["players"]}
    assert worth == {standing.player: standing.worth for standing in game.standings()}
    assert len({block["round"] for block in blocks}) == len(blocks)


@pytest.mark.slow
def test_the_self_test_plays_to_the_end_and_prints_the_standings() -> None:
    lines: list[str] = []
    self_test("1851", lines.append)
    assert re.search(r"\d+ entries. Finished: ", lines[1])
    assert [line.split()[0] for line in lines[2:]] == ["1", "2", "3"]
