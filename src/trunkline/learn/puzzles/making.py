"""Making of puzzles from games of computer players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from msgspec import structs

import trunkline
from trunkline.engine.kernel.action import Action
from trunkline.game.game import Game
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.learn.puzzles.search import puzzles_in
from trunkline.learn.puzzles.solving import is_solved
from trunkline.players import play_turns
from trunkline.players.clerk import Clerk
from trunkline.players.random_player import RandomPlayer
from trunkline.players.registry import load_player
from trunkline.util.subprocesses import map_ordered

RANDOM_SHARE = 0.12
"""The share of random actions. Clerks alone would play the same game again and again."""
PROGRAMS = "clerk", "director"
"""The computer players whose answers are stored with each puzzle."""
MOST_RUNS = 3
"""The maximum number of puzzles of the theme ``run`` from one game, which has many."""


class Order(NamedTuple):
    """A game to search: its title, number of players and seed."""

    title: str
    players: int
    seed: int
    longest: int = 3000
    """The maximum number of actions."""

    @property
    def source(self) -> str:
        """The name of the game: the command makes the same puzzles of it again."""
        return f"{self.title}, {self.players} players, seed {self.seed}"


class Varied:
    """Clerks that sometimes act at random, so that each seed gives another game."""

    def __init__(self, seed: int) -> None:
        self._clerk = Clerk()
        self._random = RandomPlayer(seed)
        self._drawn = random.Random(seed)

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action."""
        here = self._random if self._drawn.random() < RANDOM_SHARE else self._clerk
        return here.choose(game, player)


def from_game(order: Order) -> list[Puzzle]:
    """Play a game, and return its puzzles. Of similar ones, keep the first."""
    game = trunkline.new(order.title, list("ABCDEF"[: order.players]), seed=order.seed)
    kept: dict[tuple[Theme, str, int], Puzzle] = {}
    for _ in islice(play_turns(game, Varied(order.seed)), order.longest):
        for puzzle in puzzles_in(game, order.source):
            # The same track earns the same in many turns.
            kept.setdefault((puzzle.theme, puzzle.corporation, puzzle.best), puzzle)
    runs = [puzzle for puzzle in kept.values() if puzzle.theme is Theme.RUN]
    dull = runs[MOST_RUNS:]
    players = {name: load_player(name)(order.seed) for name in PROGRAMS}
    return [
        structs.replace(
            puzzle, solved_by=tuple(n for n, player in players.items() if is_solved(puzzle, player))
        )
        for puzzle in kept.values()
        if puzzle not in dull
    ]


def orders(title: str, first_seed: int, games: int) -> Iterator[Order]:
    """Yield games with every number of players in turn."""
    fewest, most = trunkline.catalogue()[title].players
    for number in range(games):
        yield Order(title, fewest + number % (most - fewest + 1), first_seed + number)


def make(wanted: list[Order], jobs: int = 1) -> Iterator[Puzzle]:
    """Yield the puzzles of games, in order. The result does not depend on ``jobs``, the processes."""
    for found in map_ordered(from_game, wanted, jobs):
        yield from found
