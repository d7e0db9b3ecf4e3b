"""Dividends of 1851: the ways to settle them, the payments, and the moves of the price."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart

ID = "GM&O"
MIDDLE = (2, 4)  # $100


def earning(
    revenue: int,
    shares: dict[str, int] | None = None,
    *,
    treasury: int | None = None,
    cell: tuple[int, int] = MIDDLE,
    rules: str = "printed",
) -> Scene:
    """Return a scene in which GM&O has earned this revenue.

    Its president is P1, and no player has any cash.
    """
    scene = Scene(rules=rules)
    scene.floated(ID, "P1", shares or {"P1": 5}, treasury=treasury, cell=cell)
    for name in scene.game.players:
        scene.set_cash(name, 0)
    return scene.turn(ID, "dividend", revenue=revenue)


def settle(scene: Scene, payout: str) -> Scene:
    """Settle the dividend."""
    scene.play(A.Dividend("P1", ID, payout))
    return scene


def below(scene: Scene) -> None:
    """Put the L&N's token under GM&O's."""
    chart.place(scene.table, scene.corp("L&N"), scene.corp(ID).cell or MIDDLE)


def pile(scene: Scene) -> list[str]:
    """The tokens in the GM&O's box, the upper one first."""
    return [corp.id for corp in chart.order(scene.table) if corp.cell == scene.corp(ID).cell]


@pytest.mark.rule("1851.dividend.choices")
def test_all_half_or_nothing_is_paid_out() -> None:
    for payout, paid, kept in (("pay", 100, 0), ("half", 50, 50), ("withhold", 0, 100)):
        scene = settle(earning(100, {"P1": 6, "P2": 4}), payout)
        assert scene.cash("P1") + scene.cash("P2") == paid
        assert scene.cash(ID) == kept
    scene = earning(100)
    offered = {dividend.payout for dividend in scene.legal(A.Dividend)}
    assert offered == {"pay", "half", "withhold"}
    scene.refused(A.Dividend("P1", ID, "third"), "dividend.choices")
    scene.refused(A.Dividend("P2", ID, "pay"), "or.president-decides")


@pytest.mark.rule("1851.dividend.choices")
def test_nothing_is_paid_out_of_nothing() -> None:
    scene = earning(0)
    scene.refused(A.Dividend("P1", ID, "pay"), "dividend.choices")
    scene.refused(A.Dividend("P1", ID, "half"), "dividend.choices")
    scene.accepted(A.Dividend("P1", ID, "withhold"))


