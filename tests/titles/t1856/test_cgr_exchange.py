"""Formation of the CGR: exchange of shares of absorbed companies, and choice of a president."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene
from trunkline import actions as A
from trunkline.engine.kernel.shares import certificates_of

Held = dict[str, dict[str, int]]
NO_SHARES: dict[str, int] = {}


def forming(held: Held, *, players: int = 3, buyer: str = "P1", pool: dict[str, int] = NO_SHARES) -> CgrScene:
    """Return a scene in which the CGR has formed from companies with these holdings.

    The first holder is president. The other shares are in the pool.
    """
    scene = CgrScene(players, buyer=buyer)
    for id, shares in held.items():
        scene.debtor(id, shares, in_pool=pool.get(id, 0))
    scene.poor()
    scene.form()
    return scene


@pytest.mark.rule("1856.cgr.exchange-rate")
def test_two_shares_become_one_even_of_two_companies() -> None:
    scene = forming({"GT": {"P1": 2, "P3": 1}, "CVR": {"P2": 2, "P3": 1}})
    assert scene.split() == ({"P1": 1, "P2": 1, "P3": 1}, 0, 7)
    assert not scene.corp("GT").shares
    assert not scene.corp("CVR").shares


@pytest.mark.rule("1856.cgr.exchange-odd-share")
def test_the_rulebooks_exchange() -> None:
    held: Held = {
        "GT": {"P1": 4, "P3": 1},
        "TGB": {"P1": 4, "P3": 3},
        "CVR": {"P2": 4, "P3": 1},
    }
    scene = forming(held)
    assert scene.split() == ({"P1": 4, "P2": 2, "P3": 2}, 0, 2), "a lone single in the pool is dropped"
    assert scene.cash("P3") == 0
    scene = forming(held, pool={"GT": 1})
    assert scene.split() == ({"P1": 4, "P2": 2, "P3": 2}, 1, 1), "the single and one of GT in the pool"


@pytest.mark.rule("1856.cgr.exchange-odd-share")
def test_singles_of_several_players_are_paired_in_the_pool() -> None:
    scene = forming({"GT": {"P1": 3, "P2": 1, "P3": 1}, "TGB": {"P2": 4}})
    assert scene.split() == ({"P1": 1, "P2": 2}, 1, 6)


@pytest.mark.rule("1856.cgr.exchange-market")
def test_shares_in_the_pool_are_exchanged_last() -> None:
    scene = forming({"GT": {"P1": 4}, "TGB": {"P2": 2}}, pool={"GT": 4, "TGB": 3})
    assert scene.split() == ({"P1": 2, "P2": 1}, 3, 4)


@pytest.mark.rule("1856.cgr.exchange-leftover-offering")
def test_what_remains_of_the_issue_is_for_sale() -> None:
    scene = forming({"GT": {"P1": 4, "P2": 4}, "TGB": {"P2": 2, "P3": 2}}, pool={"GT": 2})
    assert scene.split() == ({"P1": 2, "P2": 3, "P3": 1}, 1, 3)


@pytest.mark.rule("1856.cgr.exchange-order")
def test_the_buyers_president_exchanges_first_then_clockwise() -> None:
    scene = CgrScene(5, buyer="P3")
    scene.debtor("GT", {"P1": 2, "P2": 2, "P3": 2})
    scene.debtor("TGB", {"P4": 2, "P5": 2})
    scene.poor()
    texts = scene.told(scene.form())
    receivers = [text.split()[0] for text in texts if "of the CGR" in text and "receives" in text]
    assert receivers == ["P3", "P4", "P5", "P1", "P2"]


@pytest.mark.rule("1856.cgr.exchange-second-issue")
def test_twenty_shares_are_issued_where_ten_do_not_do() -> None:
    ten = forming({"GT": {"P1": 6, "P2": 4}, "TGB": {"P2": 6, "P3": 4}})
    assert ten.corp("CGR").total == 10
    assert ten.split() == ({"P1": 3, "P2": 5, "P3": 2}, 0, 0)
    twenty = forming({"GT": {"P1": 6, "P2": 4}, "TGB": {"P2": 6, "P3": 4}, "BB": {"P3": 2}})
    assert twenty.corp("CGR").total == 20
    assert twenty.split() == ({"P1": 3, "P2": 5, "P3": 3}, 0, 9)
    pool = forming({"GT": {"P1": 6, "P2": 4}, "TGB": {"P2": 4, "P3": 4}, "BB": {"P3": 2}}, pool={"BB": 2})
    assert pool.corp("CGR").total == 20, "shares in the pool count"


@pytest.mark.rule("1856.cgr.exchange-run-out")
def test_what_cannot_be_exchanged_is_lost() -> None:
    scene = forming(
        {
            "GT": {"P1": 6, "P2": 4},
            "TGB": {"P1": 6, "P2": 4},
            "BB": {"P1": 6, "P2": 4},
            "CA": {"P2": 6, "P1": 2},
            "WR": {"P3": 4},
        },
        pool={"WR": 2},
    )
    assert scene.split() == ({"P1": 10, "P2": 9, "P3": 1}, 0, 0)
    assert scene.cash("P3") == 0


@pytest.mark.rule("1856.cgr.president-most-shares")
def test_the_largest_holder_is_president_in_the_end() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P1": 4, "P2": 2})
    scene.debtor("TGB", {"P2": 4, "P3": 2})
    scene.poor()
    scene.form()
    assert scene.split()[0] == {"P1": 2, "P2": 3, "P3": 1}
    assert (scene.corp("CGR").president, scene.corp("CGR").double) == ("P2", 2)


@pytest.mark.rule("1856.cgr.president-tie")
def test_a_tie_is_won_by_the_first_holder_of_two_or_whoever_sits_next() -> None:
    tied = forming({"GT": {"P2": 6, "P1": 2}, "TGB": {"P3": 6}})
    assert tied.corp("CGR").shares == {"P1": 1, "P2": 3, "P3": 3}
    assert tied.corp("CGR").president == "P2", "P2 reached two first"
    later = forming({"GT": {"P2": 4}, "TGB": {"P3": 6}, "BB": {"P4": 6, "P1": 2}}, players=4)
    assert later.corp("CGR").shares == {"P1": 1, "P2": 2, "P3": 3, "P4": 3}
    assert later.corp("CGR").president == "P3", "nearer to the left of P2"
    wrapped = forming({"GT": {"P1": 6}, "TGB": {"P2": 6}, "BB": {"P4": 4}}, players=4, buyer="P3")
    assert wrapped.corp("CGR").president == "P1", "counted from P4 on"
    first = forming({"GT": {"P3": 6}, "TGB": {"P1": 6}}, buyer="P3")
    assert first.corp("CGR").president == "P3", "who reached two first, wherever he sits"
    left = forming({"GT": {"P3": 4}, "TGB": {"P4": 6}, "BB": {"P1": 6}}, players=4, buyer="P3")
    assert left.corp("CGR").president == "P4"


@pytest.mark.rule("1856.cgr.president-single")
def test_where_nobody_has_two_the_first_receiver_is_president() -> None:
    scene = forming({"GT": {"P1": 2, "P2": 1}, "TGB": {"P3": 2, "P2": 1}}, buyer="P2")
    assert scene.corp("CGR").shares == {"P1": 1, "P2": 1, "P3": 1}
    assert scene.corp("CGR").president == "P2"
    assert scene.corp("CGR").double == 1


def single_president(*, cash: int = 0, rules: str = "printed") -> CgrScene:
    """Return a stock round soon after the CGR formed with one share for each player. P1 is its president."""
    scene = CgrScene(rules=rules)
    scene.debtor("GT", {"P1": 2})
    scene.debtor("TGB", {"P2": 2})
    scene.debtor("BB", {"P3": 2})
    scene.poor()
    if rules == "printed":
        scene.form()
    else:
        scene.turn("GW", "trains").play(scene.buy("GW", "6"))
        scene.settle()
    scene.set_cash("P1", cash)
    return scene


@pytest.mark.rule("1856.cgr.president-must-buy", "1856.glossary.priority-card", "1856.stock.buy.sources")
def test_a_one_share_president_must_buy_the_second() -> None:
    scene = single_president(cash=250)
    scene.stock("P1")
    scene.refused(A.Pass("P1"), "cgr.president-must-buy")
    scene.refused(A.BuyShare("P1", "GW", "offering"), "cgr.president-must-buy")
    scene.refused(scene.buy_share("P2"), "glossary.priority-card")
    scene.refused(scene.buy_from_pool("P1"), "stock.buy.sources")
    treasury = scene.cash("CGR")
    scene.play(scene.buy_share("P1"))
    assert (scene.cash("P1"), scene.cash("CGR")) == (150, treasury)
    assert scene.corp("CGR").shares["P1"] == 2
    assert certificates_of(scene.table, "P1", scene.corp("CGR")) == 2, "one certificate, in halves"
    assert scene.split() == ({"P1": 2, "P2": 1, "P3": 1}, 0, 6)
    assert scene.game.to_act == {"P2"}, "that was his purchase"


@pytest.mark.rule("1856.cgr.president-must-buy")
def test_he_may_buy_it_from_offering_or_pool() -> None:
    scene = single_president(cash=250)
    scene.corp("CGR").pool, scene.corp("CGR").offering = 2, 5
    scene.stock("P1")
    sources = {purchase.source for purchase in scene.legal(A.BuyShare)}
    assert sources == {"offering", "pool"}
    scene.play(scene.buy_from_pool("P1"))
    assert scene.split() == ({"P1": 2, "P2": 1, "P3": 1}, 1, 5)


@pytest.mark.rule("1856.cgr.president-must-buy", "1856.bankrupt.three-causes")
def test_he_sells_shares_where_his_cash_does_not_do() -> None:
    scene = single_president(cash=30)
    scene.started("WR", "P2", {"P2": 3, "P1": 2}, price=90)
    scene.stock("P1")
    scene.refused(scene.buy_share("P1"), "cgr.president-must-buy")
    scene.refused(A.SellShares("P1", "CGR", 1), "stock.sell.president-cert")
    scene.refused(A.DeclareBankruptcy("P1"), "bankrupt.declared")
    scene.play(A.SellShares("P1", "WR", 1))
    scene.play(scene.buy_share("P1"))
    assert (scene.cash("P1"), scene.corp("CGR").shares["P1"]) == (20, 2)
    scene.set_cash("P1", 500)
    scene.stock("P1", 3)
    scene.accepted(scene.buy_from_pool("P1", "WR"))


@pytest.mark.rule("1856.cgr.president-must-buy")
def test_before_it_he_sells_as_in_any_turn() -> None:
    scene = single_president(cash=250)
    scene.started("WR", "P2", {"P2": 3, "P1": 3}, price=90)
    scene.stock("P1")
    assert {sale.count for sale in scene.legal(A.SellShares) if sale.corp == "WR"} == {1, 2, 3}
    scene.refused(A.SellShares("P2", "WR", 1), "glossary.priority-card")
    scene.play(A.SellShares("P1", "WR", 2))
    assert scene.cash("P1") == 250 + 180, "both at the price before the drop"
    scene.refused(A.SellShares("P1", "WR", 1), "stock.sell.price")
    scene.refused(A.Pass("P1"), "cgr.president-must-buy")
    scene.play(scene.buy_share("P1"))
    assert scene.game.to_act == {"P2"}, "he sold before he bought"


@pytest.mark.rule("1856.cgr.president-must-buy")
def test_after_it_he_may_still_sell_if_he_has_not() -> None:
    scene = single_president(cash=250)
    scene.started("WR", "P2", {"P2": 3, "P1": 3}, price=90)
    scene.stock("P1")
    scene.play(scene.buy_share("P1"))
    assert scene.game.to_act == {"P1"}
    scene.play(A.SellShares("P1", "WR", 2))
    assert scene.cash("P1") == 150 + 180
    assert scene.game.to_act == {"P2"}


@pytest.mark.rule("1856.cgr.president-must-buy")
def test_what_the_share_needs_is_sold_beyond_that() -> None:
    scene = single_president(cash=0)
    scene.started("WR", "P2", {"P2": 3, "P1": 3}, price=90)
    scene.corp("GW").shares = {"P2": 2}
    scene.stock("P1")
    scene.play(A.SellShares("P1", "WR", 1))
    scene.refused(A.DeclareBankruptcy("P1"), "bankrupt.declared")
    scene.refused(A.SellShares("P1", "WR", 2), "cgr.president-must-buy")
    assert [sale.count for sale in scene.legal(A.SellShares)] == [1]
    scene.play(A.SellShares("P1", "WR", 1))
    assert scene.cash("P1") == 90 + 80, "in another lot, at the price of the moment"
    scene.play(scene.buy_share("P1"))
    assert scene.game.to_act == {"P2"}


@pytest.mark.rule("1856.cgr.president-must-buy", "1856.limit.forced-reduction")
def test_over_a_limit_he_sells_before_it() -> None:
    scene = single_president(cash=500)
    scene.started("WR", "P1", {"P1": 7, "P2": 2}, price=100)
    scene.stock("P1")
    scene.refused(scene.buy_share("P1"), "limit.forced-reduction")
    scene.play(A.SellShares("P1", "WR", 1), scene.buy_share("P1"))
    assert scene.corp("CGR").shares["P1"] == 2


@pytest.mark.rule("1856.cgr.president-must-buy")
def test_it_is_due_in_his_first_turn_only() -> None:
    scene = single_president(cash=250)
    scene.stock("P3")
    scene.play(A.Pass("P3"))
    assert scene.game.to_act == {"P1"}
    scene.refused(A.Pass("P1"), "cgr.president-must-buy")
    scene.play(scene.buy_share("P1"), A.Pass("P2"), A.Pass("P3"))
    assert scene.game.to_act == {"P1"}
    scene.accepted(A.Pass("P1"))


@pytest.mark.rule("1856.cgr.president-must-buy", "1856.end.two-ways")
def test_a_president_who_cannot_pay_for_it_ends_the_game() -> None:
    scene = single_president(cash=30)
    scene.corp("GW").shares = {"P2": 2}
    scene.stock("P1")
    assert scene.game.legal() == [A.DeclareBankruptcy("P1")]
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.game.over
    assert scene.cash("P1") == 0


@pytest.mark.rule("1856.cgr.president-relieved")
def test_another_holder_of_two_shares_relieves_him() -> None:
    scene = single_president(cash=250)
    scene.set_cash("P3", 100)
    scene.stock("P3")
    scene.play(scene.buy_share("P3"))
    assert (scene.corp("CGR").president, scene.corp("CGR").double) == ("P3", 2)
    assert scene.corp("CGR").shares == {"P1": 1, "P2": 1, "P3": 2}
    assert scene.game.to_act == {"P1"}
    scene.play(A.Pass("P1"))
    assert scene.game.to_act == {"P2"}
