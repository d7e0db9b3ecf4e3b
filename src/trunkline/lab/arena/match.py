"""A match: the same players in many games, with rotated seats, so that each deal is played from each seat."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from functools import partial
from typing import NamedTuple

import msgspec

import trunkline
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action, Pass
from trunkline.game import Game
from trunkline.lab import cluster
from trunkline.players import FAILURES, STALLED, Chooser, error_line
from trunkline.players.clerk import Clerk
from trunkline.players.external_engine import Engine
from trunkline.players.registry import load_player
from trunkline.util.errors import UsageError

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
MOST_ACTIONS = 20_000
"""Number of actions after which a game is cut off."""
SEED_STEP = 1_000_000
STALLED_GAME, CUT_OFF = "stalled", "cut off"
IRREGULAR = (STALLED_GAME, CUT_OFF)
"""Endings outside the rules. Such a game has no winner."""


class Match(msgspec.Struct, frozen=True):
    """The players and settings of a match. Two equal matches play the same games."""

    title: str
    entrants: tuple[str, ...]
    """The players by name, one per seat; a player may have several seats."""
    seed: int = 1
    variants: tuple[str, ...] = ()
    rules: str = "printed"
    runs: str = "best"

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the players in seat order for a game, by its number from 0."""
        turned = number % len(self.entrants)
        return self.entrants[turned:] + self.entrants[:turned]

    def deal(self, number: int) -> int:
        """Return the seed of a game. Games that differ only in seating share it."""
        return self.seed * SEED_STEP + number // len(self.entrants)

    def opened(self, number: int) -> Game:
        """Return a game before its first action. Raises ``UsageError``."""
        # If there are more players than names, the game refuses their number.
        names = (*NAMES, *self.entrants)[: len(self.entrants)]
        return trunkline.new(
            self.title,
            names,
            seed=self.deal(number),
            variants=self.variants,
            rules=self.rules,
            runs=self.runs,
        )


class Forfeit(msgspec.Struct, frozen=True):
    """A failure of a player. A clerk plays its seat afterwards."""

    seat: int
    action: int
    """The number of actions played before it."""
    why: str


class GameResult(msgspec.Struct, frozen=True):
    """One game of a match. Tuples are by seat; money is in dollars."""

    number: int
    seats: tuple[str, ...]
    worth: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats of the winners; empty if the game did not end by the rules."""
    ending: str
    sets: int
    actions: int
    decisions: tuple[int, ...]
    """The number of decisions with more than one legal action."""
    seconds: tuple[float, ...]
    """The total time of these decisions in seconds. Only times differ from machine to machine."""
    digest: str
    forfeits: tuple[Forfeit, ...] = ()
    processor: tuple[float, ...] = ()
    """The processor time of these decisions in seconds, including an engine's process."""
    longest: tuple[float, ...] = ()
    """The processor time of the longest decision, in seconds."""

    @property
    def forfeited(self) -> frozenset[int]:
        """Seats whose players failed. The clerk's results count for no player."""
        return frozenset(forfeit.seat for forfeit in self.forfeits)

    @property
    def earned(self) -> tuple[int, ...]:
        """The final worth of each seat in dollars; 0 if its player failed."""
        return tuple(0 if seat in self.forfeited else worth for seat, worth in enumerate(self.worth))


class PlayedGame(NamedTuple):
    """A game of a match after its end, and its result."""

    game: Game
    result: GameResult


def play(task: tuple[Match, int]) -> GameResult:
    """Play one game of a match to its end. Send what players print to standard error, not to the results."""
    return play_game(*task).result


def by_name(seat: int, name: str) -> Callable[[int], Chooser]:
    """Return the factory of the player in a seat, by the player's name. Raises ``UsageError``."""
    return load_player(name)


def play_game(
    match: Match,
    number: int,
    observed: Callable[[Chooser], Chooser] = lambda player: player,
    seated: Callable[[int, str], Callable[[int], Chooser]] = by_name,
) -> PlayedGame:
    """Play one game of a match to its end, and return it with its result.

    Args:
        match: The match.
        number: The number of the game, from 0.
        observed: May wrap a player, for example to record its estimates. It must not change a decision.
        seated: Returns the factory of the player in a seat. Others may take seats, for example to repeat
            recorded actions.
    """
    with redirect_stdout(sys.stderr):
        return _played(match, number, observed, seated)


