"""Tests of a director's reserve for forced train purchases: the order of buyers and a lack of money."""

from __future__ import annotations

import pytest

import trunkline
from players.test_director import forecast_of
from scenes import Scene
from trunkline import Position, actions
from trunkline.engine.kernel.state import BANK, OUT
from trunkline.players.clerk import estimate_choice
from trunkline.players.director import ESTIMATORS, new_companies
from trunkline.players.director.forecast import BANKRUPTCY_COST, Forecast


def two_in_need(cash: int = 400) -> Scene:
    """Return a scene in which GT and CPR have no trains. The bank has one train of the next type."""
    scene = Scene().opened()
    scene.started("GT", "P1", {"P1": 2}, cash=cash)
    scene.started("CPR", "P2", {"P2": 2}, cash=cash)
    scene.gt_line()
    scene.sell_out("2")
    for train in [train for train in scene.state.trains_at(BANK) if train.startswith("3-")][1:]:
        scene.state.trains = {**scene.state.trains, train: OUT}
    return scene


def forecast_in(scene: Scene, player: str) -> Forecast:
    return forecast_of(Position.of(scene.game), player)


def test_the_last_cheap_train_goes_to_whoever_is_first() -> None:
    scene = two_in_need()
    forecast = forecast_in(scene, "P1")
    first, second = forecast.running
    assert forecast.target(first) == 225
    assert forecast.target(second) == 350
    scene.turn(second.id, "track")
    forecast = forecast_in(scene, second.president)
    assert forecast.target(scene.corp(second.id)) == 225


def test_whoever_cannot_pay_takes_no_train_from_the_others() -> None:
    scene = two_in_need(cash=0)
    for player in ("P1", "P2"):
        scene.set_cash(player, 10)
    forecast = forecast_in(scene, "P1")
    assert [forecast.target(corp) for corp in forecast.running] == [225, 225]


def test_a_share_is_too_dear_where_the_money_is_owed_for_a_train() -> None:
    scene = two_in_need(cash=0)
    scene.started("BB", "P3", {"P3": 5}, cash=1000)
    for id in ("GT", "CPR", "BB"):
        scene.corp(id).operated = True

    def terms(cash: int) -> dict[str, float]:
        scene.set_cash("P1", cash)
        forecast = forecast_in(scene, "P1")
        buy = actions.BuyShare("P1", "BB", "offering")
        return {term.what: term.dollars for term in estimate_choice(forecast, buy, ESTIMATORS).terms}

    assert forecast_in(scene, "P1").president_contribution(scene.corp("GT")) > 0
    assert terms(2_000)["ruin"] == 0
    assert terms(110)["ruin"] < terms(2_000)["ruin"]
    assert sum(terms(110).values()) < sum(terms(2_000).values())


def test_the_last_dollars_for_a_train_are_not_spent_on_track() -> None:
    scene = two_in_need(cash=200)
    scene.turn("GT", "track")
    price = forecast_in(scene, "P1").target(scene.corp("GT"))
    scene.set_cash("P1", price - 200)
    assert forecast_in(scene, "P1").spending_cost_with_ruin(scene.corp("GT"), 40) > BANKRUPTCY_COST
    scene.set_cash("P1", price - 160)
    assert forecast_in(scene, "P1").spending_cost_with_ruin(scene.corp("GT"), 40) < 100


def test_money_for_a_longer_train_does_not_go_into_one_that_stands_idle() -> None:
    def lost(cash: int) -> float:
        scene = Scene().opened()
        scene.started("GT", "P1", {"P1": 4}, cash=cash)
        scene.started("CPR", "P2", {"P2": 4}, cash=1_000)
        scene.gt_line()
        scene.give_trains("GT", "2", "2", "2")
        scene.give_trains("CPR", "2")
        scene.turn("GT", "trains")
        buy = next(buy for buy in scene.legal(actions.BuyTrain) if buy.source == BANK)
        terms = {
            term.what: term.dollars
            for term in estimate_choice(forecast_in(scene, "P1"), buy, ESTIMATORS).terms
        }
        return -terms["a longer train"]

    assert lost(225) > lost(275) > 0
    assert lost(1_000) == 0


def test_who_begins_with_little_money_will_lack_it_for_the_next_trains() -> None:
    """A company that starts with trains which soon rust must buy again before it has earned much."""
    scene = Scene().opened()
    for seat, id in enumerate(("CPR", "BB", "THB", "CVR", "LPS", "TGB")):
        scene.started(id, f"P{seat % 2 + 2}", {f"P{seat % 2 + 2}": 3}, cash=1_500)
        scene.corp(id).operated = True
    scene.phase(3)
    forecast = forecast_in(scene, "P1")

    def beginning(cash: int) -> dict[str, float]:
        terms = new_companies.start_terms(forecast, scene.corp("GT"), 100, cash)
        return {term.what: term.dollars for term in terms}

    assert forecast.life("4") < forecast.rounds
    poor, rich = beginning(400)["trains after those"], beginning(600)["trains after those"]
    assert poor < rich <= 0


@pytest.mark.parametrize(
    ("title", "poor"),
    [("1856", {5, 6}), ("1851", set()), ("18GL", set())],
)
def test_players_are_poor_if_their_capital_pays_for_few_shares(title: str, poor: set[int]) -> None:
    names = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]
    counts = trunkline.new(title, names[:3]).title.board.players
    forecasts = {count: forecast_of(Position.of(trunkline.new(title, names[:count]))) for count in counts}
    assert {count for count, forecast in forecasts.items() if forecast.poor} == poor


@pytest.mark.parametrize(("players", "wanted"), [(3, 0), (4, 0), (5, 700), (6, 700)])
def test_companies_of_poor_players_save_sooner(players: int, wanted: int) -> None:
    """The last 4-train will rust in two to three operating rounds, and a 6-train is $10 away."""
    scene = Scene(players=players).opened().phase(4)
    scene.started("GT", "P1", {"P1": 3, "P2": 3}, cash=690)
    scene.gt_line()
    scene.give_trains("GT", "4")
    scene.sell_out("2", "3", "4", "5")
    scene.state.trains = {**scene.state.trains, scene.state.trains_at(BANK)[0]: OUT}
    scene.turn("GT", "run")
    forecast = forecast_in(scene, "P1")
    assert 2.0 < forecast.rounds_until_last_train_rusts(scene.corp("GT")) < 3.0
    assert forecast.cash_needed_for_train(scene.corp("GT")) == wanted
