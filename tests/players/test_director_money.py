"""Tests of a director's use of money: privates, idle treasuries, new companies and forced train purchases."""

from __future__ import annotations

import pytest

import trunkline
from players.test_director import before, changed, forecast_of, long, moments
from players.test_position import TITLES
from scenes import Scene
from trunkline import Position, actions
from trunkline.engine.kernel.private_events import PrivateBought
from trunkline.engine.kernel.state import BANK, OUT, State
from trunkline.players import play_turns
from trunkline.players.clerk import estimate_choice
from trunkline.players.director import ESTIMATORS, Director, new_companies


@pytest.mark.parametrize("title", ["1856", "18GL"])
def test_nobody_bids_much_more_for_a_private_than_it_costs(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=5)
    board = game.title.board
    seats = {name: Director(seed) for seed, name in enumerate(game.players)}
    paid: dict[str, int] = {}
    for events in play_turns(game, seats):
        paid |= {event.private: event.amount for event in events if isinstance(event, PrivateBought)}
        if game.state.opening is None:
            break
    assert set(paid) <= set(board.private)
    for private, price in paid.items():
        printed = board.private[private]
        brought = printed.cost if printed.gives is None else 2 * printed.cost
        assert price <= 2 * brought, private
    assert game.state.round.number <= 6, "passing went on for long"


def test_income_to_come_is_worth_less_than_its_sum() -> None:
    now = Position.of(trunkline.new("18GL", ["Ann", "Bob", "Cy", "Dee"], seed=5))
    for choice in now.legal:
        estimate = estimate_choice(forecast_of(now), choice, ESTIMATORS)
        if isinstance(estimate.action, actions.Bid):
            terms = {term.what: term.dollars for term in estimate.terms}
            revenue = now.title.board.private[estimate.action.private].revenue
            assert 0 < terms["income"] < 8 * revenue


def test_what_is_borrowed_for_a_train_is_not_paid_back_before_it() -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy", "Dee"], seed=103)
    seats = {name: Director(103 + number) for number, name in enumerate(game.players)}
    borrowed, loans = "", 0
    for _ in play_turns(game, seats):
        match game.actions[-1]:
            case actions.TakeLoan(corp=corp):
                borrowed, loans = corp, loans + 1
            case actions.RedeemLoans(corp=corp):
                assert borrowed != corp
            case actions.LayTile():
                borrowed = ""
    assert loans > 2


@pytest.mark.parametrize("title", TITLES)
def test_a_game_lasts_as_long_as_the_bank_does(title: str) -> None:
    checked = 0
    for now in moments(title):
        if not now.state.operating or not any(corp.revenue for corp in forecast_of(now).running):
            continue

        def poorer(state: State) -> None:
            state.bank //= 4

        least = now.state.round.of - now.state.round.index + 1
        longer, shorter = forecast_of(now).rounds, forecast_of(changed(now, poorer)).rounds
        assert shorter <= longer
        if now.title.board.ending.finishes_set:
            assert shorter >= least
        checked += 1
    assert checked


