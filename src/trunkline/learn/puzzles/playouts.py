"""Puzzles whose answer comes from playouts: pay or withhold, sell or keep, and trains before rust.

Directors with small errors play on from each answer, with the same seeds, to the end of a set of rounds.
There the expected final worth of the player is compared in pairs. This is an estimate and no proof, so these
puzzles are not rated. They have their figures, and the opinions of computer players.

The best of several answers is known only after the playouts. So the intervals of all pairs of answers hold
together with 95% confidence (Bonferroni): with three answers there are three pairs, each at 98.3%.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from trunkline.engine.kernel.action import Action
from trunkline.game.actions import decode, encode
from trunkline.game.game import Game
from trunkline.game.position import Position
from trunkline.learn.puzzles.decisions import before_rust, dividends, sales
from trunkline.learn.puzzles.puzzle import Figures, Puzzle, Theme, same_answer, sells
from trunkline.players.director import Director
from trunkline.players.evaluation import final_worth
from trunkline.players.registry import load_player
from trunkline.players.rollouts import NoisyPolicy, ends_set, play_on

ANSWERS: Final[Mapping[Theme, Callable[[Game], Sequence[Action]]]] = {
    Theme.DIVIDEND: dividends,
    Theme.SELL: sales,
    Theme.RUST: before_rust,
}
"""The functions that return the answers of each theme."""
LOOKS: Final = 1, 4, 12
"""The numbers of playouts after each answer in the search for a position. They are no part of the figures.

Before the first one, a position is given up if all computer players choose the same answer. After each, it is
given up if its answer is not likely to be clear.
"""
FIRST_SEED: Final = 4
"""The seed of the first playout of the figures. The playouts of the search have other seeds."""
SEARCH_SEEDS: Final = 1_000
"""The seed of the first playout of the search."""
LINES, MORE_LINES = 32, 64
"""The number of playouts after each answer for a puzzle, and if the search expects a narrow result."""
HOPELESS_AFTER, HOPELESS_BELOW = (12, 32), 1.5
"""The numbers of playouts after which a position without a clear answer is given up.

It is given up if the gain is below so many standard errors, as in the search. This can only lose puzzles.
"""
NARROW: Final = 0.9
"""The gain after the search below which ``MORE_LINES`` follow, as a share of the interval that 12 have."""
SETS: Final = {Theme.DIVIDEND: 2, Theme.SELL: 1, Theme.RUST: 1}
"""The horizon: the number of sets of rounds, the present one included."""
FEWEST_ROUNDS: Final = 2
"""The fewest operating rounds of a playout about rust. If the set has fewer left, the next one follows."""
LONGEST = 200
"""The maximum number of actions in a playout. A longer one gives no puzzle."""
ERROR = 10.0
"""The standard deviation of the directors' errors, in dollars."""
CONFIDENCE: Final = {
    LINES: {2: 2.0395, 3: 2.5309, 4: 2.8183, 5: 3.0221},
    MORE_LINES: {2: 1.9983, 3: 2.4596, 4: 2.7241, 5: 2.9093},
}
"""The standard errors of an interval, by the number of playouts and of answers.

These are quantiles of Student's distribution. All pairs of answers have 95% together.
"""
MARGIN = 20
MARGIN_SHARES = {Theme.DIVIDEND: 0.01, Theme.SELL: 0.02, Theme.RUST: 0.01}
"""The smallest gain over the next answer: in dollars, and as a share of the worth after it.

A smaller gain makes a dull question about sales.
"""
UNEVEN: Final = 0.1
"""The largest difference between the shares of playouts that end the game, of two answers.

Above it, the worth at the end of a game would be compared with an estimate of later worth.
"""
STRONGEST = "tycoon:200"
ADVISERS = "clerk", "director", STRONGEST
"""The computer players whose opinions are stored. The tycoon looks at 200 positions."""

Worths = dict[Action, list[float]]
"""The player's expected final worth after each playout of each answer."""
Ended = Counter[Action]
"""The number of playouts of each answer in which the game ended."""
Opinions = dict[str, dict[str, Any]]
"""The actions that computer players choose, by their names."""


