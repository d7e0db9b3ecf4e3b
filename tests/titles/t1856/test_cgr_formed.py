"""Station tokens and share price of the CGR at its formation."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene
from trunkline import actions as A

HOMES = {
    "GT": "P9",
    "TGB": "K8",
    "BB": "J15",
    "CA": "D17",
    "WR": "O16",
    "WGB": "J11",
    "CPR": "M4",
    "CVR": "N11",
    "LPS": "C14",
    "THB": "L15",
}
OTHERS = ("B19", "F17", "G12", "H15", "I8", "J13")
"""Cities that are no company's home."""


def absorbing(*ids: str, rules: str = "printed") -> CgrScene:
    """Return a scene with these companies in debt, P2 as president of each, and players without cash."""
    scene = CgrScene(rules=rules)
    for id in ids:
        scene.debtor(id, {"P2": 4})
    scene.poor()
    return scene


def give_up(hex: str, stop: int = 0) -> A.RemoveToken:
    """Return the action by which the president of the CGR gives up a token."""
    return A.RemoveToken("P2", "CGR", hex, stop)


@pytest.mark.rule("1856.cgr.token-count", "1856.cgr.token-home-first", "1856.overview.president-decides")
def test_ten_tokens_are_exchanged_homes_first() -> None:
    ids = tuple(HOMES)[:6]
    scene = absorbing(*ids)
    for id, hex in zip(ids, OTHERS, strict=True):
        scene.token(id, hex)
    scene.form()
    assert len(scene.stations()) == 12
    assert not scene.state.tokens_of("GT")
    assert {choice.hex for choice in scene.legal(A.RemoveToken)} == set(OTHERS)
    for id in ids:
        scene.refused(give_up(HOMES[id]), "cgr.token-home-first")
    scene.refused(A.RemoveToken("P1", "CGR", "I8", 0), "overview.president-decides")
    scene.play(give_up("I8"), give_up("J13"))
    assert len(scene.stations()) == 10
    assert {hex for hex, _ in scene.stations()} == {HOMES[id] for id in ids} | set(OTHERS) - {"I8", "J13"}
    assert scene.corp("CGR").tokens == ()
    assert not scene.state.pending


@pytest.mark.rule("1856.cgr.token-count")
@pytest.mark.parametrize(("rules", "kept"), [("printed", 10), ("18xx.games", 11)])
def test_of_eleven_homes_one_is_given_up(rules: str, kept: int) -> None:
    scene = absorbing(*HOMES, rules=rules)
    scene.corp("GW").loans = 1
    scene.turn("GW", "trains").play(scene.buy("GW", "6"))
    if rules == "printed":
        scene.pass_()
    scene.settle()
    assert len(scene.stations()) == 11
    if rules == "printed":
        assert len(scene.legal(A.RemoveToken)) == 11
        scene.refused(give_up("F17"), "cgr.token-count")
        scene.play(give_up("F15"))
    assert len(scene.stations()) == kept
    assert not scene.legal(A.RemoveToken)


@pytest.mark.rule("1856.cgr.token-one-per-tile")
def test_two_companies_in_one_city_leave_one_token() -> None:
    scene = absorbing("TGB", "GT")
    scene.tile("K8", "14")
    scene.token("GT", "K8")
    scene.form()
    assert sorted(scene.stations()) == [("K8", 0), ("P9", 0)]
    assert len(scene.state.tokens["K8"]) == 1
    assert scene.corp("CGR").tokens == (100,) * 8


@pytest.mark.rule("1856.cgr.token-one-per-tile")
def test_a_home_token_has_precedence_on_its_tile() -> None:
    scene = absorbing("CVR", "GT")
    home = scene.state.tokens["N11"][0].stop
    scene.token("GT", "N11", 1 - home)
    scene.form()
    assert scene.legal(A.RemoveToken) == [give_up("N11", 1 - home)]
    scene.refused(give_up("N11", home), "cgr.token-one-per-tile")
    scene.refused(give_up("P9"), "cgr.token-one-per-tile")
    scene.play(give_up("N11", 1 - home))
    assert sorted(scene.stations()) == [("N11", home), ("P9", 0)]


