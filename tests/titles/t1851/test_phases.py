"""The phases of 1851: the trains that begin them, the trains that rust, and the rules of each."""

from __future__ import annotations

import pytest

from scenes_1851 import Scene
from trunkline import actions as A
from trunkline.engine.kernel.events import PhaseBegan

ID = "GM&O"
LIMITS = {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "8": 2}
BEFORE = {"3": "2", "4": "3", "5": "4", "6": "5", "8": "6"}
PRICES = {"2": 100, "3": 200, "4": 300, "5": 500, "6": 600, "8": 800}


def beginning(name: str, *, index: int = 1, **trains: str) -> Scene:
    """Return a scene in which GM&O (P1) is about to buy the train that begins a phase.

    ``trains`` gives the trains of each place.
    """
    before = BEFORE[name]
    scene = Scene().phase(before)
    scene.floated(ID, "P1", cell=(2, 4), cash=PRICES[name])
    scene.floated("IC", "P2", cell=(2, 3), cash=11)
    for place, names in trains.items():
        scene.give_trains(ID if place == "mine" else place, *names.split())
    scene.sell_out(before)
    return scene.turn(ID, "trains", index=index)


def begun(name: str, *, index: int = 1, **trains: str) -> Scene:
    """Return a scene in which GM&O has bought that train."""
    scene = beginning(name, index=index, **trains)
    scene.play(scene.buy(ID, name))
    return scene


def sets(scene: Scene, stocks: int) -> list[int]:
    """Pass until so many stock rounds have ended. Return the number of operating rounds of each set."""
    found: dict[int, set[int]] = {}
    first = scene.state.round.number
    while scene.state.round.number <= first + stocks:
        now = scene.state.round
        if now.kind == "operating":
            found.setdefault(now.number, set()).add(now.index)
        scene.pass_()
    return [max(indexes) for indexes in found.values()]


def full(phase: str, room: int = 0) -> Scene:
    """Return a scene in which GM&O has room for ``room`` more trains, and trains of the phase are on sale."""
    scene = Scene().phase(phase)
    scene.floated(ID, "P1", cash=800)
    scene.give_trains(ID, *["8"] * (LIMITS[phase] - room))
    return scene.turn(ID, "trains")


ST_LOUIS = ("IC", "A5:57:1", "A3.0 A5.0")
JOHNSON_CITY = ("SR", "F20:57:0 E21:8:4", "F20.0 E21 E23.0")
BIRMINGHAM = (ID, "I13:57:0", "I13.0 J12.0")


def values(phase: str, *lines: tuple[str, str, str]) -> list[int]:
    """Return the revenue of runs between a city of $20 and one other place, without the $20."""
    found = []
    for id, tiles, path in lines:
        scene = Scene().phase(phase)
        scene.floated(id, "P1")
        scene.tiles(tiles)
        if id == ID:
            scene.token(id, "I13")
        scene.give_trains(id, "8")
        scene.turn(id, "run")
        scene.play(scene.run(id, ("8", path)))
        found.append(scene.corp(id).revenue - 20)
    return found


def laying(phase: str, id: str, tiles: str = "") -> Scene:
    """Return a corporation about to lay track."""
    scene = Scene().phase(phase)
    scene.floated(id, "P1", cash=500)
    scene.tiles(tiles)
    return scene.turn(id)


@pytest.mark.rule("1851.phase.2.start")
def test_the_game_starts_in_phase_2() -> None:
    scene = Scene().opened(par=70)
    assert scene.table.phase.name == "2"
    scene.bought("L&N", 3)
    scene.pass_until("operating")
    assert (scene.state.round.index, scene.state.round.of) == (1, 1)
    scene.play(scene.lay("L&N", "C15:9:0"))
    scene.refused(scene.lay("L&N", "D14:57:0"), "track.phase-2-allowance")
    assert scene.table.title.policies.train_limit(scene.table, scene.corp("L&N")) == 4
    while scene.state.round.kind == "operating":
        purchase = scene.legal(A.BuyTrain)
        scene.play(purchase[0] if purchase else A.Pass("P1"))
    assert scene.state.round.kind == "stock", "after one operating round"


@pytest.mark.rule("1851.phase.2.start")
def test_phase_2_has_yellow_tiles_and_four_trains() -> None:
    scene = laying("2", ID, "G7:57:2")
    scene.refused(scene.lay(ID, "G7:14:1"), "track.phase-2-allowance")
    assert scene.legal(A.LayTile)
    assert all(scene.game.title.board.tiles[lay.tile].colour == "yellow" for lay in scene.legal(A.LayTile))
    four = full("2")
    four.refused(four.buy(ID, "2"), "train.need-room")
    three = full("2", room=1)
    three.accepted(three.buy(ID, "2"))


