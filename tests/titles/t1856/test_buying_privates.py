"""Purchases of privates from players by public companies: times, sellers and prices."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A

STEPS = ("track", "token", "run", "dividend", "trains")


def buying(
    step: str = "track",
    *,
    phase: int = 2,
    cash: int = 200,
    owners: dict[str, str] | None = None,
    rules: str = "printed",
) -> Scene:
    """Return GT, with P1 as president, in its turn.

    P2 owns the Flos Tramway unless other owners of privates are given.
    """
    scene = Scene(rules=rules).phase(phase).tiles("P9:57:1").opened(**(owners or {"flos": "P2"}))
    scene.started("GT", "P1", {"P1": 4}, cash=cash, loans=1)
    scene.give_trains("GT", str(phase + 1))
    return scene.turn("GT", step)


def offer(price: int, private: str = "flos") -> A.BuyPrivate:
    """Return GT's offer for a private."""
    return A.BuyPrivate("P1", private, price, "GT")


@pytest.mark.rule("1856.buy-private.when")
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("phase", [2, 3])
def test_privates_are_bought_at_any_step_before_redemption_in_phases_two_and_three(
    step: str, phase: int
) -> None:
    scene = buying(step, phase=phase)
    scene.play(offer(20), A.Answer("P2", True))
    flos = scene.state.privates["flos"]
    assert (flos.player, flos.corp) == ("", "GT")


@pytest.mark.rule("1856.buy-private.when", "1856.redeem.last-action")
def test_no_private_is_bought_once_the_turn_has_come_to_the_loans() -> None:
    scene = buying("redeem")
    scene.refused(offer(20), "redeem.last-action")
    assert not scene.legal(A.BuyPrivate)
    scene = buying("trains", cash=300)
    scene.corp("GT").loans = 2
    scene.play(A.RedeemLoans("P1", "GT", 1))
    scene.refused(offer(20), "redeem.last-action")


@pytest.mark.rule("1856.buy-private.when")
def test_18xx_games_sells_privates_until_the_turn_ends() -> None:
    scene = buying("redeem", rules="18xx.games")
    scene.refused(offer(20), "sequence.company-steps")
    scene.play(A.Pass("P1"), offer(20), A.Answer("P2", True))
    assert scene.state.privates["flos"].corp == "GT"


@pytest.mark.rule("1856.buy-private.when")
def test_no_private_is_bought_in_phase_one() -> None:
    scene = buying(phase=1)
    scene.refused(offer(20), "buy-private.when")
    assert not scene.legal(A.BuyPrivate)


@pytest.mark.rule("1856.buy-private.when")
def test_no_company_buys_one_in_a_stock_round() -> None:
    scene = buying().stock("P1")
    scene.refused(offer(20), "buy-private.when")
    scene.accepted(A.BuyPrivate("P1", "flos", 20))


@pytest.mark.rule("1856.buy-private.when")
def test_none_is_left_to_buy_in_phase_four() -> None:
    scene = buying("trains", phase=3, cash=600)
    scene.sell_out("4")
    scene.accepted(offer(20))
    scene.play(scene.buy("GT", "5"))
    scene.refused(offer(20), "private.close-phase-four")
    assert not scene.legal(A.BuyPrivate)


@pytest.mark.rule("1856.buy-private.when", "1856.sequence.company-steps")
def test_only_from_players_and_with_their_consent() -> None:
    scene = buying(owners={"flos": "P2", "canada": "LPS", "lakes": "P1"})
    scene.refused(offer(50, "canada"), "buy-private.when")
    scene.refused(A.BuyPrivate("P1", "flos", 20), "sequence.company-steps")  # his own purchase
    before = scene.state.privates["flos"]
    scene.play(offer(20))
    assert scene.game.to_act == {"P2"}
    scene.play(A.Answer("P2", False))
    assert (scene.state.privates["flos"], scene.cash("GT")) == (before, 200)
    scene.play(offer(70, "lakes"))
    assert scene.state.privates["lakes"].corp == "GT"


@pytest.mark.rule("1856.buy-private.price")
@pytest.mark.parametrize(("private", "low", "high"), [("flos", 10, 40), ("lakes", 35, 140)])
def test_the_price_is_half_to_double_the_printed_cost(private: str, low: int, high: int) -> None:
    scene = buying(owners={private: "P2"})
    for price in (low, high):
        scene.accepted(offer(price, private))
    for price in (low - 1, high + 1):
        scene.refused(offer(price, private), "buy-private.price")
    assert [action.price for action in scene.legal(A.BuyPrivate)] == list(range(low, high + 1))


@pytest.mark.rule("1856.buy-private.price")
def test_what_the_owner_paid_does_not_matter() -> None:
    scene = buying()
    scene.state.privates["flos"].cost = 5
    scene.accepted(offer(40))
    scene.refused(offer(5), "buy-private.price")


@pytest.mark.rule("1856.buy-private.price")
def test_the_treasury_pays_the_player() -> None:
    scene = buying(cash=39)
    scene.refused(offer(40), "buy-private.price")
    owned = scene.cash("P2")
    scene.play(offer(39), A.Answer("P2", True))
    assert (scene.cash("GT"), scene.cash("P2")) == (0, owned + 39)
