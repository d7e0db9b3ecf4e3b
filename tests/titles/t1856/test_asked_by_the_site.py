"""Order of actions in an operating turn in the reading of 18xx.games: loans first, then the rest."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.invariants import rolling_stock
from trunkline.engine.kernel import depot
from trunkline.titles.t1856.state import WS_SPENT, WS_TOKEN

ORDER = "sequence.company-steps"


def site(**owners: str) -> Scene:
    """Return a scene in which GT of P1 can redeem a loan, take one and buy P2's private.

    GT can afford nothing that the bank sells.
    """
    scene = Scene(rules="18xx.games").opened(flos="P2", **owners).phase(2)
    scene.started("GT", "P1", {"P1": 5}, loans=1, cash=150)
    scene.started("WR", "P3")
    return scene


@pytest.mark.rule("1856.sequence.company-steps")
def test_while_the_step_for_loans_waits_nothing_behind_it_is_taken() -> None:
    scene = site(ws="GT").turn("GT", "redeem")
    late = (
        A.BuyPrivate("P1", "flos", 10, "GT"),
        A.BuyRight("P1", "GT", "tunnel"),
        scene.place("GT", "I12", power="ws"),
    )
    for action in late:
        scene.refused(action, ORDER)
    scene.accepted(A.TakeLoan("P1", "GT"))
    scene.play(A.Pass("P1"))
    scene.accepted(late[0])
    scene.accepted(late[1])


@pytest.mark.rule("1856.sequence.company-steps")
def test_once_the_step_for_loans_is_over_none_is_taken() -> None:
    scene = site().turn("GT", "redeem")
    scene.play(A.Pass("P1"))
    scene.refused(A.TakeLoan("P1", "GT"), ORDER)
    scene.accepted(A.BuyPrivate("P1", "flos", 10, "GT"))


def test_the_port_may_be_placed_while_loans_wait() -> None:
    scene = site(lakes="GT").turn("GT", "redeem")
    port = next(iter(scene.legal(A.PlacePrivateToken)))
    scene.play(port)
    assert scene.acting() == "GT"


def test_discards_wait_for_the_loans() -> None:
    scene = Scene(rules="18xx.games").opened().phase(2)
    scene.started("GT", "P1", {"P1": 5}, loans=1, cash=450)
    scene.started("WR", "P2", {"P2": 2})
    scene.give_trains("WR", "3", "3", "3")
    scene.give_trains("WR", "4")
    scene.give_trains("GT", "3", "3")
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "4"))
    assert (len(scene.trains("WR")), scene.state.pending) == (4, [])
    assert too_many_trains(scene) == [], "WR will discard later in the turn"
    scene.play(A.RedeemLoans("P1", "GT", 1))
    assert scene.state.pending[-1].corp == "WR", "the loans are done, so the discard is due"
    scene.state.pending.pop()
    assert too_many_trains(scene) == ["WR owns 4 trains and may own 3."]
    depot.discard_excess(scene.table)
    scene.play(A.DiscardTrain("P2", "WR", scene.state.trains_at("WR")[0]))
    assert not scene.state.pending
    assert too_many_trains(scene) == []


def too_many_trains(scene: Scene) -> list[str]:
    """Return the findings of the soak's check of train limits."""
    return [str(each) for each in rolling_stock.train_limits(scene.game.title, scene.state)]


def test_discards_do_not_wait_where_no_loan_does() -> None:
    scene = Scene(rules="18xx.games").opened().phase(2)
    scene.started("GT", "P1", {"P1": 2}, loans=2, cash=400)
    scene.started("WR", "P2", {"P2": 2})
    scene.give_trains("WR", "3", "3", "3", "3")
    scene.sell_out("3")
    scene.turn("GT", "trains")
    scene.play(scene.buy("GT", "4"))
    assert scene.state.pending[-1].corp == "WR"


@pytest.mark.rule("1856.sequence.company-steps")
def test_the_free_token_is_placed_after_track_and_before_interest() -> None:
    scene = site(ws="GT")
    scene.set_cash("GT", 300)
    scene.turn("GT", "track")
    free = scene.place("GT", "I12", power="ws")
    scene.refused(free, ORDER)
    scene.play(A.Pass("P1"))
    scene.accepted(free)
    scene.turn("GT", "trains")
    scene.refused(free, ORDER)
    assert scene.state.operating is not None
    assert scene.state.operating.turn is not None
    scene.state.operating.turn.interest = False  # nothing was run, and no action has settled it
    scene.play(free)
    assert WS_TOKEN in scene.state.powers_used


@pytest.mark.parametrize("rules", ["18xx.games", "printed"])
def test_the_owners_ordinary_token_on_kitchener_spends_the_free_one(rules: str) -> None:
    scene = Scene(rules=rules).opened(ws="WGB")
    scene.started("WGB", "P1", {"P1": 5}, cash=100)
    scene.started("WR", "P3")
    scene.tiles("J11:57:1 I12:59:4")
    scene.turn("WGB", "token")
    (ordinary, *_) = [a for a in scene.legal(A.PlaceToken) if not a.power and a.hex == "I12"]
    scene.play(ordinary)
    spent = rules == "18xx.games"
    assert scene.cash("WGB") == (100 if spent else 60)
    assert (WS_SPENT in scene.state.powers_used) == spent
    assert not scene.state.privates["ws"].closed
    assert WS_TOKEN not in scene.state.powers_used
    if spent:
        scene.turn("WGB", "token")
        scene.refused(scene.place("WGB", "I12", 1, power="ws"), "private.ws.free-marker")
