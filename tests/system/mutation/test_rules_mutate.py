"""The tool that switches rules off, run on a small test project: it must find the survivors."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

import trunkline
from scenes import Scene
from system.mutation.rules_mutate import (
    INSIDE,
    KILLED,
    SURVIVED,
    TABLES,
    UNNAMED,
    UNSEEN,
    Findings,
    Outcome,
    Project,
    complaints,
    projects,
    report,
)
from system.mutation.switch import MOMENT, RUNS, Switch
from trunkline import actions as A
from trunkline.engine.kernel import rule_names

TESTS = Path(__file__).resolve().parents[2]

RULES = """
- {id: 1856.good, rule: One., kind: restriction}
- {id: 1856.useless, rule: Two., kind: restriction}
- {id: 1856.elsewhere, rule: Three., kind: value}
- {id: 1856.nowhere, rule: Four., kind: restriction}
- {id: 1856.breaks, rule: Five., kind: value}
- {id: 1856.free, rule: Six., kind: restriction}
- {id: 1856.silent, rule: Seven., kind: value}
- {id: 1856.either.left, rule: Eight., kind: restriction}
- {id: 1856.talk, rule: Nine., kind: restriction, scope: table}
"""

SOURCE = """
def check(t, corp, side="left"):
    if corp == "good":
        t.refuse("good", "A", "B")
    if corp == "useless":
        t.refuse("useless", "A", "B")
    if corp == "useless":
        t.refuse("good", "A", "B")
    if corp == "elsewhere":
        t.refuse("elsewhere", "A", "B")
    if corp == "breaks":
        t.refuse("breaks", "A", "B")
        raise KeyError(corp)
    if corp == "nowhere":
        t.refuse("nowhere", "A", "B")
    if corp == "either":
        t.refuse(f"either.{side}", "A", "B")
    t.note(Passed("P1"), "silent")

from trunkline.engine.kernel.events import Passed
"""

CASES = """
import pytest
from src.checks import check
from scenes import Scene
from trunkline.engine.kernel.refusal import Refusal

rule = pytest.mark.rule


def refused(corp):
    with pytest.raises(Refusal) as raised:
        check(Scene().table, corp)
    return raised.value.rule


@rule("1856.good")
def test_good():
    assert refused("good") == "1856.good"


@rule("1856.useless")
def test_any_rule_will_do():
    refused("useless")


@rule("1856.elsewhere")
def test_never_sees_it():
    check(Scene().table, "fine")


def test_names_nothing():
    assert refused("elsewhere") == "1856.elsewhere"


@rule("1856.breaks")
def test_stumbles():
    assert refused("breaks") == "1856.breaks"


@rule("1856.either.left")
def test_either():
    assert refused("either") == "1856.either.left"
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a checkout with rules, code that refuses by them, and tests that do and do not prove them."""
    root = tmp_path_factory.mktemp("checkout")
    source = root / "src"
    source.mkdir(parents=True)
    (source / "checks.py").write_text(SOURCE)
    (root / "test_cases.py").write_text(CASES)
    (root / "rules.yaml").write_text(RULES)
    (root / "exceptions.yaml").write_text("1856.free: There is no such action.\n")
    (root / "pytest.ini").write_text(
        f"[pytest]\npythonpath = . {TESTS}\naddopts = --import-mode=importlib -p no:cacheprovider\n"
        "markers = rule(*ids)\n"
    )
    return Project("1856", root, root / "rules.yaml", (source,), root / "exceptions.yaml", (str(root),))


PROGRAM = """
import sys
from pathlib import Path
from system.mutation.rules_mutate import Project, mutate
root = Path(sys.argv[1])
found = mutate(Project(
    "1856", root, root / "rules.yaml", (root / "src",), root / "exceptions.yaml", (str(root),)
), places=True)
for outcome in [*found.outcomes.values(), *found.places]:
    print(outcome.rule, outcome.place or "-", outcome.state.replace(" ", "_"), outcome.test or "-")
for test in found.failing:
    print("failing", test)
