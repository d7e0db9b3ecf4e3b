"""Tests of reviews on the server: of finished games, in small pieces, with results before the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel import state as states
from trunkline.game import Game
from trunkline.game.actions import validated
from trunkline.lab.review.results import Moment
from trunkline.lab.review.session import AT_ONCE, ReviewSession
from trunkline.lab.review.stored import encoded
from trunkline.lab.review.tasks import Compare, Comparison, DirectorView, Look
from trunkline.players import play_out
from trunkline.players.director import Director
from trunkline.util.catalogues import PSEUDO
from trunkline.util.messages import SOURCE
from trunkline.web.games import reviews
from trunkline.web.games.limits import USUAL
from trunkline.web.games.log_entries import state_fingerprint
from trunkline.web.games.repository import UNDER_WAY, StoredPiece
from trunkline.web.games.reviews import STALE
from trunkline.web.presenters.review import shown
from trunkline.web.storage.store import SqlStore
from web.http.api import Api, Table, table_at
from web.http.house import House
from web.http.recorded import short

SMALL = replace(USUAL, review=600)
PEOPLE = ("Ann", "Bob")


@pytest.fixture(scope="module")
def finished() -> Game:
    """A finished game."""
    return short()


@pytest.fixture
def small(store: Path) -> Iterator[Api]:
    """A server with a small review budget."""
    with table_at(store, limits=SMALL) as client:
        yield Api(client)


def over(table: Table) -> dict[str, Any]:
    """Wait for the end of a review and return it."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        found: dict[str, Any] = table.api.get(f"{table.path}/review")
        if found["over"]:
            return found
        # The server answers other requests meanwhile.
        assert table.view()["result"]
        time.sleep(0.05)
    raise AssertionError("the review has come to no end")


def test_a_finished_game_is_reviewed_and_the_same_way_again(
    small: Api, finished: Game, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "languages", lambda: (SOURCE, PSEUDO))
    stored: list[bytes] = []
    store_review = SqlStore.store_review

    def kept(*parts: Any) -> bool:
        if parts[6]:
            stored.append(parts[6])
        return store_review(*parts)

    monkeypatch.setattr(SqlStore, "store_review", kept)
    table = small.taken_in(finished.to_bytes())
    assert small.get(f"{table.path}/review") is None
    begun = small.post(f"{table.path}/review", 200, {})
    assert (begun["over"], begun["failed"]) == (False, "")
    found = over(table)
    assert (found["failed"], found["done"], found["budget"]) == ("", 600, 600)
    assert found["decisions"] > found["agreed"] > 0
    assert [each["player"] for each in found["worst"]] == list(PEOPLE)
    costly = [cost for each in found["worst"] for cost in each["decisions"]]
    assert costly
    for cost in (*costly, *found["turning"]):
        before = finished.at(cost["number"])
        assert cost["player"] in before.to_act
        assert cost["low"] <= cost["loss"] <= cost["high"]
        assert cost["played"] != cost["better"]
        key = (before.state.round.kind, before.state.round.number, before.state.round.index)
        assert tuple(cost["round_key"].values()) == key
    # Readers of other languages get the texts in theirs, also while the review is in progress.
    in_progress = next(
        each for each in map(msgspec.json.decode, stored) if each["languages"][SOURCE]["leads"]
    )
    assert not in_progress["languages"][SOURCE]["over"]
    assert in_progress["languages"][PSEUDO]["leads"][0]["round"].startswith("Stóóck róóúúnd")
    read = small.client.get(f"{table.path}/review", headers={"accept-language": PSEUDO}).json()
    assert (read["done"], read["worst"][0]["player"]) == (600, PEOPLE[0])
    assert read["leads"][0]["round"].startswith("Stóóck róóúúnd")
    # A second request returns the stored review. A different budget gives a different review.
    assert small.post(f"{table.path}/review", 200, {}) == found
    small.restart(store, limits=SMALL)
    assert small.get(f"{table.path}/review") == found
    small.restart(store, limits=replace(SMALL, review=599))
    assert small.get(f"{table.path}/review") is None
    # A review that was interrupted and started again has the same result.
    small.post(f"{table.path}/review", 200, {})
    small.restart(store, limits=SMALL)
    small.post(f"{table.path}/review", 200, {})
    assert over(table) == found
    # A moment of the review can be tried in a sandbox.
    made = small.post(f"{table.path}/branch", 201, {"at": costly[0]["number"]})
    assert Table(small, made["id"]).view()["decision"]["seats"] == [costly[0]["player"]]


