"""The plan of a data set: titles, numbers of players, bots and seed. Equal plans make the same games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import msgspec

from trunkline.lab.arena.match import Match
from trunkline.players.registry import load_player
from trunkline.titles import catalogue
from trunkline.util.errors import UsageError

PLAYERS: Final = (3, 4, 5)
"""The numbers of players of a data set, if the caller names none. Every title allows them."""
SHARD: Final = 50
"""The default number of games in a file."""


class Part(msgspec.Struct, frozen=True):
    """A number of games with the same bots."""

    bots: tuple[str, ...]
    """One bot for every seat, or a bot for each seat. Seats are rotated as in the arena."""
    games: int


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of a data set, and the options for its tables.

    Titles and numbers of players alternate from game to game. So the first games of a long plan are those of
    a short one.
    """

    parts: tuple[Part, ...]
    titles: tuple[str, ...]
    players: tuple[int, ...] = PLAYERS
    seed: int = 1
    variants: tuple[str, ...] = ()
    rules: str = "printed"
    runs: str = "best"
    shard: int = SHARD
    """The number of games in a file."""
    every: int = 0
    """A position is kept each time after this number of actions; 0: at the start of each round."""
    source: str = ""
    """The SHA-256 of the file of recorded games, if the games are replayed and not played."""

    @property
    def games(self) -> int:
        """The number of all games."""
        return sum(part.games for part in self.parts)

    def game(self, number: int) -> tuple[Match, int]:
        """Return the match of a game, by its number from 0, and the number of the game in that match."""
        for part in self.parts:
            if number < part.games:
                matches = list(self._matches(part))
                return matches[number % len(matches)], number // len(matches)
            number -= part.games
        raise IndexError(number)

    def _matches(self, part: Part) -> Iterator[Match]:
        for count in self.players if len(part.bots) == 1 else (len(part.bots),):
            bots = part.bots * count if len(part.bots) == 1 else part.bots
            for title in self.titles:
                yield Match(title, bots, self.seed, self.variants, self.rules, self.runs)

    def check(self) -> None:
        """Raise ``UsageError`` if a game of the plan cannot be played."""
        if self.games < 1 or self.shard < 1:
            raise UsageError("A data set has at least one game, and at least one game in a file.")
        for part in self.parts:
            for bot, title in product(part.bots, self.titles):
                load_player(bot, title)
            for match in self._matches(part):
                match.opened(0)


REFERENCE: Final = Plan(
    (Part(("director",), 20_000), Part(("tycoon",), 2_000)), titles=tuple(catalogue(teaching=False)), seed=1
)
"""The reference set. The games that come with the source are its first ones."""