class Asked(NamedTuple):
    """The answers of a question, and the opinions of the computer players.

    The first ``offered`` answers belong to the question. Another one is the strongest player's choice.
    """

    corporation: str
    answers: list[Action]
    offered: int
    opinions: Opinions
    theme: Theme

    @property
    def agreed(self) -> bool:
        """True if all computer players choose the same answer."""
        return any(self.all_choose([each]) for each in self.opinions.values())

    def all_choose(self, answers: Sequence[dict[str, Any]]) -> bool:
        """Return whether every computer player chooses one of these answers."""
        about = self.theme, self.corporation
        return all(any(same_answer(each, one, *about) for one in answers) for each in self.opinions.values())

    def right_counts(self, order: Sequence[Action]) -> Sequence[int]:
        """Return the possible numbers of right answers, the preferred one first.

        For sales, all sales are right and no other answer, or as many others as possible and no sale. No
        number is possible if one sale is better and another worse than an answer that keeps the shares.

        Args:
            order: The answers, best first.
        """
        if self.theme is not Theme.SELL:
            return [1]
        sold = [sells(encode(each), self.corporation) for each in order]
        if not sold[0]:
            return range(sold.index(True), 0, -1)
        count = sum(sold)
        return [count] if all(sold[:count]) else []


class Split(NamedTuple):
    """The answers, best first, and the number of right ones.

    ``gain`` is that of the last right answer over the first wrong one, with its standard error.
    """

    order: list[Action]
    right: int
    gain: tuple[float, float]


def playout_puzzle(game: Game, source: str, theme: Theme) -> Puzzle | None:
    """Return the puzzle of a theme at the present moment of a game, or None.

    A few playouts find the positions that deserve a closer look. Those are no part of the figures: the chosen
    positions are those in which they were lucky.
    """
    lines = promising(game, theme)
    return measured(game, source, theme, lines) if lines else None


def promising(game: Game, theme: Theme) -> int:
    """Return the number of playouts that a position deserves. 0 if it is not likely to give a puzzle."""
    asked = _asked(game, theme)
    if asked is None or asked.agreed:
        return 0
    now, actions = Position.of(game), asked.answers
    found, ended, done = Worths(), Ended(), 0
    for look in LOOKS:
        seeds = range(SEARCH_SEEDS + done, SEARCH_SEEDS + look)
        if not _play(now, theme, actions, seeds, found, ended) or _hopeless(found, asked):
            return 0
        done = look
    if is_uneven([ended[each] for each in actions], done):
        return 0
    errors = CONFIDENCE[LINES][len(actions)]
    return LINES if _split(found, asked, NARROW * errors) is not None else MORE_LINES


def measured(
    game: Game, source: str, theme: Theme, lines: int = LINES, *, whole: bool = False
) -> Puzzle | None:
    """Return the puzzle of a position, or None.

    The right answer is clearly better than every other one. For sales, either all sales are right, or answers
    that keep the shares. The choice of the strongest computer player is compared too, but the best answer
    belongs to the question. Some player chooses a wrong one. The game does not end after one answer more
    often than after another.

    Args:
        game: The game at the position.
        source: The name of the game.
        theme: The question.
        lines: The number of playouts after each answer, ``LINES`` or ``MORE_LINES``.
        whole: Make all playouts, even if the answer is not clear after some of them.
    """
    asked = _asked(game, theme)
    if asked is None:
        return None
    now, actions = Position.of(game), asked.answers
    worths, ended, done = Worths(), Ended(), 0
    for look in (*(each for each in HOPELESS_AFTER if each < lines), lines):
        if not _play(now, theme, actions, range(FIRST_SEED + done, FIRST_SEED + look), worths, ended):
            return None
        if not whole and look < lines and _hopeless(worths, asked):
            return None
        done = look
    errors = CONFIDENCE[lines][len(actions)]
    split = _split(worths, asked, errors)
    if split is None or is_uneven([ended[each] for each in actions], lines):
        return None
    order, right, (gain, error) = split
    solutions = tuple(map(encode, order[:right]))
    if order[0] not in asked.answers[: asked.offered] or asked.all_choose(solutions):
        return None
    figures = Figures(
        round(gain),
        math.floor(gain - errors * error),
        math.ceil(gain + errors * error),
        lines,
        _sets(now, theme),
        tuple((encode(each), round(fmean(worths[each]))) for each in order),
        tuple((name.partition(":")[0], each) for name, each in asked.opinions.items()),
        tuple(ended[each] for each in order),
    )
    return Puzzle(
        game.options.title,
        theme,
        game.to_line(),
        order[0].player,
        asked.corporation,
        figures.worths[0][1],
        figures.worths[right][1],
        len(actions),
        source,
        solutions,
        figures=figures,
    )


