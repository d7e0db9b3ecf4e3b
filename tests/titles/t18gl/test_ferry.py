"""The ferry: the opening of a route, its users, and its costs."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.decisions import FerryEnd
from trunkline.engine.mechanisms.closing import close
from trunkline.engine.powers.ferry import opened
from trunkline.engine.routing import Toll
from trunkline.engine.steps.running import context
from trunkline.titles.t18gl.running import ferry_owner

MUSKEGON = "milwaukee_muskegon"
ESCANABA = "traverse_city_escanaba"
ONTARIO = "northern_ontario_owen_sound"
LONDON = "london_cleveland"
ALPENA = "I11:57:0 I9:4:0 I7:9:0"
"""Track from Flint, which can hold a token, to Alpena."""
ROUTES = (MUSKEGON, ESCANABA, ONTARIO, LONDON)


def shipping(
    *tokens: str, tiles: str = "D10:MIL-Y:0", cash: int = 100, owner: str = "P1", **owners: str
) -> Scene:
    """Return the Milwaukee Road, at home in Chicago (D12), with tokens on these hexes.

    A player owns the Ferry.
    """
    scene = Scene(runs="free").opened(ferry=owner, **owners).tiles(tiles).phase("4H")
    scene.floated("MILW", "P1", cash=cash)
    for hex in tokens:
        scene.token("MILW", hex)
    return scene.turn("MILW")


def opening(ferry: str = MUSKEGON) -> A.ActivateFerry:
    """Return the opening of a route by the Milwaukee Road."""
    return A.ActivateFerry("P1", "MILW", ferry)


def sailing(cash: int = 30) -> Scene:
    """Return a scene with the Milwaukee Road's ferry to Muskegon open, and this cash for IC."""
    scene = shipping(tiles="D10:MIL-Y:0 F10:PT1:2")
    scene.play(opening())
    scene.floated("IC", "P2", cash=cash)
    return scene


# -- opening it


@pytest.mark.rule("18gl.privates.ferry.choice", "18gl.map.ferries")
def test_one_of_four_routes_is_opened_in_a_game() -> None:
    tiles = f"D10:MIL-Y:0 F6:FC1:2 L10:FC2:0 {ALPENA}"
    scene = shipping("F6", tiles=tiles)
    scene.corp("MILW").tokens = (20, 20, 20)
    scene.token("MILW", "L10")
    scene.token("MILW", "I11")
    scene.turn("MILW")
    assert {action.ferry for action in scene.legal(A.ActivateFerry)} == set(ROUTES)
    assert opened(scene.table) == ()
    scene.play(opening(ESCANABA), scene.lay("MILW", "D4:PT1:5"))
    assert [ferry.id for ferry in opened(scene.table)] == [ESCANABA]
    scene.turn("MILW", index=2)
    for route in ROUTES:
        scene.refused(opening(route), "privates.ferry.choice")
    scene = shipping("F6", tiles=tiles)
    scene.refused(opening("no_such_ferry"), "privates.ferry.choice")


@pytest.mark.rule("18gl.privates.ferry.instead-of-tile")
def test_it_takes_the_place_of_a_lay() -> None:
    scene = shipping(railworks="P1")
    scene.play(scene.lay("MILW", "C11:9:2"))
    scene.refused(opening(), "privates.ferry.instead-of-tile")
    scene = shipping(tiles="D10:MIL-Y:0 F10:PT1:2")
    scene.play(opening())
    refusal = scene.refused(scene.lay("MILW", "C11:9:2"), "privates.ferry.instead-of-tile")
    assert "opened a ferry instead" in str(refusal)
    scene.refused(scene.lay("MILW", "D12:CHI-G:0"), "privates.ferry.instead-of-tile")


