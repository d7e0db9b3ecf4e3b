"""Floating of corporations during a stock round, with their home tokens placed immediately."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.track.map_index import Token

HOMES = {
    "B&O": ["L20", "M21"],
    "NYC": ["N12", "N14"],
    "PRR": ["N18"],
    "IC": ["D14"],
    "MILW": ["D12"],
    "NKP": ["L14"],
    "GT": ["N6", "N8"],
    "MON": ["H20"],
    "DT&I": ["J12"],
    "LS&I": ["D2"],
}
TOKENS = {"B&O": 4, "NYC": 4, "PRR": 4, "WAB": 3, "MILW": 3, "NKP": 3, "GT": 3, "MON": 3, "DT&I": 3}
TOKENS |= {"IC": 2, "LS&I": 2}


def selling(id: str, par: int = 80, **owners: str) -> Scene:
    """Let P1 start the corporation, and let players buy two more shares."""
    scene = Scene(3).opened(**owners)
    for name in ("P1", "P2", "P3"):
        scene.set_cash(name, 2000)
    scene.stock("P1").play(A.StartCorporation("P1", id, par))
    scene.subscribe(id, 2)
    return scene


# -- floating


@pytest.mark.rule(
    "18gl.corp.float", "18gl.corp.float-capital", "18gl.corp.float-treasury", "18gl.buy.payment"
)
def test_five_shares_float_a_corporation() -> None:
    scene = selling("IC")
    corp = scene.corp("IC")
    bank = scene.state.bank
    assert (corp.sold, corp.offering, corp.cash, corp.treasury) == (4, 6, 0, 0)
    (player,) = scene.game.to_act
    before = scene.cash(player)
    told = scene.told(scene.play(A.BuyShare(player, "IC", "offering")))
    corp = scene.corp("IC")
    assert "IC floats: $400 and 5 shares go to its treasury" in told
    assert (corp.offering, corp.cash, corp.treasury) == (0, 400, 5)
    assert scene.cash(player) == before - 80
    assert scene.state.bank == bank + 80 - 400
    (player,) = scene.game.to_act
    scene.play(A.BuyShare(player, "IC", "treasury"))
    assert scene.cash("IC") == 480


@pytest.mark.rule("18gl.corp.float-capital")
def test_what_is_sold_before_floating_goes_to_the_bank() -> None:
    scene = Scene().stock("P1")
    bank = scene.state.bank
    scene.play(A.StartCorporation("P1", "IC", 100), A.BuyShare("P2", "IC", "offering"))
    assert (scene.cash("IC"), scene.state.bank) == (0, bank + 300)


@pytest.mark.rule("18gl.corp.operates-at-once")
def test_it_operates_in_the_next_operating_round_and_no_other_does() -> None:
    scene = selling("LS&I")
    scene.subscribe("LS&I", 1)
    (player,) = scene.game.to_act
    scene.play(A.StartCorporation(player, "DT&I", 60))
    scene.pass_until("operating")
    assert scene.acting() == "LS&I"
    scene.give_trains("LS&I", "2H")
    scene.pass_turn()
    assert scene.state.round.kind == "stock"
    assert not scene.corp("DT&I").operated


# -- homes


@pytest.mark.rule("18gl.corp.home-token", "18gl.corp.homes")
@pytest.mark.parametrize("id", HOMES)
def test_the_home_token_comes_to_the_map_on_floating(id: str) -> None:
    scene = selling(id)
    assert not scene.state.tokens
    scene.subscribe(id, 1)
    assert scene.state.tokens == {hex: (Token(0, id, 0),) for hex in HOMES[id]}
    assert scene.corp(id).home
    assert len(scene.corp(id).tokens) == TOKENS[id] - 1


@pytest.mark.rule("18gl.corp.token-counts")
@pytest.mark.parametrize("id", TOKENS)
def test_how_many_tokens_a_corporation_has(id: str) -> None:
    assert len(Scene().corp(id).tokens) == TOKENS[id]


@pytest.mark.rule("18gl.corp.wabash-home", "18gl.corp.homes")
@pytest.mark.parametrize(("chosen", "other"), [("B18", "C19"), ("C19", "B18")])
def test_the_wabash_picks_one_of_two_homes_and_the_other_is_lost(chosen: str, other: str) -> None:
    scene = selling("WAB")
    scene.play(A.BuyShare(next(iter(scene.game.to_act)), "WAB", "offering"))
    (president,) = scene.game.to_act
    assert president == scene.corp("WAB").president == "P1"
    assert {choice.hex for choice in scene.legal(A.PlaceToken)} == {"B18", "C19"}
    scene.refused(A.PlaceToken(president, "WAB", "D14", 0), "corp.home-token")
    scene.refused(A.Pass(president), "corp.home-token")
    others = [name for name in scene.game.players if name != president]
    scene.refused(A.PlaceToken(others[0], "WAB", "B18", 0), "presidency.assets-follow")
    scene.play(A.PlaceToken(president, "WAB", chosen, 0))
    assert scene.state.tokens == {chosen: (Token(0, "WAB", 0),)}
    assert scene.game.to_act == {"P2"}, "the stock round goes on"
    scene.floated("IC", cash=500)
    for id in ("WAB", "IC"):
        scene.turn(id, "token")
        scene.refused(scene.place(id, other), "corp.home-token")


@pytest.mark.rule("18gl.corp.wabash-home", "18gl.presidency.exchange")
def test_who_becomes_president_by_the_share_that_floats_it_picks_the_home() -> None:
    scene = Scene().opened()
    scene.started("WAB", "P1", {"P1": 2, "P2": 2}, home=False, operated=False)
    scene.stock("P2").play(A.BuyShare("P2", "WAB", "offering"))
    assert scene.corp("WAB").president == "P2"
    assert scene.game.to_act == {"P2"}


@pytest.mark.rule("18gl.corp.multi-hex-homes")
def test_a_home_of_two_hexes_is_one_station_from_either_of_which_track_starts() -> None:
    scene = selling("B&O")
    scene.subscribe("B&O", 1)
    assert len(scene.corp("B&O").tokens) == 3, "it takes one token"
    network = scene.table.network("B&O")
    assert {"L20", "M21"} <= {hex for hex, _ in network.reachable_stops()}
    assert not network.has_run(), "its two hexes are one place"
    scene.turn("B&O", "track")
    lays = {lay.hex for lay in scene.legal(A.LayTile)}
    beside = {"L20": {"K19", "L18"}, "M21": {"M19", "N20"}}
    assert all(lays & hexes for hexes in beside.values()), lays


@pytest.mark.rule("18gl.corp.home-token")
def test_the_circles_of_off_map_places_are_for_home_tokens_alone() -> None:
    scene = Scene().opened()
    scene.floated("PRR", cash=500)
    scene.floated("NYC", cash=500)
    scene.state.tokens = {hex: here for hex, here in scene.state.tokens.items() if hex != "N18"}
    scene.turn("NYC", "token")
    scene.refused(scene.place("NYC", "N18"), "corp.home-token")
    scene.refused(scene.place("NYC", "N12"), "corp.home-token")
