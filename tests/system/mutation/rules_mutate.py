"""Mutation test of the rules: does a test fail if a rule is not enforced? (``make rules-mutate``)

The program switches off each rule that refuses something (`mutation.switch`), and lifts each rule that the
game enforces without refusals (`mutation.effects`). Then it runs the tests that name the rule until one
fails. A rule is *killed* if a test fails. It *survives* if all of them pass, or if none of them ever causes
its refusal. A restriction that is neither refused by its id nor lifted, and a rule that no test can kill,
need a reason in ``exceptions.yaml``.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import multiprocessing
import re
import signal
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import yaml

from system.mutation.effects import EFFECTS, Effect
from system.mutation.switch import Switch
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.titles import build, catalogue

ENGINE = "kernel", "mechanisms", "steps", "powers"
"""The packages of the rules engine that can refuse an action."""
JOBS = 2
SECONDS = 60
"""Seconds for the tests of one rule. Without a rule a game may loop."""

KILLED = "killed"
INSIDE = "killed only by an error inside the referee"
SURVIVED = "survived"
UNSEEN = "refused in no test that names it"
UNNAMED = "named by no test"
FILLED_IN = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]*\*?[a-z0-9-]*)+")
"""The pattern of a rule name with a part that is filled in during play."""

LIVING = (SURVIVED, UNSEEN, UNNAMED)
TABLES = ("RULE_IDS", "SHARED_RULES")
"""Tables with names of rules. A rule named there is not refused by that line."""

Task = tuple[str, str, tuple[int, ...]]
"""A rule and a place to switch off (both empty: none), and the tests to run, by index."""


@dataclass(frozen=True)
class Project:
    """The files of a title: its rules, the code that enforces them, its tests and the exceptions."""

    title: str
    root: Path
    rules: Path
    sources: tuple[Path, ...]
    exceptions: Path
    tests: tuple[str, ...] = ()
    effects: Mapping[str, Effect] = field(default_factory=dict)
    """Rules that refuse nothing but can be lifted."""
    rule_ids: Mapping[str, str] = field(default_factory=dict)
    """Ids in the title's list of the rules that the code calls by another name."""

    def kinds(self) -> dict[str, str]:
        """Return every rule of the title for the referee, with its kind."""
        entries = yaml.safe_load(self.rules.read_text(encoding="utf-8"))
        return {entry["id"]: entry["kind"] for entry in entries if entry.get("scope") != "table"}

    @property
    def prefix(self) -> str:
        """The prefix of the ids of the title's rules, up to the dot."""
        return self.title.lower()

    def reasons(self) -> dict[str, str]:
        """Return the title's rules with an exception, each with the reason."""
        found = yaml.safe_load(self.exceptions.read_text(encoding="utf-8")) or {}
        return {
            str(rule): " ".join(str(reason).split())
            for rule, reason in found.items()
            if str(rule).startswith(f"{self.prefix}.")
        }

    def in_source(self) -> set[str]:
        """Return the rules that the code can refuse by: their id occurs in it outside the log.

        A name that is filled in during play, or that stands for another rule, may belong to a step that the
        title does not have. Such names count only for restrictions. The names in calls of ``refuse`` always
        count.
        """
        kinds = self.kinds()
        names = {name for _, tree in self._parsed() for name in _names(tree)}
        patterns = [name for name in names if FILLED_IN.fullmatch(name)]
        known = {rule.removeprefix(f"{self.prefix}.") for rule in kinds}.union(self.rule_ids)
        filled_in = {name for name in known if any(fnmatchcase(name, pattern) for pattern in patterns)}
        barred = {rule for rule in map(self._rule, names | filled_in) if kinds.get(rule) == "restriction"}
        own = {f"{self.prefix}.{name}" for name in names.difference(self.rule_ids)}
        spelled = own | {rule for rule, _ in self.places()}
        return (spelled & kinds.keys()) | barred

    def places(self) -> set[tuple[str, str]]:
        """Return the rule and the place of every call of ``refuse`` with a constant rule."""
        return {
            (self._rule(node.args[0].value), f"{file.name}:{node.lineno}")
            for file, tree in self._parsed()
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "refuse"
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        }

    def _rule(self, name: str) -> str:
        """Return the id of a rule that the code calls by this name."""
        return f"{self.prefix}.{self.rule_ids.get(name, name)}"

    def _parsed(self) -> Iterator[tuple[Path, ast.Module]]:
        for source in self.sources:
            for file in sorted(source.rglob("*.py")):
                yield file, ast.parse(file.read_text(encoding="utf-8"))