@pytest.mark.rule("18gl.privates.ferry.instead-of-tile")
def test_it_takes_the_place_of_both_lays_of_a_first_turn() -> None:
    scene = shipping(tiles="D10:MIL-Y:0 F10:PT1:2")
    scene.corp("MILW").operated = False
    scene.turn("MILW").play(scene.lay("MILW", "C11:9:2"))
    scene.refused(opening(), "privates.ferry.instead-of-tile")
    scene.turn("MILW").play(opening())
    scene.refused(scene.lay("MILW", "C11:8:3"), "privates.ferry.instead-of-tile")


@pytest.mark.rule("18gl.privates.ferry.instead-of-tile")
def test_a_route_must_lead_to_an_end_of_it() -> None:
    shipping().accepted(opening())
    scene = shipping(tiles="")
    scene.refused(opening(), "privates.ferry.instead-of-tile")  # no track in Milwaukee
    scene = shipping(tiles="D10:MIL-Y:0 L10:FC1:0")
    scene.refused(opening(LONDON), "privates.ferry.instead-of-tile")
    shipping("L14").accepted(opening(LONDON))  # either end will do


@pytest.mark.rule("18gl.privates.ferry.instead-of-tile")
def test_northern_ontario_is_one_place() -> None:
    # J2 is reached by I3 from Sault Ste. Marie; the ferry arrives at K3.
    scene = shipping("D2", tiles="D2:57:2 E3:8:2 F2:8:5 G3:8:2 H2:58:5 I3:8:2")
    network = scene.table.network("MILW")
    assert not network.reaches_stop("K3", 0)
    assert network.reaches_stop("J2", 0) == (scene.game.check(opening(ONTARIO)) is None)
    assert network.reaches_stop("J2", 0)


@pytest.mark.rule("18gl.privates.power-for-any-corporation", "18gl.privates.ferry.choice")
def test_the_owner_of_the_private_is_asked() -> None:
    scene = shipping(owner="P2", tiles="D10:MIL-Y:0 F10:PT1:2")
    scene.play(opening())
    assert scene.game.to_act == {"P2"}
    scene.play(A.Answer("P2", False))
    scene.refused(opening(), "privates.power-for-any-corporation")
    assert opened(scene.table) == ()
    scene.turn("MILW", index=2).play(opening(), A.Answer("P2", True))
    assert ferry_owner(scene.table) is scene.corp("MILW")


@pytest.mark.rule("18gl.privates.ferry.tiles")
def test_a_far_end_without_a_tile_gets_one() -> None:
    scene = shipping()
    happened = scene.play(opening())
    assert scene.told(happened) == ["MILW opens the ferry Milwaukee - Muskegon"]
    assert scene.state.pending == [FerryEnd("P1", "MILW", ("F10",))]
    assert scene.state.tiles["E9"].tile == "FER-G"
    lays = scene.legal(A.LayTile)
    assert {(lay.hex, lay.tile) for lay in lays} == {("F10", "PT1"), ("F10", "PT2"), ("F10", "PT3")}
    scene.refused(scene.lay("MILW", "C11:9:2"), "privates.ferry.tiles")
    scene.refused(scene.lay("MILW", "F10:58:0"), "track.ferry-lines-match")
    scene.play(scene.lay("MILW", "F10:PT3:2"))
    assert scene.cash("MILW") == 80  # a river
    assert scene.table.network("MILW").reaches_stop("F10", 0)


@pytest.mark.rule("18gl.privates.railworks.rules")
def test_railworks_upgrades_no_port_of_the_same_turn() -> None:
    scene = shipping(railworks="P1")
    scene.play(opening(), scene.lay("MILW", "F10:PT3:2"))
    port = scene.lay("MILW", "F10:PT-G:2", "railworks")
    scene.refused(port, "privates.railworks.rules")
    scene.turn("MILW", index=2).accepted(port)


@pytest.mark.rule("18gl.privates.ferry.tiles")
def test_the_terrain_of_the_far_end_must_be_paid() -> None:
    scene = shipping(cash=19)
    scene.refused(opening(), "track.terrain-cost")
    scene.corp("MILW").rights = ("bridge",)
    scene.play(opening(), scene.lay("MILW", "F10:PT3:2"))
    assert scene.cash("MILW") == 9


