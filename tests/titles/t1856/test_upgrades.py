"""The upgrade list: the upgrades of each tile and each printed city, by phase."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A

AROUND = "F15:126:0 G12:63:0 H15:63:0 G16:7:2 H13:7:0 F13:7:5"
"""Track that leads from tokens on F15 (London), G12 and H15 to G14 by all its six sides."""

PLAIN = {
    "7": {"18", "26", "27", "28", "29"},
    "8": {"16", "17", "19", "23", "24", "25", "28", "29"},
    "9": {"18", "19", "20", "23", "24", "26", "27"},
}
GREEN_16_20 = {
    "16": {"43", "70"},
    "17": {"47"},
    "18": {"43"},
    "19": {"45", "46"},
    "20": {"44", "47"},
}
GREEN_23_29 = {
    "23": {"41", "43", "45", "47"},
    "24": {"42", "43", "46", "47"},
    "25": {"40", "45", "46"},
    "26": {"42", "44", "45"},
    "27": {"41", "44", "46"},
    "28": {"39", "46", "70"},
    "29": {"39", "45", "70"},
}


def upgrading(corp: str, tiles: str, phase: int, *, rules: str = "printed") -> Scene:
    """Return a corporation with its home token, about to lay track."""
    scene = Scene(rules=rules)
    scene.phase(phase)
    scene.started(corp, "P1", cash=100, home=False)
    scene.place_home(corp, 0)
    scene.tiles(tiles)
    return scene.turn(corp)


def becomes(scene: Scene, hex: str) -> set[str]:
    """Return the tiles that may be laid on a hex."""
    return {lay.tile for lay in scene.legal(A.LayTile) if lay.hex == hex}


def cited(scene: Scene, hex: str) -> dict[str, set[str]]:
    """Return the rules that refuse the rotations of each tile that may not be laid on a hex."""
    (corp,) = [corp.id for corp in scene.state.corporations.values() if corp.started]
    open_tiles = becomes(scene, hex)
    found: dict[str, set[str]] = {}
    for tile in scene.game.title.board.tiles:
        if tile not in open_tiles:
            for rotation in range(6):
                refusal = scene.game.check(scene.lay(corp, f"{hex}:{tile}:{rotation}"))
                assert refusal is not None
                found.setdefault(tile, set()).add(refusal.rule.removeprefix("1856."))
    return found


def of_colour(scene: Scene, *colours: str) -> set[str]:
    """Return the tiles of these colours."""
    return {id for id, tile in scene.game.title.board.tiles.items() if tile.colour in colours}


# -- plain track


def in_the_middle(old: str, phase: int, *, rules: str = "printed") -> Scene:
    """Return a scene in which GW may lay track on G14, whose tile GW reaches from every side."""
    scene = upgrading("GW", f"{AROUND} G14:{old}:0", phase, rules=rules)
    scene.token("GW", "G12")
    scene.token("GW", "H15")
    return scene


@pytest.mark.parametrize(
    ("old", "new", "phase", "colour", "rule"),
    [
        pytest.param(old, new, phase, colour, rule, id=old, marks=pytest.mark.rule(f"1856.{rule}"))
        for table, phase, colour, rule in [
            (PLAIN, 2, "green", "upgrade.yellow-plain"),
            (GREEN_16_20, 4, "brown", "upgrade.green-16-20"),
            (GREEN_23_29, 4, "brown", "upgrade.green-23-29"),
        ]
        for old, new in table.items()
    ],
)
def test_plain_track(old: str, new: set[str], phase: int, colour: str, rule: str) -> None:
    scene = in_the_middle(old, phase)
    assert becomes(scene, "G14") == new
    why = cited(scene, "G14")
    for tile in of_colour(scene, colour) - new:
        assert why[tile] == {rule}
    scene = in_the_middle(old, phase - 1)
    assert becomes(scene, "G14") == set()
    why = cited(scene, "G14")
    for tile in new:
        assert why[tile] == {"phase.track-colours"}


@pytest.mark.rule("1856.upgrade.green-23-29")
@pytest.mark.parametrize("old", ["28", "29"])
def test_43_on_28_and_29_elsewhere(old: str) -> None:
    assert becomes(in_the_middle(old, 4, rules="18xx.games"), "G14") == GREEN_23_29[old] | {"43"}


# -- cities


@pytest.mark.rule("1856.upgrade.yellow-cities")
@pytest.mark.parametrize("old", ["5", "6", "57"])
def test_yellow_cities(old: str) -> None:
    scene = upgrading("WGB", f"J11:{old}:0", 2)
    assert becomes(scene, "J11") == {"14", "15"}
    why = cited(scene, "J11")
    for tile in of_colour(scene, "green") - {"14", "15"}:
        assert why[tile] == {"upgrade.yellow-cities"}
    scene = upgrading("WGB", f"J11:{old}:0", 1)
    assert becomes(scene, "J11") == set()


@pytest.mark.rule("1856.upgrade.green-cities")
@pytest.mark.parametrize(("corp", "hex", "new"), [("WGB", "J11", "63"), ("GT", "P9", "125")])
@pytest.mark.parametrize("old", ["14", "15"])
def test_green_cities(old: str, corp: str, hex: str, new: str) -> None:
    rotation = 1 if hex == "P9" else 0
    scene = upgrading(corp, f"{hex}:{old}:{rotation}", 4)
    assert becomes(scene, hex) == {new}
    why = cited(scene, hex)
    for tile in of_colour(scene, "brown") - {"63", "125"}:
        assert why[tile] == {"upgrade.green-cities"}
    (other,) = {"63", "125"} - {new}
    assert why[other] == {"track.l-tile"}
    scene = upgrading(corp, f"{hex}:{old}:{rotation}", 3)
    assert becomes(scene, hex) == set()


@pytest.mark.rule("1856.upgrade.printed-cities")
@pytest.mark.parametrize(
    ("hex", "new"),
    [("F15", "121"), ("M4", "121"), ("N11", "120"), ("L15", "59"), ("N17", "59"), ("I12", "59")],
)
def test_printed_cities(hex: str, new: str) -> None:
    for phase in (1, 2):
        scene = Scene()
        scene.phase(phase)
        scene.started("BB", "P1", cash=100)
        scene.token("BB", hex)
        scene.turn("BB")
        assert becomes(scene, hex) == ({new} if phase == 2 else set())
        why = cited(scene, hex)
        if phase == 1:
            assert why[new] == {"phase.track-colours"}
        for tile in of_colour(scene, "green") - {new}:
            assert why[tile] == {"phase.track-colours" if phase == 1 else "upgrade.printed-cities"}


@pytest.mark.rule("1856.upgrade.green-59", "1856.upgrade.gray")
@pytest.mark.parametrize("hex", ["L15", "N17", "I12"])
def test_hamilton_welland_and_kitchener(hex: str) -> None:
    browns = {"64", "65", "66", "67", "68"}
    found = set()
    for rotation in range(6):
        scene = Scene()
        scene.phase(4)
        scene.started("BB", "P1")
        scene.tiles(f"{hex}:59:{rotation}")
        scene.token("BB", hex)
        scene.turn("BB")
        found |= becomes(scene, hex)
        assert becomes(scene, hex) <= browns
        for tile in of_colour(scene, "brown") - browns:
            assert cited(scene, hex)[tile] == {"upgrade.green-59"}
    assert found == browns
    for brown in browns:
        gray = {"123"} if hex == "L15" else set()
        fitting = set()
        for rotation in range(6):
            scene = Scene()
            scene.phase(5)
            scene.started("BB", "P1")
            scene.tiles(f"{hex}:{brown}:{rotation}")
            scene.token("BB", hex)
            scene.turn("BB")
            fitting |= becomes(scene, hex)
            if hex != "L15":
                assert cited(scene, hex)["123"] == {"upgrade.gray"}
            scene.phase(4)
            assert becomes(scene, hex) == set()
        assert fitting == gray


@pytest.mark.rule("1856.upgrade.green-120-121")
@pytest.mark.parametrize(
    ("corp", "hex", "old", "new"),
    [("CVR", "N11", "120", "122"), ("GW", "F15", "121", "126"), ("CPR", "M4", "121", "127")],
)
def test_toronto_london_and_barrie(corp: str, hex: str, old: str, new: str) -> None:
    rotation = 1 if old == "120" else 0
    scene = upgrading(corp, f"{hex}:{old}:{rotation}", 4)
    assert becomes(scene, hex) == {new}
    why = cited(scene, hex)
    for tile in of_colour(scene, "brown") - {new}:
        assert why[tile] == {"upgrade.green-120-121"}
    scene = upgrading(corp, f"{hex}:{old}:{rotation}", 3)
    assert becomes(scene, hex) == set()


@pytest.mark.rule("1856.upgrade.gray")
def test_toronto_turns_gray() -> None:
    scene = upgrading("CVR", "N11:122:1", 5)
    assert becomes(scene, "N11") == {"124"}
    assert cited(scene, "N11")["123"] == {"upgrade.gray"}
    scene = upgrading("CVR", "N11:122:1", 4)
    assert becomes(scene, "N11") == set()
    scene = upgrading("CVR", "N11:124:1", 6)
    assert becomes(scene, "N11") == set()


# -- small cities


def beside_london(tile: str, phase: int) -> Scene:
    """Return a scene in which GW may lay track on F13 and reaches its tile of two small cities."""
    return upgrading("GW", f"F15:126:0 F13:{tile}:0", phase)


@pytest.mark.rule("1856.upgrade.yellow-69")
@pytest.mark.parametrize("phase", [1, 2, 4, 5, 6])
def test_69_stays(phase: int) -> None:
    scene = beside_london("69", phase)
    assert becomes(scene, "F13") == set()
    why = cited(scene, "F13")
    for tile in of_colour(scene, "green"):
        assert why[tile] == {"phase.track-colours" if phase == 1 else "upgrade.yellow-69"}
    for tile in of_colour(scene, "yellow"):
        assert why[tile] == {"track.yellow-on-light-green"}


@pytest.mark.rule("1856.upgrade.small-double")
@pytest.mark.parametrize(("old", "new"), [("1", "14"), ("55", "14"), ("2", "15"), ("56", "15")])
def test_two_small_cities(old: str, new: str) -> None:
    scene = beside_london(old, 5)
    assert becomes(scene, "F13") == {new}
    lays = [lay for lay in scene.legal(A.LayTile) if lay.hex == "F13"]
    exits = scene.game.title.tables.piece(old, 0).edges
    assert all(scene.game.title.tables.piece(new, lay.rotation).edges == exits for lay in lays)
    assert lays
    why = cited(scene, "F13")
    for tile in of_colour(scene, "green") - {new}:
        assert why[tile] == {"upgrade.small-double"}
    scene = beside_london(old, 4)
    assert becomes(scene, "F13") == set()
    assert cited(scene, "F13")[new] == {"track.small-city-change"}


@pytest.mark.rule("1856.upgrade.small-single", "1856.upgrade.small-downgrade")
@pytest.mark.parametrize(("old", "up", "down"), [("3", "5", "7"), ("4", "57", "9"), ("58", "6", "8")])
def test_one_small_city(old: str, up: str, down: str) -> None:
    scene = upgrading("BB", f"J15:63:0 K16:{old}:2", 5)
    assert becomes(scene, "K16") == {up, down}
    tables = scene.game.title.tables
    lays = [lay for lay in scene.legal(A.LayTile) if lay.hex == "K16"]
    assert {(lay.tile, tables.piece(lay.tile, lay.rotation).edges) for lay in lays} == {
        (tile, tables.piece(old, 2).edges) for tile in (up, down)
    }
    why = cited(scene, "K16")
    for tile in {"5", "57", "6"} - {up}:
        assert why[tile] == {"upgrade.small-single"}
    for tile in {"7", "9", "8"} - {down}:
        assert why[tile] == {"upgrade.small-downgrade"}
    scene.phase(4)
    assert becomes(scene, "K16") == set()
    for tile in (up, down):
        assert cited(scene, "K16")[tile] == {"track.small-city-change"}


@pytest.mark.rule("1856.upgrade.small-downgrade", "1856.glossary.legal-run")
def test_a_downgraded_hex_counts_no_city() -> None:
    scene = upgrading("BB", "J15:57:2 K16:4:2 L17:57:2", 5)
    scene.state.trains = {**scene.state.trains, "5-0": "BB"}
    scene.play(scene.lay("BB", "K16:9:2"))
    scene.play(A.Pass("P1"))
    scene.refused(scene.run("BB", ("5", "J15.0 K16.0 L17.0")), "glossary.legal-run")
    scene.play(scene.run("BB", ("5", "J15.0 K16 L17.0")))
    assert scene.corp("BB").revenue == 20 + 20
