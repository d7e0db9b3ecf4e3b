"""Tests of special places on the three maps, with figures worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.map.boards import board, laid, marked, tables
from engine.routing import checker
from trunkline.engine.routing import (
    Bonus,
    RouteContext,
    Run,
    RunPlan,
    Toll,
    TrainRange,
    best_runs,
    check_runs,
    links,
    train_range,
)

LPS = "C14:14:1 B15:7:3 D15:8:0 D17:57:0 D13:8:5 E14:8:2 F13:56:0 F11:9:0"
"""The rulebook's example of 1856: two routes from Sarnia to Maudaumin, then Glencoe and Goderich."""
AB = {"a": TrainRange(2), "b": TrainRange(2)}


def plan_of(
    title: str,
    tiles: str,
    tokens: str,
    trains: dict[str, TrainRange],
    values: str,
    *,
    bonuses: tuple[Bonus, ...] = (),
    pair: int = 0,
    toll: Toll | None = None,
    purse: int = 0,
    phase: str | None = None,
) -> RunPlan:
    """Return the best runs of the first company among the tokens. Both checkers check them."""
    t = tables(title)
    corp = tokens.partition(":")[2].replace(",", " ").split()[0]
    closed = frozenset() if phase is None else t.closed(phase)
    tolls = (toll,) if toll else ()
    context = RouteContext(
        t, laid(tiles), marked(tokens), corp, trains, values, bonuses, pair, tolls, purse, closed
    )
    plan = best_runs(context)
    assert plan.proof == "optimal"
    assert check_runs(context, plan.runs) == []
    assert checker.faults(context, plan.runs) == []
    return plan


def paths(plan: RunPlan) -> list[str]:
    """Return the paths of a plan as text."""
    return [" ".join(run.path) for run in plan.runs]


# -- 1856


def test_goderich_in_mid_run() -> None:
    tiles = LPS + " G10:9:2 H11:3:2"
    line = "B13.0 C14.0 D13 E14 F13.1 F11 F9.0 G10 H11.0"
    five = plan_of("t1856", tiles, "C14.0:LPS", {"5": TrainRange(5)}, "yellow")
    assert (five.total, paths(five)) == (30 + 30 + 10 + 30 + 10, [line])
    four = plan_of("t1856", tiles, "C14.0:LPS", {"4": TrainRange(4)}, "brown")
    assert (four.total, paths(four)) == (50 + 30 + 10 + 50, [line.removesuffix(" G10 H11.0")])


def test_trains_meet_at_one_city() -> None:
    three = AB | {"c": TrainRange(2)}
    plan = plan_of("t1856", LPS, "C14.0:LPS", three, "yellow")
    assert plan.revenues == (60, 60, 50)
    assert paths(plan) == ["B13.0 B15 C14.0", "B13.0 C14.0", "C14.0 D15 D17.0"]
    plan = plan_of("t1856", LPS, "C14.0:LPS", three | {"d": TrainRange(2)}, "yellow")
    assert plan.revenues == (60, 60, 50, 40)
    plan = plan_of("t1856", LPS, "C14.0:LPS", three | {str(n): TrainRange(2) for n in range(4)}, "yellow")
    assert len(plan.runs) == 4


def test_a_place_of_two_hexes_counts_once_a_train() -> None:
    tiles = "P9:5:4"
    one = plan_of("t1856", tiles, "P9.0:GT", {"D": TrainRange(None)}, "gray")
    assert one.total == 50 + 20
    two = plan_of("t1856", tiles, "P9.0:GT", {"D": TrainRange(None), "2": TrainRange(2)}, "gray")
    assert two.revenues == (70, 70)
    buffalo = "O16:15:5 O18:15:2"
    plan = plan_of("t1856", buffalo, "O16.0:WR", {"D": TrainRange(None)}, "brown")
    assert (plan.total, len(plan.runs[0].stops)) == (40 + 30 + 30, 3)


def test_the_bridge_is_at_one_hex_of_buffalo() -> None:
    bridge = (Bonus("bridge", ("P19",), 10),)
    plan = plan_of("t1856", "O18:15:2", "O18.0:WR", {"D": TrainRange(None)}, "brown", bonuses=bridge)
    assert (plan.total, paths(plan)) == (40 + 30 + 10, ["O18.0 P19.0"])


