"""Tests of the effect of each legal lay and token on the best runs, as the server reports it."""

from __future__ import annotations

import pytest

import trunkline
from trunkline import actions as A
from trunkline import routes
from trunkline.engine.routing import Run
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.web.games.game_cache import GameCache
from trunkline.web.presenters import what_if
from trunkline.web.storage.sqlite import SqliteStore
from web.http.api import Api


def on_turn(title: str, seed: int = 3, least: int = 8, phase: int = 2) -> tuple[trunkline.Game, str]:
    """Return a random game at a turn with enough tile lays, token slots and trains."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=seed)
    for _ in play_turns(game, RandomPlayer(seed)):
        operating = game.state.operating
        turn = operating.turn if operating else None
        if turn is None or game.state.phase < phase or not game.state.trains_at(turn.corp):
            continue
        found = game.legal()
        if sum(isinstance(choice, A.LayTile) for choice in found) >= least and any(
            isinstance(choice, A.PlaceToken) for choice in found
        ):
            return game, turn.corp
    raise AssertionError("no such moment")


@pytest.mark.parametrize("title", ["1856", "1851", "18GL"])
def test_every_legal_lay_and_slot_has_its_gain(api: Api, title: str) -> None:
    game, corp = on_turn(title)
    table = api.taken_in(game.to_bytes())
    told = api.get(f"{table.path}/whatif/{corp}")
    legal = game.legal()
    lays = {(c.hex, c.tile, c.rotation, c.power): c for c in legal if isinstance(c, A.LayTile)}
    slots = {(c.hex, c.stop, c.power): c for c in legal if isinstance(c, A.PlaceToken)}
    assert {(x["hex"], x["tile"], x["rotation"], x["power"]) for x in told["lays"]} == set(lays)
    assert {(x["hex"], x["stop"], x["power"]) for x in told["slots"]} == set(slots)
    assert told["waiting"] == []
    now = {name: routes.best(game, name).total for name in game.state.corporations}
    assert (told["run"], told["proof"]) == (now[corp], "optimal")
    for lay in told["lays"]:
        action = lays[lay["hex"], lay["tile"], lay["rotation"], lay["power"]]
        (found,) = routes.after(game, [action])
        assert lay["run"] == found.plans[corp].total == lay["delta"] + now[corp]
        assert lay["cost"] == found.cost
        assert legal[lay["choice"]] == action
        changed = {name: plan.total - now[name] for name, plan in found.plans.items() if name != corp}
        assert {each["corp"]: each["delta"] for each in lay["others"]} == {
            name: delta for name, delta in changed.items() if delta
        }
    assert [lay["delta"] for lay in told["lays"]] == sorted(
        (lay["delta"] for lay in told["lays"]), reverse=True
    )


@pytest.mark.parametrize("title", ["1856", "1851", "18GL"])
def test_the_runs_of_a_lay_or_a_token_are_told_by_its_choice(api: Api, title: str) -> None:
    game, corp = on_turn(title)
    table = api.taken_in(game.to_bytes())
    told = api.get(f"{table.path}/whatif/{corp}")
    for each in (*told["lays"][:3], *told["lays"][-1:], *told["slots"]):
        plan = api.get(f"{table.path}/whatif/{corp}/runs", choice=each["choice"])
        after = game.copy()
        after.play(game.legal()[each["choice"]])
        assert plan["total"] == each["run"] == sum(route["revenue"] for route in plan["routes"])
        assert (
            routes.check(after, corp, [Run(run["train"], tuple(run["path"])) for run in plan["routes"]]) == []
        )
        assert all(route["track"] for route in plan["routes"])
    best = told["lays"][0]
    assert best["delta"] > 0
    runs = api.get(f"{table.path}/whatif/{corp}/runs", choice=best["choice"])["routes"]
    assert best["hex"] in {piece["hex"] for run in runs for piece in run["track"]}
    pass_or_more = next(
        at for at, c in enumerate(game.legal()) if not isinstance(c, A.LayTile | A.PlaceToken)
    )
    for choice in (pass_or_more, 10_000):
        assert api.get(f"{table.path}/whatif/{corp}/runs", 404, choice=choice)["error"].endswith(".")
    assert api.get(f"{table.path}/whatif/none/runs", 404, choice=best["choice"])["error"].endswith(".")


def test_one_hex_is_answered_alone_and_others_corporations_have_no_lays(api: Api) -> None:
    game, corp = on_turn("1856")
    table = api.taken_in(game.to_bytes())
    told = api.get(f"{table.path}/whatif/{corp}")
    hex = told["lays"][-1]["hex"]
    alone = api.get(f"{table.path}/whatif/{corp}", hex=hex)
    assert alone["lays"] == [lay for lay in told["lays"] if lay["hex"] == hex]
    other = next(name for name in game.state.corporations if name != corp)
    assert api.get(f"{table.path}/whatif/{other}")["lays"] == []
    assert api.get(f"{table.path}/whatif/none", 404)["error"].endswith(".")
    assert api.get(f"{table.path}/whatif/{corp}", 404, hex="none")["error"].endswith(".")


def test_what_takes_too_long_waits_to_be_asked_hex_by_hex(api: Api) -> None:
    game, corp = on_turn("1856")
    tables: GameCache = api.client.app.state.backend.games
    id = api.taken_in(game.to_bytes()).path.rsplit("/", 1)[-1]
    seen = tables[id].view_at()
    whole = what_if.answer(seen, corp)
    first = what_if.answer(seen, corp, steps=-1)
    assert not first.lays
    assert set(first.waiting) == {lay.hex for lay in whole.lays} | {slot.hex for slot in whole.slots}


@pytest.mark.parametrize(("title", "seed"), [("1856", 3), ("1856", 5), ("18GL", 3)])
def test_what_waits_begins_where_the_best_runs_go(api: Api, title: str, seed: int) -> None:
    game, corp = on_turn(title, seed)
    tables: GameCache = api.client.app.state.backend.games
    seen = tables[api.taken_in(game.to_bytes()).path.rsplit("/", 1)[-1]].view_at()
    waiting = what_if.answer(seen, corp, steps=-1).waiting
    on = {place.partition(".")[0] for run in routes.best(game, corp).runs for place in run.path}
    ways = [hex in on for hex in waiting]
    assert any(ways)
    assert not all(ways)
    assert ways == sorted(ways, reverse=True)
    assert list(waiting) != list(dict.fromkeys(c.hex for c in game.legal() if isinstance(c, A.LayTile)))


def test_a_table_that_says_nothing_of_others_tells_only_ones_own_runs(api: Api, store: object) -> None:
    table = api.new(others_shown=False)
    tables: GameCache = api.client.app.state.backend.games
    kept = tables[table.path.rsplit("/", 1)[-1]]
    assert not kept.others_shown
    assert isinstance(tables.store, SqliteStore)
    assert not next(row for row in tables.store.games() if row.id == kept.id).wishes.others_shown
    told = api.get(f"{table.path}/whatif/GT")
    assert told["others_shown"] is False
    assert api.get(f"{api.new().path}/whatif/GT")["others_shown"] is True
