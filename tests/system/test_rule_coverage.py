"""The tool that counts tested rules, run on small test projects."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rule_coverage
from trunkline.titles import registry, rules_of

HERE = Path(__file__).parents[1]

RULES = """
- {id: 9999.a, section: S, rule: Every company has a president., kind: value, test: t}
- {id: 9999.b, section: S, rule: "The bank is never\\n  topped up.", kind: value, test: t}
- {id: 9999.c, section: S, rule: Money is conserved., kind: value, test: t}
- {id: 9999.talk, scope: table, section: S, rule: Be kind., kind: value, test: t}
"""


class Project:
    """A small checkout with rules, this project's own conftest, and the tests that a test writes into it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.root = pytester.path / "checkout"
        rules = self.root / "src/trunkline/titles/t9999/rules.yaml"
        rules.parent.mkdir(parents=True)
        rules.write_text(RULES)
        (self.root / "tests/support").mkdir(parents=True)
        (self.root / "tests/conftest.py").write_text((HERE / "conftest.py").read_text())
        (self.root / "tests/support/rule_coverage.py").write_text(
            (HERE / "support/rule_coverage.py").read_text()
        )
        (self.root / "pytest.ini").write_text(
            "[pytest]\ntestpaths = tests\npythonpath = tests tests/support\n"
            "addopts = --import-mode=importlib --strict-markers -p no:cacheprovider -p xdist\n"
            "markers = rule(*ids)\n"
        )

    def write(self, source: str, name: str = "test_it.py") -> None:
        (self.root / "tests" / name).write_text("import pytest\nrule = pytest.mark.rule\n" + source)

    def floor(self, count: int) -> None:
        (self.root / "tests/support/rules_floor.yaml").write_text(f'"9999": {count}\n')

    def run(self, *args: str) -> pytest.RunResult:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.root)
            patch.delenv("PYTEST_XDIST_WORKER", raising=False)
            patch.delenv("PYTEST_ADDOPTS", raising=False)
            # Most of a run's time is the start, so do not load plugins that it does not use.
            patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
            patch.setattr(self.pytester, "_path", self.root)
            return self.pytester.runpytest_subprocess(*args)

    def report(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads((self.root / "build/rules.json").read_text())
        return report

    def covered(self) -> list[str]:
        covered: list[str] = self.report()["titles"]["9999"]["covered"]
        return covered


@pytest.fixture
def project(pytester: pytest.Pytester) -> Project:
    return Project(pytester)


def test_marks_on_functions_modules_and_params_count(project: Project) -> None:
    project.write("@rule('9999.a')\ndef test_a(): pass\n")
    project.write("pytestmark = rule('9999.b')\ndef test_b(): pass\n", "test_module.py")
    project.write(
        "@pytest.mark.parametrize('x', [1, pytest.param(2, marks=rule('9999.c'))])\ndef test_c(x): pass\n",
        "test_param.py",
    )
    assert project.run().ret == 0
    assert project.covered() == ["9999.a", "9999.b", "9999.c"]


def test_only_a_test_that_ran_and_passed_counts(project: Project) -> None:
    project.write(
        "@rule('9999.a')\ndef test_fails(): assert False\n"
        "@rule('9999.b')\n@pytest.mark.skip\ndef test_skipped(): pass\n"
        "@rule('9999.b')\ndef test_skips(): pytest.skip('later')\n"
        "@rule('9999.c')\n@pytest.mark.xfail\ndef test_expected(): assert False\n"
        "@rule('9999.c')\n@pytest.mark.xfail\ndef test_unexpected(): pass\n"
    )
    assert project.run().ret == 1
    assert project.covered() == []


def test_a_failing_teardown_takes_the_rule_back(project: Project) -> None:
    project.write(
        "@pytest.fixture\ndef bad():\n    yield\n    raise RuntimeError\n"
        "@rule('9999.a')\ndef test_a(bad): pass\n"
        "@rule('9999.b')\ndef test_b(): pass\n"
    )
    assert project.run().ret == 1
    assert project.covered() == ["9999.b"]


def test_a_test_on_recorded_games_never_counts(project: Project) -> None:
    (project.root.parent / "shared/games").mkdir(parents=True)
    project.write(
        "@pytest.fixture\ndef recorded(shared_games): return shared_games\n"
        "@rule('9999.a')\ndef test_direct(shared_games): assert shared_games.is_dir()\n"
        "@rule('9999.b')\ndef test_through_a_fixture(recorded): pass\n"
        "@rule('9999.c')\ndef test_own(): pass\n"
    )
    project.run().assert_outcomes(passed=3)
    assert project.covered() == ["9999.c"]


def test_a_test_on_recorded_games_is_skipped_without_them(project: Project) -> None:
    project.write("def test_a(shared_games): pass\n")
    result = project.run("-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*needs the recorded games in ../shared/games*"])


def test_xdist_workers_are_added_up(project: Project) -> None:
    project.write("@rule('9999.a')\ndef test_a(): pass\n")
    project.write("@rule('9999.b', '9999.c')\ndef test_b(): pass\n", "test_other.py")
    project.floor(3)
    assert project.run("-n2").ret == 0
    assert project.covered() == ["9999.a", "9999.b", "9999.c"]
    project.floor(4)
    assert project.run("-n2").ret == 1


