"""Making of puzzles from games of computer players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from msgspec import structs

import trunkline
from trunkline.engine.kernel.action import Action
from trunkline.game.game import Game
from trunkline.learn.puzzles.difficulty import PROGRAMS
from trunkline.learn.puzzles.endgame import endgame_puzzle
from trunkline.learn.puzzles.playouts import ANSWERS, playout_puzzle
from trunkline.learn.puzzles.puzzle import UNRATED, Puzzle, Theme
from trunkline.learn.puzzles.recorded import RecordedOrder
from trunkline.learn.puzzles.repeats import LONG, run_stops, without_repeats
from trunkline.learn.puzzles.search import puzzles_in
from trunkline.learn.puzzles.solving import is_solved
from trunkline.players import Chooser, play_turns
from trunkline.players.clerk import Clerk
from trunkline.players.director import Director
from trunkline.players.random_player import RandomPlayer
from trunkline.players.registry import load_player
from trunkline.util.subprocesses import map_ordered

RANDOM_SHARE = 0.12
"""The share of random actions. Clerks alone would play the same game again and again."""
PLAYOUT_RANDOM_SHARE = 0.04
"""The same in games for playouts, in which the positions should be those of good players."""
TRIED_SHARES = {Theme.DIVIDEND: 0.5, Theme.SELL: 1.0, Theme.RUST: 0.5}
"""The share of the decisions in a game from which playouts are made. Dangerous sales are rare."""
MOST_PLAYOUTS = 3
"""The maximum number of puzzles from playouts of one game."""
LAST_SET = 7
"""The last set of rounds that is searched for playouts. Those of later positions take longer."""
MOST_RUNS, MOST_RUNS_OF_ONE = 9, 3
"""The maximum number of puzzles of the theme ``run`` from one game, which has many, and of a corporation."""


class Order(NamedTuple):
    """A game to search: its title, number of players and seed."""

    title: str
    players: int
    seed: int
    longest: int = 3000
    """The maximum number of actions."""
    theme: Theme | None = None
    """The theme to search for, or None for all proved ones. For playouts, directors play the game."""

    def source(self, game: Game) -> str:
        """Return the name of the game: the command makes the same puzzles of it again."""
        return f"{self.title}, {self.players} players, seed {self.seed}"

    def moments(self) -> Iterator[Game]:
        """Play the game, and yield it after each action. For playouts, directors play."""
        game = trunkline.new(self.title, list("ABCDEF"[: self.players]), seed=self.seed)
        players = Varied(self.seed)
        if self.theme in UNRATED:
            players = Varied(self.seed, Director(self.seed), PLAYOUT_RANDOM_SHARE)
        for _ in islice(play_turns(game, players), self.longest):
            yield game


class Varied:
    """Clerks, or other players, that sometimes act at random, so that each seed gives another game."""

    def __init__(self, seed: int, players: Chooser | None = None, share: float = RANDOM_SHARE) -> None:
        self._players = players or Clerk()
        self._random = RandomPlayer(seed)
        self._drawn = random.Random(seed)
        self._share = share

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action."""
        here = self._random if self._drawn.random() < self._share else self._players
        return here.choose(game, player)


def from_game(order: Order | RecordedOrder) -> list[Puzzle]:
    """Play or replay a game, and return its puzzles. Of similar ones, keep the first.

    Raises ``UsageError`` if a recorded game cannot be replayed.
    """
    seed = 0 if isinstance(order, RecordedOrder) else order.seed
    moments = order.moments()
    return _with_solvers(
        _from_playouts(moments, order, order.theme, seed)
        if order.theme in UNRATED
        else _proved(moments, order),
        seed,
    )


