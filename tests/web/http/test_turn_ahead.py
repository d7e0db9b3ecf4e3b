"""Tests of the turn of a corporation that is not in turn, over HTTP."""

from __future__ import annotations

import trunkline
from trunkline.game import Game
from trunkline.game.actions import LayTile, PlaceToken
from trunkline.players.random_player import RandomPlayer
from trunkline.web.presenters.turn_ahead import turn_ahead
from web.http.api import Api


def test_a_corporation_that_is_not_in_turn_says_what_it_could_do_and_what_prevents_it(api: Api) -> None:
    game = _played()
    table = api.taken_in(game.to_bytes())
    path = f"{table.path}/corporations"
    corporations = game.state.corporations
    seen: set[str] = set()
    for corp, each in corporations.items():
        found = api.get(f"{path}/{corp}/turn")
        assert found["corp"] == corp
        assert found["obstacle"]["rule"] in ("1856.order.value", "1856.float.condition")
        assert found["obstacle"]["section"]
        # A corporation that has not floated has no capital: its turn cannot be judged yet.
        assert bool(found["steps"]) == each.operated
        steps = {step["label"]: step for step in found["steps"]}
        for label, step in steps.items():
            kinds = {one["kind"] for one in step["refused"]}
            assert not kinds & {"sell", "sell_bonds", "bankrupt", "pass"}
            assert step["count"] >= len(step["choices"])
            if step["count"] and label in ("Track", "Token"):
                assert not kinds & {"lay_tile", "place_token"}
            seen |= {one["rule"] for one in step["refused"]}
        if corp in ("CVR", "TGB"):
            assert (steps["Run"]["text"], steps["Run"]["count"]) == ("no train has a run", 0)
    assert {"1856.phase.train-limit", "1856.buy-train.president-adds"} <= seen
    assert "1856.redeem.any-number" in seen
    # Without a train, the run has nothing to do.
    state = game.state
    state.trains = {train: "out" if place == "GW" else place for train, place in state.trains.items()}
    (run,) = [
        step for step in turn_ahead(Game.at_state(game.options, state), "GW").steps if step.label == "Run"
    ]
    assert (run.text, run.count) == ("no train", 0)
    # At an earlier moment the game has other obstacles. Nothing is asked of a corporation in its turn.
    early = api.get(f"{path}/GT/turn", at=0)
    assert early["obstacle"]["why"].startswith("GT has not started: first a player must buy")
    assert early["steps"] == []
    assert "no corporation XY" in api.get(f"{path}/XY/turn", 404)["error"]
    at = next(
        number for number, action in enumerate(game.actions) if isinstance(action, LayTile | PlaceToken)
    )
    (acting,) = [corp for corp in corporations if not api.get(f"{path}/{corp}/turn", at=at)["obstacle"]]
    assert api.get(f"{path}/{acting}/turn", at=at)["steps"] == []
    assert acting == api.get(table.path, at=at)["decision"]["corp"]


def _played() -> Game:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    player = RandomPlayer(3)
    for _ in range(260):
        game.play(player.choose(game, min(game.to_act)))
    return game
