"""The floating of corporations in 1851."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.state import OFFERING

HOMES = {"GM&O": "G7", "IC": "A5", "L&N": "B16", "Dixie": "H16", "SR": "F20", "TC": "F12"}


def _started(id: str, par: int = 100, *, president: str = "P2") -> Scene:
    """Return a scene in which a rich player has bought the president's certificate and is to act again."""
    scene = Scene(3).opened(par=70)
    scene.set_cash(president, 2000)
    scene.stock(president, 1)
    scene.play(A.StartCorporation(president, id, par))
    return scene.stock(president, 1)


def _buy(scene: Scene, player: str, id: str, count: int = 1) -> None:
    """Let a player buy this number of shares from the offering, one a turn. Other players have no turn."""
    for _ in range(count):
        scene.stock(player, 1)
        scene.play(A.BuyShare(player, id, OFFERING))


@pytest.mark.rule("1851.float.trigger")
def test_the_fourth_certificate_floats_a_corporation() -> None:
    scene = _started("GM&O")
    for held in (3, 4):
        _buy(scene, "P2", "GM&O")
        corp = scene.corp("GM&O")
        assert (corp.shares["P2"], corp.offering, corp.treasury) == (held, 10 - held, 0)
        assert (corp.cash, corp.home, corp.cell) == (0, False, (2, 4))
    assert "G7" not in scene.state.tokens
    for _ in range(3):
        scene.pass_()
    # Four shares are three certificates and 40%: it does not operate.
    assert (scene.state.round.kind, scene.state.round.number) == ("stock", 2)
    scene.stock("P2")
    scene.play(A.BuyShare("P2", "GM&O", OFFERING))
    corp = scene.corp("GM&O")
    assert (corp.offering, corp.treasury, corp.cash) == (0, 5, 400)
    scene.pass_until("operating")
    assert scene.acting() == "GM&O"


@pytest.mark.rule("1851.float.trigger")
def test_shares_of_different_players_float_it_together() -> None:
    scene = _started("SR", 70)
    scene.play(A.BuyShare("P2", "SR", OFFERING), A.BuyShare("P3", "SR", OFFERING))
    assert scene.corp("SR").offering == 6
    scene.play(A.BuyShare("P1", "SR", OFFERING))
    corp = scene.corp("SR")
    assert (corp.shares, corp.treasury, corp.president) == ({"P2": 3, "P3": 1, "P1": 1}, 5, "P2")


@pytest.mark.rule("1851.float.trigger", "1851.corporations.ln-dealt-shares")
@pytest.mark.parametrize(("players", "missing"), [(3, 3), (4, 2), (5, 1)])
def test_shares_of_the_ln_given_with_privates_count_as_sold(players: int, missing: int) -> None:
    scene = Scene(players).opened(par=82)
    scene.bought("L&N", missing - 1)
    assert (scene.corp("L&N").offering, scene.corp("L&N").treasury) == (6, 0)
    scene.bought("L&N")
    corp = scene.corp("L&N")
    assert (corp.offering, corp.treasury, sum(corp.shares.values())) == (0, 5, 5)
    assert (corp.cash, scene.price("L&N")) == (5 * 82 - 100, 90)
    # Its home is the upper right circle of Louisville.
    assert [(token.corp, token.stop) for token in scene.state.tokens["B16"]] == [("L&N", 0)]