def test_forecasts_of_the_length_of_a_game_are_about_right() -> None:
    """In the second half of a game, no forecast is off by more than a factor of 1.5 and two rounds."""
    game = trunkline.new("1851", ["Ann", "Bob", "Cy", "Dee"], seed=11)
    seats = {name: Director(seed) for seed, name in enumerate(game.players)}
    told: list[tuple[float, int]] = []
    key, rounds = (0, 0), 0
    for _ in play_turns(game, seats):
        now = game.state.round
        if now.index and (now.number, now.index) != key:
            key, rounds = (now.number, now.index), rounds + 1
            told.append((forecast_of(Position.of(game)).rounds if not game.over else 0.0, rounds))
    for expected, played in told[len(told) // 2 :]:
        left = rounds - played + 1
        assert left / 1.5 - 2 <= expected <= left * 1.5 + 2


def test_what_a_sale_makes_room_for_counts_while_something_can_still_be_bought() -> None:
    found = 0
    for now in (now for title in TITLES for now in before(title, actions.SellShares)):
        if now.state.stock is None or now.state.stock.bought:
            continue

        def bought(state: State) -> None:
            assert state.stock is not None
            state.stock.bought = next(iter(state.corporations))

        for choice in now.legal_of(actions.SellShares):
            terms = {
                term.what: term.dollars
                for term in estimate_choice(forecast_of(now), choice, ESTIMATORS).terms
            }
            late = estimate_choice(forecast_of(changed(now, bought)), choice, ESTIMATORS)
            assert {term.what: term.dollars for term in late.terms}["room for another"] == 0
            found += terms["room for another"] > 0
    assert found


def test_a_start_promises_more_to_whoever_has_more_money_and_room() -> None:
    now = Position.of(long("18GL").at(60))
    while now.state.stock is None:
        now = now.play(Director().advise(now).action)
    forecast = forecast_of(now)
    values = [new_companies.best_start_value(forecast, cash) for cash in (150, 350, 600)]
    assert values == sorted(values)
    assert values[0] < values[-1]
    certificates = 2 * now.title.board.players[4].certificates
    assert new_companies.best_start_value(forecast, 600, freed=4 - certificates) < values[-1]


def test_an_idle_treasury_makes_a_presidency_worth_taking() -> None:
    scene = Scene().opened()
    scene.started("GT", "P1", {"P1": 3, "P2": 3}, cash=600)
    scene.gt_line()
    scene.set_cash("P2", 500)

    def terms(cash: int) -> dict[str, float]:
        scene.corp("GT").cash = cash
        now = Position.of(scene.game)
        buy = actions.BuyShare("P2", "GT", "offering")
        estimate = estimate_choice(forecast_of(now, "P2"), buy, ESTIMATORS)
        return {term.what: term.dollars for term in estimate.terms}

    assert terms(600)["its idle treasury"] > terms(150)["its idle treasury"] > 0
    assert terms(0)["its idle treasury"] == 0


def _in_need() -> Scene:
    """Return a scene in which P1's GT must own a train without money for one. P1's other company has one."""
    scene = Scene().opened()
    scene.started("GT", "P1", {"P1": 2}, cash=10)
    scene.started("WR", "P1", {"P1": 2}, cash=0)
    scene.gt_line()
    scene.give_trains("WR", "2")
    scene.set_cash("P1", 0)
    return scene.turn("GT", "trains")


def test_whoever_must_buy_takes_a_train_of_its_own_companies_rather_than_ask_for_ever() -> None:
    scene = _in_need()
    game = scene.game
    for _ in range(12):
        if scene.trains("GT"):
            break
        player = next(name for name in game.players if name in game.to_act)
        game.play(Director().choose(game, player))
    assert scene.trains("GT") or not game.state.operating or game.over


def test_a_last_place_is_not_taken_by_a_train_that_keeps_a_longer_one_out() -> None:
    found = 0
    for now in (now for title in TITLES for now in before(title, actions.BuyTrain)):
        for choice in now.legal_of(actions.BuyTrain):
            estimate = estimate_choice(forecast_of(now), choice, ESTIMATORS)
            terms = {term.what: term.dollars for term in estimate.terms}
            if terms.get("room for a longer train", 0.0) < 0:
                action = estimate.action
                assert isinstance(action, actions.BuyTrain)
                owned = now.state.trains_at(action.corp)
                corp = now.state.corporations[action.corp]
                assert len(owned) + 1 == now.title.policies.train_limit(now.table, corp)

                def sold_out(state: State, kind: str = action.train.rpartition("-")[0]) -> None:
                    gone = {
                        train: OUT
                        for train, at in state.trains.items()
                        if at == BANK and train.rpartition("-")[0] != kind
                    }
                    state.trains = {**state.trains, **gone}

                alone = estimate_choice(forecast_of(changed(now, sold_out)), choice, ESTIMATORS)
                blocked = {term.what: term.dollars for term in alone.terms}["room for a longer train"]
                assert blocked == 0
                found += 1
    assert found


def test_shares_sold_for_a_train_count_what_is_lacking_still() -> None:
    """A sale that does not pay for the train is not a cheap way out, though it looks like one."""
    scene = _in_need()
    scene.started("CPR", "P2", {"P1": 2, "P2": 3})

    def shortfall(cash: int) -> float:
        scene.set_cash("P1", cash)
        forecast = forecast_of(Position.of(scene.game), "P1")
        estimate = estimate_choice(forecast, actions.SellShares("P1", "CPR", 1), ESTIMATORS)
        return {term.what: term.dollars for term in estimate.terms}["out of my pocket"]

    cheapest = forecast_of(Position.of(scene.game), "P1").cheapest
    assert shortfall(0) == 10 - cheapest
    assert shortfall(20) == 30 - cheapest
    assert shortfall(2 * cheapest) == 0


def test_a_company_that_will_cost_a_train_may_leave_the_chart() -> None:
    """A company closed by withholding needs no more trains. The president loses its dividends as well."""
    found = 0
    for now in before("1856", actions.Dividend)[::4]:
        turn = now.state.operating and now.state.operating.turn
        assert turn
        boxes = now.title.board.boxes
        edge = min(cell for cell in boxes if (cell[0], cell[1] - 1) not in boxes and cell[0] == max(boxes)[0])

        def fall(state: State, id: str = turn.corp, edge: tuple[int, int] = edge) -> None:
            state.corporations[id].cell = edge

        low = changed(now, fall)
        for choice in low.legal_of(actions.Dividend):
            forecast = forecast_of(low)
            estimate = estimate_choice(forecast, choice, ESTIMATORS)
            assert isinstance(estimate.action, actions.Dividend)
            corp = low.state.corporations[turn.corp]
            closed = low.effects(estimate.action).after.corporations[corp.id].closed
            terms = {term.what: term.dollars for term in estimate.terms}
            assert ("trains ahead" in terms) == closed
            if closed:
                assert terms["trains ahead"] == forecast.president_contribution(corp)
                assert terms["dividends"] == -forecast.dividends_per_share(corp) * corp.shares.get(
                    forecast.player, 0
                )
                assert "money for trains" not in terms
                found += 1
    assert found
