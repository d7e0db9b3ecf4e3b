"""Station tokens: their number, their places, the routes to them, and the corporations they block."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.track import Token
from trunkline.players.random_player import RandomPlayer

# From London (F15) by G14 to the city on G12, and on by G10 and H9 to the city on I8.
NORTH = "G14:8:1 G12:57:0 G10:8:4 H9:9:1 I8:57:1"
# From London to St. Thomas (F17), and to Woodstock (H15) by G14.
SOUTH = "F17:5:3 G14:8:5 H15:57:2"


def placing(tiles: str, *foreign: tuple[str, str, int], cash: int = 500, phase: int = 2) -> Scene:
    """Return GW, at home in London, about to place a token.

    Other tokens are given as corporation, hex and stop.
    """
    scene = Scene().phase(phase).tiles(tiles)
    scene.started("GW", cash=cash)
    for corp, hex, stop in foreign:
        scene.token(corp, hex, stop)
    return scene.turn("GW", "token")


@pytest.mark.rule("1856.marker.one-per-round")
def test_one_token_a_round_from_the_first_on() -> None:
    scene = Scene().tiles(SOUTH)
    scene.started("GW", cash=500, operated=False, home=False)
    scene.turn("GW")
    assert scene.state.tokens == {"F15": (Token(0, "GW", 0),)}
    scene.play(scene.place("GW", "F17"))
    assert scene.cash("GW") == 460
    scene.refused(scene.place("GW", "H15"), "marker.one-per-round")
    scene.turn("GW", index=2)
    scene.play(scene.place("GW", "H15"))
    assert scene.cash("GW") == 360


@pytest.mark.rule("1856.marker.one-per-round")
def test_no_more_tokens_than_the_company_has() -> None:
    scene = Scene().tiles("C14:57:2 D15:8:0 D17:14:0 D19:57:0")
    scene.started("LPS", cash=500)
    scene.started("CA", "P2")
    scene.turn("LPS")
    scene.play(scene.place("LPS", "D17"))
    scene.turn("LPS", index=2)
    assert not scene.legal(A.PlaceToken)
    scene.refused(scene.place("LPS", "D19"), "marker.one-per-round")
    scene.pass_()
    scene.refused(scene.place("LPS", "D19"), "marker.one-per-round")


@pytest.mark.rule("1856.marker.route-needed")
def test_a_token_needs_a_route() -> None:
    scene = placing(NORTH + " J13:57:0")
    assert {action.hex for action in scene.legal(A.PlaceToken)} == {"G12", "I8"}
    scene.refused(scene.place("GW", "J13"), "marker.route-needed")
    scene.refused(scene.place("GW", "I8", power="flos"), "marker.route-needed")
    scene.play(scene.place("GW", "I8"))


@pytest.mark.rule("1856.marker.route-needed")
def test_the_route_does_not_pass_a_full_foreign_city() -> None:
    scene = placing(NORTH, ("BB", "G12", 0))
    scene.refused(scene.place("GW", "I8"), "marker.route-needed")
    scene = placing(NORTH.replace("G12:57", "G12:14"), ("BB", "G12", 0))
    scene.accepted(scene.place("GW", "I8"))


@pytest.mark.rule("1856.marker.one-per-dot")
def test_each_dot_holds_one_token() -> None:
    two_dots = NORTH.replace("G12:57", "G12:14")
    scene = placing(two_dots, ("BB", "G12", 0), ("WR", "G12", 0))
    scene.refused(scene.place("GW", "G12"), "marker.one-per-dot")
    scene = placing(two_dots, ("BB", "G12", 0))
    scene.play(scene.place("GW", "G12"))
    assert scene.state.tokens["G12"] == (Token(0, "BB", 0), Token(0, "GW", 1))


@pytest.mark.rule("1856.marker.one-per-dot")
def test_a_company_has_one_token_on_a_hex() -> None:
    scene = placing("F15:121:0")
    scene.refused(scene.place("GW", "F15"), "marker.one-per-dot")


@pytest.mark.rule("1856.marker.one-per-dot")
def test_tokens_stand_in_large_cities_only() -> None:
    scene = placing("F17:5:3 G14:9:1 E18:1:0")
    for hex in ("E18", "G14", "H11"):
        scene.refused(scene.place("GW", hex), "marker.one-per-dot")


def oshawa(tile: str) -> Scene:
    """Return a scene with tokens of CPR and WR in the eastern city of Toronto.

    That city is connected to Oshawa, GT's home.
    """
    scene = Scene().phase(4).tiles(f"N11:122:1 O10:9:1 P9:{tile}:1")
    for corp in ("CPR", "WR"):
        scene.started(corp, cash=500)
        scene.token(corp, "N11", 1)
    return scene


@pytest.mark.rule("1856.marker.home-reserved")
def test_the_last_dot_of_a_home_is_kept() -> None:
    scene = oshawa("57").turn("CPR", "token")
    scene.refused(scene.place("CPR", "P9"), "marker.home-reserved")
    # Started, GT has its dot still to take: its home token is placed in its first turn.
    scene.started("GT", "P3", operated=False, home=False)
    scene.refused(scene.place("CPR", "P9"), "marker.home-reserved")
    scene.place_home("GT")
    scene.refused(scene.place("CPR", "P9"), "marker.one-per-dot")


@pytest.mark.rule("1856.marker.home-reserved")
def test_of_two_free_dots_of_a_home_one_may_be_taken() -> None:
    scene = oshawa("14").turn("CPR", "token")
    scene.play(scene.place("CPR", "P9"))
    scene.turn("WR", "token")
    scene.refused(scene.place("WR", "P9"), "marker.home-reserved")
    scene = oshawa("14")
    scene.started("GT", "P3")
    scene.turn("CPR", "token").play(scene.place("CPR", "P9"))


@pytest.mark.rule("1856.marker.home-reserved")
def test_hamilton_keeps_one_of_its_two_cities() -> None:
    scene = Scene().phase(2).tiles("J15:57:1 K14:8:5 L15:59:0")
    scene.started("BB", cash=500)
    scene.turn("BB", "token").accepted(scene.place("BB", "L15", 1))
    scene.token("WR", "L15", 0)
    scene.refused(scene.place("BB", "L15", 1), "marker.home-reserved")


@pytest.mark.rule("1856.marker.after-upgrade")
def test_a_dot_made_in_the_same_turn_may_be_used() -> None:
    scene = placing(NORTH, ("BB", "G12", 0)).turn("GW")
    scene.refused(scene.place("GW", "G12"), "marker.one-per-dot")
    scene.play(scene.lay("GW", "G12:14:0"), scene.place("GW", "G12"))
    assert scene.state.tokens["G12"] == (Token(0, "BB", 0), Token(0, "GW", 1))


@pytest.mark.rule("1856.marker.permanent")
def test_no_action_takes_a_token_away() -> None:
    scene = placing(NORTH)
    scene.play(scene.place("GW", "I8"))
    for index in (1, 2):
        scene.turn("GW", index=index)
        scene.refused(A.RemoveToken("P1", "GW", "I8", 0), "marker.permanent")
    scene.stock()
    scene.refused(A.RemoveToken("P1", "GW", "I8", 0), "marker.permanent")


@pytest.mark.rule("1856.marker.permanent")
def test_tokens_stay_whatever_is_played() -> None:
    scene = placing(NORTH, ("BB", "G12", 0)).turn("GW")
    scene.started("BB", "P2", cash=500)
    game, player = scene.game, RandomPlayer(5)
    before: set[tuple[str, str]] = set()
    for _ in range(120):
        placed = {(hex, m.corp) for hex, here in game.state.tokens.items() for m in here}
        closed = {(hex, corp) for hex, corp in before if game.state.corporations[corp].closed}
        assert before - closed <= placed
        before = placed
        game.play(player.choose(game, min(game.to_act)))
    assert len(before) > 4


@pytest.mark.rule("1856.marker.blocked-city")
def test_a_full_city_ends_the_routes_of_others() -> None:
    scene = placing(NORTH, ("BB", "G12", 0)).turn("GW", "run")
    scene.give_trains("GW", "3")
    scene.refused(scene.run("GW", ("3", "F15.0 G14 G12.0 G10 H9 I8.0")), "marker.blocked-city")
    scene.play(scene.run("GW", ("3", "F15.0 G14 G12.0")))
    assert scene.corp("GW").revenue == 50


@pytest.mark.rule("1856.marker.blocked-city")
@pytest.mark.parametrize("foreign", [(("BB", "G12", 0),), (("BB", "G12", 0), ("GW", "G12", 0)), ()])
def test_a_city_with_room_or_an_own_token_is_run_through(foreign: tuple[tuple[str, str, int], ...]) -> None:
    scene = placing(NORTH.replace("G12:57", "G12:14"), *foreign).turn("GW", "run")
    scene.give_trains("GW", "3")
    scene.play(scene.run("GW", ("3", "F15.0 G14 G12.0 G10 H9 I8.0")))
    assert scene.corp("GW").revenue == 80