@pytest.mark.parametrize("workers", ["-n0", "-n1"])
def test_an_unknown_id_fails_the_run(project: Project, workers: str) -> None:
    project.write("@rule('9999.a', '9999.nowhere')\n@pytest.mark.skip\ndef test_a(): pass\n")
    result = project.run(workers)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*unknown rule id: 9999.nowhere*"])


def test_below_the_floor_fails_and_says_so(project: Project) -> None:
    project.write("@rule('9999.a')\ndef test_a(): pass\n")
    project.floor(2)
    result = project.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["ERROR: 9999: only 1 rules have a passing test, *rules_floor.yaml asks for 2"]
    )


def test_failing_tests_are_not_blamed_on_the_floor_too(project: Project) -> None:
    project.write("@rule('9999.a')\ndef test_a(): assert False\n")
    project.floor(1)
    result = project.run()
    assert result.ret == 1
    result.stdout.no_fnmatch_line("*rule coverage*")


def test_on_the_floor_passes_silently(project: Project) -> None:
    project.write("@rule('9999.a')\ndef test_a(): pass\n")
    project.floor(1)
    result = project.run()
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*rule coverage*")


def test_above_the_floor_asks_to_raise_it(project: Project) -> None:
    project.write("@rule('9999.a', '9999.b')\ndef test_a(): pass\n")
    project.floor(1)
    result = project.run()
    assert result.ret == 0
    result.stdout.fnmatch_lines(["9999: 2 rules have a passing test: raise *rules_floor.yaml from 1 to 2"])


def test_a_table_rule_raises_nothing(project: Project) -> None:
    project.write("@rule('9999.talk')\ndef test_a(): pass\n")
    project.floor(1)
    assert project.run().ret == 1
    assert project.report()["titles"]["9999"]["table"] == ["9999.talk"]


@pytest.mark.parametrize(
    "args",
    [
        ["-k", "test_a"],
        ["-m", "rule"],
        ["tests/test_it.py"],
        ["tests/test_it.py::test_a"],
        ["--deselect", "tests/test_other.py"],
        ["--ignore", "tests/test_other.py"],
    ],
    ids=" ".join,
)
def test_a_partial_run_is_not_held_to_the_floor(project: Project, args: list[str]) -> None:
    project.write("@rule('9999.a')\ndef test_a(): pass\n")
    project.write("@rule('9999.b')\ndef test_b(): pass\n", "test_other.py")
    project.floor(3)
    assert project.run(*args).ret == 0
    assert project.report()["whole"] is False


@pytest.mark.parametrize("args", [[], ["tests"], ["."], ["-q", "-n2"]], ids=" ".join)
def test_a_whole_run_is_held_to_the_floor(project: Project, args: list[str]) -> None:
    project.write("@rule('9999.a')\ndef test_a(): pass\n")
    project.floor(3)
    assert project.run(*args).ret == 1
    assert project.report()["whole"] is True


def test_the_program_prints_one_line_a_title_and_what_is_missing(project: Project) -> None:
    project.write("@rule('9999.a', '9999.c')\ndef test_a(): pass\n")
    project.floor(0)
    result = project.pytester.runpython(project.root / "tests/support/rule_coverage.py")
    assert result.ret == 0
    assert result.outlines == ["9999: 2/3 (+1 table)", "  9999.b: The bank is never topped up."]


def test_the_program_lists_playable_titles_only(project: Project) -> None:
    project.write("def test_a(): pass\n")
    (project.root / "tests/support/rules_floor.yaml").write_text("# none yet\n")
    result = project.pytester.runpython(project.root / "tests/support/rule_coverage.py")
    assert (result.ret, result.outlines) == (0, [])


def test_the_program_reports_failing_tests(project: Project) -> None:
    project.write("@rule('9999.a')\ndef test_a(): assert False\n")
    project.floor(0)
    result = project.pytester.runpython(project.root / "tests/support/rule_coverage.py")
    assert result.ret == 1
    assert result.outlines[0] == "9999: 0/3 (+1 table)"
    assert "The tests did not pass" in result.stderr.str()


def test_the_rule_lists_of_this_project_are_whole() -> None:
    titles = rule_coverage.load_rules(HERE.parent)
    found = {title: {*rules.rules, *rules.table} for title, rules in titles.items()}
    assert found == {id.lower(): set(rules_of(id)) for id in registry.OWN}
    assert rule_coverage.load_floor(HERE.parent).keys() == found.keys()


def test_the_floor_names_titles_with_rules_and_is_within_them() -> None:
    titles = rule_coverage.load_rules(HERE.parent)
    for title, floor in rule_coverage.load_floor(HERE.parent).items():
        assert 0 <= floor <= len(titles[title].rules)


def test_only_the_fixture_knows_where_the_recorded_games_are() -> None:
    """Only the fixture may open the recorded games.

    A test that opened them directly would count for rules that it proves only on some machines. The judge of
    exported games is next to them, and its tests prove no rule.
    """
    judge = HERE / "system/judge"
    assert not any("mark.rule" in file.read_text() for file in judge.glob("*.py"))
    allowed = {HERE / "conftest.py", judge / "engine.py", Path(__file__)}
    path = re.compile(r"""/\s*["']?shared["'/]|["']shared["']\s*/""")
    assert path.search((HERE / "conftest.py").read_text())
    assert [
        str(file) for file in HERE.rglob("*.py") if file not in allowed and path.search(file.read_text())
    ] == []
