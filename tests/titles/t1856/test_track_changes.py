"""Costs of lays, upgrades of towns and L hexes, and tokens on replaced tiles."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.track import Token


def upgrading(corp: str, tiles: str, *, phase: int, cash: int = 0) -> Scene:
    """Return a corporation with its home token, about to lay track."""
    scene = Scene().phase(phase).tiles(tiles)
    scene.started(corp, cash=cash)
    return scene.turn(corp)


@pytest.mark.rule("1856.track.terrain-cost")
@pytest.mark.parametrize(("corp", "tiles", "lay"), [("TGB", "K8:57:0", "K10:9:0"), ("THB", "", "L15:59:0")])
def test_the_first_tile_in_terrain_is_paid_at_once(corp: str, tiles: str, lay: str) -> None:
    scene = upgrading(corp, tiles, phase=2, cash=100)
    bank = scene.state.bank
    scene.play(scene.lay(corp, lay))
    assert (scene.cash(corp), scene.state.bank) == (60, bank + 40)


@pytest.mark.rule("1856.track.terrain-cost")
def test_terrain_is_not_paid_from_a_run_to_come() -> None:
    scene = upgrading("TGB", "K8:57:0 K6:9:0 K4:9:0", phase=2, cash=39)
    scene.give_trains("TGB", "3")
    scene.refused(scene.lay("TGB", "K10:9:0"), "track.terrain-cost")
    scene.set_cash("TGB", 0)
    scene.refused(scene.lay("TGB", "K10:9:0"), "track.terrain-cost")
    scene.pass_()
    scene.play(scene.run("TGB", ("3", "K8.0 K6 K4 K2.0")))
    scene.play(A.Dividend("P1", "TGB", "withhold"))
    assert scene.cash("TGB") == 40
    scene.refused(scene.lay("TGB", "K10:9:0"), "sequence.company-steps")


@pytest.mark.rule("1856.track.terrain-not-on-upgrade")
def test_an_upgrade_in_terrain_is_free() -> None:
    scene = upgrading("TGB", "K8:57:0 K10:9:0", phase=2, cash=50)
    scene.play(scene.lay("TGB", "K10:23:3"))
    assert scene.cash("TGB") == 50


@pytest.mark.rule("1856.track.small-city-change")
def test_single_small_cities_change_from_phase_five() -> None:
    for phase in (5, 6):
        scene = upgrading("TGB", "K8:57:1 J9:4:1", phase=phase)
        for lay in ("J9:57:1", "J9:9:1"):
            scene.accepted(scene.lay("TGB", lay))
    scene = upgrading("TGB", "K8:57:1 J9:4:1", phase=4)
    for lay in ("J9:57:1", "J9:9:1"):
        scene.refused(scene.lay("TGB", lay), "track.small-city-change")


@pytest.mark.rule("1856.track.small-city-change")
def test_double_small_cities_change_from_phase_five() -> None:
    tiles = "C14:57:2 D15:8:2 E14:9:1 F13:1:0"
    scene = upgrading("LPS", tiles, phase=4)
    scene.refused(scene.lay("LPS", "F13:14:0"), "track.small-city-change")
    scene = upgrading("LPS", tiles, phase=5)
    scene.play(scene.lay("LPS", "F13:14:0"))


@pytest.mark.rule("1856.track.small-city-change")
def test_a_changed_small_city_is_upgraded_on() -> None:
    scene = upgrading("TGB", "K8:57:1 J9:58:4", phase=5)
    for index, lay in enumerate(("J9:6:4", "J9:15:4", "J9:63:0"), 1):
        scene.turn("TGB", index=index)
        scene.play(scene.lay("TGB", lay))


@pytest.mark.rule("1856.track.l-tile")
def test_l_hexes_take_125_and_not_63() -> None:
    scene = upgrading("LPS", "C14:15:5", phase=4)
    scene.refused(scene.lay("LPS", "C14:63:0"), "track.l-tile")
    scene.play(scene.lay("LPS", "C14:125:3"))


@pytest.mark.rule("1856.track.l-tile")
def test_125_never_stands_in_for_63() -> None:
    scene = upgrading("TGB", "K8:14:1", phase=4)
    scene.refused(scene.lay("TGB", "K8:125:0"), "track.l-tile")
    scene.accepted(scene.lay("TGB", "K8:63:0"))
    scene.tiles("D17:63:0 G12:63:0 H15:63:0 J11:63:0")
    scene.refused(scene.lay("TGB", "K8:63:0"), "tiles.total")
    for rotation in range(6):
        scene.refused(scene.lay("TGB", f"K8:125:{rotation}"), "track.l-tile")


@pytest.mark.rule("1856.track.tokens-keep-place")
def test_tokens_stay_in_london_through_its_upgrades() -> None:
    scene = upgrading("GW", "", phase=4)
    scene.play(scene.lay("GW", "F15:121:0"))
    scene.started("CA", "P2", home=False)
    scene.token("CA", "F15")
    scene.turn("GW", index=2)
    scene.play(scene.lay("GW", "F15:126:0"))
    assert set(scene.state.tokens["F15"]) == {Token(0, "GW", 0), Token(0, "CA", 1)}


@pytest.mark.rule("1856.track.tokens-keep-place")
def test_a_token_stays_at_the_track_of_its_city() -> None:
    # On the new tile the city at the southern edge is numbered otherwise.
    scene = Scene().phase(4).tiles("L15:59:0")
    scene.started("THB")
    assert scene.state.tokens["L15"] == (Token(0, "THB", 0),)
    scene.turn("THB")
    scene.play(scene.lay("THB", "L15:66:5"))
    assert scene.state.tokens["L15"] == (Token(1, "THB", 0),)


@pytest.mark.rule("1856.track.tokens-keep-place")
def test_tokens_of_two_cities_that_become_one() -> None:
    scene = Scene().phase(5).tiles("N11:122:1")
    scene.started("CVR")
    for corp, stop in (("BB", 0), ("CPR", 1)):
        scene.token(corp, "N11", stop)
    scene.turn("CVR").play(scene.lay("CVR", "N11:124:1"))
    here = scene.state.tokens["N11"]
    assert {token.corp for token in here} == {"CVR", "BB", "CPR"}
    assert {token.stop for token in here} == {0}
    assert sorted(token.slot for token in here) == [0, 1, 2]


@pytest.mark.rule("1856.track.tokens-keep-place")
def test_the_port_token_stays() -> None:
    scene = Scene().phase(2).tiles("C14:57:1")
    scene.started("LPS")
    scene.opened(lakes="LPS").turn("LPS")
    scene.play(A.PlacePrivateToken("P1", "LPS", "lakes", "C14"), scene.lay("LPS", "C14:14:1"))
    assert scene.state.private_tokens == {"port": ("C14", "LPS")}


@pytest.mark.rule(
    "1856.track.tokens-keep-place", "1856.marker.one-per-dot", "1856.overview.president-decides"
)
def test_a_token_on_bare_dots_is_placed_afresh_by_who_lays_the_tile() -> None:
    scene = Scene().phase(2).tiles("J15:57:1 K14:8:5")
    scene.started("BB", "P1", cash=40)
    scene.started("THB", "P2")
    assert scene.state.tokens["L15"] == (Token(0, "THB", 0),)
    scene.turn("BB")
    scene.play(scene.lay("BB", "L15:59:0"))
    assert scene.game.to_act == {"P1"}
    scene.refused(A.PlaceToken("P2", "THB", "L15", 0), "overview.president-decides")
    scene.refused(A.PlaceToken("P1", "THB", "J15", 0), "track.tokens-keep-place")
    scene.refused(A.PlaceToken("P1", "THB", "L15", 2), "marker.one-per-dot")
    assert {action.stop for action in scene.legal(A.PlaceToken)} == {0, 1}
    scene.play(A.PlaceToken("P1", "THB", "L15", 1))
    assert scene.state.tokens["L15"] == (Token(1, "THB", 0),)
    assert scene.corp("THB").tokens == (40,)