@pytest.mark.rule("1851.phase.2-3.values")
@pytest.mark.parametrize("phase", ["2", "3"])
def test_in_phases_2_and_3_the_lowest_values_count_and_birmingham_is_closed(phase: str) -> None:
    assert values(phase, ST_LOUIS, JOHNSON_CITY) == [40, 30]
    scene = Scene().phase(phase)
    scene.floated(ID, "P1")
    scene.tiles("G7:57:2 F6:57:2 I13:57:0")
    scene.token(ID, "I13")
    scene.give_trains(ID, "3")
    scene.turn(ID, "run")
    scene.refused(scene.run(ID, ("3", "I13.0 J12.0")), "track.birmingham-closed")
    scene.accepted(scene.run(ID, ("3", "G7.0 F6.0")))


@pytest.mark.rule("1851.phase.3.trigger", "1851.sequence.delayed-change")
def test_the_first_3_train_begins_phase_3() -> None:
    scene = beginning("3", IC="2")
    assert scene.table.phase.name == "2"
    scene.play(scene.buy(ID, "3"))
    assert scene.table.phase.name == "3"
    assert scene.trains("IC") == ["2"]
    assert sets(scene, 2) == [1, 2, 2]


@pytest.mark.rule("1851.phase.3.trigger")
def test_a_later_3_train_changes_nothing() -> None:
    scene = begun("3")
    scene.set_cash(ID, 200)
    entries = scene.play(scene.buy(ID, "3"))
    assert scene.table.phase.name == "3"
    assert not any(isinstance(event, PhaseBegan) for event in entries)


@pytest.mark.rule("1851.phase.3.effects")
def test_phase_3_has_green_tiles_two_yellow_lays_or_an_upgrade_and_four_trains() -> None:
    upgrade = laying("3", ID, "G7:57:2")
    upgrade.play(upgrade.lay(ID, "G7:14:1"))
    upgrade.refused(upgrade.lay(ID, "H8:7:1"), "track.later-allowance")
    two = laying("3", "L&N")
    two.play(two.lay("L&N", "C15:9:0"), two.lay("L&N", "D14:57:0"))
    two.refused(two.lay("L&N", "E13:9:0"), "track.later-allowance")
    brown = laying("3", "SR", "F20:14:0")
    brown.refused(brown.lay("SR", "F20:611:0"), "track.colour-by-phase")
    four = full("3")
    assert len(four.trains(ID)) == 4
    four.refused(four.buy(ID, "3"), "train.need-room")
    three = full("3", room=1)
    three.accepted(three.buy(ID, "3"))


@pytest.mark.rule("1851.phase.4.trigger")
def test_the_first_4_train_removes_all_2_trains_unpaid() -> None:
    scene = beginning("4", mine="2 3", IC="2 2 3", pool="2 3")
    bank = scene.state.bank
    scene.play(scene.buy(ID, "4"))
    assert scene.table.phase.name == "4"
    assert (scene.trains(ID), scene.trains("IC"), scene.trains("pool")) == (["3", "4"], ["3"], ["3"])
    assert scene.trains("out").count("2") == 5
    assert (scene.cash(ID), scene.cash("IC"), scene.state.bank) == (0, 11, bank + 300)
    assert not any(private.closed for private in scene.state.privates.values())
    assert sets(scene, 1) == [2, 2]


@pytest.mark.rule("1851.phase.4.effects")
def test_in_phase_4_the_middle_values_count_and_birmingham_opens() -> None:
    assert values("4", ST_LOUIS, JOHNSON_CITY, BIRMINGHAM) == [50, 30, 30]


@pytest.mark.rule("1851.phase.4.effects")
def test_phase_4_has_green_tiles_and_three_trains() -> None:
    scene = laying("4", ID, "G7:57:2")
    scene.accepted(scene.lay(ID, "G7:14:1"))
    brown = laying("4", "SR", "F20:14:0")
    brown.refused(brown.lay("SR", "F20:611:0"), "track.colour-by-phase")
    three = full("4")
    assert len(three.trains(ID)) == 3
    three.refused(three.buy(ID, "4"), "train.need-room")
    two = full("4", room=1)
    two.accepted(two.buy(ID, "4"))


@pytest.mark.rule("1851.phase.5.trigger", "1851.privates.close-in-phase-5")
def test_the_first_5_train_closes_the_privates() -> None:
    scene = beginning("5", mine="3", IC="4")
    cash = {name: scene.cash(name) for name in scene.game.players}
    scene.play(scene.buy(ID, "5"))
    assert scene.table.phase.name == "5"
    assert all(private.closed for private in scene.state.privates.values())
    assert {name: scene.cash(name) for name in scene.game.players} == cash, "without compensation"
    assert (scene.trains(ID), scene.trains("IC")) == (["3", "5"], ["4"])
    assert sets(scene, 1) == [2, 3]
    assert {name: scene.cash(name) for name in scene.game.players} == cash, "no income in later rounds"