def _proved(moments: Iterable[Game], order: Order | RecordedOrder) -> list[Puzzle]:
    kept: dict[tuple[Theme, str, int], Puzzle] = {}
    for game in moments:
        source = order.source(game)
        if order.theme is Theme.ENDGAME:
            _keep_ending(game, source, game.shared_state.round.number, kept)
            continue
        for puzzle in puzzles_in(game, source, order.theme):
            # The same track earns the same in many turns.
            first = kept.setdefault((puzzle.theme, puzzle.corporation, puzzle.best), puzzle)
            if first is puzzle and puzzle.theme is not Theme.RUN and order.theme is None:
                _keep_ending(game, source, len(kept), kept)
    runs = list(_few_runs([puzzle for puzzle in kept.values() if puzzle.theme is Theme.RUN]))
    return [each for each in kept.values() if each.theme is not Theme.RUN or each in runs]


def _few_runs(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """Yield the first puzzles about runs of a game, few of a corporation and only one with long runs."""
    counts = Counter[str]()
    long = 0
    for puzzle in puzzles:
        is_long = len(run_stops(puzzle)) > LONG
        if (
            counts[puzzle.corporation] < MOST_RUNS_OF_ONE
            and counts.total() < MOST_RUNS
            and not (is_long and long)
        ):
            counts[puzzle.corporation] += 1
            long += is_long
            yield puzzle


def _keep_ending(game: Game, source: str, number: int, kept: dict[tuple[Theme, str, int], Puzzle]) -> None:
    """Keep the endgame of the present moment, if it is the first of its corporation and number."""
    turn = game.shared_state.operating.turn if game.shared_state.operating else None
    if turn is None or (Theme.ENDGAME, turn.corp, number) in kept:
        return
    puzzle = endgame_puzzle(game, source)
    if puzzle is not None:
        kept[(Theme.ENDGAME, turn.corp, number)] = puzzle


def _from_playouts(
    moments: Iterable[Game], order: Order | RecordedOrder, theme: Theme, seed: int
) -> list[Puzzle]:
    """Return the first puzzle of the theme about each corporation."""
    kept: dict[str, Puzzle] = {}
    tried: set[tuple[str, str, int]] = set()
    drawn = random.Random(seed)
    for game in moments:
        actions = ANSWERS[theme](game)
        number = game.shared_state.round.number
        if actions and drawn.random() < TRIED_SHARES[theme]:
            corp = next(corp for each in actions if (corp := getattr(each, "corp", "")))
            # The same question comes again in each turn of a round.
            attempt = actions[0].player, corp, number
            if corp not in kept and (theme is Theme.DIVIDEND or attempt not in tried):
                tried.add(attempt)
                puzzle = playout_puzzle(game, order.source(game), theme)
                if puzzle is not None:
                    kept[corp] = puzzle
        if len(kept) == MOST_PLAYOUTS or number > LAST_SET:
            break
    return list(kept.values())


def _with_solvers(puzzles: list[Puzzle], seed: int) -> list[Puzzle]:
    """Return puzzles with the computer players that solve them. With playouts, these are known already."""
    players = {name: load_player(setting)(seed) for name, setting in PROGRAMS.items()}
    return [
        structs.replace(
            puzzle,
            solved_by=tuple(n for n, player in players.items() if is_solved(puzzle, player))
            if puzzle.figures is None
            else tuple(name for name, answer in puzzle.figures.opinions if answer in puzzle.solutions),
        )
        for puzzle in puzzles
    ]


def orders(title: str, first_seed: int, games: int, *, theme: Theme | None = None) -> Iterator[Order]:
    """Yield games with every number of players in turn. Without a theme, search for all proved ones."""
    fewest, most = trunkline.catalogue()[title].players
    for number in range(games):
        yield Order(title, fewest + number % (most - fewest + 1), first_seed + number, theme=theme)


def make(wanted: Sequence[Order | RecordedOrder], jobs: int = 1) -> Iterator[Puzzle]:
    """Yield the puzzles of games, in order. The result does not depend on ``jobs``, the processes.

    Puzzles that repeat others are left out. Raises ``UsageError`` if a recorded game cannot be replayed.
    """
    yield from without_repeats(chain.from_iterable(map_ordered(from_game, list(wanted), jobs)))
