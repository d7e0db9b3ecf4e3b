"""The arithmetic of the soak report, and its command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from cli.terminal import call
from lab.soak.test_checks import middle
from trunkline import actions as A
from trunkline.cli.commands import soak
from trunkline.engine.invariants import CHECKS
from trunkline.engine.kernel.action import Action, StartCorporation
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.state import State
from trunkline.engine.routing import Run
from trunkline.game import Game
from trunkline.lab.soak.checker import CheckFailed, Finding, play_and_check
from trunkline.lab.soak.games import FOUND, Outcome, Plan, milestones
from trunkline.lab.soak.report import Aim, Speed, aims, aligned, report
from trunkline.titles.t1856.state import CgrStatus, state_1856

PLAN = Plan("1856", 4, (3, 4))
PLAIN = Outcome(
    number=1,
    players=3,
    ending="bank",
    phase=5,
    counts={
        "companies started": 8,
        "loans taken": 10,
        "companies merged": 0,
        "companies closed": 2,
        "the CGR forms": 0,
        "the CGR never forms": 1,
    },
    decisions=1000,
    probed=3000,
    seconds=2.0,
    digest="",
    refused={"1856.track.connectivity": 30, "1856.bank.total": 5},
)
EARLY = PLAIN.counts | {"the CGR never forms": 0}
MERGED = EARLY | {"loans taken": 41, "companies merged": 3, "the CGR forms": 1}
OUTCOMES = [
    PLAIN,
    structs.replace(PLAIN, number=2, players=4, ending="bankruptcy", counts=MERGED),
    structs.replace(PLAIN, number=3, phase=3, counts=EARLY, decisions=500, refused={"1856.end.two-ways": 9}),
    structs.replace(PLAIN, number=4, players=4, ending="stalled", phase=2, counts=EARLY),
]


def cells(text: str, start: str) -> list[str]:
    """Return the words of the line that begins with these."""
    return next(line for line in text.splitlines() if line.startswith(start)).split()


def test_the_report_adds_up() -> None:
    text = report(middle().title, PLAN, OUTCOMES, Speed(7.0, 1))
    assert cells(text, "3 ") == ["3", "2", "2", "0", "0", "0", "750"]
    assert cells(text, "4 ") == ["4", "2", "0", "1", "0", "1", "1000"]
    assert cells(text, "all ") == ["all", "4", "2", "1", "0", "1", "875"]
    assert cells(text, "games ") == ["games", "4", "4", "4", "3", "2", "2"]
    assert cells(text, "loans taken") == ["loans", "taken", "71", "17.8", "4"]
    assert cells(text, "companies started") == ["companies", "started", "32", "8.0", "4"]
    assert cells(text, "companies merged") == ["companies", "merged", "3", "0.8", "1"]
    assert cells(text, "companies closed") == ["companies", "closed", "8", "2.0", "4"]
    assert cells(text, "the CGR forms") == ["the", "CGR", "forms", "1", "0.2", "1"]
    assert "exported" not in text
    assert "114 made-up actions and candidates refused by 3 rules" in text
    assert cells(text, "1856.track.connectivity")[-1] == "90"
    assert "3,500 decisions (875 a game), 12,000 made-up actions" in text
    assert "500 decisions a second" in text
    assert "No check failed." in text


def test_a_failed_check_shows_in_the_table() -> None:
    failed = structs.replace(PLAIN, number=5, ending=FOUND, finding=Finding("money", "A dollar is lost."))
    text = report(middle().title, PLAN, [*OUTCOMES, failed], Speed(7.0, 2))
    assert FOUND in text
    assert "1 of 5 games failed a check." in text
    assert "2 processes" in text


def test_the_table_is_the_titles_own() -> None:
    title = middle("1851").title
    counts = {milestone.what: 0 for milestone in milestones(title)}
    outcome = structs.replace(PLAIN, counts=counts | {"half dividends": 3, "shares issued": 7})
    outcomes = [outcome, structs.replace(PLAIN, counts=counts)]
    text = report(title, Plan("1851", 2, (3,)), outcomes, Speed(1.0, 1))
    assert cells(text, "half dividends") == ["half", "dividends", "3", "1.5", "1"]
    assert "met     shares issued: 1 of 2 (50%), wanted some" in text
    assert "NOT met shares redeemed: 0 of 2 (0%), wanted some" in text
    assert "loans" not in text
    assert "CGR" not in text


@pytest.mark.parametrize(("title", "ends"), [("1856", True), ("1851", True), ("18GL", False)])
def test_a_bankruptcy_is_aimed_at_where_it_ends_the_game(title: str, ends: bool) -> None:
    played = middle(title).title
    counts = {milestone.what: 0 for milestone in milestones(played)}
    wanted = [aim.what for aim in aims(played, [structs.replace(PLAIN, counts=counts)])]
    assert ("games that a bankruptcy ends" in wanted) == ends
    assert "games that the bank ends" in wanted


def test_milestones_are_counted_by_what_was_played() -> None:
    game = middle("1851")
    found = {milestone.what: milestone.count for milestone in milestones(game.title)}
    board, last = game.title.board, game.state
    named = {spot.name: id for id, spot in board.hexes.items()}
    for what, actions in (
        ("shares issued", [A.IssueShares("Ann", "TC", 2), A.IssueShares("Ann", "TC", 1)]),
        ("shares redeemed", [A.RedeemShares("Ann", "TC", 3)]),
        ("shares bought from treasuries", [A.BuyShare("Ann", "TC", "treasury")] * 3),
        ("half dividends", [A.Dividend("Ann", "TC", "half")] * 3),
        ("upgrades of Louisville", [A.LayTile("Ann", "TC", named["Louisville"], "511", 0)] * 3),
        ("runs to Birmingham", [A.RunTrains("Ann", "TC", (Run("4-0", (f"{named['Birmingham']}.0",)),) * 3)]),
    ):
        others = [A.BuyShare("Ann", "TC", "pool"), A.Dividend("Ann", "TC", "pay"), *actions]
        assert found[what](others, last) == 3
        assert found[what](others[:2], last) == 0
    assert (
        found["corporations floated"]([], last) == sum(corp.home for corp in last.corporations.values()) > 0
    )


def test_the_milestones_of_1856_are_read_off_the_last_state() -> None:
    state = middle().state.copy()
    found = {milestone.what: milestone.count for milestone in milestones(middle().title)}
    for corp in state.corporations.values():
        corp.closed = corp.id in ("GT", "TGB", "WGB")
    cgr = state_1856(state).cgr
    cgr.absorbed, cgr.status = ("GT", "TGB"), CgrStatus.FORMED
    loans = [A.TakeLoan("Ann", "GT")] * 4
    assert {what: count(loans, state) for what, count in found.items()} == {
        "companies started": 0,
        "loans taken": 4,
        "companies merged": 2,
        "companies closed": 1,
        "the CGR forms": 1,
        "the CGR never forms": 0,
    }


def test_games_that_nobody_ended_are_said_not_to_be_exported() -> None:
    outcomes = [structs.replace(outcome, exported=outcome.ending != "stalled") for outcome in OUTCOMES]
    text = report(middle().title, structs.replace(PLAN, export="out"), outcomes, Speed(7.0, 1))
    assert "3 of 4 (75%) games exported" in text
    assert "1 stalled or were cut off and are not exported" in text


def test_the_aims_count_only_the_games_that_came_so_far() -> None:
    found = {aim.what.split(",")[0]: aim for aim in aims(middle().title, OUTCOMES)}
    assert (found["the CGR forms"].met_by, found["the CGR forms"].of) == (1, 2)
    assert (found["the CGR never forms"].met_by, found["the CGR never forms"].of) == (1, 2)
    assert (found["games that the bank ends"].met_by, found["games that the bank ends"].of) == (2, 4)
    assert all(aim.met for aim in found.values())


@pytest.mark.parametrize(
    ("least", "count", "of", "met"),
    [(25, 1, 4, True), (25, 1, 5, False), (0, 1, 800, True), (0, 0, 800, False), (10, 0, 0, False)],
)
def test_an_aim_is_met_at_its_very_percentage(least: int, count: int, of: int, met: bool) -> None:
    aim = Aim("games", least, count, of)
    assert aim.met is met
    assert str(aim).startswith("met " if met else "NOT met ")


def test_columns_stand_under_each_other() -> None:
    assert aligned([["a", "10"], ["long", "9"]]) == ["a     10", "long   9"]


# -- the command


def test_a_short_soak_says_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*settings: Any, **more: Any) -> Plan:
        return structs.replace(Plan(*settings, **more), most=30)

    monkeypatch.setattr(soak, "Plan", short)
    done = call("soak", "1856", "--games", "2", "--players", "3-4")
    assert done.returncode == 0, done.stderr
    assert "1856, rules printed, runs best, seed 1" in done.stdout
    assert "No check failed." in done.stdout
    assert "2 of 2 games, 60 decisions" in done.stderr


def test_whoever_has_had_enough_still_sees_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(plan: Plan, jobs: int) -> Iterator[Outcome]:
        yield PLAIN
        raise KeyboardInterrupt

    monkeypatch.setattr(soak, "play_all", interrupted)
    done = call("soak", "1856", "--games", "800")
    assert done.returncode == 130
    assert cells(done.stdout, "all ")[1] == "1"
    assert "Interrupted." in done.stderr


def test_a_failed_check_gives_exit_code_1_and_a_way_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(game: Game, action: Action) -> None:
        if isinstance(action, StartCorporation):
            raise CheckFailed("money", "A dollar is lost.", action)
        play_and_check(game, action)

    monkeypatch.setattr("trunkline.lab.soak.games.play_and_check", broken)
    done = call("soak", "1856", "--games", "1", "--out", tmp_path)
    assert done.returncode == 1
    assert "1 of 1 games failed a check." in done.stdout
    assert "A dollar is lost." in done.stdout
    file = tmp_path / "1856-seed1-game1.json"
    assert f"again: trunkline soak 1856 --replay {file} --probe" in done.stdout
    assert file.exists()
    assert file.with_suffix(".txt").exists()


def test_a_saved_game_is_checked_at_every_moment(tmp_path: Path) -> None:
    game = middle().at(80)
    game.save(tmp_path / "game.json")
    done = call(
        "soak", "1856", "--replay", tmp_path / "game.json", "--probe", '{"kind":"pass","player":"Zoe"}'
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "No check failed at any of the 80 actions.\n"


def short_by_one(title: Title, state: State) -> Iterator[str]:
    """Raise a failure in every position."""
    yield "There are $12000 in the game and must be $11999."


def test_a_recorded_failure_fails_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    middle().at(20).save(tmp_path / "game.json")
    monkeypatch.setattr("trunkline.engine.invariants.checks.CHECKS", {**CHECKS, "money": short_by_one})
    done = call("soak", "1856", "--replay", tmp_path / "game.json")
    assert done.returncode == 1
    assert "After 0 actions the check of money fails: There are $12000" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1830"], "There is no title '1830'"),
        (["1856", "--players", "many"], "'many' is no number of players"),
        (["1856", "--players", "6-3"], "'6-3' is no range of players"),
        (["1856", "--players", "2"], "1856 is for 3 to 6 players, not 2."),
        (["1856", "--players", "3-7"], "1856 is for 3 to 6 players, not 7."),
        (["1856", "--games", "0"], "at least one game"),
        (["1856", "--jobs", "0"], "from 1 to 1,000"),
        (["1856", "--rules", "mine"], "There is no reading of the rules 'mine'"),
        (["1856", "--variant", "long"], "1856 has no variant 'long'"),
        (["1856", "--runs", "fast"], "There is no setting of runs 'fast'"),
        (["1856", "--export", "out"], "Only games under the rules of 18xx.games can be exported"),
        (["1856", "--probe", "{}"], "name the game with --replay"),
        (["1856", "--replay", "missing.json"], "missing.json cannot be read"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], words: str) -> None:
    done = call("soak", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize("probe", ["pass", '{"kind":"jump"}', "[]"])
def test_a_bad_probe_gets_one_sentence(tmp_path: Path, probe: str) -> None:
    middle().at(3).save(tmp_path / "game.json")
    done = call("soak", "1856", "--replay", tmp_path / "game.json", "--probe", probe)
    assert done.returncode == 2
    assert "is no action as saved games hold it" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_game_of_another_title_or_a_damaged_one_gets_one_sentence(tmp_path: Path) -> None:
    middle().at(3).save(tmp_path / "game.json")
    done = call("soak", "1851", "--replay", tmp_path / "game.json")
    assert done.returncode == 2
    assert done.stderr == "game.json is a game of 1856, not of 1851.\n"
    (tmp_path / "bad.json").write_text("{}")
    done = call("soak", "1856", "--replay", tmp_path / "bad.json")
    assert done.returncode == 2
    assert "bad.json cannot be read as a saved game" in done.stderr