@pytest.mark.rule("18gl.privates.ferry.tiles")
def test_both_stretches_are_opened_at_once() -> None:
    scene = shipping("I11", tiles=ALPENA)
    scene.play(opening(ONTARIO))
    assert {name for name, placed in scene.state.tiles.items() if placed.tile == "FER-S"} == {
        "J4",
        "J6",
        "K7",
    }
    assert scene.state.pending == [FerryEnd("P1", "MILW", ("L8",))]  # Alpena and K3 are printed
    scene.play(scene.lay("MILW", "L8:PT1:2"))
    network = scene.table.network("MILW")
    assert network.reaches_stop("K3", 0)
    assert network.reaches_stop("L8", 0)


@pytest.mark.rule("18gl.privates.ferry.tiles")
def test_where_every_end_has_its_tile_nothing_is_asked() -> None:
    scene = shipping("L14", tiles="L10:FC1:0")
    scene.play(opening(LONDON))
    assert scene.state.pending == []


# -- while it is open


@pytest.mark.rule("18gl.ferry.active-only", "18gl.map.ferries")
def test_a_route_that_is_not_open_is_no_track() -> None:
    scene = shipping(tiles="D10:MIL-Y:0 F10:PT1:2")
    scene.give_trains("MILW", "4H")
    run = scene.run("MILW", ("4H", "D12.0 D10.0 E9 F10.0"))
    scene.turn("MILW", "run").refused(run, "route.definition")
    scene.turn("MILW").play(opening())
    scene.turn("MILW", "run").play(scene.run("MILW", ("4H", "D14.0 D12.0 D10.0 E9 F10.0")))


@pytest.mark.rule("18gl.privates.ferry.fee")
def test_others_pay_its_owner_and_the_owner_nobody() -> None:
    scene = sailing(70)
    scene.give_trains("IC", "4H")
    run = scene.run("IC", ("4H", "D14.0 D12.0 D10.0 E9 F10.0"))
    scene.state.tokens = {hex: here for hex, here in scene.state.tokens.items() if hex != "D12"}
    milwaukee = scene.cash("MILW")
    bank = scene.state.bank
    scene.turn("IC", "run")
    happened = scene.play(run)
    assert "IC pays MILW $50 for the ferry" in scene.told(happened)
    assert (scene.cash("IC"), scene.cash("MILW")) == (20, milwaukee + 50)
    assert scene.corp("IC").revenue == 40 + 40 + 30 + 10
    assert scene.state.bank == bank
    scene = sailing()
    scene.give_trains("MILW", "4H")
    cash = scene.cash("MILW")
    scene.turn("MILW", "run").play(scene.run("MILW", ("4H", "D14.0 D12.0 D10.0 E9 F10.0")))
    assert scene.cash("MILW") == cash


@pytest.mark.rule("18gl.privates.ferry.fee")
def test_the_fee_is_for_each_train() -> None:
    # From Flint by Alpena to Northern Ontario, and from London by Owen Sound to Alpena.
    scene = shipping("I11", tiles=f"{ALPENA} L8:PT1:2 M9:3:1 L10:FC2:0").phase("6H")
    scene.play(opening(ONTARIO))
    scene.floated("IC", "P2", cash=100)
    scene.corp("IC").tokens = (20, 20)
    scene.tile("I11", "14", 0)
    scene.token("IC", "I11")
    scene.token("IC", "L10")
    scene.give_trains("IC", "6H", "6H")
    scene.turn("IC", "run").play(
        scene.run("IC", ("6H", "I11.0 I9.0 I7 I5.0 J4 K3.0"), ("6H", "I5.0 J6 K7 L8.0 M9.0 L10.0"))
    )
    assert scene.cash("IC") == 0
    assert scene.corp("IC").revenue == (30 + 10 + 20 + 30) + (20 + 10 + 10 + 20)


