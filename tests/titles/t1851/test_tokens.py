"""Station tokens: their number, their places, the routes to them, and the corporations they block."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.track import Token

# From Jackson (G7, home of GM&O) by G5 to Dyersburg (F6), and by G9 and G11 to Nashville (F12, home of TC).
AROUND = "G7:57:1 G5:7:3 F6:57:0 G9:9:1 G11:8:1 F12:202:0"


def placing(
    tiles: str = AROUND, *foreign: tuple[str, str], corp: str = "GM&O", phase: str = "3", cash: int = 100
) -> Scene:
    """Return a corporation with its home token, about to place a token.

    Other tokens are given as corporation and hex.
    """
    scene = Scene().phase(phase).tiles(tiles)
    scene.floated(corp, cash=cash)
    for id, hex in foreign:
        scene.token(id, hex)
    return scene.turn(corp, "token")


def spots(scene: Scene) -> set[str]:
    """Return the hexes on which a token may be placed."""
    return {place.hex for place in scene.legal(A.PlaceToken)}


@pytest.mark.rule("1851.marker.one-per-turn")
def test_a_token_costs_nothing_and_there_is_one_a_turn() -> None:
    scene = placing(f"{AROUND} E7:9:0 D8:57:0")
    bank = scene.state.bank
    scene.play(scene.place("GM&O", "F6"))
    assert scene.state.tokens["F6"] == (Token(0, "GM&O", 0),)
    assert (scene.cash("GM&O"), scene.state.bank) == (100, bank)
    assert not scene.legal(A.PlaceToken)
    scene.refused(scene.place("GM&O", "D8"), "marker.one-per-turn")
    scene.turn("GM&O", "token", index=2).play(scene.place("GM&O", "D8"))


@pytest.mark.rule("1851.marker.one-per-turn")
def test_a_token_needs_a_free_space_on_a_route() -> None:
    scene = placing(f"{AROUND} D14:57:1")
    assert spots(scene) == {"F6"}
    scene.refused(scene.place("GM&O", "D14"), "marker.one-per-turn")  # out of reach
    scene.refused(scene.place("GM&O", "F6", 1), "marker.one-per-turn")  # no such city
    scene.refused(scene.place("GM&O", "G9"), "marker.one-per-turn")  # no city
    scene.refused(scene.place("GM&O", "A3"), "marker.one-per-turn")  # a red hex
    scene = placing(AROUND, ("IC", "F6"))
    scene.refused(scene.place("GM&O", "F6"), "marker.one-per-turn")  # full


@pytest.mark.rule("1851.marker.one-per-turn")
def test_a_full_foreign_city_ends_the_route_to_a_space() -> None:
    beyond = f"{AROUND} E7:9:0 D8:57:0"
    place = placing(beyond).place("GM&O", "D8")
    placing(beyond).accepted(place)
    placing(beyond, ("IC", "F6")).refused(place, "marker.one-per-turn")
    placing(beyond.replace("F6:57:0", "F6:15:3"), ("IC", "F6")).accepted(place)
    placing(beyond.replace("F6:57:0", "F6:15:3"), ("IC", "F6"), ("GM&O", "F6")).accepted(place)
    both = placing(beyond.replace("F6:57:0", "F6:15:3"), ("IC", "F6"), ("TC", "F6"))
    both.refused(place, "marker.one-per-turn")


@pytest.mark.rule("1851.marker.one-per-turn", "1851.or.step-order")
def test_a_space_made_in_the_same_turn_may_be_used() -> None:
    scene = placing(AROUND, ("IC", "F6")).turn("GM&O")
    scene.refused(scene.place("GM&O", "F6"), "marker.one-per-turn")
    scene.play(scene.lay("GM&O", "F6:15:3"), scene.place("GM&O", "F6"))
    assert scene.state.tokens["F6"] == (Token(0, "IC", 0), Token(0, "GM&O", 1))


@pytest.mark.rule("1851.marker.home-reserved")
def test_the_only_space_of_a_home_waits_for_its_corporation() -> None:
    scene = placing()
    assert "F12" not in spots(scene)
    scene.refused(scene.place("GM&O", "F12"), "marker.home-reserved")
    scene.started("TC", "P2", {"P2": 4}, home=False)  # 40% sold: not floated yet
    scene.turn("GM&O", "token").refused(scene.place("GM&O", "F12"), "marker.home-reserved")


@pytest.mark.rule("1851.marker.home-reserved")
def test_of_two_spaces_of_a_home_one_may_be_taken() -> None:
    green = AROUND.replace("F12:202", "F12:511")
    place = placing(green).place("GM&O", "F12")
    placing(green).accepted(place)
    placing(green, ("IC", "F12")).refused(place, "marker.home-reserved")
    scene = placing(green)
    scene.floated("TC", "P2")
    scene.turn("GM&O", "token").play(place)  # once TC has floated, the other space is free for all
    assert scene.state.tokens["F12"] == (Token(0, "TC", 0), Token(0, "GM&O", 1))


@pytest.mark.rule("1851.marker.home-reserved", "1851.float.home-marker")
def test_a_corporation_that_floats_takes_the_space_kept_for_it() -> None:
    scene = placing(AROUND.replace("F12:202", "F12:511"))
    scene.play(scene.place("GM&O", "F12"))
    scene.stock("P2")
    scene.set_cash("P2", 1000)
    scene.play(A.StartCorporation("P2", "TC", 100), A.Pass("P3"), A.Pass("P1"))
    assert [*scene.state.tokens["F12"]] == [Token(0, "GM&O", 0)]
    scene.bought("TC", 3)
    assert scene.state.tokens["F12"] == (Token(0, "GM&O", 0), Token(0, "TC", 1))


@pytest.mark.rule("1851.marker.one-per-hex")
def test_a_corporation_has_one_token_in_a_hex() -> None:
    scene = placing(AROUND.replace("G7:57:1", "G7:14:0"))
    assert spots(scene) == {"F6"}
    scene.refused(scene.place("GM&O", "G7"), "marker.one-per-hex")
    scene.floated("TC", "P2")
    scene.turn("TC", "token").accepted(scene.place("TC", "G7"))  # a space is free, but not for its own


@pytest.mark.rule("1851.marker.permanent")
def test_no_action_takes_a_token_away() -> None:
    scene = placing()
    scene.play(scene.place("GM&O", "F6"))
    for step in Scene.STEPS:
        scene.turn("GM&O", step, index=2)
        scene.refused(A.RemoveToken("P1", "GM&O", "F6", 0), "marker.permanent")
        assert not scene.legal(A.RemoveToken)
    scene.stock()
    scene.refused(A.RemoveToken("P1", "GM&O", "F6", 0), "marker.permanent")
    assert scene.state.tokens["F6"] == (Token(0, "GM&O", 0),)


@pytest.mark.rule("1851.marker.four-each")
def test_a_corporation_has_four_tokens() -> None:
    beyond = f"{AROUND} E7:9:0 D8:57:0 C9:9:0 B10:57:0".replace("F12:202", "F12:511")
    scene = placing(beyond)
    assert scene.corp("GM&O").tokens == (0, 0, 0)  # the first is at home
    for index, hex in enumerate(("F6", "F12", "D8"), start=1):
        scene.turn("GM&O", "token", index=index)
        scene.play(scene.place("GM&O", hex))
    assert [hex for hex, _ in scene.state.tokens_of("GM&O")] == ["G7", "F6", "F12", "D8"]
    scene.turn("GM&O", "token", index=4)
    assert not scene.legal(A.PlaceToken)
    scene.refused(scene.place("GM&O", "B10"), "marker.four-each")


@pytest.mark.rule("1851.marker.four-each")
@pytest.mark.parametrize("id", ["GM&O", "IC", "L&N", "Dixie", "SR", "TC"])
def test_one_of_the_four_goes_to_the_home(id: str) -> None:
    scene = Scene()
    assert len(scene.corp(id).tokens) == 4
    scene.floated(id)
    (home,) = scene.game.title.board.corporation[id].home
    assert [hex for hex, _ in scene.state.tokens_of(id)] == [home]
    assert scene.corp(id).tokens == (0, 0, 0)
