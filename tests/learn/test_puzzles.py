"""Tests of puzzles: the committed ones are proved again, and answers are compared with plain replays."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from trunkline.game.actions import Pass, RunTrains, encode
from trunkline.game.position import Position
from trunkline.lab.benchmark import definition
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.endgame import MANY, Search, TooLarge, answers, place
from trunkline.learn.puzzles.making import Order, from_game, make
from trunkline.learn.puzzles.puzzle import UNRATED, Puzzle, Theme
from trunkline.learn.puzzles.repeats import MOST_ALIKE, without_repeats
from trunkline.learn.puzzles.search import FEWEST, KINDS, MARGIN, prove
from trunkline.learn.puzzles.solving import is_solved, rating
from trunkline.players.clerk import Clerk
from trunkline.util.errors import UsageError

SAMPLE = 12
"""The number of puzzles of each theme that are proved. ``make puzzles-check`` proves all."""


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    """The committed puzzles."""
    return collection.read()


def drawn(puzzles: list[Puzzle], theme: Theme, number: int) -> list[Puzzle]:
    """Draw puzzles of a theme."""
    return random.Random(5).sample([each for each in puzzles if each.theme is theme], number)


def test_there_are_many_of_every_title_and_all_differ(puzzles: list[Puzzle]) -> None:
    assert len({each.id for each in puzzles}) == len(puzzles) >= 1400
    assert {each.title for each in puzzles} == {"1856", "1851", "18GL"}
    assert all(
        each.best - each.next >= MARGIN for each in puzzles if each.theme in FEWEST or each.theme is Theme.RUN
    )


def test_similar_and_easy_puzzles_are_left_out(puzzles: list[Puzzle]) -> None:
    assert list(without_repeats(puzzles, kept=definition.read("1").puzzle_ids())) == puzzles
    later = next(
        each for each in puzzles if each.theme is Theme.LAY and each.next and len(each.solutions) == 2
    )
    other = [{**each, "player": "Z"} for each in reversed(later.solutions)]
    again = msgspec.structs.replace(later, solutions=tuple(other), player="Z")
    assert list(without_repeats([later] + [again] * MOST_ALIKE)) == [later] + [again] * (MOST_ALIKE - 1)
    assert list(without_repeats([later, again], most=1)) == [later]
    better = msgspec.structs.replace(again, best=again.best + 10)
    assert list(without_repeats([later, better], most=1)) == [later, better]
    # A first lay and an endgame are asked once, and so are runs to the same stops in one game.
    first = next(each for each in puzzles if each.theme is Theme.LAY and not each.next)
    ending, run = (drawn(puzzles, theme, 1)[0] for theme in (Theme.ENDGAME, Theme.RUN))
    raised = msgspec.structs.replace(first, best=first.best + 10)
    easy = msgspec.structs.replace(ending, choices=MANY - 1, solved_by=("clerk",))
    later_run = msgspec.structs.replace(run, best=run.best + 10)
    shorter = {**run.solutions[0], "runs": run.solutions[0]["runs"][1:]}
    others = [
        msgspec.structs.replace(run, source="another game"),
        msgspec.structs.replace(run, solutions=(shorter,)),
    ]
    found = list(without_repeats([first, raised, easy, ending, ending, run, later_run, *others]))
    assert found == [first, ending, run, *others]
    needed = msgspec.structs.replace(run, best=run.best + 10, next=run.next + 1)
    assert list(without_repeats([run, needed])) == [run]
    assert list(without_repeats([run, needed], kept={needed.id})) == [run, needed]


@pytest.mark.parametrize("theme", [each for each in Theme if each not in UNRATED])
def test_the_solutions_of_a_sample_are_proved_again(puzzles: list[Puzzle], theme: Theme) -> None:
    assert [prove(each) for each in drawn(puzzles, theme, SAMPLE)] == [""] * SAMPLE


def test_only_the_right_answer_of_an_endgame_can_lead_to_the_place(puzzles: list[Puzzle]) -> None:
    for puzzle in drawn(puzzles, Theme.ENDGAME, 3):
        now = Position.of(puzzle.game)
        assert now.state.bank_broken
        assert puzzle.adapted in now.state.players
        # Clerks pay out, so a wrong answer does not reach the place even with the best play that they know.
        ends = {action: ended(now.play(action), puzzle.player) for action in answers(now)}
        assert len(ends) == puzzle.choices
        assert {action for action, place in ends.items() if place <= puzzle.best} == {
            action for action in ends if encode(action) in puzzle.solutions
        }
        right = puzzle.solution()
        assert puzzle.is_right(right)
        assert puzzle.revenue(right) == puzzle.best < puzzle.next
        wrong = next(each for each in ends if encode(each) not in puzzle.solutions)
        assert not puzzle.is_right(wrong)
        assert puzzle.revenue(wrong) == puzzle.next
        with pytest.raises(TooLarge):
            Search(puzzle.player, puzzle.best, largest=1).right(now)


def ended(position: Position, player: str) -> int:
    """Let clerks play to the end, and return the place of a player."""
    while not position.over:
        position = position.play(Clerk().advise(position).action)
    return place(position, player)


@pytest.mark.parametrize("theme", [Theme.LAY, Theme.TOKEN])
def test_only_the_solutions_earn_the_most_when_each_answer_is_played(
    puzzles: list[Puzzle], theme: Theme
) -> None:
    for puzzle in drawn(puzzles, theme, 3):
        now = Position.of(puzzle.game)
        answers = [each for each in now.legal if type(each) is KINDS[theme]]
        assert len(answers) == puzzle.choices
        earned = {answer: now.play(answer).best_runs(puzzle.corporation).total for answer in answers}
        assert {answer for answer in answers if puzzle.is_right(answer)} == {
            answer for answer, total in earned.items() if total == puzzle.best
        }
        assert max(total for total in earned.values() if total < puzzle.best) == puzzle.next


def test_every_set_of_runs_with_the_best_revenue_is_right(puzzles: list[Puzzle]) -> None:
    for puzzle in drawn(puzzles, Theme.RUN, 3):
        runs = Position.of(puzzle.game).best_runs(puzzle.corporation).runs
        assert puzzle.is_right(RunTrains(puzzle.player, puzzle.corporation, runs))
        # At the position itself, a rule may refuse worse runs and name the best revenue.
        for worse in filter(None, (runs[:-1], runs[1:])):
            action = RunTrains(puzzle.player, puzzle.corporation, worse)
            assert not puzzle.is_right(action)
            assert 0 < puzzle.revenue(action) < puzzle.best
        assert puzzle.is_right(puzzle.solution())


def test_the_same_game_gives_the_same_puzzles_in_any_number_of_processes() -> None:
    orders = [Order("1851", 3, 3, 200), Order("1851", 4, 4, 200)]
    found = list(without_repeats(puzzle for order in orders for puzzle in from_game(order)))
    assert found
    assert list(make(orders, jobs=2)) == found
    assert len({(each.theme, each.corporation, each.best, each.source) for each in found}) == len(found)


def test_a_changed_puzzle_is_found_out(puzzles: list[Puzzle]) -> None:
    puzzle = drawn(puzzles, Theme.LAY, 1)[0]
    other = next(
        encode(each)
        for each in puzzle.game.legal()
        if type(each) is KINDS[Theme.LAY] and encode(each) not in puzzle.solutions
    )
    wrong = msgspec.structs.replace(puzzle, solutions=(other,))
    assert "another solution" in prove(wrong)
    over = puzzle.game
    over.play(Pass(puzzle.player))
    assert "no clear best answer" in prove(msgspec.structs.replace(puzzle, position=over.to_line()))


def test_the_answers_of_programs_give_the_rating(puzzles: list[Puzzle]) -> None:
    for puzzle in drawn(puzzles, Theme.LAY, 5):
        assert is_solved(puzzle, Clerk()) == ("clerk" in puzzle.solved_by)
    solved = [rating(each, ("clerk", "director")) for each in puzzles]
    assert {1000, 1250, 1500} == set(solved)


def test_damaged_files_give_one_sentence(tmp_path: Path) -> None:
    missing, damaged, foreign = (tmp_path / name for name in ("missing.xz", "damaged.xz", "foreign.xz"))
    damaged.write_bytes(collection.OWN.read_bytes()[:500])
    foreign.write_bytes(b"puzzles")
    for path, message in ((missing, "cannot be read"), (damaged, "not a file"), (foreign, "not a file")):
        with pytest.raises(UsageError, match=message):
            collection.read(path)


def test_the_question_of_an_endgame_names_a_place_only_in_the_middle() -> None:
    endgames = [puzzle for puzzle in collection.own().values() if puzzle.theme is Theme.ENDGAME]
    asked = {(len(each.game.options.players), each.best): each.question for each in endgames}
    of = {key: question.removeprefix("Which action of ").split()[1:] for key, question in asked.items()}
    assert of[4, 1][:4] == of[5, 1][:4] == ["wins", "the", "game", "for"]
    assert of[3, 2][-4:] == of[4, 3][-4:] == of[5, 4][-4:] == ["from", "the", "last", "place?"]
    assert of[5, 3][:3] == ["secures", "place", "3"]
