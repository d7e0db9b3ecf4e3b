"""The port, the bridge and the tunnel: their users, their bonuses, and their duration."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A

ANCHORS = {"C14", "D19", "E18", "F9", "F17", "H5", "H7", "H17", "J5", "J17", "K2", "M18", "O18"}

BRIDGE = pytest.param(
    "bridge",
    "WR",
    "O16:57:2",
    "O16.0 P17.0",
    marks=pytest.mark.rule("1856.private.bridge.bonus"),
    id="bridge",
)
TUNNEL = pytest.param(
    "tunnel",
    "LPS",
    "C14:57:2",
    "C14.0 B13.0",
    marks=pytest.mark.rule("1856.private.tunnel.bonus"),
    id="tunnel",
)


def revenue(scene: Scene, corp: str, name: str, path: str) -> int:
    """Return the revenue of a train of a corporation on a path. The run is undone."""
    scene.play(scene.run(corp, (name, path)))
    earned = scene.corp(corp).revenue
    scene.game.undo()
    return earned


def port(phase: int = 2) -> Scene:
    """Return a scene in which LPS owns the Great Lakes Shipping Company.

    LPS and GW have tokens at Maudaumin, worth $30.
    """
    scene = Scene().opened(lakes="LPS")
    scene.phase(phase)
    scene.started("LPS", "P1", {"P1": 4}, cash=700)
    scene.started("GW", "P2", {"P2": 4}, par=90)
    scene.tiles("C14:14:1")
    scene.token("GW", "C14")
    for id in ("LPS", "GW"):
        scene.give_trains(id, "5")
    return scene


# -- the port


@pytest.mark.rule("1856.private.port.place")
@pytest.mark.parametrize("phase", [2, 3])
@pytest.mark.parametrize("step", ["track", "run", "dividend", "trains"])
def test_the_port_is_placed_at_any_moment_on_an_anchor(step: str, phase: int) -> None:
    scene = port(phase)
    scene.turn("LPS", step)
    assert {token.hex for token in scene.legal(A.PlacePrivateToken)} == ANCHORS
    board = scene.game.title.board
    assert {board.hexes[hex].kind for hex in ("H5", "K2")} == {"offboard"}
    for hex in ("B13", "D17", "N11", "XX"):
        scene.refused(A.PlacePrivateToken("P1", "LPS", "lakes", hex), "private.port.place")
    scene.play(A.PlacePrivateToken("P1", "LPS", "lakes", "H5"))
    assert scene.state.private_tokens == {"port": ("H5", "LPS")}


@pytest.mark.rule("1856.private.port.place")
def test_the_port_is_for_its_owner_before_phase_four() -> None:
    early = port(1)
    early.turn("LPS")
    early.refused(A.PlacePrivateToken("P1", "LPS", "lakes", "C14"), "private.port.place")
    scene = port()
    scene.turn("GW")
    assert not scene.legal(A.PlacePrivateToken)
    scene.refused(A.PlacePrivateToken("P2", "GW", "lakes", "C14"), "private.port.place")
    scene.sell_out("3", "4")
    scene.turn("LPS", "trains", done=("GW",))
    scene.accepted(A.PlacePrivateToken("P1", "LPS", "lakes", "C14"))
    scene.play(scene.buy("LPS", "5"))
    assert not scene.legal(A.PlacePrivateToken)
    scene.refused(A.PlacePrivateToken("P1", "LPS", "lakes", "C14"), "private.port.place")


@pytest.mark.rule("1856.private.port.bonus")
def test_the_port_adds_20_for_its_owner_alone() -> None:
    scene = port()
    scene.turn("LPS", "run")
    path = "C14.0 B13.0"
    assert revenue(scene, "LPS", "5", path) == 30 + 30
    scene.play(A.PlacePrivateToken("P1", "LPS", "lakes", "C14"))
    assert revenue(scene, "LPS", "5", path) == 50 + 30
    scene.turn("GW", "run", done=("LPS",))
    assert revenue(scene, "GW", "5", path) == 30 + 30


@pytest.mark.rule("1856.private.port.bonus")
def test_the_port_counts_once_for_each_train() -> None:
    scene = port()
    scene.give_trains("LPS", "5")
    scene.tiles("D13:8:5 E14:9:2 F15:121:0")
    scene.turn("LPS", "run")
    scene.play(A.PlacePrivateToken("P1", "LPS", "lakes", "C14"))
    scene.play(scene.run("LPS", ("5", "C14.0 B13.0"), ("5", "C14.0 D13 E14 F15.0")))
    assert scene.corp("LPS").revenue == (50 + 30) + (50 + 50)


@pytest.mark.rule("1856.private.port.closes")
def test_placing_the_port_closes_its_private() -> None:
    scene = port()
    scene.turn("LPS", "trains", index=1)
    scene.play(A.PlacePrivateToken("P1", "LPS", "lakes", "C14"))
    assert scene.state.privates["lakes"].closed
    assert not scene.legal(A.PlacePrivateToken)
    scene.refused(A.PlacePrivateToken("P1", "LPS", "lakes", "F17"), "private.port.place")
    cash = scene.cash("LPS")
    scene.pass_()
    assert scene.state.round.index == 1
    scene.turn("GW", "trains", done=("LPS",))
    scene.pass_()
    assert scene.state.round.index == 2
    assert scene.cash("LPS") == cash
    assert scene.state.private_tokens == {"port": ("C14", "LPS")}


@pytest.mark.rule("1856.private.port.removed-phase-five")
def test_the_port_stays_in_phase_four_and_goes_with_phase_five() -> None:
    scene = port(3)
    scene.sell_out("4")
    path = "C14.0 B13.0"
    scene.turn("LPS", "trains")
    scene.play(A.PlacePrivateToken("P1", "LPS", "lakes", "C14"), scene.buy("LPS", "5"))
    assert scene.state.phase == 3
    scene.turn("LPS", "run")
    assert revenue(scene, "LPS", "5", path) == 50 + 50
    scene.sell_out("5")
    scene.set_cash("GW", 700)
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"))
    assert scene.state.private_tokens == {}
    scene.turn("LPS", "run")
    assert revenue(scene, "LPS", "5", path) == 30 + 50


# -- the bridge and the tunnel


@pytest.mark.parametrize(("right", "corp", "tile", "path"), [BRIDGE, TUNNEL])
def test_the_right_adds_10(right: str, corp: str, tile: str, path: str) -> None:
    scene = Scene().opened(**{right: "P1"})
    scene.started(corp, "P1", cash=200)
    scene.tiles(tile)
    scene.phase(2)
    scene.give_trains(corp, "3")
    scene.turn(corp, "run")
    assert revenue(scene, corp, "3", path) == 20 + 30
    scene.play(A.BuyPrivate("P1", right, 100, corp))
    assert revenue(scene, corp, "3", path) == 20 + 30 + 10


@pytest.mark.rule("1856.private.bridge.bonus", "1856.private.tunnel.bonus")
def test_the_right_comes_with_a_private_bought_from_another_player() -> None:
    scene = Scene().opened(bridge="P2", tunnel="P3")
    scene.started("GT", "P1", cash=400)
    scene.phase(2)
    scene.turn("GT")
    scene.play(A.BuyPrivate("P1", "bridge", 100, "GT"), A.Answer("P2", True))
    assert scene.corp("GT").rights == ("bridge",)
    scene.play(A.BuyPrivate("P1", "tunnel", 100, "GT"), A.Answer("P3", False))
    assert scene.corp("GT").rights == ("bridge",)


RIGHTS = [
    pytest.param(right, marks=pytest.mark.rule(f"1856.private.{right}.buy-right"), id=right)
    for right in ("bridge", "tunnel")
]


@pytest.mark.parametrize("right", RIGHTS)
def test_the_right_costs_50(right: str) -> None:
    rule = f"private.{right}.buy-right"
    scene = Scene().opened(**{right: "P2"})
    scene.started("GT", "P1", cash=100)
    scene.started("LPS", "P2", {"P2": 4}, cash=600)
    scene.phase(2)
    scene.turn("GT")
    buy = A.BuyRight("P1", "GT", right)
    scene.refused(buy, rule)
    scene.turn("LPS")
    scene.play(A.BuyPrivate("P2", right, 100, "LPS"))
    scene.refused(A.BuyRight("P2", "LPS", right), rule)
    scene.turn("GT", done=("LPS",))
    scene.play(buy)
    assert (scene.cash("GT"), scene.cash("LPS")) == (50, 550)
    scene.refused(buy, rule)


@pytest.mark.parametrize("right", RIGHTS)
def test_the_bank_sells_the_right_once_the_private_has_closed(right: str) -> None:
    scene = Scene().opened(**{right: "P2"})
    scene.started("GT", "P1", cash=600)
    scene.started("BB", "P1", cash=49, par=90)
    scene.phase(3)
    scene.sell_out("4")
    scene.turn("GT", "trains")
    buy = A.BuyRight("P1", "GT", right)
    scene.refused(buy, f"private.{right}.buy-right")
    scene.play(scene.buy("GT", "5"))
    bank = scene.state.bank
    scene.play(buy)
    assert (scene.cash("GT"), scene.state.bank) == (0, bank + 50)
    scene.turn("BB", done=("GT",))
    scene.refused(A.BuyRight("P1", "BB", right), f"private.{right}.buy-right")
    scene.refused(A.BuyRight("P1", "BB", "road"), "private.bridge.buy-right")


@pytest.mark.parametrize("right", RIGHTS)
@pytest.mark.parametrize("variants", [(), ("unlimited_bonus_tokens",)])
def test_the_owner_and_two_others_may_have_the_right(right: str, variants: tuple[str, ...]) -> None:
    scene = Scene(variants=variants).opened(**{right: "GT"})
    buyers = ("BB", "CA", "WGB", "TGB")
    for id in ("GT", *buyers):
        scene.started(id, "P1", cash=50)
    scene.phase(2)
    for id in buyers[:2]:
        scene.turn(id)
        scene.play(A.BuyRight("P1", id, right))
    for id in buyers[2:]:
        scene.turn(id)
        buy = A.BuyRight("P1", id, right)
        if variants:
            scene.play(buy)
        else:
            scene.refused(buy, f"private.{right}.buy-right")


@pytest.mark.parametrize(
    ("right", "corp", "tile", "path"),
    [
        pytest.param(
            *param.values, id=param.id, marks=pytest.mark.rule(f"1856.private.{param.id}.right-permanent")
        )
        for param in (BRIDGE, TUNNEL)
    ],
)
@pytest.mark.parametrize("had", [True, False])
def test_the_right_is_never_lost_and_passes_to_the_cgr(
    right: str, corp: str, tile: str, path: str, had: bool
) -> None:
    scene = Scene().opened(**{right: corp if had else "CA"})
    scene.tiles(tile)
    scene.started(corp, "P1", {"P1": 4}, loans=2, cash=550)
    scene.started("GT", "P2", {"P2": 4}, par=90)
    scene.phase(3)
    scene.sell_out("4")
    scene.turn(corp, "trains")
    scene.play(scene.buy(corp, "5"))
    bonus = 10 if had else 0
    scene.turn(corp, "run")
    assert revenue(scene, corp, "5", path) == 20 + (40 if right == "bridge" else 50) + bonus
    scene.six_bought("GT")
    scene.play(A.SettleDebt("P1", corp, False))
    assert scene.corp("CGR").rights == ((right,) if had else ())
    assert scene.state.operating is not None
    assert scene.state.operating.turn is not None
    assert scene.state.operating.turn.corp == "CGR"
    late = 20 + (40 if right == "bridge" else 50)
    assert revenue(scene, "CGR", "5", path) == late + bonus
    scene.set_cash("CGR", 1100)
    scene.turn("CGR", "trains")
    scene.play(scene.buy("CGR", "D"))
    scene.turn("CGR", "run")
    assert revenue(scene, "CGR", "5", path) == late + bonus


@pytest.mark.rule("1856.private.bridge.right-permanent")
def test_a_second_right_of_the_cgr_goes_back_to_the_bank() -> None:
    scene = Scene()
    for id in ("WR", "CA"):
        scene.started(id, "P1", {"P1": 4}, loans=2, par=90)
        scene.corp(id).rights = ("bridge",)
    scene.started("GT", "P2", {"P2": 4})
    scene.state.rights_left["bridge"] = 0
    scene.six_bought("GT")
    scene.play(A.SettleDebt("P1", "WR", False), A.SettleDebt("P1", "CA", False))
    assert scene.corp("CGR").rights == ("bridge",)
    assert scene.state.rights_left["bridge"] == 1
