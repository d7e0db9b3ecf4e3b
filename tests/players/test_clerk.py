"""Tests of ``clerk``, a player of general heuristics, and of its reasons."""

from __future__ import annotations

import pytest

import trunkline
from players.test_position import TITLES, at_a_lay, played
from scenes import Scene
from trunkline import Position, actions
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.kernel.referee import kind_of
from trunkline.players.advice import Advice, Decisive, Estimate, Term, ranked
from trunkline.players.clerk import ESTIMATORS, Clerk, estimate_choice
from trunkline.players.director import Director
from trunkline.players.valuation import PositionValuation


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("count", [0, 30, 120, 260, 400])
def test_it_knows_what_to_do_in_games_it_has_not_brought_about(title: str, count: int) -> None:
    game = played(title, count)
    if game.over:
        return
    now = Position.of(game)
    advice = Clerk(1).advise(now)
    assert now.check(advice.action) is None
    assert Clerk(1).advise(Position.of(game)) == advice
    assert Clerk(1).choose(game, now.to_act[0]) == advice.action
    totals = [estimate.total for estimate in advice.estimates]
    assert totals == sorted(totals, reverse=True)


@pytest.mark.parametrize("title", TITLES)
def test_it_never_runs_trains_before_a_lay_that_pays(title: str) -> None:
    now = at_a_lay(title)
    advice = Clerk().advise(now)
    kinds = {type(estimate.action) for estimate in advice.estimates}
    if isinstance(advice.action, actions.RunTrains):
        lays = [kind_of(choice) for choice in now.legal_of(actions.LayTile)]
        assert lays, "it was to look at a moment with lays"
    else:
        assert actions.RunTrains not in kinds


def test_its_first_decisions_make_sense() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=2)
    while not any(isinstance(choice, actions.StartCorporation) for choice in game.legal()):
        game.play(actions.Pass(min(game.to_act)))
    advice = Clerk().advise(Position.of(game))
    assert isinstance(advice.action, actions.StartCorporation)
    assert advice.decisive is None or advice.decisive.dollars > 0


def test_without_the_decisive_reason_it_does_something_else() -> None:
    found = 0
    for title in TITLES:
        for count in range(20, 400, 40):
            game = played(title, count)
            advice = Clerk().advise(Position.of(game)) if not game.over else None
            if advice is None or advice.decisive is None:
                continue
            best, *others = (each.without(advice.decisive.what) for each in advice.estimates)
            again = ranked([*others, best])
            assert again.action != advice.action
            found += 1
    assert found > 5


def test_reasons_add_up() -> None:
    buy = Estimate(actions.BuyShare("Ann", "LPS", "pool"), (Term("dividends", 80.0), Term("price", -10.0)))
    advice = ranked([Estimate(actions.Pass("Ann")), buy])
    assert advice.action == buy.action
    assert buy.total == 70
    assert advice.decisive == Decisive("dividends", 80.0, advice.estimates[1])
    assert buy.without("dividends").total == -10
    assert Advice((buy,)).decisive is None


def test_it_would_rather_be_bankrupt_than_ask_in_vain_for_ever() -> None:
    asked = 0
    for count in range(100, 400, 4):
        now = Position.of(played("1856", count))
        for choice in now.legal_of(actions.BuyPrivate):
            offer = estimate_choice(PositionValuation(now, now.to_act[0]), choice, ESTIMATORS)
            assert isinstance(offer.action, actions.BuyPrivate)
            if now.state.privates[offer.action.private].player != offer.action.player:
                bankrupt = actions.DeclareBankruptcy(offer.action.player)
                assert (
                    offer.total
                    < estimate_choice(PositionValuation(now, now.to_act[0]), bankrupt, ESTIMATORS).total
                )
                asked += 1
    assert asked


@pytest.mark.parametrize("player", [Clerk(), Director()])
def test_who_must_buy_and_cannot_pay_the_bank_takes_a_train_of_another_company_of_its_own(
    player: Clerk | Director,
) -> None:
    scene = Scene().opened().phase(5)
    scene.started("CA", "P2", {"P2": 2})
    scene.started("CPR", "P1", {"P1": 2})
    scene.started("GT", "P1", {"P1": 2}, cash=40)
    scene.gt_line()
    scene.sell_out("2", "3", "4", "5", "6")
    scene.give_trains("CA", "5")
    scene.give_trains("CPR", "6")
    scene.set_cash("P1", 100)
    now = Position.of(scene.turn("GT", "trains").game)
    offers = [choice.action for choice in now.legal if isinstance(choice, Amounts)]
    assert {offer.source for offer in offers if isinstance(offer, actions.BuyTrain)} == {"CA", "CPR"}
    action = player.advise(now).action
    assert isinstance(action, actions.BuyTrain)
    assert action.source == "CPR"
