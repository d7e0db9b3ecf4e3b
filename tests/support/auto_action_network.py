"""The network of a corporation, found by following routes as a person would with a finger.

The page of auto-actions says: the network consists of the hexes that take tiles and that have a station token
of the corporation, or into which its track leads. Tokens of other corporations that fill a city end it there.
The glossary adds that a network is what its station tokens reach by legal routes. So no route uses the same
side of a hex or the same stop twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trunkline.engine.kernel.state import State
from trunkline.engine.track.map_index import STOP, Piece
from trunkline.game import Game

TAKES_TILES = ("clear", "city", "town", "preprinted")
STEPS = 300_000
"""The most steps of a search. Random games need far fewer."""


def in_network(game: Game, state: State, corp: str, hexes: Iterable[str]) -> bool:
    """Return whether one of these hexes is in the network."""
    tables = game.title.tables
    takers = {tables.index[hex_] for hex_ in hexes if tables.hexes[tables.index[hex_]].kind in TAKES_TILES}
    walk = _Walk(game, state, corp)
    starts = [*walk.starts]
    if takers & {hex_ for hex_, _ in starts}:
        return True
    return any(walk.leads_into(start, takers) for start in starts) if takers else False


class _Walk:
    """The search for routes from the station tokens of a corporation."""

    def __init__(self, game: Game, state: State, corp: str) -> None:
        self.tables = game.title.tables
        self.state = state
        self.corp = corp
        self.closed = self.tables.closed(game.board.phases[state.phase].name)
        self.steps = 0

    @property
    def starts(self) -> Iterator[tuple[int, int]]:
        """The stops with its tokens: the number of the hex, and the end of track in it."""
        for name, tokens in self.state.tokens.items():
            for token in tokens:
                if token.corp == self.corp:
                    yield self.tables.index[name], STOP + token.stop

    def leads_into(self, start: tuple[int, int], wanted: set[int]) -> bool:
        """Return whether a legal route from a stop leads into a hex."""
        todo: list[tuple[int, int, frozenset[tuple[int, int]]]] = [(*start, frozenset({start}))]
        walked: set[tuple[int, int, frozenset[tuple[int, int]]]] = set()
        while todo:
            self.steps += 1
            assert self.steps < STEPS, "the search for routes takes too long"
            hex_, end, used = todo.pop()
            if end >= STOP and (hex_, end) != start and not self._may_pass(hex_, end):
                continue
            for other in self._track(hex_).at[end] if end < len(self._track(hex_).at) else ():
                if (hex_, other) in used:
                    continue
                if other >= STOP:
                    after = (hex_, other, used | {(hex_, other)})
                else:
                    mate = self.tables.mate[6 * hex_ + other]
                    if mate < 0:
                        continue
                    beyond, edge = divmod(mate, 6)
                    if beyond in wanted:
                        return True
                    after = (beyond, edge, used | {(hex_, other), (beyond, edge)})
                if after not in walked:
                    walked.add(after)
                    todo.append(after)
        return False

    def _track(self, hex_: int) -> Piece:
        """Return the track that is now on a hex."""
        if hex_ in self.closed:
            return self.tables.empty
        placed = self.state.tiles.get(self.tables.names[hex_])
        return (
            self.tables.printed[hex_] if placed is None else self.tables.piece(placed.tile, placed.rotation)
        )

    def _may_pass(self, hex_: int, end: int) -> bool:
        """Return whether its routes may continue beyond a stop."""
        piece = self._track(hex_)
        slots = piece.stops[end - STOP].slots
        here = [t for t in self.state.tokens.get(self.tables.names[hex_], ()) if t.stop == end - STOP]
        return not piece.terminal and (
            not slots or len(here) < slots or any(token.corp == self.corp for token in here)
        )