def test_many_tolls_on_one_way() -> None:
    # Glencoe to Goderich crosses three hexes with a toll of $5 each; the purse can pay two.
    tiles = LPS.replace(" B15:7:3", "")
    t = tables("t1856")
    tolls = tuple(Toll(hex_id, (hex_id,), 5) for hex_id in ("D15", "D13", "F11"))
    far = (Bonus("east", ("D17",), 100), Bonus("west", ("F9",), 100))
    trains = {"D": TrainRange(None)}
    for purse, total, fees in [(0, 60, 0), (9, 180, 5), (14, 200, 10), (15, 290, 15)]:
        context = RouteContext(
            t, laid(tiles), marked("C14.0:LPS"), "LPS", trains, "yellow", far, tolls=tolls, purse=purse
        )
        plan = best_runs(context)
        assert check_runs(context, plan.runs) == []
        assert (plan.total, plan.fees, plan.proof) == (total, fees, "optimal")


def test_a_board_with_too_much_plain_track_to_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    t = tables("t1856")
    context = RouteContext(t, laid(LPS), marked("C14.0:LPS"), "LPS", {"D": TrainRange(None)}, "yellow")
    full = best_runs(context).total
    for steps in (0, 1, 2, 3, 5):
        monkeypatch.setattr(links, "CHAIN_STEPS", steps)
        monkeypatch.delitem(t.kept, links.WALKS, raising=False)
        # A new mapping makes a new position without cached results.
        plan = best_runs(replace(context, tiles=dict(context.tiles)))
        assert check_runs(context, plan.runs) == []
        assert plan.total <= full <= plan.bound


# -- 1851


def test_louisville() -> None:
    both = "B16.0 B16.1"
    tiles = "C15:8:1 C13:9:1 C11:57:1"
    ln, nc = "B16.0:L&N B16.1:NC", "B16.1:NC B16.0:L&N"
    two, three = {"2": TrainRange(2)}, {"3": TrainRange(3)}
    assert paths(plan_of("t1851", tiles, "B16.0:L&N", AB, "phase2")) == [both]
    plan = plan_of("t1851", tiles, "B16.0:L&N", three, "phase2")
    assert (plan.total, paths(plan)) == (60, ["B16.0 B16.1 C15 C13 C11.0"])
    # The other city is full: no train runs through it, and the token's own city has no other exit.
    assert plan_of("t1851", tiles, ln, three, "phase2").total == 40
    assert plan_of("t1851", tiles, nc, three, "phase2").total == 60
    assert plan_of("t1851", tiles, nc, two | three, "phase2").revenues == (40, 40)
    assert plan_of("t1851", tiles, nc, AB, "phase2").revenues == (40, 40)
    # A run between the two crosses no hex side.
    hexes = {"0": TrainRange(0, "hexes"), "1": TrainRange(1, "hexes")}
    assert plan_of("t1851", tiles, nc, hexes, "phase2").revenues == (40,)


def test_louisville_is_one_city_in_green() -> None:
    tiles = "C15:8:1 C13:9:1 C11:57:1 B16:511:0"
    worth = board("t1851").tiles["511"].stops[0].value
    plan = plan_of("t1851", tiles, "B16.0:L&N,NC", {"3": TrainRange(3)}, "phase2")
    assert (plan.total, paths(plan)) == (worth + 20, ["B16.0 C15 C13 C11.0"])


@pytest.mark.parametrize(("phase", "total"), [("2", 0), ("3", 0), ("4", 50), ("5", 50), ("6", 70), ("8", 70)])
def test_birmingham_opens_late(phase: str, total: int) -> None:
    key = board("t1851").phase[phase].off_board
    plan = plan_of("t1851", "I13:57:0", "I13.0:M&O", {"2": TrainRange(2)}, key, phase=phase)
    assert plan.total == total
    assert paths(plan) == (["I13.0 J12.0"] if total else [])


def test_a_run_between_two_offboard_places() -> None:
    tiles = "H4:6:5 I5:9:2"
    two, three = {"2": TrainRange(2)}, {"3": TrainRange(3)}
    assert plan_of("t1851", tiles, "H4.0:M&O", two, "phase2", pair=10).total == 30 + 20
    plan = plan_of("t1851", tiles, "H4.0:M&O", three, "phase2", pair=10)
    assert (plan.total, paths(plan)) == (20 + 20 + 30 + 3 * 10, ["H2.0 H4.0 I5 J6.0"])
    # $10 a stop: one more stop adds a circle's value and $10.
    assert plan.earned[0].pair == 30


