"""Tests of a question to a player: its asker, the effects of each answer and the earnings of the runs."""

from __future__ import annotations

import msgspec
import pytest

from browser.positions import Position, positions
from scenes_18gl import Scene
from trunkline.engine.kernel.action import AnnounceRuns, Answer, DiscardTrain, LayTile, Pass
from trunkline.engine.kernel.choice import Open
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Announcement, Discard, Offer
from trunkline.engine.kernel.depot import train_name
from trunkline.game import Game
from trunkline.game.routes import best
from trunkline.web.errors import GameNotFound
from trunkline.web.presenters import pending
from trunkline.web.schemas.pending import AnnouncementFacts, AskedFacts, EarningsFacts

from .api import Api

EACH = 2
"""Positions of each kind and title."""


def some(kind: type) -> list[Position]:
    """Return a few positions of each title with this kind of decision."""
    found: dict[str, list[Position]] = {}
    for position in positions():
        if position.kind == kind.__name__:
            found.setdefault(position.title, []).append(position)
    return [position for group in found.values() for position in group[:EACH]]


def told(game: Game) -> AskedFacts:
    """Return the facts of the current question."""
    found = pending.asked(game)
    assert found is not None
    return found


@pytest.mark.parametrize("position", some(Offer) + some(Discard), ids=lambda each: each.name)
def test_each_answer_is_told_as_it_is_played(position: Position) -> None:
    game = position.game()
    found = told(game)
    legal = game.legal()
    assert [way.choice for way in found.ways] == list(range(len(legal)))
    earnings = pending.earned(game)
    for place, way in enumerate(found.ways):
        then = game.copy()
        choice = legal[way.choice]
        assert isinstance(choice, Answer | DiscardTrain)
        then.play(choice)
        if then.state.pending and then.state.pending[-1] == game.state.pending[-1]:
            continue
        state = then.state
        for change in way.outcome.cash:
            owner = state.players.get(change.name) or state.corporations[change.name]
            assert owner.cash == change.after
        assert [(each.what, each.amount) for each in way.cash] == [
            (change.name, change.after - change.before) for change in way.outcome.cash
        ]
        for owned in way.trains:
            assert list(owned.trains) == list(map(train_name, then.state.trains_at(owned.corp)))
        for each in earnings:
            assert each.then[place].choice == way.choice
            assert each.then[place].total == best(then, each.corp).total == each.total + each.then[place].more


@pytest.mark.parametrize("position", some(Discard), ids=lambda each: each.name)
def test_a_discard_says_how_many_may_be_kept(position: Position) -> None:
    found = told(position.game())
    assert found.limit is not None
    assert len(found.owned[0].trains) - found.excess == found.limit
    assert all(len(way.trains[0].trains) == len(found.owned[0].trains) - 1 for way in found.ways)


def test_what_is_asked_for_is_shown_where_it_would_lie() -> None:
    position = next(
        each for each in positions() if each.kind == "Offer" and isinstance(waiting(each.game()), LayTile)
    )
    game = position.game()
    lay = waiting(game)
    assert isinstance(lay, LayTile)
    found = told(game)
    assert [(at.hex, at.tile, at.rotation) for at in found.at] == [(lay.hex, lay.tile, lay.rotation)]
    assert found.by == lay.player
    assert found.player == min(game.to_act)
    assert found.text.startswith(f"{lay.corp} asks for permission")


def waiting(game: Game) -> object:
    """Return the current offer."""
    offer = game.state.pending[-1]
    assert isinstance(offer, Offer)
    return offer.offer


@pytest.mark.parametrize("position", some(Announcement), ids=lambda each: each.name)
def test_both_runs_stand_side_by_side(position: Position) -> None:
    game = position.game()
    decision = Context(game.title, game.state).waiting(Announcement)
    found = pending.announcement(game)
    assert (found.corp, found.president, found.asked) == (decision.corp, decision.player, decision.players)
    assert found.stands.total == decision.amount == sum(route.revenue for route in found.stands.routes)
    assert found.better.total == sum(route.revenue for route in found.better.routes) > found.stands.total
    assert found.more == found.better.total - found.stands.total
    open = next(choice for choice in game.legal() if isinstance(choice, Open))
    proposed = open.best()
    assert isinstance(proposed, AnnounceRuns)
    assert proposed.player == found.better.player
    assert [(run.train, run.path) for run in proposed.runs] == [
        (route.train, route.path) for route in found.better.routes
    ]


@pytest.mark.parametrize("position", some(Announcement)[:2], ids=lambda each: each.name)
def test_who_gains_is_what_a_payment_would_bring(position: Position) -> None:
    game = position.game()
    found = pending.announcement(game)
    assert found.gains
    for gain in found.gains:
        assert gain.more == gain.better - gain.stands
        if gain.player:
            assert abs(gain.better - found.better.total * gain.percent / 100) < 1
    then = game.copy()
    while then.state.pending:
        then.play(Pass(min(then.to_act)))
    paid = next(choice for choice in then.legal() if getattr(choice, "payout", "") == "pay")
    assert not isinstance(paid, Open)
    cash = then.effects(paid).cash  # type: ignore[arg-type]
    for gain in found.gains:
        before, after = cash[gain.holder]
        assert after - before == gain.stands


def test_nothing_is_asked_where_nothing_waits(api: Api) -> None:
    game = Scene().opened().game
    assert pending.asked(game) is None
    with pytest.raises(GameNotFound):
        pending.earned(game)
    with pytest.raises(GameNotFound):
        pending.announcement(game)


def test_the_table_is_asked_for_what_takes_a_search(api: Api) -> None:
    game = some(Offer)[0].game()
    offered = api.taken_in(game.to_bytes()).path
    found = msgspec.convert(api.get(f"{offered}/answers"), list[EarningsFacts])
    assert [each.corp for each in found] == [each.corp for each in told(game).owned]
    announced = api.taken_in(some(Announcement)[0].game().to_bytes()).path
    assert msgspec.convert(api.get(f"{announced}/announcement"), AnnouncementFacts).more > 0
    api.get(f"{offered}/announcement", 404)
    api.get(f"{announced}/answers", 404)


def test_an_offer_says_what_the_player_who_is_asked_gives_away() -> None:
    given: dict[str, tuple[str, ...]] = {}
    for position in positions():
        if position.kind == Offer.__name__:
            game = position.game()
            waiting = game.state.pending[-1]
            assert isinstance(waiting, Offer)
            accept, decline = told(game).ways
            assert decline.gives == ()
            given.setdefault(f"{position.title} {type(waiting.offer).__name__}", accept.gives)
    assert given["18GL LayTile"] == ("EJ&E and its income of $10: it closes",)
    assert given["18GL AssignPower"] == ("the power of Tunnel, which works once",)
    assert given["1856 BuyTrain"] == ("a 2-train of GW",)
    assert given["1856 BuyPrivate"][0].endswith("and its income of $20")
