"""Faults of lessons that the checks and the reader report, each with one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from trunkline.game.actions import Action, RunTrains, SellShares
from trunkline.learn.checking import check, trials
from trunkline.learn.library import lessons
from trunkline.util.errors import UsageError

Folder = Callable[[str, str], Path]
GOAL = "- {kind: worth, player: Ann, least: 700}"
SOLUTION = "- {kind: dividend, payout: pay}"


def test_a_sound_lesson_has_no_fault(folder_with: Folder) -> None:
    report = check(lessons(folder_with("Pay", "Pay"))["small"])
    assert report.faults == ()
    assert [tuple(each) for each in report.tried] == [(0, 3, 1, 0)]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('title: "1856"', 'title: "1851"', "its position is a game of 1856, not of 1851"),
        ("hexes: [P9]", "hexes: [Z99]", "1856 has no Z99"),
        ("corporations: [GT]", "corporations: [XX]", "1856 has no XX"),
        ("1856.sequence.company-steps:", "1856.no.rule:", "1856 has no 1856.no.rule"),
        ("say: No.", "say: No., right: true", "exactly one answer must be right"),
        ("        task: Become worth $700.\n", "", "it has a goal and no task"),
        ("player: Ann\n    steps", "player: Bob\n    steps", "Bob does not have to act"),
        ("hints: [Money must reach you.]", "answers: [{text: A, right: true, say: B}]", "a goal and answers"),
        ("Who has most?", "Say who has most.", "neither its heading nor its text asks a question"),
        ("least: 700", "least: 1", "every legal action reaches the goal"),
        ("kind: take_loan", "kind: run", "no legal action fits the reply to {'kind': 'run'}"),
        (
            "kind: dividend, payout: withhold}",
            "kind: dividend}\n            say: Pay.\n          - when: {kind: dividend, payout: withhold}",
            "an earlier reply fits them",
        ),
        ("payout: withhold", "payout: pay", "is never shown"),
        (
            "1856.sequence.company-steps:",
            "1856.limit.sixty-percent:",
            "sixty-percent is never met",
        ),
        (
            "text: Who has most?",
            "text: Who has most?\n        refusals: {1856.limit.sixty-percent: No.}",
            "refusals and no goal",
        ),
        (SOLUTION, "- {kind: run}", "the solution {'kind': 'run'} is not legal"),
        (SOLUTION, "- {kind: dividend, payout: withhold}", "its solution does not reach the goal"),
        ("player: Ann, least", "player: Eve, least", "'Eve' does not play"),
        (GOAL, "- {kind: state, of: corporations.GT.gold, least: 1}", "no corporations.GT.gold"),
        (GOAL, "- {kind: revenue, corporation: XX, least: 1}", "no corporations.XX.revenue"),
        (GOAL, "- {kind: best_run, corporation: XX, least: 1}", "There is no company 'XX'"),
    ],
)
def test_the_checks_report_a_fault_of_a_step(folder_with: Folder, old: str, new: str, fault: str) -> None:
    found = check(lessons(folder_with(old, new))["small"]).faults
    assert any(fault in each and each.startswith("Step ") for each in found), found


def test_the_checks_report_a_task_after_which_the_next_goal_is_out_of_reach(folder_with: Folder) -> None:
    read = "      - {heading: Read, text: A text between two tasks.}\n      - heading: Count\n"
    task = "        task: Run.\n        goal: [{kind: played, action: {kind: run}}]\n"
    found = check(lessons(folder_with("      - heading: Count\n", read + task))["small"]).faults
    assert any("the goal of the next task is out of reach" in each for each in found), found


def test_wrong_actions_without_a_reply_are_counted(folder_with: Folder) -> None:
    reply = "          - when: {kind: take_loan}\n            say: A loan gives you nothing.\n"
    folder = folder_with(reply, "")
    assert check(lessons(folder)["small"]).tried[0].unanswered == 1


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("minutes: 1", "minutes: [1", "line 5: This is not YAML, because the reader did not find"),
        ("minutes: 1", "minutes: 1\nminutes: 2", "key 'minutes' is given twice"),
        ("minutes: 1", "minuets: 1", "line 4: There is no field minuets here"),
        ("minutes: 1", "minutes: one", "line 4: Expected `int`, got `str`"),
        ("kind: worth", "kind: wealth", "line 13: Invalid value 'wealth'"),
        (GOAL, "- {kind: state, of: bank}", "line 13: A goal of kind state needs least, most, equals or has"),
        ("least: 700", "lest: 700", "line 13: There is no field lest here"),
        ("    player: Ann\n", "", "line 6: Object missing required field `player`"),
        ("hints: [M", "hints: [a, b, c, M", "Expected `array` of length <= 3"),
        ("goal.json", "none.json", "none.json cannot be read"),
        ("goal.json", "../goal.json", "must be in the folder of its lesson"),
        ("player: Ann\n", "player: Eve\n", "Eve does not play in"),
        ("player: Ann\n", "player: Ann\n    at: 999\n", "there is no position 999"),
    ],
)
def test_a_lesson_that_cannot_be_read_is_refused_with_one_sentence(
    folder_with: Folder, old: str, new: str, sentence: str
) -> None:
    with pytest.raises(UsageError) as refused:
        check(lessons(folder_with(old, new))["small"])
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_order_of_a_folder_must_name_each_lesson(folder_with: Folder) -> None:
    folder = folder_with("Pay", "Pay")
    (folder / "order.yaml").write_text("[small, other]")
    with pytest.raises(UsageError, match=r"order\.yaml must name each lesson .* see other"):
        lessons(folder)


def test_trials_have_each_amount_of_a_short_range_and_several_sets_of_runs() -> None:
    shares = trials(lessons()["shares"].opening(3), "Ann")
    assert sorted(sold(each, "GT") for each in shares if sold(each, "GT")) == [1, 2, 3, 4, 5]
    runs = [each for each in trials(lessons()["running"].opening(2), "Ann") if isinstance(each, RunTrains)]
    assert len(runs) > 3


def sold(action: Action, corp: str) -> int:
    """Return the number of shares of a corporation that an action sells."""
    return action.count if isinstance(action, SellShares) and action.corp == corp else 0
