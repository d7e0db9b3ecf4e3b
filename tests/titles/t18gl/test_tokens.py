"""Station tokens: their places, their number, and the cost of the route there."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.track import Token

# From Chicago by D16, D18, E19 to Indianapolis (F18); from there by G17 to Fort Wayne (G15).
SOUTH = "D16:9:0 D18:8:3 E19:8:2 F18:57:1 G17:8:1 G15:57:0"


def placing(tiles: str = SOUTH, *foreign: tuple[str, str], cash: int = 500, tokens: int = 2) -> Scene:
    """Return the Illinois Central, at home in Chicago (D14), about to place a token.

    Other tokens are given as corporation and hex.
    """
    scene = Scene().opened().tiles(tiles).phase("4H")
    scene.floated("IC", cash=cash)
    scene.corp("IC").tokens = (20,) * tokens
    for id, hex in foreign:
        scene.token(id, hex)
    return scene.turn("IC", "token")


def prices(scene: Scene) -> dict[str, int]:
    """Return the price of a token by city, for the cities where one may be placed."""
    return {
        place.hex: scene.cash("IC") - scene.game.effects(place).after.corporations["IC"].cash
        for place in scene.legal(A.PlaceToken)
    }


@pytest.mark.rule("18gl.token.needs-supply")
def test_one_token_a_turn_of_those_it_has() -> None:
    scene = placing("D16:9:0 D18:8:3 E19:8:2 F18:57:1 D10:MIL-Y:0")
    scene.play(scene.place("IC", "D10"))
    scene.refused(scene.place("IC", "F18"), "token.needs-supply")
    scene.turn("IC", "token", index=2)
    scene.play(scene.place("IC", "F18"))
    scene = placing(tokens=0)
    assert not scene.legal(A.PlaceToken)
    scene.refused(scene.place("IC", "F18"), "token.needs-supply")


@pytest.mark.rule("18gl.token.needs-supply")
def test_the_tokens_printed_on_the_charters() -> None:
    counts = {corp.id: len(corp.tokens) for corp in Scene().game.title.board.corporations}
    four, two = dict.fromkeys(("B&O", "NYC", "PRR"), 4), dict.fromkeys(("IC", "LS&I"), 2)
    three = dict.fromkeys(("WAB", "MILW", "NKP", "GT", "MON", "DT&I"), 3)
    assert counts == four | three | two | {"CR": 5}


@pytest.mark.rule("18gl.token.reachable-open")
def test_a_token_needs_a_route_and_an_open_circle() -> None:
    scene = placing(f"{SOUTH} I11:57:0")
    scene.refused(scene.place("IC", "I11"), "token.reachable-open")  # out of reach
    scene.refused(scene.place("IC", "D16"), "token.reachable-open")  # no city
    scene.refused(scene.place("IC", "D14"), "token.reachable-open")  # its own token is there
    scene.refused(scene.place("IC", "D12"), "corp.home-token")  # reserved for the Milwaukee Road
    scene = placing(SOUTH, ("NKP", "F18"))
    scene.refused(scene.place("IC", "F18"), "token.reachable-open")  # full
    scene.refused(scene.place("IC", "G15"), "token.reachable-open")  # behind a full city


@pytest.mark.rule("18gl.token.reachable-open", "18gl.token.cost")
def test_any_of_its_tokens_will_do() -> None:
    scene = placing(SOUTH, ("NKP", "F18"), tokens=3)
    scene.refused(scene.place("IC", "G15"), "token.reachable-open")
    scene.tiles("G11:57:0 G13:55:0")
    scene.token("IC", "G11")
    assert prices(scene)["G15"] == 40


@pytest.mark.rule("18gl.token.cost")
def test_a_token_costs_20_for_each_hex_of_the_way() -> None:
    scene = placing()
    assert prices(scene) == {"F18": 80, "G15": 120}
    bank = scene.state.bank
    happened = scene.play(scene.place("IC", "F18"))
    assert scene.told(happened)[0] == "IC places a token on Indianapolis (F18) for $80"
    assert (scene.cash("IC"), scene.state.bank) == (420, bank + 80)
    assert scene.state.tokens["F18"] == (Token(0, "IC", 0),)
    # Now the nearest token is in Indianapolis.
    scene.turn("IC", "token", index=2)
    assert prices(scene) == {"G15": 40}


@pytest.mark.rule("18gl.token.cost")
def test_the_shortest_way_counts() -> None:
    # To Fort Wayne also by E13, South Bend and F16.
    assert prices(placing(f"{SOUTH} E13:8:5 F14:58:0 F16:7:3"))["G15"] == 120
    assert prices(placing(f"{SOUTH} E13:8:5 F14:58:0 F16:7:3 G15:14:0"))["G15"] == 80


@pytest.mark.rule("18gl.token.must-afford")
def test_the_way_must_be_paid() -> None:
    scene = placing(cash=79)
    scene.refused(scene.place("IC", "F18"), "token.must-afford")
    scene = placing(cash=80)
    scene.play(scene.place("IC", "F18"))
    assert scene.cash("IC") == 0


@pytest.mark.rule("18gl.map.chicago-double-hex")
def test_the_halves_of_chicago_are_two_cities() -> None:
    scene = placing("D12:CHI-G:0 D14:CHI-G:3")
    assert prices(scene)["D12"] == 20
    scene.play(scene.place("IC", "D12"))
    assert {token.corp for hex in ("D12", "D14") for token in scene.state.tokens[hex]} == {"IC"}
