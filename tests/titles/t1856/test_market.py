"""The stock market: its zones, and the moves of the share value tokens."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.state import OFFERING, POOL
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles.t1856.state import CgrStatus

LAST_BROWN = (9, 1)
"""A $30 box whose lower neighbour is closed."""


@pytest.mark.rule("1856.market.five-zones")
def test_every_box_belongs_to_one_zone() -> None:
    chart = Scene().game.title.board.chart.rows
    boxes = {(r, c): box for r, row in enumerate(chart) for c, box in enumerate(row) if box is not None}
    assert {box.zone for box in boxes.values()} == {"", "yellow", "brown", "closed"}
    starts = {box.price: cell for cell, box in boxes.items() if box.par}
    assert starts == {100: (0, 4), 90: (1, 4), 80: (2, 4), 75: (3, 4), 70: (4, 4), 65: (5, 4)}
    assert all(not boxes[cell].zone for cell in starts.values())
    prices = {zone: {box.price for box in boxes.values() if box.zone == zone} for zone in ("yellow", "brown")}
    assert prices == {"yellow": {45, 50}, "brown": {30, 35, 40}}
    closed = {cell for cell, box in boxes.items() if box.zone == "closed"}
    assert closed == {(9, 0), (10, 0), (10, 1)}


@pytest.mark.rule("1856.market.red-start-only")
def test_a_starting_box_does_nothing_to_a_token_that_passes() -> None:
    scene = Scene()
    scene.started("CPR", "P1", {"P1": 4}, par=65, cell=(0, 4))
    scene.stock("P1")
    entries = scene.play(A.SellShares("P1", "CPR", 2))
    assert scene.told(entries) == [
        "P1 sells 2 shares of CPR for $200",
        "CPR's share price moves from $100 to $80",
    ]
    assert scene.corp("CPR").cell == (2, 4)  # through (1, 4) into (2, 4), both red-outlined
    assert (scene.corp("CPR").par, scene.funds("CPR").way) == (65, "incremental")


@pytest.mark.rule("1856.market.white-plain")
def test_a_white_company_counts_in_both_limits() -> None:
    scene = Scene(4)
    scene.hold("P1", 15)
    scene.started("WR", "P2", {"P2": 2, "P1": 1}, price=55)
    assert chart.zone(scene.table, scene.corp("WR")) == ""
    scene.stock("P1")
    assert scene.certificates("P1") == 16
    scene.refused(A.BuyShare("P1", "WR", OFFERING), "stock.buy.limits")
    held = scene.corp("BB").shares["P1"]
    assert held == 6
    scene.refused(A.BuyShare("P1", "BB", OFFERING), "limit.sixty-percent")


@pytest.mark.rule("1856.market.closed.removal")
def test_a_company_in_the_closed_section_is_gone_for_good() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4, "P2": 3}, cell=LAST_BROWN, cash=200)
    scene.tile("P9", "57", 1)
    scene.started("CPR", "P2")
    scene.stock("P1")
    before = {name: scene.cash(name) for name in ("P1", "P2", "P3")}
    scene.play(A.SellShares("P1", "GT", 1))
    gt = scene.corp("GT")
    assert gt.closed
    assert gt.cell is None
    assert not gt.president
    assert (gt.shares, gt.pool, gt.offering) == ({}, 0, 0)
    assert "P9" not in scene.state.tokens
    assert scene.state.tiles["P9"].tile == "57"
    after = {name: scene.cash(name) for name in ("P1", "P2", "P3")}
    assert after == {**before, "P1": before["P1"] + 30}  # only for the share that was sold
    scene.play(A.Pass("P1"))
    scene.refused(A.StartCorporation("P2", "GT", 100), "market.closed.removal")
    scene.refused(A.BuyShare("P2", "GT", OFFERING), "market.closed.removal")
    scene.refused(A.BuyShare("P2", "GT", POOL), "market.closed.removal")
    assert all(start.corp != "GT" for start in scene.legal(A.StartCorporation))


@pytest.mark.rule("1856.market.closed.removal")
def test_withholding_closes_a_company_too() -> None:
    scene = Scene()
    scene.started("CPR", "P1")
    scene.started("GT", "P1", cell=(8, 0))
    scene.turn("GT", "dividend", revenue=40, done=("CPR",))
    scene.play(A.Dividend("P1", "GT", "withhold"))
    assert scene.corp("GT").closed  # left at the edge is down, into the closed section
    assert scene.state.round.kind == "stock"  # its turn is over, and no other company was left


@pytest.mark.rule("1856.market.closed.assets")
@pytest.mark.parametrize(("rules", "on_sale"), [("printed", True), ("18xx.games", False)])
def test_what_a_closed_company_leaves(rules: str, on_sale: bool) -> None:
    scene = Scene(rules=rules)
    scene.opened(lakes="GT", flos="P2")
    scene.started("GT", "P1", cell=LAST_BROWN, cash=321, loans=2)
    scene.escrow("GT", 100)
    scene.state.private_tokens = {"port": ("J5", "GT")}
    scene.started("CPR", "P2", cash=900)
    scene.give_trains("GT", "5")
    scene.stock("P1")
    scene.corp("GT").shares["P1"] = 3
    scene.corp("GT").offering -= 1
    bank = scene.state.bank
    scene.play(A.SellShares("P1", "GT", 1))
    assert scene.state.bank == bank - 30 + 321
    assert (scene.cash("GT"), scene.funds("GT").escrow, scene.corp("GT").loans) == (0, 0, 0)
    assert scene.state.privates["lakes"].closed
    assert not scene.state.privates["flos"].closed
    assert scene.state.private_tokens == {}
    scene.turn("CPR", "trains")
    offers = [buy for buy in scene.legal(A.BuyTrain) if buy.source == POOL]
    assert [(buy.train, buy.price) for buy in offers] == ([("5-0", 550)] if on_sale else [])


@pytest.mark.rule("1856.market.brown.certs-free", "1856.market.brown.over-60")
def test_brown_is_free_of_both_limits() -> None:
    scene = Scene(4)
    scene.hold("P1", 15)
    scene.started("WR", "P1", {"P1": 6}, price=40)
    scene.started("GT", "P2", {"P2": 2, "P1": 1})
    assert chart.zone(scene.table, scene.corp("WR")) == "brown"
    scene.stock("P1")
    assert scene.certificates("P1") == 16
    scene.refused(A.BuyShare("P1", "GT", OFFERING), "stock.buy.limits")
    scene.play(A.BuyShare("P1", "WR", OFFERING))
    assert scene.corp("WR").shares["P1"] == 7
    assert scene.certificates("P1") == 16


@pytest.mark.rule("1856.market.yellow.certs-free")
def test_yellow_is_free_of_the_certificate_limit_only() -> None:
    scene = Scene(4)
    scene.hold("P1", 15)
    scene.started("WR", "P2", {"P2": 2, "P1": 1}, price=50)
    scene.started("GT", "P1", {"P1": 6}, price=45)
    scene.started("LPS", "P2", {"P2": 2, "P1": 1})
    assert {chart.zone(scene.table, scene.corp(id)) for id in ("WR", "GT")} == {"yellow"}
    scene.stock("P1")
    assert scene.certificates("P1") == 16
    scene.refused(A.BuyShare("P1", "LPS", OFFERING), "stock.buy.limits")
    scene.refused(A.BuyShare("P1", "GT", OFFERING), "limit.sixty-percent")
    scene.play(A.BuyShare("P1", "WR", OFFERING))
    assert scene.certificates("P1") == 16


@pytest.mark.rule("1856.market.only-channel")
def test_shares_change_hands_through_the_pool_only() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 3, "P2": 3}, cash=1000)
    scene.started("CPR", "P1", {"P1": 2}, cash=1000)
    scene.stock("P3")
    for source in ("P2", "CPR", "treasury", "bank"):
        scene.refused(A.BuyShare("P3", "GT", source), "market.only-channel")
    scene.turn("CPR", "trains")
    scene.refused(A.BuyShare("P1", "GT", OFFERING), "sequence.company-steps")
    assert scene.legal(A.BuyShare) == []


@pytest.mark.rule("1856.market.only-channel")
def test_no_company_ever_holds_a_share() -> None:
    game = Scene(seed=3).game
    for _, _ in zip(range(250), play_turns(game, RandomPlayer(3)), strict=False):
        for corp in game.state.corporations.values():
            assert set(corp.shares) <= set(game.players)
            assert not corp.treasury
            assert corp.closed or sum(corp.shares.values()) + corp.pool + corp.offering == corp.total
    assert any(corp.shares for corp in game.state.corporations.values())


@pytest.mark.rule("1856.price.down-per-10")
@pytest.mark.parametrize(
    ("cell", "count", "price"),
    [((0, 6), 3, 90), ((0, 3), 2, 75), ((0, 3), 1, 80)],
)
def test_the_price_falls_a_row_for_each_share_sold(cell: tuple[int, int], count: int, price: int) -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 5}, cell=cell)
    scene.stock("P1")
    scene.play(A.SellShares("P1", "GT", count))
    assert scene.price("GT") == price
    assert scene.corp("GT").cell == (cell[0] + count, cell[1])


@pytest.mark.rule("1856.price.down-per-10")
def test_a_forced_sale_moves_the_token_as_well() -> None:
    scene = Scene()
    scene.tile("P9", "57", 1)
    scene.started("GT", "P1")
    scene.started("CPR", "P1", {"P1": 4}, price=125)
    scene.set_cash("P1", 0)
    scene.set_cash("GT", 0)
    scene.turn("GT", "trains")
    scene.play(A.SellShares("P1", "CPR", 1))
    assert (scene.cash("P1"), scene.price("CPR")) == (125, 110)


@pytest.mark.rule("1856.price.down-per-10")
def test_the_lowest_box_of_a_column_holds_the_token() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4}, cell=(10, 4))
    scene.started("CPR", "P1", {"P1": 4}, cell=(9, 3))
    scene.stock("P1")
    scene.play(A.SellShares("P1", "GT", 2))
    assert scene.corp("GT").cell == (10, 4)
    scene.play(A.SellShares("P1", "CPR", 2))
    assert scene.corp("CPR").cell == (10, 3)


@pytest.mark.rule("1856.price.five-percent")
@pytest.mark.parametrize(("count", "rows"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_single_five_percent_shares_count_in_pairs(count: int, rows: int) -> None:
    scene = Scene()
    scene.own.cgr.status, scene.own.cgr.permanent = CgrStatus.FORMED, True
    scene.corp("CGR").total = 20
    scene.started("CGR", "P1", {"P1": 6, "P2": 4}, cell=(0, 6), home=False)
    scene.stock("P2")
    scene.play(A.SellShares("P2", "CGR", count))
    assert scene.corp("CGR").cell == (rows, 6)


@pytest.mark.rule("1856.price.five-percent")
@pytest.mark.parametrize("lots", [(1, 1, 1, 1), (3, 1), (1, 3), (1, 2, 1), (4,)])
def test_a_forced_sale_in_several_lots_moves_the_token_as_one_does(lots: tuple[int, ...]) -> None:
    scene = Scene().phase(5).gt_line()
    scene.own.cgr.status, scene.own.cgr.permanent = CgrStatus.FORMED, True
    scene.corp("CGR").total = 20
    scene.started("CGR", "P2", {"P1": 6, "P2": 7}, cell=(0, 6), home=False)
    scene.started("GT", "P1", {"P1": 4})
    scene.set_cash("P1", 0)
    scene.turn("GT", "trains")
    cells = []
    for count in lots:
        scene.play(A.SellShares("P1", "CGR", count))
        cells.append(scene.corp("CGR").cell)
    assert cells == [(sum(lots[: n + 1]) // 2, 6) for n in range(len(lots))]


@pytest.mark.rule("1856.price.up-all-sold")
def test_a_company_wholly_in_players_hands_rises() -> None:
    scene = Scene()
    whole = {"P1": 4, "P2": 3, "P3": 3}
    scene.started("GT", "P1", whole, cell=(2, 5))
    scene.started("CPR", "P1", whole, cell=(2, 5), operated=False, home=False)
    scene.started("BB", "P1", {"P1": 6, "P2": 3}, in_pool=1, cell=(2, 4))
    scene.started("WR", "P3", {"P3": 6, "P2": 3}, cell=(2, 4))
    scene.started("GW", "P1", whole, cell=(0, 5))
    scene.stock("P1")
    scene.pass_until("operating")
    cells = {id: scene.corp(id).cell for id in ("GT", "CPR", "BB", "WR", "GW")}
    assert cells == {"GT": (1, 5), "CPR": (1, 5), "BB": (2, 4), "WR": (2, 4), "GW": (0, 5)}
    order = [corp.id for corp in chart.order(scene.table)]
    assert order.index("GT") < order.index("CPR")  # the first to move is on top


@pytest.mark.rule("1856.price.left-right")
@pytest.mark.parametrize(("payout", "column"), [("pay", 7), ("withhold", 5)])
def test_a_dividend_moves_the_token_right_and_none_left(payout: str, column: int) -> None:
    scene = Scene()
    scene.started("GT", "P1", cell=(1, 6))
    scene.turn("GT", "dividend", revenue=180)
    scene.play(A.Dividend("P1", "GT", payout))
    assert scene.corp("GT").cell == (1, column)


@pytest.mark.rule("1856.price.left-right")
def test_nothing_earned_moves_the_token_left() -> None:
    scene = Scene()
    scene.started("GT", "P1", cell=(1, 6))
    scene.turn("GT")
    scene.pass_turn()
    assert scene.corp("GT").cell == (1, 5)


@pytest.mark.rule("1856.price.edge-arrows")
@pytest.mark.parametrize(
    ("start", "payout", "end"),
    [
        ((10, 4), "pay", (9, 4)),
        ((2, 14), "pay", (1, 14)),
        ((0, 19), "pay", (0, 19)),
        ((0, 0), "withhold", (1, 0)),
        ((7, 0), "withhold", (8, 0)),
    ],
)
def test_at_the_edge_the_arrow_shows_the_way(
    start: tuple[int, int], payout: str, end: tuple[int, int]
) -> None:
    scene = Scene()
    scene.started("GT", "P1", cell=start)
    scene.turn("GT", "dividend", revenue=180)
    scene.play(A.Dividend("P1", "GT", payout))
    assert scene.corp("GT").cell == end


@pytest.mark.rule("1856.price.stack-below")
def test_a_token_goes_under_those_already_in_the_box() -> None:
    scene = Scene()
    scene.started("GT", "P1", cell=(3, 4))
    scene.started("BB", "P2", {"P2": 3}, cell=(2, 4))
    scene.stock("P2")
    scene.play(A.SellShares("P2", "BB", 1))
    assert scene.corp("BB").cell == scene.corp("GT").cell == (3, 4)
    scene.pass_until("operating")
    assert [scene.pass_turn(), scene.acting()] == ["GT", "BB"]