# -- 18GL


FERRIES = [
    ("D10:MIL-Y:0 E9:FER-G:5 F10:PT1:2", "D10.0", "D10.0 E9 F10.0", 30 + 10),
    ("F6:FC1:2 E5:FER-S:2 D4:PT1:5", "F6.0", "D4.0 E5 F6.0", 20 + 10),
    ("J4:FER-S:1", "I5.0", "I5.0 J4 K3.0", 20 + 20),
    ("J6:FER-S:2 K7:FER-S:2 L8:PT1:2", "I5.0", "I5.0 J6 K7 L8.0", 20 + 10),
    ("L12:FER-S:0 L10:FC1:0", "L14.0", "L10.0 L12 L14.0", 20 + 30),
]
"""Tiles of a ferry, a token, the run over it, and the run's earnings in the first phase."""


@pytest.mark.parametrize(("tiles", "token", "path", "total"), FERRIES)
def test_an_active_ferry_is_track_and_its_hexes_count(tiles: str, token: str, path: str, total: int) -> None:
    sides = len(path.split()) - 1
    lakes = tuple(word for word in path.split() if "." not in word)
    ashore = " ".join(word for word in tiles.split() if ":FER-" not in word)

    def earned(reach: int, tiles: str, fee: int = 0, purse: int = 0) -> int:
        kind = {"H": TrainRange(reach, "hexes")}
        # Other printed track may begin beyond the landing. Bonuses on both ends make this run the best.
        ends = path.split()[0][:-2], path.split()[-1][:-2]
        extra = tuple(Bonus(end, (end,), 500) for end in ends)
        toll = Toll("ferry", lakes, fee)
        plan = plan_of("t18gl", tiles, f"{token}:MILW", kind, "first", bonuses=extra, toll=toll, purse=purse)
        return plan.total - plan.fees

    assert earned(sides, tiles) == total + 1000
    assert earned(sides, ashore) < 1000
    assert earned(sides - 1, tiles) < 1000
    assert earned(sides, tiles, fee=50) < 1000
    assert earned(sides, tiles, fee=50, purse=49) < 1000
    assert earned(sides, tiles, fee=50, purse=50) == total + 1000 - 50


@pytest.mark.parametrize(
    ("purse", "revenues", "fees"), [(0, (), 0), (50, (140,), 50), (99, (140,), 50), (100, (140, 130), 100)]
)
def test_the_fee_is_due_for_each_train(purse: int, revenues: tuple[int, ...], fees: int) -> None:
    # Northern Ontario 20 and Owen Sound 10 with a bonus of 100 each, and Alpena 20 between them.
    tiles = "J4:FER-S:1 J6:FER-S:2 K7:FER-S:2 L8:PT1:2"
    ferry = Toll("ferry", ("J4", "J6", "K7"), 50)
    extra = (Bonus("west", ("K3",), 100), Bonus("east", ("L8",), 100))
    two = {"a": TrainRange(3, "hexes"), "b": TrainRange(3, "hexes")}
    plan = plan_of("t18gl", tiles, "I5.0:GTW", two, "first", bonuses=extra, toll=ferry, purse=purse)
    assert (plan.revenues, plan.fees) == (revenues, fees)
    # One train over both stretches pays once.
    one = {"a": TrainRange(5, "hexes")}
    plan = plan_of("t18gl", tiles, "I5.0:GTW", one, "first", bonuses=extra, toll=ferry, purse=purse)
    assert (plan.revenues, plan.fees) == (((250,), 50) if purse >= 50 else ((), 0))


def test_a_ferry_is_taken_only_where_it_pays() -> None:
    # Chicago's two halves and Milwaukee earn 110; Muskegon adds 10 and costs 50.
    tiles = "D10:MIL-Y:0 E9:FER-G:5 F10:PT1:2"
    ferry = Toll("ferry", ("E9",), 50)
    four = {"4H": TrainRange(4, "hexes")}
    plan = plan_of("t18gl", tiles, "D12.0:MILW", four, "first", toll=ferry, purse=500)
    assert (plan.total, plan.fees, paths(plan)) == (110, 0, ["D10.0 D12.0 D14.0"])
    free = plan_of("t18gl", tiles, "D12.0:MILW", four, "first")
    assert (free.total, paths(free)) == (120, ["D14.0 D12.0 D10.0 E9 F10.0"])
    port = (Bonus("port", ("F10",), 40),)
    even = plan_of("t18gl", tiles, "D12.0:MILW", four, "first", toll=ferry, purse=50, bonuses=port)
    assert even.total - even.fees == 110


