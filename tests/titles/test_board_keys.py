"""Keys of board files: each is read, and each affects the game."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace as changed

import board_keys
import scenes
import scenes_1851
from cgr_scene import CgrScene
from engine.map.boards import board
from table_scene import TableScene
from trunkline import actions as A
from trunkline.engine.board import Dividends, Ending, Floating, StationTokens
from trunkline.engine.board.map import BoardRecord
from trunkline.engine.kernel import shares
from trunkline.interop.eighteenxx.ids import Ids
from trunkline.titles import catalogue

S = TypeVar("S", bound=TableScene)

TITLES = ("1856", "1851")


@pytest.mark.slow
@pytest.mark.parametrize("title", catalogue(teaching=False))
def test_every_key_of_a_board_is_read(title: str) -> None:
    command = [sys.executable, board_keys.__file__, title]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert not done.stdout, f"read by nobody, so to be read or deleted: {', '.join(done.stdout.split())}"


def test_the_keys_are_those_that_stand_in_the_file() -> None:
    facts = board("t1851")
    raw: dict[str, Any] = {"bank": 8040, "notes": [], "hexes": {"A5": {"kind": "city", "basis": "printed"}}}
    assert board_keys.keys(facts, raw) == {("Board", "bank"), ("Board", "hexes"), ("Hex", "kind")}


# The board of a scene has other figures, and the game must use them.

Row = TypeVar("Row", bound=BoardRecord)


def printing(scene: S, **figures: Any) -> S:
    """Print other figures on the board of a scene."""
    title = scene.game.title
    scene.game.title = replace(title, board=changed(title.board, **figures))
    return scene


def entries(rows: tuple[Row, ...], **figures: Any) -> tuple[Row, ...]:
    """Return every entry of a list with other figures."""
    return tuple(changed(row, **figures) for row in rows)


ROUND = Ending("finish this operating round")
SET = Ending("finish the set of operating rounds")


@pytest.mark.parametrize("ending", [ROUND, SET])
@pytest.mark.parametrize("title", TITLES)
def test_how_far_play_goes_once_the_bank_is_broken(title: str, ending: Ending) -> None:
    scene: TableScene
    if title == "1856":
        scene = printing(scenes.Scene().phase(2), ending=ending)
        scene.started("GT")
        scene.turn("GT", "dividend", revenue=100)
        last = A.Dividend("P1", "GT", "pay")
    else:
        scene = printing(scenes_1851.Scene().phase("3"), ending=ending)
        assert isinstance(scene, scenes_1851.Scene)
        scene.floated("GM&O")
        scene.turn("GM&O", "dividend", revenue=100)
        last = A.Dividend("P1", "GM&O", "pay")
    scene.state.bank_broken = True
    scene.play(last)
    for _ in range(20):
        if scene.game.over:
            break
        scene.pass_()
    assert scene.game.over
    assert scene.state.round.index == (1 if ending is ROUND else 2)


def earning(revenue: int, dividends: Dividends) -> scenes_1851.Scene:
    """Return GM&O of 1851 with this revenue, under these rules for dividends."""
    scene = printing(scenes_1851.Scene(), dividends=dividends)
    scene.floated("GM&O", "P1", {"P1": 6, "P2": 4})
    return scene.turn("GM&O", "dividend", revenue=revenue)


def test_the_ways_to_settle_a_dividend() -> None:
    scene = earning(100, Dividends(("half", "withhold")))
    assert {choice.payout for choice in scene.legal(A.Dividend)} == {"half", "withhold"}
    scene.refused(A.Dividend("P1", "GM&O", "pay"), "dividend.choices")


@pytest.mark.parametrize(("unit", "paid"), [(1, 35), (10, 40), (50, 50)])
def test_what_half_a_dividend_is_rounded_up_to(unit: int, paid: int) -> None:
    scene = earning(70, Dividends(("pay", "half", "withhold"), unit))
    before = scene.cash("GM&O")
    scene.play(A.Dividend("P1", "GM&O", "half"))
    assert scene.cash("GM&O") - before == 70 - paid


def test_how_a_corporation_floats() -> None:
    floating = Floating(percent=30, price_multiple=7, fee=30)
    scene = printing(scenes_1851.Scene(), floating=floating).opened()
    scene.started("GM&O", "P1", {"P1": 2}, capital="", operated=False, home=False)
    scene.stock("P2").play(A.BuyShare("P2", "GM&O", "offering"))
    corp = scene.corp("GM&O")
    assert (corp.cash, corp.treasury, corp.offering) == (7 * 100 - 30, 7, 0)
    assert scene.price("GM&O") == 100, "no move of the price is printed"


@pytest.mark.parametrize("count", [1, 2])
def test_tokens_of_a_corporation_on_a_hex(count: int) -> None:
    # Louisville has two stops: one is the home of the L&N, the other is free.
    scene = printing(scenes_1851.Scene(), station_tokens=StationTokens(per_hex=count))
    scene.floated("L&N")
    scene.turn("L&N", "token")
    place = A.PlaceToken("P1", "L&N", "B16", 1)
    if count == 1:
        scene.refused(place, "marker.one-per-hex")
    else:
        scene.play(place)


@pytest.mark.parametrize("sellable", [True, False])
def test_whether_players_sell_privates_to_each_other(sellable: bool) -> None:
    scene = scenes.Scene().opened(flos="P2")
    rules = changed(scene.game.title.board.private_rules, sellable=sellable)
    printing(scene, private_rules=rules).stock("P1")
    assert bool(scene.legal(A.BuyPrivate)) == sellable
    if not sellable:
        scene.refused(A.BuyPrivate("P1", "flos", 20), "stock.buy.private-instead")
    rules = changed(board("t1851").private_rules, sellable=sellable)
    other = printing(scenes_1851.Scene(), private_rules=rules).opened()
    player = next(iter(other.game.to_act))
    assert bool(other.legal(A.BuyPrivate, player)) == sellable


def borrowing(step: str = "track", **terms: Any) -> scenes.Scene:
    """Return GT of 1856, of which P1 holds four shares, in its turn, with other terms for loans."""
    scene = scenes.Scene()
    loans = scene.game.title.board.loans
    assert loans is not None
    printing(scene, loans=changed(loans, **terms)).started("GT", "P1", {"P1": 4})
    return scene.turn("GT", step)


def test_loans_in_a_turn() -> None:
    loan = A.TakeLoan("P1", "GT")
    borrowing(per_turn=0).refused(loan, "loan.one-per-round")
    scene = borrowing(per_turn=2)
    scene.play(loan, loan)
    scene.refused(loan, "loan.one-per-round")
    scene.turn("GT", "track", index=2)
    scene.play(loan)
    scene = borrowing(per_turn=None)
    scene.play(loan, loan, loan, loan)
    scene.refused(loan, "loan.limit")


def test_none_of_the_loans_of_a_turn_bears_interest_in_it() -> None:
    scene = borrowing(per_turn=2)
    scene.play(A.TakeLoan("P1", "GT"), A.TakeLoan("P1", "GT"))
    scene.pass_until("stock")
    assert scene.cash("GT") == 200


def test_what_loans_bring_and_cost() -> None:
    scene = borrowing(value=70)
    scene.play(A.TakeLoan("P1", "GT"))
    assert scene.cash("GT") == 70
    scene = borrowing("trains", late_value=65)
    scene.play(A.TakeLoan("P1", "GT"))
    assert scene.cash("GT") == 65


@pytest.mark.parametrize("phases", ["loans", "none"])
def test_the_phases_in_which_loans_are_given(phases: str) -> None:
    scene = borrowing()
    printing(scene, phases=entries(scene.game.title.board.phases, loans=phases == "loans"))
    if phases == "loans":
        scene.accepted(A.TakeLoan("P1", "GT"))
    else:
        scene.refused(A.TakeLoan("P1", "GT"), "loan.phases")


def cgr(held: int, **figures: Any) -> CgrScene:
    """Return a scene in which the CGR of 1856, with these figures, has formed from two corporations.

    Their presidents held so many shares.
    """
    scene = CgrScene()
    corporations = tuple(
        changed(corp, **figures) if corp.id == "CGR" else corp for corp in scene.game.title.board.corporations
    )
    printing(scene, corporations=corporations)
    for id, president in (("GT", "P2"), ("TGB", "P3")):
        scene.debtor(id, {president: held}, price=80)
    scene.poor()
    scene.form()
    return scene


def test_the_tokens_of_the_cgr() -> None:
    # Two homes are exchanged.
    assert cgr(2).corp("CGR").tokens == (100,) * 8
    assert cgr(2, most_tokens=4, token_cost=30).corp("CGR").tokens == (30, 30)
    assert cgr(2, most_tokens=1).game.to_act == {"P2"}, "one of the two must go"


def test_the_least_price_of_the_cgr() -> None:
    assert cgr(2).price("CGR") == 100
    assert cgr(2, par_minimum=90).price("CGR") == 90


def test_the_issues_of_the_cgr() -> None:
    first, second = (20, *[10] * 8), (10, *[5] * 18)
    assert cgr(8).corp("CGR").total == 10
    assert cgr(8, shares=(40, 20, 20, 20), shares_second_issue=second).corp("CGR").total == 20
    assert cgr(8, shares=(40, 20, 20, 20), shares_second_issue=first).corp("CGR").total == 10


@pytest.mark.parametrize("title", TITLES)
def test_the_shares_a_corporation_is_divided_into(title: str) -> None:
    facts = board(f"t{title.lower()}")
    assert {corp.total for corp in shares.unsold(facts).values()} == {10}
    twenty = changed(facts, corporations=entries(facts.corporations, shares=(10, *[5] * 18)))
    assert {(corp.total, corp.offering) for corp in shares.unsold(twenty).values()} == {(20, 20)}


def bonuses(scene: scenes.Scene, bonus: str, **figures: Any) -> scenes.Scene:
    """Print other figures for a bonus on the board of a scene."""
    printed = scene.game.title.board.bonuses
    return printing(scene, bonuses={**printed, bonus: changed(printed[bonus], **figures)})


@pytest.mark.parametrize(("one_hex", "earned"), [(True, 50), (False, 70)])
def test_whether_a_token_counts_on_one_hex(one_hex: bool, earned: int) -> None:
    # From Maudaumin (C14, $20) to Sarnia ($30); the token is placed at Goderich.
    scene = bonuses(scenes.Scene().opened(lakes="LPS").phase(2), "port", one_hex=one_hex)
    scene.started("LPS", "P1", {"P1": 4})
    scene.tiles("C14:57:2").give_trains("LPS", "2")
    scene.turn("LPS")
    scene.play(A.PlacePrivateToken("P1", "LPS", "lakes", "F9"))
    scene.turn("LPS", "run")
    scene.play(scene.run("LPS", ("2", "C14.0 B13.0")))
    assert scene.corp("LPS").revenue == earned


def test_the_private_that_grants_a_bonus() -> None:
    scene = bonuses(scenes.Scene().opened(flos="GT").phase(2), "port", by="flos")
    scene.started("GT", "P1", {"P1": 4})
    scene.turn("GT")
    scene.play(A.PlacePrivateToken("P1", "GT", "flos", "F9"))
    assert scene.state.privates["flos"].closed
    scene = bonuses(scenes.Scene().opened(flos="P2").phase(2), "bridge", by="flos")
    scene.started("GT", "P1", {"P1": 4}, cash=100)
    scene.turn("GT")
    scene.refused(A.BuyRight("P1", "GT", "bridge"), "private.bridge.buy-right")
    scene.play(A.BuyPrivate("P1", "flos", 20, "GT"), A.Answer("P2", True))
    assert scene.corp("GT").rights == ("bridge",)


def test_what_18xx_games_calls_things() -> None:
    facts = board("t1856")
    assert Ids(facts).public_corp("CVR") == "CV"
    assert Ids(facts).public_corp("GT") == "GT"
    other = Ids(changed(facts, corporations=entries(facts.corporations[:1], public_id="XX")))
    assert other.corp("XX") == "BB"
