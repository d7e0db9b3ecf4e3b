"""Powers of the privates: their users, their times, and their tokens."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from titles.t18gl.owned import NO, OTHER, OWN, YES, ask, enter, scene_with
from trunkline import actions as A
from trunkline.engine.steps.running import context
from trunkline.engine.track.map_index import PlacedTile
from trunkline.game.wording.choices import words

# -- users


@pytest.mark.rule("18gl.privates.power-for-any-corporation")
def test_an_owner_uses_a_power_for_a_corporation_of_the_same_president() -> None:
    scene = scene_with(bridge=OWN).turn("IC")
    scene.play(A.AssignPower(OWN, "IC", "bridge"))
    assert scene.corp("IC").rights == ("bridge",)


@pytest.mark.rule("18gl.privates.power-for-any-corporation")
def test_another_owner_is_asked() -> None:
    scene = scene_with(bridge=OTHER).turn("IC")
    action = A.AssignPower(OWN, "IC", "bridge")
    effects = scene.game.effects(action)
    assert effects.asked == OTHER
    assert effects.after.corporations["IC"].rights == ("bridge",)
    ask(scene, action)
    assert scene.corp("IC").rights == ()
    assert list(scene.game.legal(OTHER)) == [YES, NO]
    scene.play(YES)
    assert scene.corp("IC").rights == ("bridge",)
    assert scene.game.to_act == {OWN}


@pytest.mark.rule("18gl.privates.power-for-any-corporation")
def test_the_owner_reads_what_leave_is_asked_for() -> None:
    scene = scene_with(bridge=OTHER, ej_and_e=OTHER).turn("IC")
    ask(scene, A.AssignPower(OWN, "IC", "bridge"))
    leave = "what IC asks: assign the token of Three Rivers Bridge Company to IC"
    assert words(scene.game, YES) == f"accept {leave}"
    scene.turn("IC", index=2)
    scene.state.pending.clear()
    ask(scene, scene.lay("IC", "C13:9:1", "ej_and_e"))
    assert words(scene.game, NO).startswith("decline what IC asks: lay yellow tile 9 on C13")


@pytest.mark.rule("18gl.privates.power-for-any-corporation")
def test_what_was_declined_is_not_asked_again_in_that_turn() -> None:
    scene = scene_with(bridge=OTHER).turn("IC")
    action = A.AssignPower(OWN, "IC", "bridge")
    ask(scene, action)
    scene.play(NO)
    assert scene.corp("IC").rights == ()
    scene.refused(action, "privates.power-for-any-corporation")
    assert action not in scene.legal(A.AssignPower)
    scene.turn("IC", index=2).accepted(action)


@pytest.mark.rule("18gl.privates.power-for-any-corporation")
def test_what_was_declined_is_not_asked_again_with_the_tile_turned_around() -> None:
    scene = scene_with(ej_and_e=OTHER).turn("IC")
    lay = scene.lay("IC", "C13:9:1", "ej_and_e")
    around, across = (scene.lay("IC", f"C13:9:{rotation}", "ej_and_e") for rotation in (4, 2))
    scene.accepted(around)
    ask(scene, lay)
    scene.play(NO)
    scene.refused(around, "privates.power-for-any-corporation")
    scene.accepted(across)


@pytest.mark.rule("18gl.privates.power-for-any-corporation")
def test_only_the_president_proposes_and_only_in_the_turn() -> None:
    scene = scene_with(bridge=OTHER)
    scene.floated("MILW", OTHER)
    scene.turn("IC")
    scene.refused(A.AssignPower(OTHER, "IC", "bridge"), "presidency.assets-follow")
    scene.refused(A.AssignPower(OWN, "MILW", "bridge"), "or.strict-order")


@pytest.mark.rule("18gl.privates.power-for-any-corporation", "18gl.track.powers-in-step")
@pytest.mark.parametrize(
    ("action", "steps"),
    [
        (A.LayTile(OWN, "IC", "C11", "9", 0, "ej_and_e"), {"track"}),
        (A.LayTile(OWN, "IC", "D16", "9", 0, "railworks"), {"track"}),
        (A.ActivateFerry(OWN, "IC", "milwaukee_muskegon"), {"track"}),
        (A.AssignPower(OWN, "IC", "bridge"), {"track"}),
        (A.PlacePrivateToken(OWN, "IC", "port", "D10"), {"track", "token"}),
        (A.PlacePrivateToken(OWN, "IC", "mine", "E1"), {"track", "token"}),
        (A.AssignPower(OWN, "IC", "alco", "2H-0"), {"track", "token", "run"}),
    ],
)
def test_each_power_has_its_step(action: A.Action, steps: set[str]) -> None:
    powers = dict.fromkeys(("ej_and_e", "railworks", "ferry", "bridge", "port", "mine", "alco"), OWN)
    for step in ("track", "token", "run", "trains"):
        scene = scene_with(tiles="D10:MIL-Y:0", **powers)
        scene.state.trains = {**scene.state.trains, "2H-0": "IC"}
        scene.turn("IC", step)
        if step in steps:
            # From an earlier step the turn continues to the power's step.
            scene.accepted(action)
            assert action in scene.game.legal()
        else:
            scene.refused(action, "or.strict-order")


@pytest.mark.rule("18gl.privates.stay-with-buyer")
def test_privates_are_neither_traded_nor_sold_to_corporations() -> None:
    scene = scene_with(bridge=OTHER).turn("IC")
    assert not scene.legal(A.BuyPrivate)
    scene.stock(OWN)
    assert not scene.legal(A.BuyPrivate)


@pytest.mark.rule("18gl.privates.table")
def test_costs_and_incomes() -> None:
    board = Scene().game.title.board
    assert {private.id: (private.cost, private.revenue) for private in board.privates} == {
        "c_and_e": (20, 5),
        "ej_and_e": (40, 10),
        "bridge": (50, 10),
        "tunnel": (50, 10),
        "terminal": (50, 10),
        "railworks": (60, 10),
        "mine": (70, 15),
        "alco": (75, 15),
        "port": (80, 20),
        "ferry": (100, 20),
        "c_and_a": (140, 25),
    }


# -- closing


@pytest.mark.rule("18gl.privates.close-at-10h", "18gl.privates.unassigned-tokens-lost")
def test_privates_close_with_phase_10h_and_what_was_not_used_is_lost() -> None:
    scene = scene_with(phase="6H", bridge=OWN, port=OWN)
    enter(scene, "10H")
    assert all(private.closed for private in scene.state.privates.values())
    scene.turn("IC")
    scene.refused(A.AssignPower(OWN, "IC", "bridge"), "privates.close-at-10h")
    scene.refused(A.PlacePrivateToken(OWN, "IC", "port", "D10"), "privates.close-at-10h")
    cash = scene.cash(OWN)
    scene.stock(OWN).pass_until("operating")
    assert scene.cash(OWN) == cash


@pytest.mark.rule("18gl.privates.assigned-tokens-until-e", "18gl.phase.e.events")
def test_assigned_tokens_stay_until_phase_e_and_never_move() -> None:
    scene = scene_with(phase="6H", bridge=OWN, port=OWN, mine=OWN)
    scene.turn("IC").play(A.AssignPower(OWN, "IC", "bridge"))
    scene.refused(A.AssignPower(OWN, "IC", "bridge"), "privates.assigned-tokens-until-e")
    scene.play(A.PlacePrivateToken(OWN, "IC", "port", "D10"), A.PlacePrivateToken(OWN, "IC", "mine", "E1"))
    scene.turn("IC", "token", index=2)
    scene.refused(A.PlacePrivateToken(OWN, "IC", "port", "D4"), "privates.assigned-tokens-until-e")
    scene.refused(A.PlacePrivateToken(OWN, "IC", "mine", "E1"), "privates.assigned-tokens-until-e")
    enter(scene, "10H")
    assert scene.corp("IC").rights == ("bridge",)
    assert set(scene.state.private_tokens) == {"port", "mine"}
    assert {bonus.name for bonus in context(scene.table, scene.corp("IC")).bonuses} == {"port", "mine"}
    enter(scene, "E")
    assert scene.corp("IC").rights == ()
    assert scene.state.private_tokens == {}
    assert context(scene.table, scene.corp("IC")).bonuses == ()


# -- blocked hexes


@pytest.mark.rule("18gl.privates.ce.block", "18gl.privates.eje.block")
@pytest.mark.parametrize(
    ("private", "lay", "rule"),
    [
        ("c_and_e", "L14:CLE-G:0", "privates.ce.block"),
        ("ej_and_e", "C11:9:2", "privates.eje.block"),
    ],
)
def test_a_private_blocks_its_hexes_without_its_owners_leave(private: str, lay: str, rule: str) -> None:
    scene = scene_with(**{private: OTHER})
    corp = "IC" if lay.startswith("C") else "NKP"
    if corp == "NKP":
        scene.floated("NKP", OWN, cash=100)
    action = scene.turn(corp).lay(corp, lay)
    ask(scene, action)
    scene.play(NO)
    assert action.hex not in scene.state.tiles
    scene.refused(action, rule)
    assert action not in scene.legal(A.LayTile)
    scene.turn(corp, index=2)
    ask(scene, action)
    scene.play(YES)
    assert scene.state.tiles[action.hex] == PlacedTile(action.tile, action.rotation)
    assert not scene.state.privates[private].closed
    # The allowance is used up.
    assert scene.game.to_act == {OWN}
    scene.refused(scene.lay(corp, "D16:9:0"), "track.one-action")


@pytest.mark.rule("18gl.privates.ce.block", "18gl.privates.eje.block")
@pytest.mark.parametrize("owner", [OWN, "closed"])
def test_nobody_is_asked_for_ones_own_hex_or_a_free_one(owner: str) -> None:
    scene = scene_with(**({"ej_and_e": OWN} if owner == OWN else {})).turn("IC")
    scene.play(scene.lay("IC", "C11:9:2"))
    assert "C11" in scene.state.tiles


@pytest.mark.rule("18gl.privates.ce.block")
def test_the_hexes_of_the_cleveland_and_eastern() -> None:
    hexes = Scene().game.title.board.hexes
    assert {name for name, spot in hexes.items() if spot.private == "c_and_e"} == {"L14", "M13"}
    assert {name for name, spot in hexes.items() if spot.private == "ej_and_e"} == {"C11", "C13"}


# -- tiles in addition to the ordinary ones


@pytest.mark.rule("18gl.privates.eje.power", "18gl.privates.eje.connection")
def test_two_tiles_beside_the_ordinary_one_without_a_route() -> None:
    scene = scene_with(ej_and_e=OWN).turn("IC")
    scene.play(scene.lay("IC", "D16:9:0"))
    first = scene.lay("IC", "C11:9:0", "ej_and_e")  # from north to south, past Chicago
    scene.refused(scene.lay("IC", "C11:9:0"), "track.one-action")
    scene.play(first)
    apart, joined = scene.lay("IC", "C13:9:1", "ej_and_e"), scene.lay("IC", "C13:9:0", "ej_and_e")
    scene.refused(apart, "privates.eje.connection")
    scene.play(joined)
    assert {"D16", "C11", "C13"} <= set(scene.state.tiles)
    # Now the track step is over.
    turn = scene.state.operating.turn if scene.state.operating else None
    assert turn is not None
    assert turn.step > 0


@pytest.mark.rule("18gl.privates.eje.power")
def test_the_power_is_for_yellow_tiles_on_its_own_hexes() -> None:
    scene = scene_with(ej_and_e=OWN, tiles="C11:9:2").turn("IC")
    scene.refused(scene.lay("IC", "D16:9:0", "ej_and_e"), "privates.eje.power")
    scene.refused(scene.lay("IC", "C11:24:2", "ej_and_e"), "privates.eje.power")
    scene = scene_with().turn("IC")
    scene.refused(scene.lay("IC", "C11:9:2", "ej_and_e"), "privates.close-at-10h")


@pytest.mark.rule("18gl.privates.eje.closes")
def test_the_private_closes_with_its_first_tile_and_frees_its_hexes() -> None:
    scene = scene_with(ej_and_e=OTHER).turn("IC")
    ask(scene, scene.lay("IC", "C11:9:2", "ej_and_e"))
    scene.play(YES)
    assert scene.state.privates["ej_and_e"].closed
    scene.turn("IC", index=2)
    # The rest of the power ended with the turn. A corporation whose route leads there needs no consent.
    scene.refused(scene.lay("IC", "C13:9:1", "ej_and_e"), "privates.eje.closes")
    scene.play(scene.lay("IC", "D12:CHI-G:0"))
    scene.turn("IC", index=3).play(scene.lay("IC", "C13:9:4"))
    assert "C13" in scene.state.tiles


@pytest.mark.rule("18gl.privates.eje.power")
def test_leave_for_one_tile_is_leave_for_the_other() -> None:
    scene = scene_with(ej_and_e=OTHER).turn("IC")
    ask(scene, scene.lay("IC", "C11:9:0", "ej_and_e"))
    scene.play(YES, scene.lay("IC", "C13:9:0", "ej_and_e"))
    assert "C13" in scene.state.tiles


@pytest.mark.rule("18gl.privates.railworks.power", "18gl.privates.railworks.rules")
def test_railworks_lays_two_yellow_tiles_that_need_not_join() -> None:
    scene = scene_with(railworks=OWN).turn("IC")
    scene.play(scene.lay("IC", "D10:MIL-Y:0"), scene.lay("IC", "D16:9:0", "railworks"))
    assert scene.state.privates["railworks"].closed
    scene.refused(scene.lay("IC", "I15:9:0", "railworks"), "privates.railworks.rules")  # nowhere near
    scene.refused(scene.lay("IC", "D14:CHI-G:3", "railworks"), "privates.railworks.power")
    scene.play(scene.lay("IC", "E13:9:1", "railworks"))
    scene.refused(scene.lay("IC", "C11:9:2", "railworks"), "privates.railworks.power")
    assert {"D10", "D16", "E13"} <= set(scene.state.tiles)


@pytest.mark.rule("18gl.privates.railworks.power")
def test_railworks_comes_before_the_ordinary_tile_too() -> None:
    scene = scene_with(railworks=OWN).turn("IC")
    scene.play(scene.lay("IC", "D16:9:0", "railworks"), scene.lay("IC", "D10:MIL-Y:0"))
    scene.play(scene.lay("IC", "E13:9:1", "railworks"))


@pytest.mark.rule("18gl.privates.railworks.power")
def test_railworks_upgrades_to_green_and_no_further() -> None:
    scene = scene_with(railworks=OWN).turn("IC")
    scene.play(scene.lay("IC", "D16:9:0"), scene.lay("IC", "D14:CHI-G:3", "railworks"))
    scene.refused(scene.lay("IC", "E13:9:1", "railworks"), "privates.railworks.power")
    assert scene.cash("IC") == 250
    scene = scene_with(railworks=OWN, tiles="D12:CHI-G:0 D14:CHI-G:3")
    scene.state.phase = 3  # brown tiles, with the privates still open
    scene.turn("IC")
    scene.refused(scene.lay("IC", "D14:CHI-B:3", "railworks"), "privates.railworks.power")


@pytest.mark.rule("18gl.privates.railworks.rules")
def test_railworks_upgrades_no_tile_of_the_same_turn() -> None:
    scene = scene_with(railworks=OWN).turn("IC")
    scene.play(scene.lay("IC", "D16:9:0"))
    upgrade = scene.lay("IC", "D16:24:3", "railworks")
    scene.refused(upgrade, "privates.railworks.rules")
    scene.turn("IC", index=2).accepted(upgrade)


@pytest.mark.rule("18gl.privates.railworks.power", "18gl.privates.ce.block")
def test_a_power_on_a_blocked_hex_needs_both_owners() -> None:
    def railway(c_and_e: str) -> tuple[Scene, A.LayTile]:
        scene = scene_with(railworks=OTHER, c_and_e=c_and_e)
        scene.floated("NKP", OWN, cash=100)
        scene.turn("NKP")
        return scene, scene.lay("NKP", "L14:CLE-G:0", "railworks")

    scene, lay = railway("P3")
    scene.play(lay)
    asked = next(iter(scene.game.to_act))
    scene.play(A.Answer(asked, True))
    (other,) = scene.game.to_act
    assert {asked, other} == {"P2", "P3"}
    scene.play(A.Answer(other, True))
    assert scene.state.tiles["L14"] == PlacedTile("CLE-G", 0)
    scene, lay = railway("P3")
    scene.play(lay, A.Answer(asked, False))
    assert scene.game.to_act == {OWN}
    assert "L14" not in scene.state.tiles
    scene, lay = railway(OTHER)
    scene.play(lay, YES)
    assert "L14" in scene.state.tiles


# -- terrain at half its cost


@pytest.mark.rule("18gl.privates.bridge.discount", "18gl.privates.tunnel.discount", "18gl.map.terrain-costs")
@pytest.mark.parametrize("power", ["bridge", "tunnel"])
@pytest.mark.parametrize(
    ("terrain", "hex", "cost"),
    [
        ("river", "G15:57:0", 20),
        ("river", "B14:57:0", 40),
        ("river", "N10:57:0", 50),
        ("hill", "G19:8:2", 20),
        ("hill", "K17:8:5", 40),
        ("hill", "L18:9:0", 50),
        ("hill", "M17:9:2", 60),
    ],
)
def test_a_token_halves_the_cost_of_its_terrain(power: str, terrain: str, hex: str, cost: int) -> None:
    tiles = "L16:14:2 F18:57:2 J18:57:1"
    scene = scene_with(power, tiles=tiles, **{power: OWN})
    for city in ("L16", "F18", "J18", "G15", "B14", "N10"):
        scene.token("IC", city)
    assert scene.game.title.board.hexes[hex.split(":")[0]].cost == cost
    scene.turn("IC").play(A.AssignPower(OWN, "IC", power))
    assert not scene.state.privates[power].closed
    scene.play(scene.lay("IC", hex))
    half = (power, terrain) in (("bridge", "river"), ("tunnel", "hill"))
    assert scene.cash("IC") == 300 - (cost // 2 if half else cost)


def test_a_lay_is_offered_with_what_it_really_costs() -> None:
    scene = scene_with("bridge", bridge=OWN, phase="4H")
    scene.token("IC", "B14")
    lays = {hex: scene.lay("IC", f"{hex}:{tile}") for hex, tile in (("B14", "57:0"), ("D14", "CHI-G:3"))}
    assert "($40 for the terrain)" in words(scene.turn("IC").game, lays["B14"])
    assert "($50)" in words(scene.game, lays["D14"])
    scene.play(A.AssignPower(OWN, "IC", "bridge"))
    assert "($20 for the terrain)" in words(scene.game, lays["B14"])


@pytest.mark.rule("18gl.privates.bridge.discount", "18gl.privates.tunnel.discount")
@pytest.mark.parametrize("power", ["bridge", "tunnel"])
def test_such_a_token_is_for_no_train(power: str) -> None:
    scene = scene_with(power, **{power: OWN})
    scene.give_trains("IC", "4H")
    train = scene.first_train("4H", "IC")
    scene.turn("IC").refused(A.AssignPower(OWN, "IC", power, train), f"privates.{power}.discount")
    scene.accepted(A.AssignPower(OWN, "IC", power))


@pytest.mark.rule("18gl.privates.bridge.discount")
def test_only_the_corporation_with_the_token_pays_less_and_the_private_goes_on() -> None:
    scene = scene_with(bridge=OWN)
    scene.floated("MILW", OWN, cash=100)
    scene.turn("IC").play(A.AssignPower(OWN, "IC", "bridge"))
    scene.token("MILW", "B14")
    scene.turn("MILW").play(scene.lay("MILW", "B14:57:0"))
    assert scene.cash("MILW") == 60
    cash = scene.cash(OWN)
    scene.stock(OWN).pass_until("operating")
    assert scene.cash(OWN) == cash + 10


# -- tokens in places


@pytest.mark.rule("18gl.map.power-symbols", "18gl.privates.terminal.timing", "18gl.privates.port.timing")
@pytest.mark.parametrize("name", ["terminal", "port"])
def test_a_token_goes_where_its_sign_is(name: str) -> None:
    scene = scene_with("terminal", **{name: OWN}).turn("IC", "token")
    board = scene.game.title.board
    signs = {hex for hex, spot in board.hexes.items() if name in spot.icons}
    assert (
        {action.hex for action in scene.legal(A.PlacePrivateToken)} == signs == set(board.bonuses[name].hexes)
    )
    scene.refused(A.PlacePrivateToken(OWN, "IC", name, "B10"), f"privates.{name}.timing")
    scene.play(A.PlacePrivateToken(OWN, "IC", name, min(signs)))
    assert scene.state.privates[name].closed


@pytest.mark.rule("18gl.privates.mine.timing", "18gl.token.powers-extra")
def test_the_mine_token_leaves_its_private_open() -> None:
    scene = scene_with(mine=OWN, tiles="D10:MIL-Y:0").turn("IC", "token")
    scene.refused(A.PlacePrivateToken(OWN, "IC", "mine", "D10"), "privates.mine.timing")
    scene.play(A.PlacePrivateToken(OWN, "IC", "mine", "E1"))
    assert not scene.state.privates["mine"].closed
    scene.play(scene.place("IC", "D10"))
    cash = scene.cash(OWN)
    scene.stock(OWN).pass_until("operating")
    assert scene.cash(OWN) == cash + 15


@pytest.mark.rule("18gl.token.powers-extra")
def test_a_station_token_and_all_three_in_one_turn() -> None:
    scene = scene_with("terminal", mine=OWN, terminal=OTHER, port=OWN, tiles="D10:MIL-Y:0")
    scene.turn("IC", "token").play(scene.place("IC", "D10"), A.PlacePrivateToken(OWN, "IC", "mine", "E1"))
    ask(scene, A.PlacePrivateToken(OWN, "IC", "terminal", "D14"))
    scene.play(YES, A.PlacePrivateToken(OWN, "IC", "port", "D10"))
    assert scene.state.private_tokens == {
        "mine": ("E1", "IC"),
        "terminal": ("D14", "IC"),
        "port": ("D10", "IC"),
    }