@pytest.mark.rule("1856.cgr.token-one-per-tile")
def test_elsewhere_the_president_picks_the_spot() -> None:
    scene = absorbing("TGB", "GT")
    scene.tile("I12", "59")
    scene.token("GT", "I12", 0)
    scene.token("TGB", "I12", 1)
    scene.form()
    scene.refused(A.RemoveToken("P1", "CGR", "I12", 0), "overview.president-decides")
    assert scene.legal(A.RemoveToken) == [give_up("I12", 0), give_up("I12", 1)]
    scene.play(give_up("I12", 0))
    assert sorted(scene.stations()) == [("I12", 1), ("K8", 0), ("P9", 0)]


@pytest.mark.rule("1856.cgr.token-one-per-tile")
def test_tokens_of_surviving_companies_stay() -> None:
    scene = absorbing("GT")
    scene.tile("K8", "14")
    scene.started("TGB", "P3")
    scene.token("GT", "K8")
    scene.form()
    assert {token.corp for token in scene.state.tokens["K8"]} == {"TGB", "CGR"}
    assert [token.corp for token in scene.state.tokens["F15"]] == ["GW"]


@pytest.mark.rule("1856.cgr.token-later-cost")
def test_further_tokens_cost_100_dollars() -> None:
    scene = CgrScene()
    scene.cgr({"P2": 4}, cash=99)
    scene.cgr_station()
    scene.turn("CGR", "token")
    scene.refused(scene.place("CGR", "N11", 1), "start.marker-costs")
    scene.set_cash("CGR", 250)
    assert scene.corp("CGR").tokens == (100,) * 9
    scene.refused(scene.place("CGR", "P9"), "marker.one-per-dot")
    bank = scene.state.bank
    scene.play(scene.place("CGR", "N11", 1))
    assert (scene.cash("CGR"), scene.state.bank) == (150, bank + 100)
    assert scene.corp("CGR").tokens == (100,) * 8


def value(*prices: int) -> CgrScene:
    """Return the scene in which the CGR has formed from companies at these share prices."""
    scene = CgrScene()
    for id, price in zip(HOMES, prices, strict=False):
        scene.debtor(id, {"P2": 4}, price=price)
    scene.poor()
    scene.form()
    return scene


@pytest.mark.rule("1856.cgr.value-floor")
@pytest.mark.parametrize("prices", [(70, 80), (65,), (100, 100), (90, 90, 40), (110, 90)])
def test_it_starts_at_100_dollars_at_least(prices: tuple[int, ...]) -> None:
    scene = value(*prices)
    assert (scene.price("CGR"), scene.corp("CGR").par) == (100, 100)
    assert scene.corp("CGR").cell == (0, 4), "the starting box of $100"


@pytest.mark.rule("1856.cgr.value-average")
@pytest.mark.parametrize(
    ("prices", "start"),
    [
        ((150, 125, 90), 125),  # 137.50 is taken as 135; all three would give 120
        ((200, 150, 100, 50), 150),  # 150 without the lowest, 125 with it
        ((175, 75), 125),  # two: neither is left out
        ((225, 65, 65), 150),  # 145: only one of the lowest is left out
        ((150,), 150),
    ],
)
def test_the_average_leaves_the_lowest_of_three_out(prices: tuple[int, ...], start: int) -> None:
    assert value(*prices).price("CGR") == start


@pytest.mark.rule("1856.cgr.value-box")
@pytest.mark.parametrize(
    ("prices", "start", "column"),
    [((110, 100), 110, 5), ((150, 125, 90), 125, 6), ((125, 110), 110, 5), ((300, 325), 300, 13)],
)
def test_above_100_it_starts_in_the_nearest_box_of_the_top_row(
    prices: tuple[int, ...], start: int, column: int
) -> None:
    scene = value(*prices)
    assert scene.corp("CGR").cell == (0, column)
    assert (scene.price("CGR"), scene.corp("CGR").par) == (start, start)


@pytest.mark.rule("1856.cgr.value-per-share")
def test_the_value_is_that_of_one_share_of_ten_or_of_twenty() -> None:
    for total in (10, 20):
        scene = CgrScene()
        scene.cgr({"P2": 4}, total=total, in_pool=2, par=100, price=110)
        scene.set_cash("P1", 500)
        scene.stock("P1")
        scene.play(scene.buy_share("P1"))
        assert scene.cash("P1") == 400
        scene.stock("P1", 3)
        scene.play(scene.buy_from_pool("P1"))
        assert scene.cash("P1") == 290
        assert scene.corp("CGR").percent * scene.corp("CGR").shares["P1"] == 200 // total
        worth = {standing.player: standing.worth for standing in scene.game.standings()}
        assert worth["P1"] == 290 + 2 * 110 + 2 * scene.price("GW")
