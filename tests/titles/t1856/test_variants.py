"""The printed variants: alternate destinations, and type 8 trains in place of Diesels."""

from __future__ import annotations

import pytest

import trunkline
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.state import BANK, OUT, POOL
from trunkline.web.presenters.corporations import companies

ALTERNATE = ("alternate_destinations",)
TYPE_8 = ("type8",)

GOALS = {
    "BB": "Toronto",
    "CA": "Detroit joined to London",
    "CPR": "Oshawa",
    "CVR": "Barrie",
    "GT": "Burlington",
    "GW": "Brantford",
    "LPS": "London",
    "TGB": "Canadian West",
    "THB": "Woodstock",
    "WR": "Hamilton",
    "WGB": "Lake Huron",
}

TO_LONDON = "C14:57:1 E14:9:2 F15:121:0"
"""All track from Maudaumin to London but the tile on D13."""
LAST_TO_LONDON = "D13:8:5"


@pytest.mark.rule("1856.variant.destinations")
def test_alternate_destinations() -> None:
    corporations = Scene(variants=ALTERNATE).game.title.board.corporations
    goals = {corp.id: corp.alternate_destination for corp in corporations if corp.alternate_destination}
    assert {id: goal.name for id, goal in goals.items()} == GOALS
    by_id = Scene().game.title.board.corporation
    same = [id for id, goal in goals.items() if (own := by_id[id].destination) and own.hexes == goal.hexes]
    assert same == ["WR"]
    assert "alternate_destinations" in trunkline.catalogue()["1856"].variants


@pytest.mark.rule("1856.variant.destinations")
@pytest.mark.parametrize(("variants", "paid"), [(ALTERNATE, 100), ((), 0)])
def test_london_releases_the_escrow_of_lps_only_in_the_variant(variants: tuple[str, ...], paid: int) -> None:
    scene = Scene(variants=variants)
    scene.started("LPS", "P1", {"P1": 6}, capital="escrow")
    scene.escrow("LPS", 100)
    card = next(each for each in companies(scene.table, []) if each.id == "LPS")
    assert card.destination is not None
    assert card.destination.name == ("London" if paid else "St. Thomas")
    scene.tiles(TO_LONDON)
    scene.phase(2)
    scene.turn("LPS")
    scene.play(scene.lay("LPS", LAST_TO_LONDON))
    assert scene.cash("LPS") == paid
    assert scene.funds("LPS").reached == bool(paid)


@pytest.mark.rule("1856.variant.destinations")
@pytest.mark.parametrize(("variants", "paid"), [(ALTERNATE, 0), ((), 100)])
def test_the_usual_destination_does_not_count_in_the_variant(variants: tuple[str, ...], paid: int) -> None:
    """LPS reaches St. Thomas, its destination in the base game."""
    scene = Scene(variants=variants)
    scene.started("LPS", "P1", {"P1": 6}, capital="escrow")
    scene.escrow("LPS", 100)
    scene.tiles("C14:57:2 D15:9:2 E16:9:2")
    scene.turn("LPS")
    scene.play(scene.lay("LPS", "F17:57:2"))
    assert scene.cash("LPS") == paid


@pytest.mark.rule("1856.variant.destinations")
def test_detroit_joined_to_london_counts_for_the_canada_air_line() -> None:
    """The link need not touch CA's own token in Glencoe, and any corporation may lay it."""
    scene = Scene(variants=ALTERNATE)
    scene.started("CA", "P1", {"P1": 6}, capital="escrow")
    scene.escrow("CA", 130)
    scene.started("GW", "P2", par=90)
    scene.tiles("F15:121:0 E14:8:5 D15:9:1 C16:9:1 B17:8:4")
    scene.turn("GW")
    scene.play(scene.lay("GW", "B19:6:1"))
    assert scene.cash("CA") == 130


# -- type 8


def selling_8(cash: int = 5000) -> Scene:
    """Return GT in its train step in phase five of the variant."""
    scene = Scene(variants=TYPE_8)
    scene.started("GT", "P1", {"P1": 4}, cash=cash)
    scene.started("BB", "P2", {"P2": 4}, par=90)
    scene.phase(5)
    return scene.turn("GT", "trains")


@pytest.mark.rule("1856.variant.type-8")
def test_type_8_replaces_the_diesel() -> None:
    scene = selling_8()
    assert {depot.train_name(train) for train in scene.state.trains} == {"2", "3", "4", "5", "6", "8"}
    assert {(depot.train_name(buy.train), buy.price) for buy in scene.legal(A.BuyTrain)} == {("8", 1000)}
    scene.state.trains = {**scene.state.trains, "4-0": "GT", "4-1": "BB", "4-2": POOL, "5-0": "BB"}
    trade = scene.buy("GT", "8", trade_in="4")
    assert trade.price == 650
    scene.play(trade)
    assert scene.cash("GT") == 5000 - 650
    assert depot.phase(scene.table).name == "6"
    assert {scene.state.trains[f"4-{copy}"] for copy in range(4)} == {OUT}
    assert scene.trains("BB") == ["5"]
    scene.play(scene.buy("GT", "8"))
    assert scene.cash("GT") == 5000 - 650 - 1000


@pytest.mark.rule("1856.variant.type-8")
def test_type_8_comes_on_sale_with_the_first_6_and_never_runs_out() -> None:
    scene = Scene(variants=TYPE_8)
    scene.started("GT", "P1", cash=20000)
    scene.phase(4)
    scene.sell_out("5")
    scene.turn("GT", "trains")
    scene.refused(scene.buy("GT", "8"), "train.numeric-order")
    scene.play(scene.buy("GT", "6"))
    for _ in range(7):
        scene.play(scene.buy("GT", "8"))
        scene.give_away("GT")
    assert scene.trains(BANK) == ["6", "8"]


@pytest.mark.rule("1856.variant.type-8")
@pytest.mark.parametrize(("variants", "name"), [(TYPE_8, "8"), ((), "D")])
def test_an_8_runs_to_eight_places(variants: tuple[str, ...], name: str) -> None:
    """Nine places: Orangeville, a town, Guelph, Galt, Brantford, a town, Hamilton, Burlington and Toronto."""
    scene = Scene(variants=variants)
    scene.started("TGB", "P1")
    scene.phase(5)
    scene.tiles("K8:63:0 J9:58:4 J11:63:0 J13:63:0 J15:63:0 K16:58:2 L15:123:0 L13:125:5 M12:9:1")
    scene.give_trains("TGB", name)
    scene.turn("TGB", "run")
    eight = "K8.0 J9.0 J11.0 J13.0 J15.0 K16.0 L15.0 L13.0"
    scene.accepted(scene.run("TGB", (name, eight)))
    nine = scene.run("TGB", (name, f"{eight} M12 N11.0"))
    if name == "8":
        scene.refused(nine, "run.length")
        scene.play(scene.run("TGB", (name, eight)))
    else:
        scene.play(nine)
    assert scene.corp("TGB").revenue == (280 if name == "8" else 310)