def test_chicagos_parallel_tracks_serve_two_trains() -> None:
    kind = TrainRange(1, "hexes")
    three = dict.fromkeys("abc", kind)
    for tiles, revenues in [
        ("D12:CHI-B:0 D14:CHI-B:3", (140, 140)),
        ("D12:CHI-X:0 D14:CHI-B:3", (160, 160)),
        ("D12:CHI-X:0 D14:CHI-X:3", (180, 180)),
        ("D12:CHI-B:0 D14:CHI-G:3", (120,)),
        ("", (80,)),
    ]:
        plan = plan_of("t18gl", tiles, "D12.0:MILW", three, "first")
        assert plan.revenues == revenues
    t = tables("t18gl")
    context = RouteContext(t, laid("D12:CHI-B:0 D14:CHI-B:3"), marked("D12.0:MILW"), "MILW", three, "first")
    runs = [Run(name, ("D12.0", "D14.0")) for name in "abc"]
    assert [p.key for p in check_runs(context, runs)] == ["shared_track"]
    round_trip = Run("a", ("D12.0", "D14.0", "D12.0"))
    assert "repeat_stop" in [p.key for p in check_runs(context, [round_trip])]


def test_ranges_of_e_trains_and_of_lengthened_ones() -> None:
    trains = board("t18gl").train
    e = trains["E"]
    found = [train_range(e, owned=owned) for owned in (1, 2, 3, 4)]
    assert [kind.reach for kind in found] == [2, 3, 3, 4]
    assert {(kind.unit, kind.factor) for kind in found} == {("cities", 2)}
    late = train_range(e, owned=1, bought=("10H", "D"))
    assert (late.reach, late.unit, late.factor) == (5, "cities", 1)
    # ALCO: two more.
    assert train_range(trains["4H"], longer=2) == TrainRange(6, "hexes")
    assert train_range(e, owned=2, longer=2) == TrainRange(5, "cities", 2)
    assert train_range(trains["D"], longer=2) == TrainRange(None, "hexes")


def test_what_e_trains_and_lengthened_ones_earn() -> None:
    tiles = "D10:MIL-Y:0 E9:FER-G:5 F10:PT1:2"
    trains = board("t18gl").train

    def earned(kind: TrainRange) -> tuple[int, int]:
        plan = plan_of("t18gl", tiles, "D12.0:MILW", {"x": kind}, "first")
        return plan.total, len(plan.runs[0].stops)

    assert earned(train_range(trains["2H"])) == (110, 3)
    assert earned(train_range(trains["2H"], longer=2)) == (120, 4)
    assert earned(train_range(trains["E"], owned=1)) == (2 * (40 + 40), 2)
    assert earned(train_range(trains["E"], owned=4)) == (2 * (40 + 40 + 30), 3)
    assert earned(train_range(trains["E"], bought=("D",))) == (40 + 40 + 30, 3)


def test_a_town_is_passed_once_though_it_does_not_count() -> None:
    # Toledo 20, Columbus 20 and Cincinnati 30 around the town of Dayton.
    tiles = "I13:57:0 I15:9:0 I17:148:1 J18:57:2 H18:8:4"
    cities = {"E": TrainRange(None, "cities", 2)}
    plan = plan_of("t18gl", tiles, "I13.0:NYC", cities, "first")
    assert (plan.total, paths(plan)) == (2 * (20 + 30), ["H20.0 H18 I17.0 I15 I13.0"])
    plan = plan_of("t18gl", tiles, "I13.0:NYC J18.0:NYC", cities | {"F": cities["E"]}, "first")
    assert plan.revenues == (100,)
    hexes = {"D": TrainRange(None, "hexes"), "2H": TrainRange(2, "hexes")}
    plan = plan_of("t18gl", tiles, "I13.0:NYC J18.0:NYC", hexes, "first")
    # The other train can use only the track between Columbus and Dayton.
    assert plan.revenues == (20 + 20 + 30, 20 + 20)
