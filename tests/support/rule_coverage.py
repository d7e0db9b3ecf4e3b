"""Coverage of each title's rules by tests.

A test names the rules it covers with ``@pytest.mark.rule("1856.bank.total", ...)``. This module is a pytest
plugin (`RuleCoverage`, registered by ``conftest.py``). It collects the rules of tests that ran and passed,
writes ``build/rules.json``, and fails a whole run that covers fewer rules than
``tests/support/rules_floor.yaml`` asks for. As a program (``make rules``) it runs the tests and prints
covered and missing rules.
"""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

#: The fixture of the recorded games next to the checkout. Tests that use it do not count for rules.
SHARED_FIXTURE = "shared_games"
RULES = "src/trunkline/titles/*/rules.yaml"
FLOOR = "tests/support/rules_floor.yaml"
REPORT = "build/rules.json"
LOG = "build/rules.log"

# Store a test's rules in its report, so that they arrive from xdist's workers too.
_PROPERTY = "trunkline-rules"


@dataclass
class TitleRules:
    """The rules of one title, in the order of its rulebook."""

    rules: dict[str, str] = field(default_factory=dict)
    """Rules for the referee: id and wording. Each needs a test."""
    table: set[str] = field(default_factory=set)
    """Rules for the people at the table (``scope: table``). They need no test and are counted apart."""

    def line(self, title: str, covered: Iterable[str]) -> str:
        """Return the summary line of this title, such as ``1856: 282/283 (+2 table)``."""
        line = f"{title}: {len(self.rules.keys() & set(covered))}/{len(self.rules)}"
        return f"{line} (+{len(self.table)} table)" if self.table else line


LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The fast loader of YAML, if this machine has it: every process of a test run reads the lists."""


def load_rules(root: Path) -> dict[str, TitleRules]:
    """Return every title's rules, read from the files so that a broken package cannot hide them."""
    titles: dict[str, TitleRules] = {}
    for path in sorted(root.glob(RULES)):
        for entry in yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER):
            title = titles.setdefault(entry["id"].partition(".")[0], TitleRules())
            if entry.get("scope") == "table":
                title.table.add(entry["id"])
            else:
                title.rules[entry["id"]] = " ".join(entry["rule"].split())
    return titles


def load_floor(root: Path) -> dict[str, int]:
    """Return the playable titles, each with the number of rules that must be covered."""
    path = root / FLOOR
    if not path.exists():
        return {}
    return {str(title): int(count) for title, count in (yaml.safe_load(path.read_text()) or {}).items()}


class RuleCoverage:
    """The pytest plugin that collects covered rules and compares them with the floor."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._root = config.rootpath
        self._titles = load_rules(self._root)
        self._known = {rule for title in self._titles.values() for rule in (*title.rules, *title.table)}
        self._passed: dict[str, list[str]] = {}
        self._messages: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Fail a test that names an unknown rule, even if the test would be skipped."""
        rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
        unknown = [rule for rule in rules if rule not in self._known]
        if unknown:
            pytest.fail(f"unknown rule id: {', '.join(map(str, unknown))}", pytrace=False)
        if rules and SHARED_FIXTURE not in getattr(item, "fixturenames", ()):
            item.user_properties.append((_PROPERTY, rules))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a passed test's rules. Remove them if its teardown fails."""
        if report.failed:
            self._passed.pop(report.nodeid, None)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            named = [
                rule for key, rules in report.user_properties if key == _PROPERTY for rule in _strings(rules)
            ]
            if named:
                self._passed[report.nodeid] = named

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the report; after a whole run that passed, compare it with the floor."""
        if hasattr(self._config, "workerinput") or self._config.option.collectonly:
            return  # only the controller of an xdist run has the results of every test
        covered = {rule for rules in self._passed.values() for rule in rules}
        whole = is_whole_run(self._config)
        self._write(covered, whole)
        if not whole or session.exitstatus != pytest.ExitCode.OK:
            return
        for title, floor in load_floor(self._root).items():
            rules = self._titles.get(title, TitleRules()).rules
            count = len(rules.keys() & covered)
            if count < floor:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
                self._messages.append(
                    f"ERROR: {title}: only {count} rules have a passing test, {FLOOR} asks for {floor}"
                )
            elif count > floor:
                self._messages.append(
                    f"{title}: {count} rules have a passing test: raise {FLOOR} from {floor} to {count}"
                )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the result of the comparison with the floor."""
        if self._messages:
            terminalreporter.section("rule coverage")
        for message in self._messages:
            terminalreporter.write_line(message, red=message.startswith("ERROR"))

    def _write(self, covered: set[str], whole: bool) -> None:
        report = {
            "whole": whole,
            "titles": {
                title: {
                    "covered": [rule for rule in rules.rules if rule in covered],
                    "missing": [rule for rule in rules.rules if rule not in covered],
                    "table": sorted(rules.table),
                }
                for title, rules in self._titles.items()
            },
        }
        path = self._root / REPORT
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(report, indent=1) + "\n")


def _strings(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


def is_whole_run(config: pytest.Config) -> bool:
    """Return whether the run is unrestricted: no file or test named, no ``-k``, no ``--lf`` and the like."""
    narrowing = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise")
    if any(getattr(config.option, name, None) for name in narrowing):
        return False
    # Arguments may repeat the value of testpaths (`pytest tests`), or name the whole checkout.
    whole = {config.rootpath} | {config.rootpath / path for path in config.getini("testpaths")}
    return all((config.invocation_params.dir / arg).resolve() in whole for arg in config.args)


def main() -> int:
    """Run the tests quietly and print, for each playable title, its coverage and the rules without a test."""
    root = Path(__file__).resolve().parents[2]
    (root / REPORT).unlink(missing_ok=True)
    (root / LOG).parent.mkdir(exist_ok=True)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--quiet", "--no-header", "--color=no"],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    (root / LOG).write_text(run.stdout)
    if (root / REPORT).exists():
        report: dict[str, Any] = json.loads((root / REPORT).read_text())
        for line in summary(load_rules(root), load_floor(root), report["titles"]):
            print(line)
    if run.returncode:
        tail = "\n".join(run.stdout.splitlines()[-15:])
        print(f"\nThe tests did not pass; the whole output is in {LOG}:\n{tail}", file=sys.stderr)
    return run.returncode


def summary(
    rules: dict[str, TitleRules], playable: Iterable[str], report: dict[str, dict[str, list[str]]]
) -> list[str]:
    """Return the lines that ``make rules`` prints."""
    lines: list[str] = []
    for title in playable:
        wording, found = rules[title], report[title]
        lines.append(wording.line(title, found["covered"]))
        for rule in found["missing"]:
            lines += textwrap.wrap(
                f"{rule}: {wording.rules[rule]}", 110, initial_indent="  ", subsequent_indent="      "
            )
    return lines


if __name__ == "__main__":
    sys.exit(main())
