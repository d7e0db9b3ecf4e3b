"""Known faults of 18xx.games: games that reach one are reported, and no others."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene
from interop.test_export_checker import game
from scenes import Scene
from trunkline import UsageError
from trunkline import actions as A
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.state import Operating, OperatingTurn, State
from trunkline.game import Game
from trunkline.interop import export
from trunkline.interop.eighteenxx.known_bugs import SiteBug, SiteBugs
from trunkline.interop.eighteenxx.turn import TOKEN, TRACK, SiteTurn

RULES = "18xx.games"


def scene() -> Scene:
    """Return a scene with the options that the reader uses for the site's files."""
    return Scene(rules=RULES, variants=("recorded",)).opened()


def faults(scene: Scene) -> SiteBugs:
    """Return the fault checker of that scene."""
    return SiteBugs(scene.game.title)


@pytest.mark.parametrize(
    ("cell", "count", "stops"),
    [((6, 5), 1, False), ((7, 5), 1, True), ((6, 5), 2, True), ((10, 4), 1, False)],
)
def test_the_token_of_the_cgr_at_the_foot_of_a_column(cell: tuple[int, int], count: int, stops: bool) -> None:
    table = CgrScene(rules=RULES, variants=("recorded",))
    table.cgr({"P1": 4, "P2": 2}, price=100).cell = cell
    sale = A.SellShares("P1", "CGR", count)
    table.own.cgr.permanent = False
    faults(table).before(sale, table.state)  # it has no permanent train: its token does not move
    table.own.cgr.permanent = True
    if stops:
        with pytest.raises(SiteBug, match="foot of a column"):
            faults(table).before(sale, table.state)
    else:
        faults(table).before(sale, table.state)


def test_what_a_bankrupt_president_does_not_sell_moves_no_token() -> None:
    table = CgrScene(rules=RULES, variants=("recorded",))
    table.cgr({"P1": 2, "P2": 2}, price=100).cell = (7, 5)
    table.own.cgr.permanent = True
    table.state.operating = Operating(turn=OperatingTurn("GT"))
    with pytest.raises(SiteBug, match="foot of a column"):
        faults(table).before(A.DeclareBankruptcy("P1"), table.state)
    table.state.operating.turn = OperatingTurn("GT", sold={"CGR": 100})
    faults(table).before(A.DeclareBankruptcy("P1"), table.state)  # no more of it is sold in this turn
    table.state.operating.turn = OperatingTurn("CGR")
    faults(table).before(A.DeclareBankruptcy("P1"), table.state)  # none of it is sold


def test_a_half_that_somebody_else_would_get() -> None:
    table = CgrScene(rules=RULES, variants=("recorded",))
    table.cgr({"P2": 1, "P3": 1}, price=100).double = 1
    table.own.cgr.duty = "P2"
    faults(table).before(A.BuyShare("P2", "CGR", "offering"), table.state)
    table.own.cgr.duty = "P1"
    faults(table).before(A.BuyShare("P4", "CGR", "offering"), table.state)
    for buyer in ("P1", "P3"):
        with pytest.raises(SiteBug, match="gives the share to another player"):
            faults(table).before(A.BuyShare(buyer, "CGR", "offering"), table.state)


def lost(watching: SiteBugs, before: State, after: State, turn: SiteTurn | None) -> None:
    """Report an entry that leads from one position to another."""
    watching.after(None, before, after, turn)


def test_a_route_that_a_tile_has_taken_away() -> None:
    table = scene()
    table.started("GT", "P1", {"P1": 3})
    table.gt_line().turn("GT")
    over = SiteTurn("GT", passed={TRACK, TOKEN})
    with_route, without = table.state.copy(), table.state.copy()
    without.tiles = {}
    with_route.trains = without.trains = {**table.state.trains, "2-0": "GT"}
    lost(faults(table), without, without, over)  # it never had one
    watching = faults(table)
    lost(watching, with_route, with_route, over)
    lost(watching, without, without, SiteTurn("GT", passed={TRACK}))  # a token might restore it
    with pytest.raises(SiteBug, match="only route has gone"):
        lost(watching, without, without, over)


