"""Dividends: the payments, and the moves of the share price."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A


def earning(revenue: int, phase: str = "2H", treasury: int = 2, **more: object) -> Scene:
    """Return a scene in which IC has earned this revenue.

    P1 holds five of its shares, and P2 three less those in its treasury.
    """
    scene = Scene().phase(phase)
    scene.floated("IC", "P1", {"P1": 5, "P2": 3}, treasury=treasury, **more)  # type: ignore[arg-type]
    return scene.turn("IC", "dividend", revenue=revenue)


def settled(scene: Scene, payout: str, id: str = "IC") -> dict[str, int]:
    """Settle the dividend. Return the change of each player's and corporation's cash."""
    names = [*scene.game.players, id]
    before = {name: scene.cash(name) for name in names}
    scene.play(A.Dividend(scene.corp(id).president, id, payout))
    return {name: scene.cash(name) - before[name] for name in names}


@pytest.mark.rule("18gl.dividend.choices", "18gl.dividend.rest-to-treasury", "18gl.dividend.shareholders")
@pytest.mark.parametrize(
    ("payout", "total", "kept"), [("pay", 210, 0), ("half", 110, 100), ("withhold", 0, 210)]
)
def test_all_half_or_none_is_paid(payout: str, total: int, kept: int) -> None:
    scene = earning(210, treasury=0)
    assert [choice.payout for choice in scene.legal(A.Dividend)] == ["pay", "half", "withhold"]
    scene.refused(A.Dividend("P1", "IC", "some"), "dividend.choices")
    gains = settled(scene, payout)
    assert gains == {"P1": total // 2, "P2": 3 * total // 10, "P3": 0, "IC": kept}


@pytest.mark.rule("18gl.dividend.treasury-and-market")
def test_shares_in_the_treasury_pay_it_and_those_in_the_pool_nobody() -> None:
    scene = Scene()
    scene.floated("IC", "P1", {"P1": 5}, treasury=2)
    assert scene.corp("IC").pool == 3
    scene.turn("IC", "dividend", revenue=110)
    bank = scene.state.bank
    assert settled(scene, "pay") == {"P1": 55, "P2": 0, "P3": 0, "IC": 22}
    assert scene.state.bank == bank - 77


@pytest.mark.rule("18gl.dividend.worked-example", "18gl.dividend.conrail-rounding")
def test_the_worked_example() -> None:
    scene = Scene(3)
    corp = scene.corp("CR")
    corp.total = corp.offering = 20
    scene.floated("CR", "P1", {"P1": 5, "P2": 2, "P3": 1}, treasury=3, price=155)
    assert corp.pool == 9
    scene.turn("CR", "dividend", revenue=210)
    bank = scene.state.bank
    assert settled(scene, "half", "CR") == {"P1": 28, "P2": 11, "P3": 6, "CR": 116}
    assert scene.state.bank == bank - 161


@pytest.mark.rule("18gl.dividend.conrail-rounding")
def test_one_share_of_5_percent_pays_a_player_6_and_the_treasury_5() -> None:
    scene = Scene(2)
    corp = scene.corp("CR")
    corp.total = corp.offering = 20
    scene.floated("CR", "P1", {"P1": 2, "P2": 1}, treasury=1, price=155)
    scene.turn("CR", "dividend", revenue=110)
    assert settled(scene, "pay", "CR") == {"P1": 11, "P2": 6, "CR": 5}


# -- the price


@pytest.mark.rule("18gl.price.dividend-right", "18gl.price.unchanged", "18gl.price.adjust-step")
@pytest.mark.parametrize(("revenue", "price"), [(100, 110), (90, 100), (150, 110), (10, 100)])
def test_a_dividend_of_the_share_price_or_more_moves_it_right(revenue: int, price: int) -> None:
    scene = earning(revenue)
    settled(scene, "pay")
    assert scene.price("IC") == price


@pytest.mark.rule("18gl.price.dividend-right", "18gl.price.adjust-step")
@pytest.mark.parametrize(("revenue", "price"), [(180, 100), (190, 110)])
def test_half_a_dividend_is_compared_by_what_is_paid(revenue: int, price: int) -> None:
    scene = earning(revenue)
    settled(scene, "half")
    assert scene.price("IC") == price
    assert scene.game.title.turn_steps[scene.state.operating.turn.step].name != "settle the dividend"  # type: ignore[union-attr]


@pytest.mark.rule("18gl.price.dividend-right")
def test_a_corporation_of_twenty_shares_compares_all_that_it_pays_with_one_share() -> None:
    scene = Scene(2)
    corp = scene.corp("CR")
    corp.total = corp.offering = 20
    scene.floated("CR", "P1", {"P1": 5, "P2": 2}, treasury=3, price=155)
    scene.turn("CR", "dividend", revenue=160)
    settled(scene, "pay", "CR")
    assert scene.price("CR") == 170


@pytest.mark.rule("18gl.price.double-jump", "18gl.phase.10h.events")
@pytest.mark.parametrize(
    ("phase", "revenue", "price"),
    [("6H", 200, 110), ("10H", 200, 125), ("10H", 190, 110), ("E", 200, 125), ("D", 400, 125)],
)
def test_from_phase_10h_twice_the_price_moves_it_two_boxes(phase: str, revenue: int, price: int) -> None:
    scene = earning(revenue, phase)
    settled(scene, "pay")
    assert scene.price("IC") == price


@pytest.mark.rule("18gl.price.no-dividend-left")
def test_withholding_and_no_earnings_move_it_left() -> None:
    scene = earning(100)
    settled(scene, "withhold")
    assert scene.price("IC") == 90
    scene = Scene()
    scene.floated("LS&I", price=100)
    scene.give_trains("LS&I", "2H")
    scene.turn("LS&I", "token").pass_("P1")
    assert scene.price("LS&I") == 90, "it has no run"
    scene.refused(A.Dividend("P1", "LS&I", "pay"), "or.strict-order")


@pytest.mark.rule("18gl.price.row-end", "18gl.price.double-jump")
def test_at_the_ends_of_a_row_it_moves_down_or_up() -> None:
    scene = earning(100, cell=(1, 0))
    settled(scene, "withhold")
    assert (scene.corp("IC").cell, scene.price("IC")) == ((2, 0), 60)
    scene = earning(300, cell=(2, 10))
    settled(scene, "pay")
    assert (scene.corp("IC").cell, scene.price("IC")) == ((1, 10), 185)
    scene = earning(400, "10H", cell=(2, 10))
    settled(scene, "pay")
    assert (scene.corp("IC").cell, scene.price("IC")) == ((1, 11), 200), "two single moves"


@pytest.mark.rule("18gl.price.row-end", "18gl.price.column-ends")
def test_in_the_last_box_of_the_bottom_row_it_stays() -> None:
    scene = earning(10, cell=(6, 0))
    arrived = scene.corp("IC").arrived
    settled(scene, "withhold")
    assert (scene.corp("IC").cell, scene.corp("IC").arrived) == ((6, 0), arrived)


@pytest.mark.rule("18gl.price.stack-order")
def test_who_arrives_goes_under_and_who_cannot_move_keeps_the_place() -> None:
    scene = earning(100, cell=(0, 3))
    scene.floated("DT&I", price=110)
    settled(scene, "pay")
    ic, other = scene.corp("IC"), scene.corp("DT&I")
    assert ic.cell == other.cell
    assert ic.arrived > other.arrived
    scene = Scene(2)
    scene.floated("IC", "P1", {"P1": 5, "P2": 5}, cell=(0, 3))
    scene.floated("DT&I", cell=(0, 3))
    scene.stock("P1").play(A.Pass("P1"), A.Pass("P2"))
    assert scene.corp("IC").arrived < scene.corp("DT&I").arrived, "sold out, on the top row"