@pytest.mark.rule("1851.dividend.half-rounding")
@pytest.mark.parametrize(
    ("revenue", "paid"), [(10, 10), (20, 10), (70, 40), (90, 50), (100, 50), (130, 70), (190, 100)]
)
def test_half_is_rounded_up_to_a_multiple_of_ten(revenue: int, paid: int) -> None:
    scene = earning(revenue, {"P1": 6, "P2": 4})
    bank = scene.state.bank
    settle(scene, "half")
    assert (scene.cash("P1"), scene.cash("P2")) == (paid * 6 // 10, paid * 4 // 10)
    assert scene.cash(ID) == revenue - paid
    assert scene.state.bank == bank - revenue


@pytest.mark.rule("1851.dividend.half-rounding")
def test_public_play_halves_to_the_dollar() -> None:
    scene = settle(earning(90, {"P1": 6, "P2": 4}, rules="rails"), "half")
    assert (scene.cash("P1"), scene.cash("P2"), scene.cash(ID)) == (27, 18, 45)


@pytest.mark.rule("1851.dividend.per-share")
def test_treasury_shares_pay_the_treasury_and_pool_shares_nobody() -> None:
    scene = earning(100, {"P1": 4, "P2": 2}, treasury=2)
    assert scene.corp(ID).pool == 2
    bank = scene.state.bank
    settle(scene, "pay")
    assert (scene.cash("P1"), scene.cash("P2"), scene.cash(ID)) == (40, 20, 20)
    assert scene.state.bank == bank - 80


@pytest.mark.rule("1851.dividend.per-share", "1851.dividend.half-rounding")
def test_the_treasury_has_its_part_of_the_paid_half_beside_the_kept_one() -> None:
    scene = settle(earning(70, {"P1": 3, "P2": 1}, treasury=5), "half")
    assert scene.corp(ID).pool == 1
    assert (scene.cash("P1"), scene.cash("P2")) == (12, 4)
    assert scene.cash(ID) == 30 + 20


@pytest.mark.rule("1851.dividend.price-left")
@pytest.mark.parametrize(
    ("cell", "after"),
    [
        (MIDDLE, (2, 3)),
        ((0, 16), (0, 15)),
        ((2, 0), (3, 0)),  # a down arrow
        ((0, 0), (1, 0)),  # and the one above all
        ((5, 0), (6, 0)),
        ((6, 3), (6, 2)),
        ((6, 0), (6, 0)),  # the bottom left
    ],
)
def test_without_a_dividend_the_price_goes_left_or_down(
    cell: tuple[int, int], after: tuple[int, int]
) -> None:
    assert settle(earning(200, cell=cell), "withhold").corp(ID).cell == after
    assert settle(earning(0, cell=cell), "withhold").corp(ID).cell == after


@pytest.mark.rule("1851.dividend.price-left", "1851.dividend.pile-order")
def test_a_token_at_the_bottom_left_keeps_its_place_in_the_pile() -> None:
    scene = earning(100, cell=(6, 0))
    below(scene)
    assert pile(settle(scene, "withhold")) == [ID, "L&N"]


@pytest.mark.rule("1851.dividend.first-turn-falls")
@pytest.mark.parametrize(("cell", "after"), [((3, 2), (3, 1)), ((2, 0), (3, 0))])
def test_the_price_falls_in_the_first_turn(cell: tuple[int, int], after: tuple[int, int]) -> None:
    scene = Scene()
    scene.floated(ID, "P1", cell=cell, operated=False, cash=400)
    scene.turn(ID)
    scene.play(scene.lay(ID, "G7:57:2"))
    assert not scene.legal(A.Dividend)
    while not scene.legal(A.BuyTrain):
        assert scene.corp(ID).cell == cell
        scene.pass_()
    assert scene.corp(ID).cell == after
    scene.play(scene.buy(ID, "2"))
    assert scene.corp(ID).cell == after


@pytest.mark.rule("1851.dividend.first-turn-falls")
def test_the_price_falls_from_where_floating_raised_it() -> None:
    scene = Scene().opened(par=70)
    assert scene.corp("L&N").cell == (4, 2)
    scene.bought("L&N", 3)
    assert scene.corp("L&N").cell == (3, 2)
    scene.pass_until("operating")
    while not scene.legal(A.BuyTrain):
        scene.pass_()
    scene.accepted(scene.buy("L&N", "2"))
    assert (scene.corp("L&N").cell, scene.price("L&N")) == ((3, 1), 70)


@pytest.mark.rule("1851.dividend.price-right", "1851.dividend.price-unchanged")
@pytest.mark.parametrize(
    ("revenue", "payout", "after"),
    [
        (100, "pay", (2, 5)),
        (90, "pay", MIDDLE),
        (60, "pay", MIDDLE),
        (300, "pay", (2, 5)),
        (190, "half", (2, 5)),  # $95 and up to $100
        (180, "half", MIDDLE),
        (10, "half", MIDDLE),
    ],
)
def test_the_price_rises_where_the_dividend_reaches_it(
    revenue: int, payout: str, after: tuple[int, int]
) -> None:
    assert settle(earning(revenue), payout).corp(ID).cell == after


@pytest.mark.rule("1851.dividend.price-right")
@pytest.mark.parametrize(
    ("cell", "dividend", "after"),
    [
        ((3, 7), 120, (3, 7)),  # $122 with an up arrow
        ((3, 7), 130, (2, 7)),
        ((6, 3), 70, (5, 3)),
        ((1, 13), 270, (0, 13)),
        ((5, 0), 50, (5, 1)),  # a down arrow bars no way to the right
        ((0, 16), 400, (0, 16)),  # the top right
    ],
)
def test_at_the_right_edge_the_price_goes_up(
    cell: tuple[int, int], dividend: int, after: tuple[int, int]
) -> None:
    assert settle(earning(dividend, cell=cell), "pay").corp(ID).cell == after


@pytest.mark.rule("1851.dividend.price-right")
def test_what_counts_is_the_dividend_of_a_share_and_not_what_players_got() -> None:
    scene = settle(earning(100, {"P1": 2}, treasury=5), "pay")
    assert scene.cash("P1") == 20
    assert scene.corp(ID).cell == (2, 5)


@pytest.mark.rule("1851.dividend.price-unchanged", "1851.dividend.pile-order")
def test_a_token_that_stays_keeps_its_place_in_the_pile() -> None:
    for payout, cell in (("half", MIDDLE), ("pay", (0, 16))):
        scene = earning(100 if payout == "half" else 500, cell=cell)
        below(scene)
        assert pile(settle(scene, payout)) == [ID, "L&N"]


@pytest.mark.rule("1851.dividend.pile-order")
@pytest.mark.parametrize(("payout", "to"), [("pay", (2, 5)), ("withhold", (2, 3))])
def test_a_token_that_moves_goes_under_the_pile(payout: str, to: tuple[int, int]) -> None:
    scene = earning(100)
    chart.place(scene.table, scene.corp("L&N"), to)
    assert pile(settle(scene, payout)) == ["L&N", ID]