def _played(
    match: Match,
    number: int,
    observed: Callable[[Chooser], Chooser],
    seated: Callable[[int, str], Callable[[int], Chooser]],
) -> PlayedGame:
    game = match.opened(number)
    seats = match.seating(number)
    names = game.players

    def begun(name: str, seat: int) -> Chooser:
        return observed(seated(seat, name)(_seed(match, number, seat)))

    table = _Seats(game, [partial(begun, name, seat) for seat, name in enumerate(seats)])
    passes = 0
    while not game.over and passes < STALLED and len(table.played) < MOST_ACTIONS:
        action = table.act()
        passes = passes + 1 if isinstance(action, Pass) else 0
    ending = game.state.reason if game.over else STALLED_GAME if passes >= STALLED else CUT_OFF
    result = game.result
    worth = {standing.player: standing.worth for standing in game.standings()}
    found = GameResult(
        number,
        seats,
        tuple(worth[name] for name in names),
        tuple(seat for seat, name in enumerate(names) if result and name in result.winners),
        ending,
        game.state.round.number,
        len(table.played),
        tuple(table.decisions),
        tuple(round(seconds, 3) for seconds in table.seconds),
        game.digest(),
        tuple(table.forfeits),
        tuple(round(seconds, 3) for seconds in table.processor),
        tuple(round(seconds, 3) for seconds in table.longest),
    )
    return PlayedGame(game, found)


def play_all(match: Match, numbers: Iterable[int], jobs: int = 1, ray: str = "") -> Iterator[GameResult]:
    """Yield games of a match in order, played by ``jobs`` processes or by a Ray cluster.

    Raises ``UsageError``.
    """
    match.opened(0)
    for name in match.entrants:
        load_player(name, match.title)
    tasks = ((match, number) for number in numbers)
    yield from cluster.spread(play, tasks, jobs, ray)


def left_to_play(games: int, played: Container[int]) -> list[int]:
    """Return the numbers of the games that are still to be played."""
    return [number for number in range(games) if number not in played]


class _Seats:
    """The players in the seats of one game."""

    def __init__(self, game: Game, programs: Sequence[Callable[[], Chooser]]) -> None:
        self.game = game
        self.played: list[Action] = []
        self.decisions = [0] * len(programs)
        self.seconds = [0.0] * len(programs)
        self.processor = [0.0] * len(programs)
        self.longest = [0.0] * len(programs)
        self.forfeits: list[Forfeit] = []
        self.players = [self._begun(seat, program) for seat, program in enumerate(programs)]

    def act(self) -> Action:
        """Let the first player who must decide act. A clerk replaces a player that fails."""
        waiting = self.game.to_act
        name = next(name for name in self.game.players if name in waiting)
        seat = self.game.players.index(name)
        forced = referee.is_forced(self.game.title, self.game.state, name)
        while True:
            player, shown = self.players[seat], self.game.copy()
            began, busy = time.perf_counter(), processor_time(player)
            try:
                action = player.choose(shown, name)
                took, busy = time.perf_counter() - began, processor_time(player) - busy
                if getattr(action, "player", name) != name:
                    raise UsageError(f"It acted for {action.player}, not for {name}.")
                self.game.play(action)
            except FAILURES as error:
                if isinstance(player, Clerk):
                    raise
                self.players[seat] = self._clerk(seat, error)
                continue
            if not forced:
                self.seconds[seat] += took
                self.processor[seat] += busy
                self.longest[seat] = max(self.longest[seat], busy)
                self.decisions[seat] += 1
            self.played.append(action)
            return action

    def _begun(self, seat: int, program: Callable[[], Chooser]) -> Chooser:
        try:
            return program()
        except FAILURES as error:
            return self._clerk(seat, error)

    def _clerk(self, seat: int, error: BaseException) -> Chooser:
        """Record the failure of a player and return the clerk that replaces it."""
        self.forfeits.append(Forfeit(seat, len(self.played), error_line(error)))
        return Clerk()


def processor_time(player: Chooser) -> float:
    """Return the processor time of a player so far in seconds, including an engine's process."""
    return time.process_time() + (player.processor_time() if isinstance(player, Engine) else 0.0)


def _seed(match: Match, number: int, seat: int) -> int:
    """Return a seed for the player in a seat: the same in every rotation of the seats."""
    entrant_number = (seat + number) % len(match.entrants)
    return match.deal(number) * 16 + entrant_number