@pytest.mark.rule("18gl.ferry.fee-needed")
@pytest.mark.parametrize(("cash", "may"), [(40, False), (49, False), (50, True)])
def test_the_fee_must_be_there_before_the_run(cash: int, may: bool) -> None:
    scene = sailing(cash)
    scene.state.tokens = {hex: here for hex, here in scene.state.tokens.items() if hex != "D12"}
    scene.give_trains("IC", "4H")
    scene.turn("IC", "run")
    run = scene.run("IC", ("4H", "D14.0 D12.0 D10.0 E9 F10.0"))
    if may:
        scene.accepted(run)
    else:
        scene.refused(run, "ferry.fee-needed")


@pytest.mark.rule("18gl.train.h-on-ferry")
def test_an_h_train_counts_the_lakes() -> None:
    # Five hexes after Flint, one of them a lake.
    scene = shipping("I11", tiles=f"{ALPENA} L8:PT1:2").phase("6H")
    scene.play(opening(ONTARIO))
    scene.give_trains("MILW", "4H", "6H")
    scene.turn("MILW", "run")
    way = "I11.0 I9.0 I7 I5.0 J4 K3.0"
    scene.refused(scene.run("MILW", ("4H", way)), "train.h-hexes")
    scene.accepted(scene.run("MILW", ("6H", way)))


@pytest.mark.rule("18gl.token.cost")
def test_lakes_count_for_tokens() -> None:
    scene = shipping("L14", tiles="L10:FC1:0")
    scene.play(opening(LONDON))
    scene.turn("MILW", "token", index=2)
    cash = scene.cash("MILW")
    scene.play(scene.place("MILW", "L10"))
    assert cash - scene.cash("MILW") == 40


@pytest.mark.rule("18gl.privates.ferry.permanent")
def test_it_lasts_to_the_end_and_is_never_upgraded() -> None:
    scene = sailing()
    assert not scene.state.privates["ferry"].closed
    cash = scene.cash("P1")
    scene.stock("P1").pass_until("operating")
    assert scene.cash("P1") == cash + 20
    names = [phase.name for phase in scene.game.title.board.phases]
    scene.give_trains("MILW", "10H")
    for phase in ("10H", "E", "D"):
        scene.sell_out("2H", "4H", "6H", *names[: names.index(phase)])
        scene.state.phase = names.index(phase) - 1
        depot.sold_by_bank(scene.table, f"{phase}-0")
    assert [ferry.id for ferry in opened(scene.table)] == [MUSKEGON]
    assert ferry_owner(scene.table) is scene.corp("MILW")
    assert scene.table.network("MILW").reaches_stop("F10", 0)
    scene.turn("MILW")
    for tile in ("FER-S", "FER-G", "9", "24"):
        assert scene.game.check(scene.lay("MILW", f"E9:{tile}:0")) is not None
    assert not [lay for lay in scene.legal(A.LayTile) if lay.hex == "E9"]


@pytest.mark.rule("18gl.privates.ferry.permanent")
def test_lakes_take_no_tile_but_by_the_power() -> None:
    scene = shipping()
    scene.refused(scene.lay("MILW", "E9:FER-G:5"), "track.colour-availability")


@pytest.mark.rule("18gl.privates.ferry.permanent")
def test_nobody_is_paid_once_the_owner_has_gone() -> None:
    scene = sailing()
    assert context(scene.table, scene.corp("IC")).tolls == (Toll("ferry", ("E9",), 50),)
    assert context(scene.table, scene.corp("MILW")).tolls == ()
    close(scene.table, scene.corp("MILW"), "pool")
    assert ferry_owner(scene.table) is None
    assert context(scene.table, scene.corp("IC")).tolls == ()


@pytest.mark.rule("18gl.privates.ferry.permanent")
def test_the_ferry_goes_to_conrail_with_its_owner() -> None:
    scene = sailing(100)
    scene.turn("IC", "trains")
    scene.sell_out("2H", "4H", "6H")
    scene.state.phase = 2
    depot.sold_by_bank(scene.table, "10H-0")
    assert scene.corp("MILW").closed
    assert ferry_owner(scene.table) is scene.corp("CR")
