"""Selling shares in a stock round of 1851."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.state import POOL, TREASURY


def _scene(shares: dict[str, int], *, treasury: int = 0, players: int = 4, **more: object) -> Scene:
    """Return a stock round in which P1 is to act and the GM&O has operated.

    The first player named is its president. Shares without an owner are in the pool.
    """
    scene = Scene(players)
    scene.floated("GM&O", next(iter(shares)), shares, treasury=treasury, **more)  # type: ignore[arg-type]
    return scene.stock("P1")


def _chart(scene: Scene, *ids: str) -> list[str]:
    """Return these corporations from the top of the operating order down."""
    return [corp.id for corp in chart.order(scene.table) if corp.id in ids]


# -- sales that are not legal


@pytest.mark.rule("1851.sell.not-before-first-turn")
def test_nothing_is_sold_before_its_first_turn_is_over() -> None:
    scene = Scene(4).opened(par=70)
    scene.bought("L&N", 2)
    scene.stock("P4", 1)
    assert scene.corp("L&N").shares["P4"] == 1
    scene.refused(A.SellShares("P4", "L&N", 1), "sell.not-before-first-turn")
    scene.refused(A.SellShares("P4", "L&N", 2), "sell.from-holding")  # he has one only
    assert scene.legal(A.SellShares) == []
    scene.pass_until("operating")
    assert (scene.acting(), scene.corp("L&N").operated) == ("L&N", False)
    scene.play(A.Pass("P1"), A.Pass("P1"), scene.buy("L&N", "2"))
    scene.pass_turn()
    assert scene.state.round.kind == "stock"
    scene.stock("P4")
    scene.play(A.SellShares("P4", "L&N", 1))
    assert scene.corp("L&N").pool == 1


@pytest.mark.rule("1851.sell.not-before-first-turn")
def test_a_corporation_that_has_not_floated_is_not_sold_either() -> None:
    scene = Scene(3).stock("P1")
    scene.started("IC", "P1", {"P1": 3, "P2": 1}, operated=False)
    scene.refused(A.SellShares("P1", "IC", 1), "sell.not-before-first-turn")


@pytest.mark.rule("1851.sell.pool-limit")
def test_the_pool_takes_half_a_corporation() -> None:
    scene = _scene({"P2": 3, "P1": 3})
    assert scene.corp("GM&O").pool == 4
    refusal = scene.refused(A.SellShares("P1", "GM&O", 2), "sell.pool-limit")
    assert "40%" in refusal.why
    assert "50%" in refusal.why
    scene.play(A.SellShares("P1", "GM&O", 1))
    assert scene.corp("GM&O").pool == 5
    scene.stock("P1", 3)
    scene.refused(A.SellShares("P1", "GM&O", 1), "sell.pool-limit")


@pytest.mark.rule("1851.sell.pool-limit")
def test_treasury_shares_do_not_fill_the_pool() -> None:
    scene = _scene({"P1": 5}, treasury=5)
    assert scene.legal(A.SellShares) == [A.SellShares("P1", "GM&O", count) for count in (1, 2, 3)]
    scene.play(A.SellShares("P1", "GM&O", 3))
    assert (scene.corp("GM&O").treasury, scene.corp("GM&O").pool) == (5, 3)


@pytest.mark.rule("1851.sell.president-certificate-not-to-pool")
def test_the_presidents_certificate_never_goes_to_the_pool() -> None:
    scene = _scene({"P1": 2, "P2": 1, "P3": 1}, treasury=5)
    for count in (1, 2):
        scene.refused(A.SellShares("P1", "GM&O", count), "sell.president-certificate-not-to-pool")
    assert scene.legal(A.SellShares) == []
    assert scene.corp("GM&O").president == "P1"
    taker = _scene({"P1": 2, "P2": 2, "P3": 1}, treasury=5)
    taker.play(A.SellShares("P1", "GM&O", 2))
    assert (taker.corp("GM&O").president, taker.corp("GM&O").shares) == ("P2", {"P2": 2, "P3": 1})


# -- money and price


@pytest.mark.rule("1851.sell.proceeds", "1851.sell.price-drop")
@pytest.mark.parametrize(
    ("cell", "price", "count", "below"),
    [
        ((3, 4), 90, 2, (5, 4)),
        ((4, 4), 82, 3, (5, 4)),  # one box below: it stops there
        ((0, 0), 82, 3, (3, 0)),
        ((2, 4), 100, 1, (3, 4)),
    ],
)
def test_all_shares_bring_the_price_before_the_drop(
    cell: tuple[int, int], price: int, count: int, below: tuple[int, int]
) -> None:
    scene = _scene({"P2": 5, "P1": 4}, treasury=1, cell=cell)
    cash, bank = scene.cash("P1"), scene.state.bank
    scene.play(A.SellShares("P1", "GM&O", count))
    assert (scene.cash("P1") - cash, bank - scene.state.bank) == (count * price, count * price)
    assert scene.corp("GM&O").cell == below
    assert scene.corp("GM&O").pool == count


@pytest.mark.rule("1851.sell.proceeds")
def test_several_lots_bring_the_first_price_and_drop_the_token_each() -> None:
    scene = _scene({"P2": 5, "P1": 4}, treasury=1, cell=(2, 4))
    scene.floated("IC", "P3", {"P3": 5, "P1": 1}, cell=(2, 5))
    cash = scene.cash("P1")
    scene.play(A.SellShares("P1", "GM&O", 1), A.SellShares("P1", "IC", 1), A.SellShares("P1", "GM&O", 2))
    assert (scene.cash("P1") - cash, scene.corp("GM&O").cell) == (3 * 100 + 110, (5, 4))


@pytest.mark.rule("1851.sell.proceeds")
def test_another_turn_pays_the_price_that_the_last_one_left() -> None:
    scene = _scene({"P2": 5, "P1": 4}, treasury=1)
    scene.play(A.SellShares("P1", "GM&O", 1), A.Pass("P1"))
    for player in ("P2", "P3", "P4"):
        scene.play(A.Pass(player))
    cash = scene.cash("P1")
    scene.play(A.SellShares("P1", "GM&O", 1))
    assert scene.cash("P1") - cash == 90


@pytest.mark.rule("1851.sell.from-holding")
@pytest.mark.parametrize("count", [-1, 0, 5])
def test_what_is_sold_comes_out_of_the_holding(count: int) -> None:
    scene = _scene({"P2": 5, "P1": 4}, treasury=1)
    scene.refused(A.SellShares("P1", "GM&O", count), "sell.from-holding")


@pytest.mark.rule("1851.sell.on-the-ledge", "1851.sell.pile-order")
@pytest.mark.parametrize("cell", [(5, 4), (6, 0), (6, 3), (0, 16)])
def test_a_token_on_the_ledge_keeps_its_box_and_its_place(cell: tuple[int, int]) -> None:
    scene = _scene({"P1": 5, "P2": 5}, cell=cell)
    scene.floated("IC", "P3", cell=cell)
    price, cash = scene.price("GM&O"), scene.cash("P1")
    scene.play(A.SellShares("P1", "GM&O", 2))
    assert scene.corp("GM&O").cell == cell
    assert _chart(scene, "GM&O", "IC") == ["GM&O", "IC"]
    assert scene.cash("P1") - cash == 2 * price


@pytest.mark.rule("1851.sell.pile-order")
def test_a_token_goes_under_those_in_its_new_box() -> None:
    scene = _scene({"P1": 5, "P2": 5}, cell=(2, 4))
    scene.floated("IC", "P3", cell=(4, 4))
    assert _chart(scene, "GM&O", "IC") == ["GM&O", "IC"]
    scene.play(A.SellShares("P1", "GM&O", 2), A.Pass("P1"))
    assert _chart(scene, "GM&O", "IC") == ["IC", "GM&O"]
    for _ in range(4):
        scene.pass_()
    assert scene.acting() == "IC"


@pytest.mark.rule("1851.sell.order-chosen-by-seller")
@pytest.mark.parametrize("order", [("GM&O", "IC"), ("IC", "GM&O")])
def test_the_seller_chooses_the_order_of_his_sales(order: tuple[str, str]) -> None:
    scene = _scene({"P2": 5, "P1": 4}, cell=(2, 4))
    scene.floated("IC", "P2", {"P2": 5, "P1": 4}, cell=(3, 4))
    counts = {"GM&O": 2, "IC": 1}
    scene.play(*(A.SellShares("P1", id, counts[id]) for id in order))
    assert scene.corp("GM&O").cell == scene.corp("IC").cell == (4, 4)
    assert _chart(scene, "GM&O", "IC") == list(order)


# -- the presidency


@pytest.mark.rule("1851.sell.presidency-lost")
def test_a_president_who_sells_below_another_loses_the_post() -> None:
    scene = _scene({"P1": 3, "P2": 2}, treasury=5)
    scene.play(A.SellShares("P1", "GM&O", 1))
    assert scene.corp("GM&O").president == "P1"  # 20% against 20%
    scene = _scene({"P1": 3, "P2": 2}, treasury=5)
    scene.play(A.SellShares("P1", "GM&O", 2))
    assert (scene.corp("GM&O").president, scene.corp("GM&O").shares) == ("P2", {"P1": 1, "P2": 2})


@pytest.mark.rule("1851.sell.presidency-lost", "1851.sell.president-certificate-not-to-pool")
def test_a_holder_of_one_share_is_no_heir() -> None:
    scene = _scene({"P1": 3, "P2": 1, "P3": 1}, treasury=5)
    for count in (2, 3):
        scene.refused(A.SellShares("P1", "GM&O", count), "sell.president-certificate-not-to-pool")
    scene.play(A.SellShares("P1", "GM&O", 1))
    assert (scene.corp("GM&O").president, scene.corp("GM&O").shares["P1"]) == ("P1", 2)


@pytest.mark.rule("1851.sell.presidency-lost")
def test_the_heir_must_hold_more_than_what_the_president_keeps() -> None:
    scene = _scene({"P1": 5, "P2": 3}, treasury=2)
    scene.play(A.SellShares("P1", "GM&O", 2))
    assert (scene.corp("GM&O").president, scene.corp("GM&O").shares["P1"]) == ("P1", 3)
    scene.stock("P1", 3)
    scene.play(A.SellShares("P1", "GM&O", 1))
    assert (scene.corp("GM&O").president, scene.corp("GM&O").shares["P1"]) == ("P2", 2)


@pytest.mark.rule("1851.sell.presidency-successor")
@pytest.mark.parametrize(
    ("shares", "heir"),
    [
        ({"P1": 3, "P3": 2, "P4": 2}, "P3"),
        ({"P2": 3, "P1": 2, "P4": 2}, "P4"),  # P4 sits nearer to P2's left than P1
        ({"P3": 3, "P1": 2, "P2": 2}, "P1"),
        ({"P1": 4, "P2": 2, "P4": 3}, "P4"),  # the largest holding counts before the nearest seat
    ],
)
def test_the_largest_holder_and_then_the_nearest_to_the_left_succeeds(
    shares: dict[str, int], heir: str
) -> None:
    scene = _scene(shares, treasury=1)
    seller = next(iter(shares))
    scene.stock(seller)
    scene.play(A.SellShares(seller, "GM&O", shares[seller] - 1))
    assert scene.corp("GM&O").president == heir


@pytest.mark.rule("1851.sell.presidency-exchange")
def test_the_certificates_are_swapped_before_the_rest_of_the_sale() -> None:
    scene = _scene({"P1": 2, "P2": 2}, treasury=5, cell=(2, 4))
    cash = scene.cash("P1")
    assert (scene.certificates("P1"), scene.certificates("P2")) == (3, 3)  # with private, L&N and two 10%
    entries = scene.play(A.SellShares("P1", "GM&O", 1))
    assert scene.told(entries) == [
        "P2 becomes president of GM&O",
        "P1 sells 1 share of GM&O for $100",
        "GM&O's share price moves from $100 to $90",
    ]
    corp = scene.corp("GM&O")
    assert (corp.president, corp.shares, corp.pool) == ("P2", {"P1": 1, "P2": 2}, 2)
    assert scene.cash("P1") - cash == 100
    assert (scene.certificates("P1"), scene.certificates("P2")) == (3, 2)


# -- too many certificates


def _full(limit: int, extra: dict[str, int], **more: object) -> Scene:
    """Return a stock round of three players in which P1 holds so many certificates that cannot be sold.

    They are his private, the L&N, and GM&O, IC and Dixie. Only SR has operated. P2 has two shares of it, and
    others have the shares in ``extra``.
    """
    scene = Scene(3)
    left = limit - 2
    for id in ("GM&O", "IC", "Dixie"):
        part = min(left, 5)
        scene.floated(id, "P1", {"P1": part + 1}, operated=False)
        left -= part
    assert left == 0
    scene.floated("SR", "P2", {"P2": 2, **extra}, **more)  # type: ignore[arg-type]
    return scene.stock("P1")


@pytest.mark.rule("1851.sell.excess-must-sell")
def test_a_lost_presidency_brings_a_certificate_too_many() -> None:
    scene = _full(13, {})
    scene.floated("TC", "P1", {"P1": 3, "P2": 3}, treasury=4, price=70)
    assert scene.certificates("P1") == 15  # the limit
    scene.stock("P2")
    scene.play(scene.of_treasury("P2", "TC"))
    assert scene.corp("TC").president == "P2"
    assert scene.certificates("P1") == 16  # three single shares in place of two certificates
    scene.play(A.Pass("P3"))
    refusal = scene.refused(A.Pass("P1"), "sell.excess-must-sell")
    assert "16 certificates" in refusal.why
    assert "15" in refusal.why
    scene.refused(A.BuyShare("P1", "SR", TREASURY), "sell.excess-must-sell")
    assert not scene.legal(A.Pass)
    assert not scene.legal(A.BuyShare)
    scene.play(A.SellShares("P1", "TC", 1))
    assert scene.certificates("P1") == 15
    scene.refused(A.BuyShare("P1", "SR", TREASURY), "buy.certificate-limit")
    scene.play(A.Pass("P1"))


@pytest.mark.rule("1851.sell.excess-must-sell")
def test_the_duty_waits_for_his_own_turn() -> None:
    scene = _full(15, {"P1": 1})
    assert scene.certificates("P1") == 16
    scene.stock("P2")
    scene.accepted(A.Pass("P2"))
    scene.play(A.Pass("P2"), A.Pass("P3"))
    scene.refused(A.Pass("P1"), "sell.excess-must-sell")


@pytest.mark.rule("1851.sell.excess-must-sell")
def test_the_excess_may_go_in_lots() -> None:
    scene = _full(15, {"P1": 2})
    assert scene.certificates("P1") == 17
    assert scene.legal(A.SellShares) == [A.SellShares("P1", "SR", count) for count in (1, 2)]
    scene.play(A.SellShares("P1", "SR", 1))
    scene.refused(A.Pass("P1"), "sell.excess-must-sell")
    scene.play(A.SellShares("P1", "SR", 1), A.Pass("P1"))
    assert scene.game.to_act == {"P2"}


@pytest.mark.rule("1851.sell.excess-partial")
def test_who_cannot_sell_enough_sells_what_he_can() -> None:
    scene = _full(15, {"P1": 2}, treasury=2)  # four shares of SR in the pool
    assert (scene.certificates("P1"), scene.corp("SR").pool) == (17, 4)
    scene.refused(A.Pass("P1"), "sell.excess-partial")
    scene.refused(A.BuyShare("P1", "SR", POOL), "sell.excess-partial")
    scene.refused(A.SellShares("P1", "SR", 2), "sell.pool-limit")
    scene.play(A.SellShares("P1", "SR", 1))
    assert scene.certificates("P1") == 16
    scene.refused(A.BuyShare("P1", "SR", TREASURY), "buy.not-after-selling")
    scene.refused(A.BuyShare("P1", "GM&O", TREASURY), "buy.sixty-percent")
    scene.refused(A.BuyShare("P1", "Dixie", TREASURY), "buy.certificate-limit")
    scene.play(A.Pass("P1"))
    for _ in range(2):
        scene.pass_()
    scene.accepted(A.Pass("P1"))  # the pool is full: nothing is left that he could sell


@pytest.mark.rule("1851.sell.excess-partial")
def test_a_partial_sale_is_of_all_that_can_go() -> None:
    scene = _full(15, {"P2": 3, "P1": 3}, treasury=2)
    scene.floated("TC", "P2", {"P2": 5, "P1": 1}, operated=False)
    assert scene.certificates("P1") == 19
    assert scene.corp("SR").pool == 2
    for left in (19, 18, 17):
        assert scene.certificates("P1") == left
        scene.refused(A.Pass("P1"), "sell.excess-partial")
        scene.play(A.SellShares("P1", "SR", 1))
    scene.play(A.Pass("P1"))
    assert scene.certificates("P1") == 16


@pytest.mark.rule("1851.sell.excess-partial", "1851.sell.excess-must-sell")
def test_where_nothing_can_be_sold_the_player_may_pass() -> None:
    scene = _full(15, {"P1": 1}, operated=False)
    assert scene.certificates("P1") == 16
    assert scene.legal(A.SellShares) == []
    scene.refused(A.BuyShare("P1", "SR", TREASURY), "buy.certificate-limit")
    scene.play(A.Pass("P1"))


@pytest.mark.rule("1851.sell.excess-partial")
def test_a_sale_that_gives_up_no_certificate_is_not_owed() -> None:
    scene = _full(14, {}, operated=False)
    # One share of a president's certificate can be sold: it leaves him the other as a separate certificate.
    scene.floated("TC", "P1", {"P1": 2, "P2": 2}, treasury=2)
    scene.floated("L&N", "P1", {"P1": 2, "P3": 1}, operated=False)
    scene.state.privates["mc"].player = "P1"
    assert (scene.certificates("P1"), scene.corp("TC").pool) == (16, 4)
    assert scene.legal(A.SellShares) == [A.SellShares("P1", "TC", 1)]
    scene.accepted(A.Pass("P1"))
    scene.play(A.SellShares("P1", "TC", 1))
    assert (scene.certificates("P1"), scene.corp("TC").president) == (16, "P2")
