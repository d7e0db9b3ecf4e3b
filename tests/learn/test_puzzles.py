"""Tests of puzzles: the committed ones are proved again, and answers are compared with plain replays."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from statistics import median

import msgspec
import pytest

from trunkline.engine.kernel.action import Action
from trunkline.game.actions import BuyPrivate, BuyShare, Pass, RunTrains, SellShares, encode
from trunkline.game.game import Game
from trunkline.game.position import Position
from trunkline.lab.benchmark import definition
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.difficulty import rating
from trunkline.learn.puzzles.endgame import FEWEST_ANSWERS, Search, TooLarge, answers, place
from trunkline.learn.puzzles.making import Order, from_game, make
from trunkline.learn.puzzles.puzzle import UNRATED, Puzzle, Theme
from trunkline.learn.puzzles.repeats import LONG, MOST_ALIKE, MOST_LONG, without_repeats
from trunkline.learn.puzzles.search import FEWEST, KINDS, MARGIN, prove
from trunkline.learn.puzzles.solving import is_solved
from trunkline.learn.puzzles.variety import answer_of, kind_of
from trunkline.players.clerk import Clerk
from trunkline.players.director.forecast import Forecast
from trunkline.players.tycoon import Tycoon
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
    assert len({each.id for each in puzzles}) == len(puzzles)
    assert sum(each.rated for each in puzzles) >= 1500
    assert {each.title for each in puzzles} == {"1856", "1851", "18GL"}
    assert all(
        each.best - each.next >= MARGIN for each in puzzles if each.theme in FEWEST or each.theme is Theme.RUN
    )


def test_every_puzzle_has_an_answer_to_show(puzzles: list[Puzzle]) -> None:
    assert [each.id for each in puzzles if not each.solutions] == []


def test_no_committed_puzzle_repeats_others_or_is_too_easy(puzzles: list[Puzzle]) -> None:
    assert list(without_repeats(puzzles, kept=definition.read("1").puzzle_ids())) == puzzles


def test_a_corporation_has_few_lays_in_the_same_hexes(puzzles: list[Puzzle]) -> None:
    lay = next(each for each in puzzles if each.theme is Theme.LAY and 0 < each.before < each.next)
    other = [{**each, "player": "Z", "tile": "1"} for each in reversed(lay.solutions)]
    again = msgspec.structs.replace(lay, solutions=tuple(other), player="Z", best=lay.best + 10)
    assert list(without_repeats([lay] + [again] * MOST_ALIKE)) == [lay] + [again] * (MOST_ALIKE - 1)
    away = msgspec.structs.replace(lay, solutions=({**lay.solutions[0], "hex": "Z99"},))
    assert list(without_repeats([lay] * MOST_ALIKE + [away])) == [lay] * MOST_ALIKE + [away]
    # If every wrong lay earns as much as none, two are enough; if the best one does, it is no puzzle.
    plain = msgspec.structs.replace(lay, before=lay.next)
    assert list(without_repeats([plain] * 4)) == [plain] * 2
    assert list(without_repeats([msgspec.structs.replace(lay, before=lay.best)])) == []
    # A first lay is asked once.
    first = msgspec.structs.replace(lay, before=0, next=0)
    assert list(without_repeats([first, msgspec.structs.replace(first, best=first.best + 10)])) == [first]


def test_a_corporation_has_few_runs_to_the_same_stops(puzzles: list[Puzzle]) -> None:
    run = drawn(puzzles, Theme.RUN, 1)[0]
    again = msgspec.structs.replace(run, best=run.best + 10, next=run.next + 1)
    games = [msgspec.structs.replace(run, source=f"game {number}") for number in range(MOST_ALIKE)]
    shorter = {**run.solutions[0], "runs": run.solutions[0]["runs"][1:]}
    other = msgspec.structs.replace(run, solutions=(shorter,))
    assert list(without_repeats([run, again, *games, other])) == [run, *games[:-1], other]
    assert list(without_repeats([run, again], kept={again.id})) == [run, again]


def test_a_corporation_has_few_long_runs(puzzles: list[Puzzle]) -> None:
    run = drawn(puzzles, Theme.RUN, 1)[0]

    def to(stops: int, count: int) -> list[Puzzle]:
        runs = [[{"path": [f"{place}.{stop}" for stop in range(stops)]}] for place in range(count)]
        return [msgspec.structs.replace(run, solutions=({"runs": each},)) for each in runs]

    assert len(list(without_repeats(to(LONG + 1, MOST_LONG + 1)))) == MOST_LONG
    assert len(list(without_repeats(to(LONG, MOST_LONG + 1)))) == MOST_LONG + 1


def test_an_endgame_is_asked_once_and_the_clerk_does_not_solve_it(puzzles: list[Puzzle]) -> None:
    drawn_one = drawn(puzzles, Theme.ENDGAME, 1)[0]
    hard = msgspec.structs.replace(drawn_one, choices=FEWEST_ANSWERS, solved_by=())
    easy = msgspec.structs.replace(hard, solved_by=("clerk",))
    few = msgspec.structs.replace(hard, choices=FEWEST_ANSWERS - 1)
    elsewhere = msgspec.structs.replace(hard, best=hard.best + 1)
    payout = {"kind": "dividend", "player": hard.player, "corp": hard.corporation, "payout": "pay"}
    pays = msgspec.structs.replace(hard, solutions=(payout,))
    keeps = msgspec.structs.replace(hard, solutions=({**payout, "payout": "half"},))
    assert list(without_repeats([easy, few, pays, hard, elsewhere, keeps])) == [hard, keeps]


def test_a_question_that_all_programs_answer_right_is_no_puzzle(puzzles: list[Puzzle]) -> None:
    puzzle = next(each for each in puzzles if each.theme is Theme.SELL)
    assert puzzle.figures is not None

    def chosen(action: Action, right: Action) -> Puzzle:
        assert puzzle.figures is not None
        opinions = tuple((name, encode(action)) for name, _ in puzzle.figures.opinions)
        found = msgspec.structs.replace(puzzle.figures, opinions=opinions)
        return msgspec.structs.replace(puzzle, figures=found, solutions=(encode(right),))

    keep, sale = Pass(puzzle.player), SellShares(puzzle.player, puzzle.corporation, 1)
    other = BuyShare(puzzle.player, "another", "pool")
    assert list(without_repeats([chosen(sale, sale), chosen(keep, keep), chosen(other, keep)])) == []
    for disputed in (chosen(sale, keep), chosen(other, sale)):
        assert list(without_repeats([disputed])) == [disputed]


def test_a_dividend_is_too_easy_if_the_money_is_of_no_use(
    puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = {kind_of(each): each for each in puzzles if each.theme is Theme.DIVIDEND}
    title, theme = "1856", Theme.DIVIDEND
    unable, able = (kinds[title, theme, "pay", buying] for buying in ("none", "some"))
    kept = kinds[title, theme, "withhold", "some"]
    assert list(without_repeats([unable, able, kept])) == [unable, able, kept]
    # The game ends in this round, so that no corporation loses its last train before.
    monkeypatch.setattr(Forecast, "rounds", 0.0)
    assert list(without_repeats([unable, able, kept])) == [able, kept]


def elsewhere(
    puzzle: Puzzle, more: int = 0, *, later: int = 0, sold: bool = False, turned: bool = False
) -> Puzzle:
    """Return a puzzle at another position.

    Args:
        puzzle: The puzzle.
        more: The dollars that the corporation has in addition.
        later: The number of sets of rounds by which it is later.
        sold: Whether a player has sold a share.
        turned: Whether the next player has the shares of each player.
    """
    game = puzzle.game
    state = game.state
    corp = state.corporations[puzzle.corporation]
    corp.cash += more
    state.bank -= more
    state.round.number += later
    if sold:
        seller = next(name for name in corp.shares if name != corp.president)
        corp.shares = {**corp.shares, seller: corp.shares[seller] - 1}
        corp.pool += 1
    if turned:
        players = game.options.players
        following = dict(zip(players, (*players[1:], players[0]), strict=True))
        corp.shares = {following[name]: count for name, count in corp.shares.items()}
        corp.president = following[corp.president]
    return msgspec.structs.replace(puzzle, position=Game.at_state(game.options, state).to_line())


def test_a_corporation_has_few_questions_at_the_same_time_with_the_same_answer(puzzles: list[Puzzle]) -> None:
    first = drawn(puzzles, Theme.DIVIDEND, 1)[0]
    games = [elsewhere(first, number) for number in range(3)]
    wrong = next(answer for answer, _ in first.figures.worths if answer not in first.solutions)  # type: ignore[union-attr]
    other = msgspec.structs.replace(games[2], solutions=(wrong,))
    assert list(without_repeats([*games, other])) == [*games[:2], other]
    later = elsewhere(first, 2, later=1)
    assert list(without_repeats([*games, later])) == [*games[:2], later]


def test_a_question_with_the_same_money_and_holdings_is_asked_once(puzzles: list[Puzzle]) -> None:
    dividends = (each for each in puzzles if each.theme is Theme.DIVIDEND)
    first = next(each for each in dividends if len(each.game.state.corporations[each.corporation].shares) > 1)
    again = elsewhere(first, turned=True)
    assert again.position != first.position
    for other in (elsewhere(first, sold=True), elsewhere(first, 10)):
        assert list(without_repeats([first, again, other])) == [first, other]


@pytest.mark.parametrize("theme", [Theme.SELL, Theme.RUST])
def test_the_number_of_shares_and_the_copy_of_a_train_make_no_other_answer(
    puzzles: list[Puzzle], theme: Theme
) -> None:
    # In these positions, a sale of two shares or the last 3-train is the right answer.
    alike = [each for each in puzzles if each.theme is theme and answer_of(each) in ("sell", "3")]
    first = next(each for each in alike if each.choices == len(each.solutions) + 1)
    changes = {"count": 1} if theme is Theme.SELL else {"train": "3-9"}
    other = tuple({**answer, **changes} for answer in first.solutions)
    found = [elsewhere(first, 1), msgspec.structs.replace(elsewhere(first, 2), solutions=other)]
    assert list(without_repeats([first, *found])) == [first, found[0]]


def test_few_questions_of_a_kind_stay_and_their_answers_are_the_clearest(puzzles: list[Puzzle]) -> None:
    dividends = (each for each in puzzles if each.theme is Theme.DIVIDEND)
    first = next(each for each in dividends if answer_of(each) == "withhold")
    figures = first.figures
    assert figures

    def clear(gain: int) -> Puzzle:
        found = msgspec.structs.replace(figures, gain=gain)
        return msgspec.structs.replace(elsewhere(first, later=gain), figures=found)

    gains = [30, 60, 20, 50, 40, 10]
    found = list(map(clear, gains))
    assert [each.figures.gain for each in without_repeats(found)] == [30, 60, 50, 40]  # type: ignore[union-attr]
    kept = list(without_repeats(found, kept={found[2].id}))
    assert [each.figures.gain for each in kept] == [30, 60, 20, 50, 40]  # type: ignore[union-attr]


def test_the_kind_of_a_question_is_the_number_of_payouts_that_buy_the_next_train(
    puzzles: list[Puzzle],
) -> None:
    known = {each.id: each for each in puzzles}
    # TGB has a 4-train to trade in for a diesel, which costs $750 then. Only withholding brings so much.
    assert kind_of(known["c592e520bb"])[2:] == ("pay", "some")
    # WR has $110. If it withholds, a loan of $90 is enough for a 3-train.
    assert kind_of(known["c369152305"])[2:] == ("withhold", "some")
    assert {kind_of(each)[3] for each in puzzles if each.theme is Theme.DIVIDEND} == {"none", "some", "all"}


@pytest.mark.parametrize("theme", [each for each in Theme if each not in UNRATED])
def test_the_solutions_of_a_sample_are_proved_again(puzzles: list[Puzzle], theme: Theme) -> None:
    number = SAMPLE // 3 if theme is Theme.ENDGAME else SAMPLE  # searches to the end of the game take longest
    assert [prove(each) for each in drawn(puzzles, theme, number)] == [""] * number


def test_only_the_right_answer_of_an_endgame_can_lead_to_the_place(puzzles: list[Puzzle]) -> None:
    for puzzle in drawn(puzzles, Theme.ENDGAME, 3):
        now = Position.of(puzzle.game)
        assert now.state.bank_broken
        assert puzzle.adapted in now.state.players
        # Clerks pay out, so a wrong answer does not reach the place even with the best play that they know.
        ends = {action: ended(now.play(action), puzzle.player) for action in answers(now, puzzle.player)}
        assert len(ends) == puzzle.choices
        reached = {action for action, place in ends.items() if place <= puzzle.best}
        solutions = {action for action in ends if encode(action) in puzzle.solutions}
        # In 1856 a clerk does not take a loan to sell a private to its corporation.
        assert reached == solutions or (puzzle.title == "1856" and not reached)
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


def test_runs_of_one_game_are_few_and_about_several_corporations() -> None:
    found = from_game(Order("18GL", 3, 4011, theme=Theme.RUN))
    assert {each.theme for each in found} == {Theme.RUN}
    assert Counter(each.corporation for each in found) == {"MILW": 3, "PRR": 2, "WAB": 1}


def test_a_player_who_secures_a_place_makes_no_offers_that_others_can_refuse(puzzles: list[Puzzle]) -> None:
    offers = 0
    for puzzle in puzzles:
        if (puzzle.theme, puzzle.title) == (Theme.ENDGAME, "1856"):
            now = Position.of(puzzle.game)
            privates = now.state.privates
            for offer in set(answers(now)) - set(answers(now, puzzle.player)):
                assert isinstance(offer, BuyPrivate)
                assert privates[offer.private].player != puzzle.player
                offers += 1
            assert len(answers(now, puzzle.player)) == puzzle.choices
    assert offers


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
        assert is_solved(puzzle, Tycoon(steps=64)) == ("tycoon" in puzzle.solved_by)


def test_what_is_harder_for_people_or_programs_has_a_higher_rating(puzzles: list[Puzzle]) -> None:
    lay = drawn(puzzles, Theme.LAY, 1)[0]
    plain = msgspec.structs.replace(
        lay, choices=8, best=200, next=80, before=80, solved_by=("clerk", "director", "tycoon")
    )

    def points(puzzle: Puzzle, **changes: object) -> int:
        return rating(msgspec.structs.replace(puzzle, **changes))

    assert points(plain) == 975
    assert points(plain, solved_by=("clerk", "director")) == 975 + 60
    assert points(plain, choices=32) == 975 + 90
    assert points(plain, choices=10_000) == 975 + 140
    # The gap is 30% of the best revenue: half of the points. A wrong lay tempts if it earns more than none.
    assert points(plain, next=140, before=140) == 975 + 100
    assert points(plain, before=70) == 975 + 60
    run = drawn(puzzles, Theme.RUN, 1)[0]
    path = {"path": ["a.0", "1", "b.0", "2", "c.0", "3", "d.0"]}

    def runs(count: int) -> int:
        solution = {**run.solutions[0], "runs": [path] * count}
        return points(run, best=200, next=80, solved_by=(), solutions=(solution,))

    assert [runs(count) for count in (1, 2, 3, 4)] == [1055, 1200, 1345, 1465]
    found = [rating(each) for each in puzzles if each.rated]
    assert len(set(found)) > 300
    assert 1200 < median(found) < 1300
    assert min(found) < 1000 < 1500 < max(found)


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
