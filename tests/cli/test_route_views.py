"""Runs drawn on the map, and typed runs."""

from __future__ import annotations

import pytest

from scenes import Scene, lps_about_to_run
from trunkline import UsageError, routes
from trunkline.cli.terminal import menu
from trunkline.cli.terminal.map_drawing import Drawing
from trunkline.cli.terminal.routes_text import typed_runs
from trunkline.cli.terminal.runs_text import plan_map, worth
from trunkline.engine.kernel.action import RunTrains
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.routing import Run
from trunkline.engine.track import PlacedTile, map_tables
from trunkline.game.routes import EXAMPLES
from trunkline.titles import boards


def drawn(number: int, width: int = 0) -> list[str]:
    """Return the map of the best runs of one of the examples."""
    position = routes.read(EXAMPLES)[number]
    return plan_map(position.context, position.best(), width)


def test_runs_are_drawn_on_flat_hexes() -> None:
    lines = drawn(0)
    part = r"""
        / B13 \       / D13 \       + F13 \
  _____/  (12) \_____/   8   \_____+  (1)  \
 / A14 \   30  2 C14 1       1 E14 1   10  /
/ ~~~~~ \__1__2  (12) 1_____1   8   1__+__/
\Port Hu/ B15 1 30 L. 2 D15 \       / F15 +
 \_____/   7   1_____2   8   \_____/ London
"""
    wanted = part.strip("\n").split("\n")
    top = next(y for y, line in enumerate(lines) if "B13" in line)
    assert [line[: len(want)] for line, want in zip(lines[top:], wanted, strict=False)] == wanted
    assert lines[-3].startswith("1 2 where that run crosses a border, (1) where run 1 stops")
    assert lines[-1] == "Tokens: L LPS"


def test_runs_are_drawn_on_pointed_hexes() -> None:
    lines = drawn(1)
    (memphis,) = [y for y, line in enumerate(lines) if "H4" in line]
    wanted = [
        "|   H2  |   H4  |   H6  |",
        "|  (2)  2  (2)  |       |",
        "|   30  | 40 GD |       |",
        ".---v---.---v-2-.---v---.",
        "    |   I3  |   I5  |   I7",
        "    |       |   9   |",
    ]
    got = [line[: len(want)] for line, want in zip(lines[memphis:], wanted, strict=False)]
    assert got == wanted


def test_several_runs_over_one_border_are_told() -> None:
    lines = drawn(2)
    chicago = next(y for y, line in enumerate(lines) if "D14" in line)
    assert "&" in lines[chicago - 1]
    assert "& where several do" in lines[-3]
    assert "several" not in drawn(0)[-3]


def test_the_map_is_cut_down_to_the_runs() -> None:
    text = "\n".join(drawn(0))
    for hex in ("A14", "B13", "C18", "D19", "F9", "F11", "G8", "G18"):
        assert f" {hex} " in text
    for hex in ("A20", "H11", "N11", "F21"):
        assert f" {hex} " not in text
    position = routes.read(EXAMPLES)[0]
    whole = "\n".join(Drawing.of_runs(position.context, ()).lines())
    assert " N11 " in whole
    assert "(1)" not in whole
    assert plan_map(position.context, routes.RunPlan((), (), 0)) == []
    assert max(map(len, drawn(1, 50)[:-3])) <= 50


def test_texts_keep_clear_of_the_numbers_of_runs() -> None:
    tables = map_tables(boards()["1856"]())
    # The largest city with all spaces taken and a run on every side of its hex.
    tiles = {"N11": PlacedTile("124", 1), "O10": PlacedTile("9", 1), "M12": PlacedTile("9", 1)}
    run = Run("D", ("P9.0", "O10", "N11.0", "M12", "L13.0"))
    (line, *_) = [line for line in Drawing(tables, tiles, {}, "gray", (run,)).lines() if "100" in line]
    before, after = line.split("100")
    assert before[-1] == " "
    assert " " in after[:4]


def test_a_plan_without_proof_says_so() -> None:
    earned = routes.Earnings((("C14.0", "Maudaumin", 30), ("D17.0", "Glencoe", 20)))
    run = Run("3-0", ("C14.0", "D17.0"))
    assert worth(routes.RunPlan((run,), (earned,), 50)) == "$50, optimal"
    assert worth(routes.RunPlan((run,), (earned,), 70)) == "$50, at most $70"


@pytest.fixture
def scene() -> Scene:
    """Return LPS with a 3 and a 4, about to run."""
    return lps_about_to_run()


def typed(scene: Scene, text: str) -> dict[str, str]:
    """Return the typed runs as text, by train."""
    action = typed_runs(scene.game, text, scene.runs())
    assert isinstance(action, RunTrains)
    assert scene.game.check(action) is None
    return {run.train: " ".join(run.path) for run in action.runs}


def test_the_menu_spells_out_the_best_runs(scene: Scene) -> None:
    lines = list(menu.lines(menu.menu(scene.game, scene.game.legal("P1"))))
    at = next(y for y, line in enumerate(lines) if "run trains" in line)
    assert lines[at].endswith("LPS: run trains (the best: $180, proved)")
    assert "      3-train: Sarnia 30, Maudaumin 30, Glencoe 20 = 80" in lines[at + 1 : at + 5]
    narrow = list(menu.lines(menu.menu(scene.game, scene.game.legal("P1")), 40))
    assert max(map(len, narrow[at + 1 : at + 5])) <= 40


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("3: C14 D15 D17", {"3-0": "C14.0 D15 D17.0"}),
        ("3: D17 C14", {"3-0": "B13.0 C14.0 D15 D17.0"}),
        ("3: D17", {"3-0": "B13.0 C14.0 D15 D17.0"}),
        ("4: f9, b13", {"4-0": "B13.0 C14.0 D13 E14 F13.1 F11 F9.0"}),
        # F13 has two towns. The route is found for either of them.
        ("4: F13 C14", {"4-0": "B13.0 C14.0 D13 E14 F13.1 F11 F9.0"}),
        # A route that was typed in full keeps its track, at any place in the line.
        (
            "4: B13 F9; 3: B13 B15.- C14",
            {"4-0": "B13.0 C14.0 D13 E14 F13.1 F11 F9.0", "3-0": "B13.0 B15 C14.0"},
        ),
        # The 4 alone would run to Goderich and leave no route there for the 3.
        ("4: C14; 3: F9", {"4-0": "B13.0 C14.0 D15 D17.0", "3-0": "C14.0 D13 E14 F13.1 F11 F9.0"}),
    ],
)
def test_a_few_stops_are_enough(scene: Scene, text: str, runs: dict[str, str]) -> None:
    assert typed(scene, text) == runs


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3: F9 D17", "No route of the 3-train through F9.0 and D17.0 is legal."),
        ("3: B13 C14; 4: B13 B15.- C14; 3: D17", "no train '3' left"),
        ("4: B13 F9; 3: D15 D17", "[1856."),
        ("3: B13 B15.- C14 B13", "[1856.run."),
        ("4: B13 F9; 3: C14 D15 B13", "[1856.glossary.legal-run]"),
        ("3:", "is no route"),
        ("C14 D17", "is no route"),
    ],
)
def test_what_makes_no_route_is_said(scene: Scene, text: str, said: str) -> None:
    with pytest.raises((UsageError, Refusal)) as caught:
        typed(scene, text)
    assert said in str(caught.value)
