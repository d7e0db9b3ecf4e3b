"""Tests of ``director``, a player that plays to win, and of its reasons."""

from __future__ import annotations

from functools import cache

import pytest

import trunkline
from players.test_position import TITLES, played
from trunkline import Position, actions
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.action import Pass
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, Corporation, State
from trunkline.players import play_turns
from trunkline.players.advice import Estimate, ranked
from trunkline.players.clerk import advise_by_step, estimate_choice
from trunkline.players.director import ESTIMATORS, Director
from trunkline.players.director.forecast import Forecast

SEEN = range(20, 400, 40)


@cache
def long(title: str) -> trunkline.Game:
    """Return a game of four directors after 360 actions, or at its end."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=11)
    seats = {name: Director(seed) for seed, name in enumerate(game.players)}
    for _, _events in zip(range(360), play_turns(game, seats), strict=False):
        pass
    return game


def moments(title: str) -> list[Position]:
    """Return unfinished moments of games of random players and of directors."""
    games = [played(title, count) for count in SEEN]
    games += [long(title).at(count) for count in range(20, len(long(title).actions), 40)]
    return [Position.of(game) for game in games if not game.over]


def before(title: str, kind: type[actions.Action]) -> list[Position]:
    """Return the moments in which directors chose an action of a kind."""
    whole = long(title)
    return [
        Position.of(whole.at(count)) for count, action in enumerate(whole.actions) if isinstance(action, kind)
    ]


def forecast_of(now: Position, player: str = "") -> Forecast:
    return Forecast(now, player or now.to_act[0], 0)


def changed(now: Position, change: object) -> Position:
    """Return the position after a change to its state."""
    state: State = now.state.copy()
    assert callable(change)
    change(state)
    return Position(now.title, state.seal())


@pytest.mark.parametrize("title", TITLES)
def test_it_knows_what_to_do_in_any_position(title: str) -> None:
    for now in moments(title):
        advice = Director(1).advise(now)
        assert now.check(advice.action) is None
        assert Director(1).advise(now) == advice
        totals = [estimate.total for estimate in advice.estimates]
        assert totals == sorted(totals, reverse=True)


@pytest.mark.parametrize("title", TITLES)
def test_the_same_seed_plays_the_same_game(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=11)
    # A new director for each decision must play the same: its memory must not matter.
    seats = {name: Director(seed) for seed, name in enumerate(game.players)}
    for _ in range(80):
        player = next(name for name in game.players if name in game.to_act)
        seats[player] = Director(game.players.index(player))
        game.play(seats[player].choose(game, player))
    assert game.actions == long(title).actions[:80]


@pytest.mark.parametrize("title", TITLES)
def test_without_the_decisive_reason_it_does_something_else(title: str) -> None:
    found = 0
    for now in moments(title):
        advice = Director().advise(now)
        if advice.decisive is None:
            continue
        best, *others = (each.without(advice.decisive.what) for each in advice.estimates)
        assert ranked([*others, best]).action != advice.action
        found += 1
    assert found


def runner(now: Position) -> Corporation | None:
    """Return the corporation whose president must choose a dividend, or None."""
    turn = now.state.operating and now.state.operating.turn
    if not turn or not now.legal_of(actions.Dividend):
        return None
    return now.state.corporations[turn.corp]


@pytest.mark.parametrize("title", TITLES)
def test_it_keeps_the_more_of_its_earnings_the_nearer_that_brings_a_train_it_needs(title: str) -> None:
    """A company that lacks money for a train withholds earnings sooner than one that has it."""
    better = 0
    for now in before(title, actions.Dividend)[::2]:
        corp = runner(now)
        if corp is None:
            continue
        forecast = forecast_of(now, corp.president)
        if not forecast.rounds - forecast.rounds_until_last_train_rusts(corp) > 0 or not forecast.target(
            corp
        ):
            continue

        def worth(cash: int, now: Position = now, id: str = corp.id) -> float:
            def pour(state: State) -> None:
                state.bank += state.corporations[id].cash - cash
                state.corporations[id].cash = cash

            then = forecast_of(changed(now, pour))
            choices = [
                estimate_choice(then, choice, ESTIMATORS)
                for choice in then.position.legal_of(actions.Dividend)
            ]
            by_name = {e.action.payout: e.total for e in choices if isinstance(e.action, actions.Dividend)}
            return by_name["withhold"] - by_name["pay"] if "pay" in by_name else 0.0

        price = forecast.target(corp)
        assert worth(max(0, price - 60)) >= worth(2 * price) - 0.01
        better += worth(max(0, price - 60)) > worth(2 * price) + 0.01
    assert better


def test_it_does_not_want_shares_of_a_company_that_could_be_left_with_it() -> None:
    """If the president could sell out, a director prefers companies with money for their next train."""
    found = 0
    for now in (now for title in TITLES for now in before(title, actions.BuyShare)):
        for choice in now.legal_of(actions.BuyShare):
            assert isinstance(choice, actions.BuyShare)
            forecast = forecast_of(now)
            corp = forecast.state.corporations[choice.corp]
            terms = {term.what: term.dollars for term in estimate_choice(forecast, choice, ESTIMATORS).terms}
            if terms.get("could be left with it", 0.0) < 0:
                assert forecast.president_contribution(corp) > 0
                assert corp.president != forecast.player

                def paid(state: State, id: str = corp.id) -> None:
                    state.bank -= 3_000
                    state.corporations[id].cash += 3_000

                rich = estimate_choice(forecast_of(changed(now, paid)), choice, ESTIMATORS)
                assert "could be left with it" not in {term.what for term in rich.terms if term.dollars < 0}
                found += 1
    assert found


def test_a_company_that_will_cost_its_president_a_train_is_sold_rather_than_another() -> None:
    found = 0
    for title in TITLES:
        for now in moments(title):
            for choice in now.legal_of(actions.SellShares):
                if now.state.stock is None:
                    continue
                forecast = forecast_of(now)
                estimate = estimate_choice(forecast, choice, ESTIMATORS)
                assert isinstance(estimate.action, actions.SellShares)
                corp = forecast.state.corporations[estimate.action.corp]
                terms = {term.what: term.dollars for term in estimate.terms}
                if "trains ahead" in terms:
                    assert corp.president == forecast.player
                    assert not forecast.stays_president(corp, estimate.action.count)
                    assert terms["trains ahead"] == forecast.president_contribution(corp)
                    found += 1
                elif corp.president == forecast.player:
                    assert forecast.stays_president(corp, estimate.action.count)
    assert found


@pytest.mark.parametrize("title", ["1851", "18GL"])
def test_money_to_float_it_matters_most_in_starting_a_company(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=3)
    while not any(isinstance(choice, actions.StartCorporation) for choice in game.legal()):
        player = next(name for name in game.players if name in game.to_act)
        game.play(Director().choose(game, player))
    now = Position.of(game)

    def best_start(dollars: int) -> float:
        def pour(state: State) -> None:
            player = state.players[now.to_act[0]]
            state.bank += player.cash - dollars
            player.cash = dollars

        forecast = forecast_of(changed(now, pour))
        starts = forecast.position.legal_of(actions.StartCorporation)
        return max(estimate_choice(forecast, choice, ESTIMATORS).total for choice in starts)

    # Half of the shares must be sold before the company operates.
    enough = 5 * min(now.title.board.par_values)
    assert best_start(enough) > best_start(enough - 60) + 200


@pytest.mark.parametrize("title", TITLES)
def test_shares_are_worth_what_they_will_pay_and_how_the_price_moves(title: str) -> None:
    for now in moments(title):
        forecast = forecast_of(now)
        for corp in forecast.running:
            assert forecast.dividends_per_share(corp) >= 0
            assert forecast.price_rise(corp) > -chart.price(forecast.ctx, corp)
            assert sum((corp.offering, corp.pool, corp.treasury, *corp.shares.values())) <= corp.total
            assert {OFFERING, POOL, TREASURY}.isdisjoint(corp.shares)


def test_kinds_that_nobody_has_thought_about_are_tried_out() -> None:
    now = moments("1856")[3]
    advice = advise_by_step(forecast_of(now), {})
    assert isinstance(advice.estimates[0], Estimate)
    assert isinstance(advice.action, Pass) or now.check(advice.action) is None