def test_the_better_line_is_shown_once_the_review_is_finished() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=4)
    play_out(game, Director(), 73)
    played, better = validated(game.actions[72]), A.SellShares("Cy", "TC", 1)
    line = (
        A.BuyShare("Cy", "L&N", "treasury"),
        A.Pass("Ann"),
        A.BuyShare("Bob", "TC", "pool"),
        A.Pass("Cy"),
    )
    moment = Moment(72, states.encode(game.at(72).state), played)
    study = ReviewSession(game.options, [moment])
    shares = dict.fromkeys(game.players, 0.33)
    view = DirectorView(72, "Cy", played, (better,), 1.0, "stock 3.0", shares)
    study.take(Look(game.options, (moment,)), [view])
    compare = Compare(game.options, moment, better, (0, 1))
    study.take(compare, Comparison(72, better, (0, 1), (0.05, 0.05), 20, (line, line)))
    progress = reviews.ReviewProgress()
    progress.study, progress.review = study, study.found()
    # It may change until then.
    (cost,) = shown(progress).worst[2].decisions
    assert (cost.better_action, cost.line, cost.then) == (better, (), "")
    study.whole = True
    (cost,) = shown(progress).worst[2].decisions
    assert cost.line == line
    assert cost.then == (
        "Cy buys a 10% share of L&N from the treasury for $82; Ann passes; "
        "Bob buys a 10% share of TC from the pool for $75"
    )


def test_a_review_whose_process_has_ended_is_taken_over_by_whoever_asks(store: Path, finished: Game) -> None:
    with House(store, replace(USUAL, review=50)) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        made = ann.ask("POST", "/api/import", 201, content=finished.to_bytes())
        id, number, path = made["id"], made["version"], f"/api/games/{made['id']}/review"
        ann.post(f"/api/games/{id}/privacy", 204, {"private": False})
        kept = house.app.state.backend.store
        bound = f"{state_fingerprint(house.app.state.backend.games[id].title)} 50"
        now = int(time.time())

        def says(process: str, seen: int) -> bool:
            """Return whether a process still runs the review."""
            return bool(kept.store_review(id, number, process, seen, UNDER_WAY, None))

        # While another process reports progress, no request starts the review again.
        assert kept.claim_review(id, number, bound, "another", now + 1_000, 0)
        assert bob.get(path) == ann.post(path, 200, None)
        # It has finished the first pieces, and found no choice in any of their decisions.
        looks = range(0, len(finished.actions), AT_ONCE)
        for place, begin in enumerate(looks):
            none = encoded([None] * len(finished.actions[begin : begin + AT_ONCE]))
            piece = StoredPiece(place, none)
            assert kept.store_review(id, number, "another", now, UNDER_WAY, None, piece)
        assert says("another", now - STALE - 1)
        # That process has not reported for too long. Bob, who did not start the review and has no seat, asks
        # for it.
        assert bob.get(path)["over"] is False
        assert not says("another", now)
        until = time.monotonic() + 300
        while not (found := bob.get(path))["over"] and time.monotonic() < until:
            time.sleep(0.05)
        assert (found["over"], found["failed"]) == (True, "")
        assert found["done"] > 0
        assert ann.post(path, 200, None) == found
        # Bob's process has used the finished pieces, and they are not needed any more.
        assert found["decisions"] == 0
        assert kept.review_pieces(id, number, bound) == {}


def test_a_game_that_is_not_over_is_not_reviewed(small: Api) -> None:
    table = small.new()
    said = small.post(f"{table.path}/review", 422, {})
    assert said["error"] == "Games are reviewed once they are over."
    assert small.get(f"{table.path}/review") is None
    small.post("/api/games/nothing/review", 404, {})


def test_a_review_that_fails_says_so_and_may_be_begun_again(
    small: Api, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = small.taken_in(finished.to_bytes())
    with monkeypatch.context() as patched:
        # Worker processes know ``abs``, whenever they started, and it fails on a piece of work.
        patched.setattr("trunkline.web.games.reviews.worked", abs)
        small.post(f"{table.path}/review", 200, {})
        assert over(table)["failed"] == "The review has failed; the log of the table says why."
    small.post(f"{table.path}/review", 200, {})
    assert over(table)["failed"] == ""