@pytest.mark.rule("1851.float.capital", "1851.float.price-rise")
@pytest.mark.parametrize(
    ("par", "capital", "cell", "price"),
    [
        (70, 250, (3, 2), 75),
        (75, 275, (3, 3), 82),
        (82, 310, (2, 3), 90),
        (90, 350, (2, 4), 100),
        (100, 400, (1, 4), 110),
    ],
)
def test_five_times_the_price_before_the_rise_less_a_hundred(
    par: int, capital: int, cell: tuple[int, int], price: int
) -> None:
    scene = _started("Dixie", par)
    _buy(scene, "P2", "Dixie", 2)
    bank, cash = scene.state.bank, scene.cash("P2")
    _buy(scene, "P2", "Dixie")
    assert scene.cash("Dixie") == capital
    assert (scene.corp("Dixie").cell, scene.price("Dixie")) == (cell, price)
    # The buyer pays the bank the price that stood before; the bank pays the capital.
    assert cash - scene.cash("P2") == par
    assert scene.state.bank == bank + par - capital
    scene.stock("P2", 1)
    cash = scene.cash("P2")
    scene.play(scene.of_treasury("P2", "Dixie"))
    assert (cash - scene.cash("P2"), scene.cash("Dixie")) == (price, capital + price)


@pytest.mark.rule("1851.float.treasury-shares")
def test_the_other_half_goes_to_the_treasury() -> None:
    scene = _started("TC")
    scene.bought("TC", 3)
    corp = scene.corp("TC")
    assert (corp.offering, corp.treasury, corp.pool) == (0, 5, 0)
    assert sum(corp.shares.values()) == 5
    scene.stock("P3", 1)
    scene.refused(A.BuyShare("P3", "TC", OFFERING), "buy.one-certificate")
    scene.accepted(scene.of_treasury("P3", "TC"))


@pytest.mark.rule("1851.float.home-marker", "1851.float.charter")
@pytest.mark.parametrize(("id", "hex"), HOMES.items())
def test_one_of_four_tokens_goes_on_the_home(id: str, hex: str) -> None:
    scene = Scene(3).opened(par=70)
    scene.set_cash("P2", 2000)
    scene.stock("P2", 1)
    if id != "L&N":
        scene.play(A.StartCorporation("P2", id, 70))
    _buy(scene, "P2", id, 2)
    assert scene.corp(id).tokens == (0, 0, 0, 0)
    assert not scene.state.tokens
    _buy(scene, "P2", id)
    assert scene.corp(id).tokens == (0, 0, 0)
    assert {hex: [token.corp for token in here] for hex, here in scene.state.tokens.items()} == {hex: [id]}


@pytest.mark.rule("1851.float.charter", "1851.buy.presidency-gained")
def test_the_charter_goes_to_whoever_is_president_then() -> None:
    scene = Scene(4).opened(par=70)
    scene.set_cash("P4", 500)
    _buy(scene, "P4", "L&N", 2)
    corp = scene.corp("L&N")
    # The share that floats it makes its buyer president: three shares against two.
    assert (corp.treasury, corp.president, corp.cash) == (5, "P4", 250)
    for _ in range(4):
        scene.pass_()
    assert (scene.acting(), scene.game.to_act) == ("L&N", {"P4"})


@pytest.mark.rule("1851.float.price-rise")
def test_the_token_goes_under_those_in_the_box_above() -> None:
    scene = Scene(3).opened(par=100)
    scene.set_cash("P2", 2000)
    scene.stock("P2", 1)
    scene.play(A.StartCorporation("P2", "IC", 90))
    scene.bought("IC", 2)
    assert [corp.id for corp in chart.order(scene.table)] == ["L&N", "IC"]
    scene.stock("P3", 1)
    scene.play(A.StartCorporation("P3", "SR", 100))
    scene.bought("IC")
    assert scene.corp("IC").cell == scene.corp("SR").cell == scene.corp("L&N").cell == (2, 4)
    assert [corp.id for corp in chart.order(scene.table)] == ["L&N", "SR", "IC"]


@pytest.mark.rule("1851.float.earnings-marker")
def test_a_floated_corporation_has_earned_nothing() -> None:
    scene = _started("GM&O")
    assert scene.corp("GM&O").revenue == 0
    scene.bought("GM&O", 3)
    corp = scene.corp("GM&O")
    assert (corp.revenue, corp.operated, scene.trains("GM&O")) == (0, False, [])
