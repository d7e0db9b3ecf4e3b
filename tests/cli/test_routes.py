"""``trunkline routes``: the best runs of positions on file and of recorded games, for people and programs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import trunkline
from cli.terminal import call
from cli.terminal import trunkline as run
from trunkline import routes
from trunkline.engine.kernel import depot
from trunkline.game import Game
from trunkline.game.routes import EXAMPLES

ROOT = Path(__file__).resolve().parents[2]


def without_time(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Check the times in the result and remove them."""
    for each in found:
        ms = each.pop("ms")
        assert isinstance(ms, (int, float))
        assert 0 < ms < 60_000
    return found


def test_positions_as_json_are_a_list_in_the_order_of_the_file_and_nothing_else() -> None:
    done = run("routes", EXAMPLES, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = without_time(json.loads(done.stdout))
    assert [list(each) for each in found] == [["company", "total", "proof", "routes"]] * 3
    assert [(each["company"], each["total"], each["proof"]) for each in found] == [
        ("LPS", 180, "optimal"),
        ("Dixie", 300, "optimal"),
        ("MILW", 620, "optimal"),
    ]
    assert found[0]["routes"] == [
        {
            "train": "4",
            "stops": ["B13.0", "C14.0", "F13.1", "F9.0"],
            "hexes": ["B13", "B15", "C14", "D13", "E14", "F13", "F11", "F9"],
            "revenue": 100,
        },
        {
            "train": "3",
            "stops": ["B13.0", "C14.0", "D17.0"],
            "hexes": ["B13", "C14", "D15", "D17"],
            "revenue": 80,
        },
    ]
    assert [route["train"] for route in found[2]["routes"]] == ["6H", "E"]


def test_the_recorded_positions_reach_their_totals(shared_games: Path) -> None:
    path = shared_games / "routes" / "1856-positions.yaml"
    entries = yaml.safe_load(path.read_text())
    done = run("routes", path, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert [(each["company"], each["total"], each["proof"]) for each in found] == [
        (entry["company"], entry["best"], "optimal") for entry in entries
    ]
    for each, entry in zip(found, entries, strict=True):
        assert sum(route["revenue"] for route in each["routes"]) == each["total"]
        trains = list(entry["trains"])
        for route in each["routes"]:
            trains.remove(route["train"])


def test_positions_as_text_explain_prove_and_draw() -> None:
    done = run("routes", EXAMPLES)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1. 1856, phase 3: LPS, trains 3 4  (the rulebook's example")
    assert "   2  3-train: Sarnia 30, Maudaumin 30, Glencoe 20 = 80" in lines
    assert "      B13.0 C14.0 D15 D17.0" in lines
    assert any(line.startswith("   $180, optimal; ") and line.endswith(" ms") for line in lines)
    assert any(line.startswith("   $620 (tolls: $50), optimal; ") for line in lines)
    assert "The file says" not in done.stdout


def test_the_readme_shows_what_is_printed() -> None:
    (shown,) = re.findall(r"```text\n(1\. 1856.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    printed = call("routes", EXAMPLES).stdout
    for line in shown.splitlines():
        wanted = line.partition(";")[0]
        assert wanted in printed or wanted == "...", line


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Write positions: one with a wrong stated best, one without a train, one without a possible run."""
    (entry, *_) = yaml.safe_load(EXAMPLES.read_text())
    path = tmp_path / "odd.yaml"
    others: list[dict[str, object]] = [{"best": 190}, {"trains": []}, {"markers": {}}, {"best": 180}]
    path.write_text(yaml.safe_dump([{**entry, **changes} for changes in others]))
    return path


def test_a_best_that_was_not_found_is_said(odd: Path) -> None:
    said = call("routes", odd).stdout
    assert said.count("The file says") == 1
    assert "the best is $190, which is not what was found" in said.split("\n2. ")[0]
    assert said.count("no run is possible: $0, optimal") == 2
    assert "LPS, trains none" in said
    totals = [each["total"] for each in json.loads(call("routes", odd, "--json").stdout)]
    assert totals == [180, 0, 0, 180]


def test_the_moments_of_a_game(middle: Game, saved: Path) -> None:
    done = run("routes", "--game", saved, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = without_time(json.loads(done.stdout))
    owners = [corp for corp in middle.state.corporations if middle.state.trains_at(corp)]
    assert owners
    assert [each["company"] for each in found] == owners
    for each in found:
        plan = routes.best(middle, each["company"])
        assert (each["total"], each["proof"]) == (plan.total, plan.proof)
        assert [route["stops"] for route in each["routes"]] == [list(run.stops) for run in plan.runs]
        names = [depot.train_name(run.train) for run in plan.runs]
        assert [route["train"] for route in each["routes"]] == names
    corp = owners[-1]
    one = json.loads(call("routes", "--game", saved, "--company", corp.lower(), "--json").stdout)
    assert without_time(one) == found[-1:]
    text = call("routes", "--game", saved, "--company", corp).stdout
    phase = middle.title.board.phases[middle.state.phase].name
    assert text.startswith(f"1856, phase {phase}: {corp}, trains ")


def test_at_an_earlier_moment(middle: Game, saved: Path) -> None:
    assert json.loads(call("routes", "--game", saved, "--at", "0", "--json").stdout) == []
    assert call("routes", "--game", saved, "--at", "0").stdout == "No company owns a train.\n"
    (none,) = json.loads(call("routes", "--game", saved, "--at", "0", "--company", "LPS", "--json").stdout)
    assert (none["company"], none["total"], none["routes"]) == ("LPS", 0, [])
    number = len(middle.actions) - 60
    early = middle.at(number)
    found = json.loads(call("routes", "--game", saved, "--at", str(number), "--json").stdout)
    assert {each["company"]: each["total"] for each in found} == {
        corp: routes.best(early, corp).total
        for corp in early.state.corporations
        if early.state.trains_at(corp)
    }


def test_a_public_game_is_read_too(shared_games: Path) -> None:
    recorded = [path for path in (shared_games / "1856").glob("*.json") if ".trace." not in path.name]
    path = max(recorded, key=lambda path: path.stat().st_size)
    done = call("routes", "--game", path, "--at", "200", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found
    assert all(each["proof"] == "optimal" for each in found)
    assert any(each["total"] for each in found)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "one of the three"),
        (["FILE", "--game", "SAVED"], "one of the three"),
        (["FILE", "--examples"], "one of the three"),
        (["missing.yaml"], "missing.yaml cannot be read"),
        (["FOLDER"], "cannot be read"),
        (["SAVED"], "holds no list of positions"),
        (["WRONG"], "wrong.yaml, entry 2: unknown key colour"),
        (["FILE", "--at", "3"], "--game"),
        (["FILE", "--company", "LPS"], "--game"),
        (["--game", "missing.json"], "missing.json cannot be read"),
        (["--game", "FOLDER"], "cannot be read"),
        (["--game", "FILE"], "examples.yaml"),
        (["--game", "SAVED", "--company", "XYZ"], "no company 'XYZ'"),
        (["--game", "SAVED", "--company", ""], "no company ''"),
        (["--game", "SAVED", "--at", "99999"], "no position 99999"),
        (["--game", "SAVED", "--at", "9" * 5000], "no position"),
        (["--game", "SAVED", "--at", "-1"], "no number of actions"),
        (["--game", "SAVED", "--at", "x"], "no number of actions"),
        (["--game", "SAVED", "--at", ""], "no number of actions"),
    ],
)
@pytest.mark.parametrize("json_too", [True, False])
def test_bad_input_gets_one_sentence(
    arguments: list[str], said: str, json_too: bool, saved: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.yaml"
    entry = yaml.safe_load(EXAMPLES.read_text())[0]
    wrong.write_text(yaml.safe_dump([entry, {**entry, "colour": "blue"}]))
    files = {"FILE": EXAMPLES, "SAVED": saved, "FOLDER": tmp_path, "WRONG": wrong}
    done = call("routes", *(files.get(each, each) for each in arguments), *(["--json"] if json_too else []))
    assert done.returncode == 2, done
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_the_package_answers_at_the_front_door() -> None:
    assert trunkline.routes.read(EXAMPLES)[0].best().total == 180
