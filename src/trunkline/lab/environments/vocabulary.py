"""The names of a title in a fixed order: companies, hexes, lays, stops and trains.

The order depends on the board alone, so the same board gives the same numbers on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from trunkline.engine.board import Board
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.powers.permitted_lays import GrantedLays
from trunkline.engine.powers.with_powers import WithPowers
from trunkline.engine.steps.track import LayPower, LayTrack
from trunkline.engine.track.laying import lays_ever_on
from trunkline.engine.track.map_index import MapIndex, PlacedTile, map_tables

GRANTED = ("yellow", "green")
"""Colours of tiles that players may lay by the power of a private that is granted to a company."""
Lay = tuple[str, str, int]
"""A hex, a tile and its rotation."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The names of a title, each list in the order of the board. Vocabularies compare by identity."""

    board: Board
    companies: tuple[str, ...]
    privates: tuple[str, ...]
    hexes: tuple[str, ...]
    tiles: tuple[str, ...]
    trains: tuple[str, ...]
    """Kinds of trains."""
    pars: tuple[int, ...]
    """Prices in dollars at which a company may start."""
    powers: Mapping[str, tuple[Lay, ...]]
    """Every lay that the printed components allow at some time: ordinary ones under an empty name, then those
    by the power of a private."""
    stops: tuple[tuple[str, int], ...]
    """Every city and off-board place on which a station token may stand: its hex and number."""
    ferries: tuple[str, ...]
    rights: tuple[str, ...]


def vocabulary(title: Title) -> Vocabulary:
    """Return the names of a title."""
    steps = [part for step in title.turn_steps for part in _parts(step)]
    single = tuple(power for step in steps if isinstance(step, LayTrack) for power in step.powers)
    granted = tuple(step.private for step in steps if isinstance(step, GrantedLays))
    return _vocabulary(title.board, single, granted)


def _parts(step: TurnStep) -> tuple[TurnStep, ...]:
    """Return a step without powers, and its powers."""
    return (step.step, *step.powers) if isinstance(step, WithPowers) else (step,)


@lru_cache(maxsize=8)
def _vocabulary(board: Board, single: tuple[LayPower, ...], granted: tuple[str, ...]) -> Vocabulary:
    tables = map_tables(board)
    lays = {hex: sorted(lays_ever_on(tables, hex)) for hex in board.hexes}
    ordinary = tuple((hex, *lay) for hex, found in lays.items() for lay in found)
    powers = {"": ordinary}
    for power in single:
        here = (lay for lay in ordinary if lay[0] == power.hex and lay[1] in power.tiles)
        powers[power.private] = (*powers.get(power.private, ()), *here)
    for private in granted:
        hexes = board.private[private].hexes or board.hexes
        powers[private] = tuple(
            lay for lay in ordinary if lay[0] in hexes and board.tiles[lay[1]].colour in GRANTED
        )
    return Vocabulary(
        board,
        tuple(board.corporation),
        tuple(board.private),
        tuple(board.hexes),
        tuple(board.tiles),
        tuple(board.train),
        tuple(sorted({box.price for box in board.boxes.values() if box.par} | set(board.par_values))),
        powers,
        tuple(_stops(tables, lays)),
        tuple(ferry.id for ferry in board.ferries),
        tuple(board.bonuses),
    )


def _stops(tables: MapIndex, lays: Mapping[str, Sequence[PlacedTile]]) -> Iterator[tuple[str, int]]:
    """Yield the places of station tokens, by hex."""
    for hex, found in lays.items():
        pieces = [tables.printed[tables.index[hex]], *(tables.piece(*lay) for lay in found)]
        numbers = {
            number for piece in pieces for number, stop in enumerate(piece.stops) if stop.kind != "town"
        }
        yield from ((hex, number) for number in sorted(numbers))