@pytest.mark.rule("1851.phase.5.effects")
def test_phase_5_has_brown_tiles_middle_values_and_two_trains() -> None:
    scene = laying("5", "SR", "F20:14:0")
    scene.accepted(scene.lay("SR", "F20:611:0"))
    grey = laying("5", "Dixie", "H16:216:0")
    grey.refused(grey.lay("Dixie", "H16:512:0"), "track.colour-by-phase")
    assert values("5", ST_LOUIS, JOHNSON_CITY, BIRMINGHAM) == [50, 30, 30]
    two = full("5")
    assert len(two.trains(ID)) == 2
    two.refused(two.buy(ID, "5"), "train.need-room")
    one = full("5", room=1)
    one.accepted(one.buy(ID, "5"))


@pytest.mark.rule("1851.phase.6.trigger")
def test_the_first_6_train_removes_all_3_trains_unpaid() -> None:
    scene = beginning("6", mine="3", IC="3 4", pool="3 5")
    bank = scene.state.bank
    scene.play(scene.buy(ID, "6"))
    assert scene.table.phase.name == "6"
    assert (scene.trains(ID), scene.trains("IC"), scene.trains("pool")) == (["6"], ["4"], ["5"])
    assert (scene.cash(ID), scene.cash("IC"), scene.state.bank) == (0, 11, bank + 600)
    assert sets(scene, 1) == [3, 3]


@pytest.mark.rule("1851.phase.6.effects")
def test_phase_6_has_brown_tiles_highest_values_and_two_trains() -> None:
    scene = laying("6", "SR", "F20:14:0")
    scene.accepted(scene.lay("SR", "F20:611:0"))
    grey = laying("6", "Dixie", "H16:216:0")
    grey.refused(grey.lay("Dixie", "H16:512:0"), "track.colour-by-phase")
    assert values("6", ST_LOUIS, JOHNSON_CITY, BIRMINGHAM) == [70, 40, 50]
    two = full("6")
    two.refused(two.buy(ID, "6"), "train.need-room")
    one = full("6", room=1)
    one.accepted(one.buy(ID, "6"))


@pytest.mark.rule("1851.phase.8.trigger")
def test_the_first_8_train_removes_all_4_trains_unpaid() -> None:
    scene = beginning("8", mine="4", IC="4 5", pool="4 6")
    bank = scene.state.bank
    scene.play(scene.buy(ID, "8"))
    assert scene.table.phase.name == "8"
    assert (scene.trains(ID), scene.trains("IC"), scene.trains("pool")) == (["8"], ["5"], ["6"])
    assert (scene.cash(ID), scene.cash("IC"), scene.state.bank) == (0, 11, bank + 800)
    assert sets(scene, 1) == [3, 3]


@pytest.mark.rule("1851.phase.8.effects")
def test_phase_8_has_grey_tiles_highest_values_and_two_trains() -> None:
    scene = laying("8", "Dixie", "H16:216:0")
    scene.accepted(scene.lay("Dixie", "H16:512:0"))
    assert values("8", ST_LOUIS, JOHNSON_CITY, BIRMINGHAM) == [70, 40, 50]
    two = full("8")
    two.refused(two.buy(ID, "8"), "train.need-room")
    one = full("8", room=1)
    one.accepted(one.buy(ID, "8"))


@pytest.mark.rule("1851.phase.4.effects", "1851.phase.6.effects")
def test_public_play_reads_johnson_city_in_the_order_it_is_printed() -> None:
    for phase, printed in (("3", 40), ("4", 30), ("6", 30)):
        scene = Scene(rules="rails").phase(phase)
        assert scene.game.title.board.hexes["E23"].stops[0].values[scene.table.phase.off_board] == printed


@pytest.mark.rule("1851.phase.5.trigger", "1851.sequence.delayed-change")
@pytest.mark.parametrize("index", [1, 2])
def test_a_set_keeps_its_operating_rounds(index: int) -> None:
    assert sets(begun("5", index=index), 1) == [2, 3]


@pytest.mark.rule("1851.phase.3.trigger", "1851.phase.5.trigger")
def test_a_phase_that_began_between_counts_as_it_is_after_the_stock_round() -> None:
    scene = begun("3")
    scene.sell_out("3", "4")
    scene.set_cash(ID, 500)
    scene.play(scene.buy(ID, "5"))
    assert scene.table.phase.name == "5"
    assert sets(scene, 1) == [1, 3]
