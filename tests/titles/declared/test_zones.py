"""Zones of the share chart in a title file."""

from __future__ import annotations

import pytest

from titles.declared.conftest import Add, IsleScene
from trunkline import actions as A
from trunkline.cli.terminal.holdings import chart_lines
from trunkline.engine.kernel.state import POOL
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import rules_of

ZONES = (
    ("{price: 40}", "{price: 40, zone: brown}"),
    ("{price: 45}", "{price: 45, zone: orange}"),
    ("{price: 50}", "{price: 50, zone: yellow}"),
)
SEVERAL = ("must_own_train: with a route", "several_in_brown: true\n  must_own_train: with a route")
BUY = A.BuyShare("P1", "NW", POOL)


def scene(add: Add, price: int, shares: dict[str, int], *changes: tuple[str, str]) -> IsleScene:
    """Return a stock round in which NW has shares in the pool, at a price."""
    add(*ZONES, *changes)
    here = IsleScene().opened()
    here.floated("NW", "P1", shares, price=price, treasury=0)
    here.floated("SM", "P1", {"P1": 3, "P3": 5}, price=90, treasury=0)
    return here.stock("P1")


@pytest.mark.parametrize(("price", "counted", "most"), [(40, 2, 100), (45, 2, 100), (50, 2, 60), (90, 7, 60)])
def test_a_zone_lifts_the_limits(add: Add, price: int, counted: int, most: int) -> None:
    here = scene(add, price, {"P1": 6})
    assert here.certificates("P1") == counted
    if most == 60:
        here.refused(BUY, "limit.corporation")
    else:
        here.accepted(BUY)


@pytest.mark.parametrize(("price", "several"), [(40, True), (45, False), (50, False)])
def test_several_purchases_of_a_turn_in_the_brown_zone(add: Add, price: int, several: bool) -> None:
    here = scene(add, price, {"P1": 2, "P2": 2}, SEVERAL)
    here.play(A.SellShares("P1", "SM", 1), BUY)
    if not several:
        here.refused(BUY, "buy.one-certificate")
        return
    here.refused(A.StartCorporation("P1", "GH", 60), "buy.one-certificate")
    here.play(BUY, BUY)
    assert here.corp("NW").shares["P1"] == 5
    # A sale ends the purchases.
    here.play(A.SellShares("P1", "SM", 1))
    here.refused(BUY, "buy.one-certificate")


def test_without_the_switch_a_turn_has_one_purchase_in_every_zone(add: Add) -> None:
    here = scene(add, 40, {"P1": 2, "P2": 2})
    here.play(BUY)
    here.refused(BUY, "buy.one-certificate")


def test_a_turn_of_several_purchases_lasts_until_the_player_passes(add: Add) -> None:
    shape = ("stock_turn: sell-buy-sell", "stock_turn: sell-buy")
    here = scene(add, 40, {"P1": 2, "P2": 2}, SEVERAL, shape)
    here.play(BUY)
    assert here.game.to_act == {"P1"}
    here.play(A.Pass("P1"))
    assert here.game.to_act == {"P2"}
    # A player who cannot buy another certificate need not pass.
    here.set_cash("P2", 40)
    here.play(A.BuyShare("P2", "NW", POOL))
    assert here.game.to_act == {"P3"}


def test_the_rules_name_the_zones(add: Add) -> None:
    rules = rules_of(add(*ZONES, SEVERAL))
    assert rules["18isle.buy.one-certificate"].rule.endswith(
        "In the brown zone a player may buy several of the corporation."
    )
    assert rules["18isle.buy.certificate-limit"].rule.endswith(
        "Shares in these zones do not count: yellow, orange and brown."
    )
    assert rules["18isle.limit.corporation"].rule.endswith(
        "There is no limit in these zones: orange and brown."
    )


def test_random_games_with_zones_pass_all_checks(add: Add) -> None:
    outcomes = list(play_all(Plan(add(*ZONES, SEVERAL), 4, (2, 3, 4), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None] * 4


@pytest.mark.parametrize("zone", ["closed", "yellow"])
def test_a_corporation_closes_in_the_closed_zone(add: Add, zone: str) -> None:
    limits = "certificates_late: {3: {2: 8, 3: 6, 4: 5}}"
    late = ("bank: 2400", f"bank: 2400\n{limits}") if zone == "closed" else ("bank: 2400", "bank: 2400")
    add(("{price: 30}", f"{{price: 30, zone: {zone}}}"), late)
    here = IsleScene().opened()
    here.floated("NW", "P1", {"P1": 4, "P2": 6}, price=40, treasury=0, cash=90)
    here.give_trains("NW", "2")
    cash, bank, limit = here.cash("P1"), here.state.bank, here.game.title.policies.certificate_limit
    here.stock("P1").play(A.SellShares("P1", "NW", 1))
    assert here.cash("P1") == cash + 40
    if zone == "yellow":
        assert (here.price("NW"), here.cash("NW"), limit(here.table)) == (30, 90, 11)
        return
    corp = here.corp("NW")
    assert (corp.closed, corp.shares, here.trains("NW"), here.trains(POOL)) == (True, {}, [], [])
    assert here.state.bank == bank - 40 + 90
    assert limit(here.table) == 6
    assert not any(token.corp == "NW" for tokens in here.state.tokens.values() for token in tokens)
    here.pass_("P1")
    here.refused(A.StartCorporation("P2", "NW", 60), "corporation.closed")


def test_the_chart_in_the_terminal_has_each_zone_and_the_par_prices_of_later_phases(add: Add) -> None:
    add(*ZONES, ("{price: 80, par: true}", '{price: 80, par: true, par_from: "3"}'),
        ("chart:\n", "chart:\n  zones: {yellow: free, orange: any number, brown: several}\n"))  # fmt: skip
    here = IsleScene().opened()
    lines = chart_lines(here.game)
    assert lines[0].split()[1:7] == ["40b", "45o", "50y", "60p", "70p", "80P"]
    assert lines[-1] == "p par; P par from a later phase; y free; o any number; b several"
    assert "80p" in chart_lines(here.phase("3").game)[0]