def _names(node: ast.AST) -> Iterator[str]:
    """Yield every string below a node, with a star for each part that is filled in.

    Strings of log notes and of tables of rule names are left out.
    """
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
        return
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in TABLES:
        return
    if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in TABLES:
        return
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from _names(child)


@dataclass
class Outcome:
    """The result for one rule, or one place of it, switched off. ``test`` is the one that failed."""

    rule: str
    place: str
    state: str
    test: str = ""


@dataclass
class Findings:
    """The results of a run: an outcome for each rule that refuses, and tests that fail with every rule on."""

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    places: list[Outcome] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)

    def of(self, *states: str) -> list[Outcome]:
        """Return the outcomes in any of these states, by rule."""
        return [self.outcomes[rule] for rule in sorted(self.outcomes) if self.outcomes[rule].state in states]


class OutOfTimeError(Exception):
    """An error for tests of a rule that take too long without it."""


class Worker:
    """A worker that runs tests of a collected session in a separate process, with one rule off or none."""

    def __init__(self, session: pytest.Session, effects: Mapping[str, Effect]) -> None:
        self.items = session.items
        self._effects = effects
        self._errors: list[str] = []

    def __call__(self, task: Task) -> tuple[Task, list[tuple[int, str, set[tuple[str, str]]]]]:
        """Run a task's tests. Return index, outcome (empty: passed) and refusals of each.

        With a rule off, stop at the first test that fails by its own judgement.
        """
        rule, place, tests = task
        found = []
        with pytest.MonkeyPatch.context() as patch:
            switch = Switch(rule, place)
            switch.install(patch)
            if rule in self._effects:
                self._effects[rule](patch)
            for index in tests:
                switch.seen.clear()
                outcome = self._run(self.items[index], SECONDS if rule else 0)
                found.append((index, outcome, set(switch.seen)))
                if rule and outcome == KILLED:
                    break
        return task, found

    def _run(self, item: pytest.Item, seconds: int) -> str:
        self._errors = []
        signal.signal(signal.SIGALRM, _out_of_time)
        signal.alarm(seconds)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        except OutOfTimeError:
            return INSIDE
        finally:
            signal.alarm(0)
        return self._errors[0] if self._errors else ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        """Record a failure, and whether the test judged or the referee raised an error."""
        report: pytest.TestReport = yield
        if report.failed and call.excinfo is not None:
            self._errors.append(_judged(call.excinfo, item.config.rootpath / "src"))
        return report


def _judged(excinfo: pytest.ExceptionInfo[BaseException], referee: Path) -> str:
    """Return whether a test failed by its own judgement or by an error inside the referee.

    A refusal counts as the test's judgement.
    """
    broke_down = Path(excinfo.traceback[-1].path).is_relative_to(referee)
    if excinfo.errisinstance(OutOfTimeError) or (broke_down and not excinfo.errisinstance(Refusal)):
        return INSIDE
    return KILLED


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise OutOfTimeError


