"""Tests of the statistics of a finished game, on its page and in the list of games."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import trunkline
from trunkline.engine.kernel import events as E
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer, RandomWeights
from web.http.api import Api, Table

SPENDERS = RandomWeights(best_run=1.0, withhold=0.05)


@cache
def finished(title: str, players: int, seed: int) -> Game:
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee", "Eve"][:players], seed=seed)
    for _ in play_turns(game, RandomPlayer(seed, SPENDERS)):
        pass
    assert game.over
    return game


GAMES = [("1856", 3, 5), ("1851", 4, 3), ("18GL", 2, 1)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda each: each[0])
def game(request: pytest.FixtureRequest) -> Game:
    return finished(*request.param)


def found(table: Table, at: int | None = None) -> dict[str, Any]:
    params = {} if at is None else {"at": at}
    return {one["id"]: one for one in table.api.get(f"{table.path}/figures", **params)}


def test_the_most_of_everything_is_found_where_it_happened(api: Api, game: Game) -> None:
    table = api.taken_in(game.to_bytes())
    figures = found(table)
    told = list(game.log)
    most: dict[str, tuple[type[E.Event], str]] = {
        "best-run": (E.RevenueEarned, "amount"),
        "largest-sale-of-shares": (E.SharesSold, "amount"),
        "most-expensive-train": (E.TrainBought, "amount"),
        "most-paid-by-a-president": (E.PresidentPaid, "amount"),
    }
    log = {entry["number"]: entry for entry in table.log()}
    for id, (kind, field) in most.items():
        values = [getattr(event, field) for event in told if isinstance(event, kind)]
        if not any(values):
            assert id not in figures
            continue
        figure = figures[id]
        assert figure["value"] == max(values)
        assert figure["text"] == f"${max(values):,}"
        happened = log[figure["number"]]
        assert any(event.get(field) == figure["value"] for event in happened["events"])
        assert figure["round"] == happened["round"]
        assert figure["line"] in happened["lines"]
    tokens: dict[str, int] = {}
    for event in told:
        if isinstance(event, E.TokenPlaced) and not event.again:
            tokens[event.corp] = tokens.get(event.corp, 0) + 1
    figure = figures["most-tokens-placed"]
    assert figure["value"] == max(tokens.values()) == tokens[figure["corp"]]
    assert figure["text"] == f"{figure['value']} tokens"
    assert figure["line"] is None


def test_a_dump_is_a_sale_that_leaves_another_with_the_corporation(api: Api) -> None:
    table = api.taken_in(finished("1856", 3, 5).to_bytes())
    log = table.log()
    sales = []
    for entry in log:
        for sold in entry["events"]:
            if sold["event"] != "shares_sold":
                continue
            heirs = [
                event["player"]
                for event in entry["events"]
                if event["event"] == "president_changed" and event["corp"] == sold["corp"]
            ]
            if heirs and heirs[-1] != sold["player"]:
                sales.append((sold["amount"], sold["player"], sold["corp"]))
    assert sales
    figure = found(table)["biggest-dump"]
    assert (figure["value"], figure["player"], figure["corp"]) == max(sales, key=lambda sale: sale[0])


def test_what_is_undone_counts_no_more(api: Api) -> None:
    table = api.taken_in(finished("1851", 4, 3).to_bytes())
    best = found(table)["best-run"]
    table.undo(to=best["number"] - 1)
    now = found(table)
    assert now.get("best-run", {"value": 0})["value"] < best["value"]
    assert found(table, table.version) == now
    assert found(table, best["number"])["best-run"] == best


def test_the_list_says_who_has_won_and_when_something_was_done_last(api: Api) -> None:
    game = finished("1851", 4, 3)
    table = api.taken_in(game.to_bytes())
    (listed,) = api.get("/api/games")
    assert game.result
    assert listed["winners"] == list(game.result.winners)
    assert listed["moved"] == table.log()[-1]["at"]
    table.undo()
    (listed,) = api.get("/api/games")
    assert (listed["winners"], listed["over"]) == ([], False)
    made = api.post(f"{table.path}/branch", 201, {"at": table.version - 1})
    listed = {one["id"]: one for one in api.get("/api/games")}[made["id"]]
    assert listed["winners"] == list(game.result.winners)
    new = api.new()
    listed = {one["id"]: one for one in api.get("/api/games")}[new.id]
    assert listed["moved"] == listed["created"]


def test_the_small_map_shows_what_the_large_one_does(api: Api, game: Game) -> None:
    table = api.taken_in(game.to_bytes())
    shown = table.view()["map"]
    assert api.get(f"{table.path}/map") == {"tiles": shown["tiles"], "tokens": shown["tokens"]}
    assert shown["tiles"]