def test_who_buys_the_train_it_is_asked_for_gives_no_offence() -> None:
    table = scene()
    table.started("GT", "P1", {"P1": 3})
    table.gt_line().turn("GT")
    over = SiteTurn("GT", passed={TRACK, TOKEN})
    without, bought = table.state.copy(), table.state.copy()
    without.tiles = bought.tiles = {}
    bought.trains = {**table.state.trains, "2-0": "GT"}
    for last, stops in ((bought, False), (without, True)):
        watching = faults(table)
        lost(watching, table.state, table.state, over)
        lost(watching, without, without, over)
        if stops:
            with pytest.raises(SiteBug, match="run or a train"):
                lost(watching, without, last, None)
        else:
            lost(watching, without, last, None)


def test_a_lay_behind_a_token_that_has_left_the_map() -> None:
    table = scene().phase(2)
    table.started("LPS", "P1", {"P1": 3})
    table.started("CA", "P2")
    table.tiles("C14:57:0 C16:8:3 D17:57:2")
    table.turn("LPS")
    with_token, gone = table.state.copy(), table.state.copy()
    gone.tokens = {hex: tokens for hex, tokens in gone.tokens.items() if hex != "D17"}
    title = table.game.title
    table.state.tokens = gone.tokens
    beyond = next(lay for lay in table.legal(A.LayTile) if referee.check(title, with_token, lay))
    last = A.PlaceToken("P1", "LPS", "C14", 0)
    for corp, stops in (("LPS", True), ("CA", False)):
        watching, before = faults(table), with_token.copy()
        assert before.operating is not None
        before.operating.turn = OperatingTurn(corp)
        watching.after(last, before, with_token, SiteTurn(corp, passed={TRACK}))
        if stops:
            with pytest.raises(SiteBug, match="behind a token of a company that has closed"):
                watching.before(beyond, gone)
        else:
            watching.before(beyond, gone)


def test_the_hundredth_set() -> None:
    table = scene().stock("P1", 100)
    after = table.state.copy()
    after.round.number = 101
    with pytest.raises(SiteBug, match="stock round 100"):
        faults(table).after(None, table.state, after, None)
    faults(table).after(None, table.state, table.state, None)


def closing(*, third: bool) -> tuple[Scene, A.SellShares]:
    """Return a scene in which P1 sells a share of GT, which closes.

    P2 could only have sold GT shares too. P3 has either money or nothing.
    """
    table = scene()
    table.started("GT", "P1", {"P1": 3, "P2": 2}, cell=(8, 0))
    table.started("WR", "P1", {"P1": 2})
    for name in table.game.players:
        table.set_cash(name, 0)
    table.set_cash("P3", 500 if third else 0)
    table.stock("P1")
    return table, A.SellShares("P1", "GT", 1)


def test_a_round_in_which_nobody_can_act_after_a_closing() -> None:
    for third in (True, False):
        table, sale = closing(third=third)
        after, _ = referee.play(table.game.title, table.state, sale)
        assert after.corporations["GT"].closed
        if third:
            faults(table).after(sale, table.state, after, None)
        else:
            with pytest.raises(SiteBug, match="lets nobody act"):
                faults(table).after(sale, table.state, after, None)


def test_the_refusal_names_the_action_and_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    played: Game = game(1071, 6, "type8")

    def stops(watching: SiteBugs, action: A.Action, state: State) -> None:
        if isinstance(action, A.BuyTrain):
            raise SiteBug("it has no trains")

    monkeypatch.setattr(SiteBugs, "before", stops)
    with pytest.raises(
        UsageError, match=r"a known fault of 18xx.games stops it at action \d+, buy_train by .*: it has no"
    ):
        export(played, "game.json")