def _asked(game: Game, theme: Theme) -> Asked | None:
    """Return the answers, with the choice of the strongest computer player, and the opinions of all players.

    Return None if a position has no such question.
    """
    actions = list(ANSWERS[theme](game))
    if len(actions) < 2:
        return None
    player, offered = actions[0].player, len(actions)
    opinions = {name: encode(load_player(name)(0).choose(game, player)) for name in ADVISERS}
    strongest = decode(opinions[STRONGEST])
    if strongest not in actions:
        if theme is not Theme.SELL:
            return None
        # Buying another share, for example, also keeps the shares.
        actions.append(strongest)
    corp = next(corp for each in actions if (corp := getattr(each, "corp", "")))
    asked = Asked(corp, actions, offered, opinions, theme)
    return asked if len(actions) in CONFIDENCE[LINES] else None


def _hopeless(worths: Worths, asked: Asked) -> bool:
    """Return whether more playouts would hardly give a puzzle.

    No answer is clearly best so far, or all computer players choose it, or it does not belong to the
    question.
    """
    best = max(worths, key=lambda each: fmean(worths[each]))
    if best not in asked.answers[: asked.offered] or asked.all_choose([encode(best)]):
        return True
    few = min(map(len, worths.values())) < 2
    return not few and _split(worths, asked, HOPELESS_BELOW) is None


def is_uneven(ended: Sequence[int], lines: int) -> bool:
    """Return whether the game ends after one answer more often than after another.

    Args:
        ended: The number of playouts of each answer in which it ends.
        lines: The number of playouts of each answer.
    """
    return max(ended) - min(ended) > UNEVEN * lines


def _play(
    now: Position,
    theme: Theme,
    actions: Sequence[Action],
    seeds: Sequence[int],
    found: Worths,
    ended: Ended,
) -> bool:
    """Play on from each answer, and add the results to ``found`` and ``ended``.

    Return False if a playout is too long.
    """
    until = ends_set(now, _sets(now, theme))
    director = Director()
    for action in actions:
        after = now.play(action)
        for seed in seeds:
            line = play_on(after, NoisyPolicy(director, ERROR, seed), until, LONGEST)
            if not line.whole:
                return False
            ended[action] += line.position.over
            found.setdefault(action, []).append(final_worth(line.position)[action.player])
    return True


def _sets(now: Position, theme: Theme) -> int:
    """Return the number of sets of rounds in a playout."""
    round = now.state.round
    short = theme is Theme.RUST and round.of - round.index + 1 < FEWEST_ROUNDS
    return SETS[theme] + short


def _split(worths: Worths, asked: Asked, errors: float) -> Split | None:
    """Return the right answers, or None.

    Each is better than every other answer by a margin, and by a dollar more than ``errors``, a number of
    standard errors.
    """
    order = sorted(worths, key=lambda each: -fmean(worths[each]))
    for right in asked.right_counts(order):
        margin = max(MARGIN, MARGIN_SHARES[asked.theme] * fmean(worths[order[right]]))
        gains = [_gain(worths[one], worths[other]) for one in order[:right] for other in order[right:]]
        if all(gain >= margin and gain - errors * error >= 1 for gain, error in gains):
            return Split(order, right, _gain(worths[order[right - 1]], worths[order[right]]))
    return None


def _gain(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean gain in pairs, and its standard error."""
    gains = [here - there for here, there in zip(best, other, strict=True)]
    return fmean(gains), stdev(gains) / math.sqrt(len(gains))