class Mutation:
    """The pytest plugin that switches the rules off one by one once the tests are collected."""

    def __init__(self, project: Project, wanted: Iterable[str] = (), *, places: bool = False) -> None:
        self.findings = Findings()
        self._project = project
        self._wanted = set(wanted)
        self._places = places
        self._naming: dict[str, list[int]] = {}
        self._seen: dict[str, dict[int, set[str]]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutation instead of running the tests once."""
        wanted = self._wanted or self._project.kinds().keys()
        for index, item in enumerate(session.items):
            for rule in {rule for mark in item.iter_markers("rule") for rule in mark.args}:
                if rule in wanted:
                    self._naming.setdefault(rule, []).append(index)
        worker = Worker(session, self._project.effects)
        session.config.pluginmanager.register(worker)
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # one for all processes
        self._baseline(worker)
        if not self.findings.failing:
            self._mutate(worker)
        return True

    def _baseline(self, worker: Worker) -> None:
        """Run every test that names a rule with all rules on. Record the refusals that each test causes."""
        tests = sorted({index for found in self._naming.values() for index in found})
        for _, found in _spread(worker, [("", "", tuple(tests[part::8])) for part in range(8)]):
            for index, outcome, seen in found:
                if outcome:
                    self.findings.failing.append(worker.items[index].nodeid)
                for rule, place in seen:
                    self._seen.setdefault(rule, {}).setdefault(index, set()).add(place)

    def _mutate(self, worker: Worker) -> None:
        kinds = self._project.kinds()
        lifted = self._project.effects
        refusing = (self._project.in_source() | self._seen.keys() | lifted.keys()) & kinds.keys()
        tasks: list[Task] = []
        for rule in sorted(refusing & self._wanted if self._wanted else refusing):
            named = self._naming.get(rule, [])
            seen = self._seen.get(rule, {})
            tests = tuple(index for index in named if index in seen or rule in lifted)
            self.findings.outcomes[rule] = Outcome(rule, "", UNSEEN if named else UNNAMED)
            if tests:
                tasks.append((rule, "", tests))
            if self._places:
                tasks += self._one_by_one(rule, tests)
        for (rule, place, _), found in _spread(worker, tasks):
            self._note(rule, place, [(worker.items[index].nodeid, outcome) for index, outcome, _ in found])

    def _one_by_one(self, rule: str, tests: tuple[int, ...]) -> Iterator[Task]:
        seen = self._seen.get(rule, {})
        written = {place for name, place in self._project.places() if name == rule}
        for place in sorted(written.union(*seen.values())):
            yield rule, place, tuple(index for index in tests if place in seen[index])

    def _note(self, rule: str, place: str, found: list[tuple[str, str]]) -> None:
        by_state = {outcome: test for test, outcome in reversed(found)}
        state = next((state for state in (KILLED, INSIDE) if state in by_state), SURVIVED)
        outcome = Outcome(rule, place, state if found else UNSEEN, by_state.get(state, ""))
        if place:
            self.findings.places.append(outcome)
        else:
            self.findings.outcomes[rule] = outcome


def _spread(worker: Worker, tasks: list[Task]) -> Iterator[Any]:
    """Run each task in a separate forked process, a few at a time."""
    global _worker
    _worker = worker
    with multiprocessing.get_context("fork").Pool(JOBS, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(_work, tasks, chunksize=1)


# The forked processes inherit the worker: tests cannot be sent to them.
_worker: Callable[[Task], Any]


def _work(task: Task) -> Any:
    return _worker(task)


def mutate(project: Project, wanted: Iterable[str] = (), *, places: bool = False) -> Findings:
    """Collect the tests of a project and switch its rules off in turn."""
    plugin = Mutation(project, wanted, places=places)
    arguments = ["--collect-only", "-q", "-n0", "--capture=sys", "--rootdir", str(project.root)]
    with contextlib.redirect_stdout(io.StringIO()) as output:
        code = pytest.main([*arguments, *project.tests], plugins=[plugin])
    if code != pytest.ExitCode.OK:
        tail = "\n".join(output.getvalue().splitlines()[-15:])
        raise SystemExit(f"{tail}\nThe tests could not be collected; run them first.")
    return plugin.findings


def complaints(project: Project, findings: Findings) -> list[str]:
    """Return the problems of a run, one line each."""
    kinds, reasons = project.kinds(), project.reasons()
    if findings.failing:
        return [f"{test} fails with every rule on" for test in findings.failing]
    found = [
        f"{outcome.rule} ({kinds[outcome.rule]}): {outcome.state}"
        for outcome in findings.of(*LIVING)
        if outcome.rule not in reasons
    ]
    for rule, kind in kinds.items():
        if kind == "restriction" and rule not in findings.outcomes and rule not in reasons:
            found.append(f"{rule} (restriction): nothing is refused by it, and no reason is given")
    for rule, reason in reasons.items():
        if rule not in kinds:
            found.append(f"{rule}: excepted, but there is no such rule")
        elif rule in findings.outcomes and findings.outcomes[rule].state not in LIVING:
            found.append(f"{rule}: excepted, but {findings.outcomes[rule].test} kills it")
        elif kinds[rule] != "restriction" and rule not in findings.outcomes:
            found.append(f"{rule}: excepted, but it is no restriction and nothing is refused by it")
        elif not reason:
            found.append(f"{rule}: excepted without a reason")
    return found


def report(project: Project, findings: Findings) -> list[str]:
    """Return the lines of the report."""
    reasons = project.reasons()
    bars = [rule for rule, kind in project.kinds().items() if kind == "restriction"]
    killed = {outcome.rule for outcome in findings.of(KILLED, INSIDE)}
    barred = len(killed & set(bars))
    excepted = [rule for rule in bars if rule in reasons and rule not in killed]
    lines = [
        _summary(project.title, findings),
        f"{project.title}: {len(bars)} restrictions: {barred} killed, {len(excepted)} excepted",
    ]
    lines += [f"  {outcome.rule}: {outcome.state} ({outcome.test})" for outcome in findings.of(INSIDE)]
    for rule in excepted:
        lines += textwrap.wrap(f"{rule}: {reasons[rule]}", 110, initial_indent="  ", subsequent_indent="    ")
    for outcome in sorted(findings.places, key=lambda outcome: (outcome.rule, outcome.place)):
        if outcome.state != KILLED:
            lines.append(f"  {outcome.rule} at {outcome.place}: {outcome.state}")
    return lines


def _summary(title: str, findings: Findings) -> str:
    counts = Counter(outcome.state for outcome in findings.outcomes.values())
    parts = (
        f"{len(findings.outcomes)} rules are switched off in turn: {counts[KILLED]} {KILLED} by a test that",
        f"names them, {counts[INSIDE]} {INSIDE}, {sum(counts[state] for state in LIVING)} live",
    )
    return f"{title}: {' '.join(parts)}"


def projects() -> dict[str, Project]:
    """Return the titles with code of their own in this checkout."""
    return {title: _project(title) for title in catalogue(teaching=False)}


def _project(title: str) -> Project:
    root = Path(__file__).resolve().parents[3]
    package = root / "src/trunkline"
    folder = package / f"titles/t{title.lower()}"
    return Project(
        title,
        root,
        folder / "rules.yaml",
        (*(package / "engine" / each for each in ENGINE), folder),
        Path(__file__).with_name("exceptions.yaml"),
        effects={rule: effect for rule, effect in EFFECTS.items() if rule.startswith(f"{title.lower()}.")},
        rule_ids=build(Options(title, ())).rule_ids,
    )


def main() -> int:
    """Switch the rules off, print those that survive, and return 1 for problems."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", help="rule ids; without any, all that refuse")
    parser.add_argument("--title", choices=[*projects()], help="the rules of this title only")
    parser.add_argument("--places", action="store_true", help="each place of a rule on its own as well")
    arguments = parser.parse_args()
    wrong: list[str] = []
    for title, project in projects().items():
        rules = [rule for rule in arguments.rules if rule.startswith(f"{project.prefix}.")]
        if arguments.title in (None, title) and (rules or not arguments.rules):
            wrong += run(project, rules, places=arguments.places)
    return 1 if wrong else 0


def run(project: Project, rules: list[str], *, places: bool) -> list[str]:
    """Switch a project's rules off, or only these. Print the report and return the problems."""
    findings = mutate(project, rules, places=places)
    wrong = complaints(project, findings)
    if rules:
        wrong = [line for line in wrong if line.startswith(tuple(rules))]
    print("\n".join([*report(project, findings), *(f"ERROR: {line}" for line in wrong)]), flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
