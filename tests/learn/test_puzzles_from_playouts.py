"""Tests of puzzles whose answers come from playouts: dividends, sales of shares, and trains before rust."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import comb

import msgspec
import pytest
from scipy.stats import t

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.state import State
from trunkline.game.actions import BuyShare, BuyTrain, Dividend, Pass, SellShares, decode, encode
from trunkline.game.game import Game
from trunkline.game.position import Position
from trunkline.learn.puzzles import collection, decisions, playouts, search
from trunkline.learn.puzzles.playouts import (
    ANSWERS,
    CONFIDENCE,
    LINES,
    MORE_LINES,
    Worths,
    measured,
    playout_puzzle,
)
from trunkline.learn.puzzles.puzzle import UNRATED, Figures, Puzzle, Theme, same_answer, sells
from trunkline.learn.puzzles.repeats import without_repeats
from trunkline.learn.puzzles.search import prove

THEMES = sorted(UNRATED)
SHORTEST = "c369152305"
"""The puzzle with the shortest playouts."""


def of(theme: Theme) -> list[Puzzle]:
    """Return the committed puzzles of a theme."""
    return [each for each in collection.own().values() if each.theme is theme]


def figures(puzzle: Puzzle) -> Figures:
    """Return the figures of a puzzle."""
    assert puzzle.figures is not None
    return puzzle.figures


def with_figures(puzzle: Puzzle, **changes: object) -> Puzzle:
    """Return a puzzle with other figures."""
    return msgspec.structs.replace(puzzle, figures=msgspec.structs.replace(figures(puzzle), **changes))


def changed(puzzle: Puzzle, change: Callable[[State], None]) -> Game:
    """Return the position of a puzzle after a change of its state."""
    game = puzzle.game
    state = game.state
    change(state)
    return Game.at_state(game.options, state)


@pytest.mark.parametrize("theme", THEMES)
def test_the_best_answer_is_clearly_better_than_every_other_one(theme: Theme) -> None:
    puzzles = of(theme)
    assert len({each.title for each in puzzles}) >= 2
    for puzzle in puzzles:
        found = figures(puzzle)
        assert 0 < found.low <= found.gain <= found.high
        assert found.gain >= max(playouts.MARGIN, playouts.MARGIN_SHARES[theme] * puzzle.next) - 1
        worths = [worth for _, worth in found.worths]
        assert worths == sorted(worths, reverse=True)
        count = len(puzzle.solutions)
        assert count == 1 or (theme is Theme.SELL and count < puzzle.choices)
        assert (puzzle.best, puzzle.next) == (worths[0], worths[count])
        assert tuple(answer for answer, _ in found.worths[:count]) == puzzle.solutions
        about = theme, puzzle.corporation
        solved = [
            any(same_answer(each, right, *about) for right in puzzle.solutions) for _, each in found.opinions
        ]
        assert not all(solved)
        answers = ANSWERS[theme](puzzle.game)
        others = [answer for answer, _ in found.worths if decode(answer) not in answers]
        assert len(answers) + len(others) == len(worths) == puzzle.choices
        # A tycoon may buy a share of another company instead, which is not the best answer.
        assert decode(puzzle.solutions[0]) in answers
        if theme is Theme.SELL:
            # The number of shares does not matter: all sales are right, or none.
            sold = [sells(answer, puzzle.corporation) for answer, _ in found.worths]
            assert len(set(sold[:count])) == 1
            assert not (sold[0] and any(sold[count:]))
        assert others == ([found.opinions[-1][1]] if others and theme is Theme.SELL else [])
        assert all(puzzle.is_answer(each) and puzzle.revenue(each) in worths for each in answers)
        assert all(puzzle.is_right(each) == (encode(each) in puzzle.solutions) for each in answers)


def test_the_intervals_of_all_pairs_hold_together() -> None:
    assert set(CONFIDENCE) == {LINES, MORE_LINES}
    for lines, known in CONFIDENCE.items():
        for answers, errors in known.items():
            assert errors == pytest.approx(t.ppf(1 - 0.025 / comb(answers, 2), lines - 1), abs=1e-4)


def test_playouts_give_the_same_figures_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # Its playouts are the shortest. ``make puzzles-check`` proves all.
    puzzle = collection.own()[SHORTEST]
    assert prove(puzzle) == ""
    # A second replay would give the same again.
    monkeypatch.setattr(search, "measured", lambda game, source, theme, lines, whole: puzzle)
    other = msgspec.structs.replace(figures(puzzle), low=figures(puzzle).low - 1)
    assert "another solution" in prove(msgspec.structs.replace(puzzle, figures=other))


def test_a_position_without_a_clear_answer_or_with_long_playouts_gives_no_puzzle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = collection.own()[SHORTEST]
    monkeypatch.setattr(playouts, "LONGEST", 1)
    assert playout_puzzle(puzzle.game, puzzle.source, puzzle.theme) is None
    assert measured(puzzle.game, puzzle.source, puzzle.theme) is None
    monkeypatch.undo()
    monkeypatch.setattr(playouts, "MARGIN", puzzle.best)
    assert playout_puzzle(puzzle.game, puzzle.source, puzzle.theme) is None
    monkeypatch.undo()
    # If all programs choose the right answer, the question is too easy.
    asked = playouts._asked(puzzle.game, puzzle.theme)
    assert asked is not None
    assert not asked.agreed
    agreed = asked._replace(opinions=dict.fromkeys(playouts.ADVISERS, puzzle.solutions[0]))
    monkeypatch.setattr(playouts, "_asked", lambda game, theme: agreed)
    assert playout_puzzle(puzzle.game, puzzle.source, puzzle.theme) is None
    assert measured(puzzle.game, puzzle.source, puzzle.theme) is None
    # The opening has none of these decisions.
    opening = Game.at_state(puzzle.game.options, Game(puzzle.game.title, puzzle.game.options).state)
    assert [list(ANSWERS[theme](opening)) for theme in THEMES] == [[]] * len(THEMES)


def test_a_position_is_given_up_if_the_best_answer_is_agreed_or_no_answer_to_the_question() -> None:
    sale, keep, other = SellShares("A", "SR", 1), BuyShare("A", "TC", "pool"), Pass("A")
    opinions = {"clerk": encode(keep), "director": encode(keep), "tycoon": encode(sale)}
    asked = playouts.Asked("SR", [sale, keep, other], 2, opinions, Theme.SELL)
    # A purchase and a pass both keep the shares.
    agreed = asked._replace(opinions={**opinions, "tycoon": encode(other)})
    assert (asked.agreed, agreed.agreed) == (False, True)
    assert not agreed._replace(theme=Theme.RUST).agreed
    best_kept = {sale: [10.0], keep: [20.0], other: [15.0]}
    assert not playouts._hopeless(best_kept, asked)
    assert playouts._hopeless(best_kept, agreed)
    assert playouts._hopeless({**best_kept, other: [25.0]}, asked)
    assert not playouts._hopeless({**best_kept, sale: [30.0]}, agreed)
    # From the second playout on, the gain must be clear of its error.
    clear = {sale: [100.0, 101.0], keep: [200.0, 205.0], other: [100.0, 90.0]}
    assert not playouts._hopeless(clear, asked)
    assert playouts._hopeless({**clear, sale: [100.0, 400.0]}, asked)


@pytest.mark.parametrize(
    ("worths", "right"),
    [
        pytest.param([500, 480, 400], 2, id="both sales are better"),
        pytest.param([500, 450, 300], 2, id="both are better, and one is much better"),
        pytest.param([500, 405, 400], 0, id="one is better by less than the margin"),
        pytest.param([500, 300, 400], 0, id="one is better, and one is worse"),
        pytest.param([300, 350, 400], 1, id="both are worse"),
        pytest.param([300, 390, 400], 0, id="one is worse by less than the margin"),
    ],
)
def test_a_sale_of_one_share_and_of_two_are_right_or_wrong_together(worths: list[float], right: int) -> None:
    answers = [SellShares("A", "SR", 1), SellShares("A", "SR", 2), Pass("A")]
    asked = playouts.Asked("SR", answers, 3, {}, Theme.SELL)
    found = {answer: [worth, worth + 1] for answer, worth in zip(answers, worths, strict=True)}
    split = playouts._split(found, asked, 1.0)
    assert (split.right if split else 0) == right


def test_all_answers_that_keep_the_shares_are_right_if_they_beat_the_sale() -> None:
    answers = [SellShares("A", "SR", 1), Pass("A"), BuyShare("A", "TC", "pool")]
    asked = playouts.Asked("SR", answers, 2, {}, Theme.SELL)
    found = {answer: [worth, worth + 1] for answer, worth in zip(answers, (400.0, 450.0, 500.0), strict=True)}
    split = playouts._split(found, asked, 1.0)
    assert split
    assert split.right == 2
    # A pass that is hardly better than the sale is a wrong answer.
    split = playouts._split({**found, answers[1]: [405.0, 406.0]}, asked, 1.0)
    assert split
    assert split.right == 1


def test_a_position_gives_no_puzzle_if_the_game_ends_after_one_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert playouts.is_uneven([4, 0], 32)
    assert not playouts.is_uneven([3, 0], 32)
    assert not playouts.is_uneven([32, 31], 32)
    puzzle = collection.own()[SHORTEST]
    best = puzzle.solution()

    def play(
        now: object, theme: object, actions: list[Action], seeds: range, found: Worths, ended: Counter[Action]
    ) -> bool:
        for action in actions:
            worth = 2000.0 if action == best else 1000.0
            found.setdefault(action, []).extend(worth + seed % 3 for seed in seeds)
            ended[action] += len(seeds) if action == best else 0
        return True

    monkeypatch.setattr(playouts, "_play", play)
    assert playouts.promising(puzzle.game, puzzle.theme) == 0
    assert measured(puzzle.game, puzzle.source, puzzle.theme) is None
    monkeypatch.setattr(playouts, "UNEVEN", 1.0)
    found = measured(puzzle.game, puzzle.source, puzzle.theme)
    assert found
    assert figures(found).ended == (LINES, 0)
    monkeypatch.undo()
    assert list(without_repeats([found])) == []
    assert list(without_repeats([with_figures(found, ended=(LINES, LINES - 1))])) != []


def test_a_narrow_result_of_the_search_asks_for_more_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = collection.own()[SHORTEST]
    one, other = (decode(answer) for answer, _ in figures(puzzle).worths)
    asked = playouts.Asked(puzzle.corporation, [one, other], 2, {"clerk": encode(other)}, puzzle.theme)
    monkeypatch.setattr(playouts, "_asked", lambda game, theme: asked)
    chosen = asked._replace(opinions={"clerk": encode(one), "director": encode(other)})

    def promised(gains: list[float]) -> int:
        def play(
            now: object, theme: object, actions: object, seeds: range, found: Worths, ended: object
        ) -> bool:
            for seed in seeds:
                found.setdefault(one, []).append(1000.0 + gains[(seed - playouts.SEARCH_SEEDS) % len(gains)])
                found.setdefault(other, []).append(1000.0)
            return True

        monkeypatch.setattr(playouts, "_play", play)
        return playouts.promising(puzzle.game, puzzle.theme)

    # All programs agree on the wrong answer.
    assert promised([100.0]) == 0
    monkeypatch.setattr(playouts, "_asked", lambda game, theme: chosen)
    assert promised([100.0]) == LINES
    assert promised([5.0]) == 0
    # Their mean is $60, 1.6 standard errors above zero.
    assert promised([100.0, 110.0, 90.0, 100.0, *[190.0, -110.0] * 4]) == MORE_LINES
    assert promised([100.0, -300.0]) == 0


def test_a_sale_is_asked_only_if_the_company_is_dangerous() -> None:
    for puzzle in of(Theme.SELL):
        sales = [each for each in decisions.sales(puzzle.game) if isinstance(each, SellShares)]
        assert {each.corp for each in sales} == {puzzle.corporation}
        assert [each.count for each in sales] == list(range(sales[0].count, sales[-1].count + 1))
        kept = [answer for answer, _ in figures(puzzle).worths if answer["kind"] != "sell_shares"]
        assert kept
        assert encode(decisions.sales(puzzle.game)[-1]) in kept
        corp = puzzle.game.state.corporations[puzzle.corporation]
        assert corp.shares[puzzle.player] >= sales[-1].count

        def rich(state: State, id: str = puzzle.corporation) -> None:
            state.corporations[id].cash += 5000

        # With money for its next train, the company is no danger.
        offered = decisions.sales(changed(puzzle, rich))
        assert puzzle.corporation not in {each.corp for each in offered if isinstance(each, SellShares)}


def test_rust_is_asked_only_shortly_before_the_last_train_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    for puzzle in of(Theme.RUST):
        now = Position.of(puzzle.game)
        answers = decisions.before_rust(puzzle.game)
        assert all(isinstance(each, BuyTrain | Pass | Dividend) for each in answers)
        assert puzzle.corporation in now.state.trains.values()
        assert now.to_act[0] == now.state.corporations[puzzle.corporation].president
        monkeypatch.setattr(decisions, "SOON", 0.0)
        assert decisions.before_rust(puzzle.game) == []
        monkeypatch.undo()


def test_another_action_is_no_answer() -> None:
    puzzle = of(Theme.SELL)[0]
    sale = next(each for each in decisions.sales(puzzle.game) if isinstance(each, SellShares))
    assert not puzzle.is_answer(Pass("Zoe"))
    assert not puzzle.is_answer(msgspec.structs.replace(sale, count=99))
    assert puzzle.is_answer(sale)
    assert puzzle.kinds >= {"sell_shares", "pass"}