"""


def run(project: Project) -> Findings:
    """Return the findings of the tool, run in a separate process."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(project.root)],
        cwd=project.root,
        env={"PYTHONPATH": f"{TESTS}:{TESTS / 'support'}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    findings = Findings()
    for line in done.stdout.splitlines():
        if line.startswith("failing "):
            findings.failing.append(line.removeprefix("failing "))
            continue
        rule, place, state, test = line.split(" ", 3)
        outcome = Outcome(rule, place.strip("-"), state.replace("_", " "), test.strip("-"))
        if outcome.place:
            findings.places.append(outcome)
        else:
            findings.outcomes[rule] = outcome
    return findings


@pytest.fixture(scope="module")
def findings(project: Project) -> Findings:
    """Return the findings of the tool in the project."""
    return run(project)


def test_only_a_test_that_fails_without_the_rule_kills_it(findings: Findings) -> None:
    assert {rule.removeprefix("1856."): outcome.state for rule, outcome in findings.outcomes.items()} == {
        "good": KILLED,
        "useless": SURVIVED,
        "elsewhere": UNSEEN,
        "nowhere": UNNAMED,
        "breaks": INSIDE,
        "either.left": KILLED,
    }
    assert findings.outcomes["1856.good"].test.endswith("::test_good")


def test_each_place_of_a_rule_is_switched_off_on_its_own(findings: Findings) -> None:
    of_good = {outcome.place: outcome.state for outcome in findings.places if outcome.rule == "1856.good"}
    assert of_good == {"checks.py:4": KILLED, "checks.py:8": UNSEEN}


def test_what_lives_and_what_has_no_reason_is_complained_of(project: Project, findings: Findings) -> None:
    wrong = complaints(project, findings)
    assert [line.partition(" ")[0] for line in wrong] == ["1856.elsewhere", "1856.nowhere", "1856.useless"]
    lines = report(project, findings)
    assert lines[0].startswith("1856: 6 rules are switched off in turn: 2 killed")
    assert lines[1] == "1856: 5 restrictions: 2 killed, 1 excepted"


@pytest.mark.parametrize(
    ("exceptions", "complaint"),
    [
        ("1856.free: No.\n1856.good: A reason.", "1856.good: excepted, but"),
        ("1856.free: No.\n1856.unheard-of: A reason.", "1856.unheard-of: excepted, but there is no"),
        ("1856.free: No.\n1856.silent: A reason.", "1856.silent: excepted, but it is no restriction"),
        ("1856.free: ''", "1856.free: excepted without a reason"),
        ("", "1856.free (restriction): nothing is refused by it"),
    ],
)
def test_stale_and_missing_exceptions_are_complained_of(
    project: Project, findings: Findings, tmp_path: Path, exceptions: str, complaint: str
) -> None:
    path = tmp_path / "exceptions.yaml"
    path.write_text(exceptions)
    wrong = complaints(replace(project, exceptions=path), findings)
    assert any(line.startswith(complaint) for line in wrong), wrong


def test_a_test_that_fails_anyway_kills_nothing(project: Project) -> None:
    path = project.root / "test_broken.py"
    path.write_text('import pytest\n@pytest.mark.rule("1856.good")\ndef test_broken():\n    assert False\n')
    try:
        found = run(project)
    finally:
        path.unlink()
    assert not found.outcomes
    assert [line.partition("::")[2] for line in complaints(project, found)] == [
        "test_broken fails with every rule on"
    ]


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    """Yield the patch for installing a switch. It ends before the next test."""
    with pytest.MonkeyPatch.context() as context:
        yield context


def test_a_check_that_is_off_refuses_nothing_and_others_do(patch: pytest.MonkeyPatch) -> None:
    scene = Scene().stock("P1")
    Switch("1856.start.par-values").install(patch)
    scene.accepted(A.StartCorporation("P1", "GT", 85))
    scene.refused(A.StartCorporation("P2", "GT", 85), "glossary.priority-card")


def test_runs_and_moments_can_be_off_too(patch: pytest.MonkeyPatch) -> None:
    scene = Scene().gt_line()
    scene.started("GT", "P1", {"P1": 4})
    scene.give_trains("GT", "2")
    scene.turn("GT", "run")
    alone = scene.run("GT", ("2", "P9.0"))
    switch = Switch("1856.run.own-marker-and-two")
    switch.install(patch)
    scene.accepted(alone)
    assert ("1856.run.own-marker-and-two", RUNS) in switch.seen
    switch.off = "1856.sequence.company-steps"
    scene.refused(A.RemoveToken("P1", "GT", "P9", 0), "marker.permanent")
    scene.accepted(A.SettleDebt("P1", "GT", True))
    assert ("1856.sequence.company-steps", MOMENT) in switch.seen


@pytest.mark.parametrize("project", projects().values(), ids=projects())
def test_the_exceptions_of_a_title_are_rules_of_its_own_with_reasons(project: Project) -> None:
    for rule, reason in project.reasons().items():
        assert rule in project.kinds()
        assert reason.endswith(".")


@pytest.mark.parametrize("title", ["1856", "1851", "18GL"])
def test_the_tables_with_names_of_rules_are_in_the_code(title: str) -> None:
    ids = importlib.import_module(f"trunkline.titles.t{title.lower()}.rule_ids")
    assert {name for name in TABLES if hasattr(ids, name) or hasattr(rule_names, name)} == set(TABLES)


def test_every_title_that_can_be_played_has_its_rules_switched_off() -> None:
    assert projects().keys() == trunkline.catalogue(teaching=False).keys()
    found = {rule.partition(".")[0] for project in projects().values() for rule in project.kinds()}
    assert found == {project.prefix for project in projects().values()}
    for project in projects().values():
        files = {place.partition(":")[0] for _, place in project.places()}
        assert {"stock.py", "tokens.py", "trains.py"} <= files, "checks of the engine are switched off too"
    # An exception for a rule of no title would have no effect.
    exceptions = projects()["1851"].exceptions.read_text(encoding="utf-8")
    reasons = [rule for project in projects().values() for rule in project.reasons()]
    assert sorted(reasons) == sorted(yaml.safe_load(exceptions))


def test_a_rule_is_found_by_the_name_the_code_has_for_it(project: Project) -> None:
    called = replace(project, rule_ids={"good": "free", "either.left": "nowhere", "talk": "good"})
    assert called.in_source() >= {"1856.free", "1856.nowhere"}
    assert "1856.good" not in called.in_source()  # "talk" does not occur in the source
    assert ("1856.free", "checks.py:4") in called.places()
