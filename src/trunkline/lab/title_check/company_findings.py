"""Findings on corporations and privates: colours, homes, and powers and closings that never matter."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.board import Board, BoardPrivate, CheaperTerrain, EarnsMore, LaysTile
from trunkline.engine.board.errors import Where
from trunkline.engine.track.laying import hex_takes_tiles
from trunkline.lab.title_check.finding import Finding
from trunkline.lab.title_check.track_search import TrackSearch
from trunkline.util.enumeration import listed


def company_findings(board: Board) -> Iterator[Finding]:
    """Yield the findings on the corporations and the privates of a board."""
    yield from _colours(board)
    yield from _homes(board)
    search = TrackSearch(board)
    for place, private in enumerate(board.privates):
        where: Where = ("privates", place)
        yield from _powers(board, search, private, where)
        yield from _closing(board, private, where)


def _colours(board: Board) -> Iterator[Finding]:
    """Yield the corporations whose tokens cannot be read or told apart."""
    known: dict[tuple[str, str], str] = {}
    for place, each in enumerate(board.corporations):
        if each.colour == each.text_colour:
            text = "Its letters have the colour of its token, so no player can read them."
            yield Finding(("corporations", place, "text_colour"), text)
        first = known.setdefault((each.colour, each.text_colour), each.id)
        if first != each.id:
            yield Finding(("corporations", place, "colour"), f"Its tokens have the colours of {first}.")


def _homes(board: Board) -> Iterator[Finding]:
    """Yield the prices of home tokens, which are never paid."""
    for place, each in enumerate(board.corporations):
        if each.tokens and each.tokens[0]:
            text = (
                f"The first token goes to the home for free, so its price, ${each.tokens[0]}, is never paid."
            )
            yield Finding(("corporations", place, "tokens"), text)


def _powers(board: Board, search: TrackSearch, private: BoardPrivate, where: Where) -> Iterator[Finding]:
    """Yield the powers of a private that nothing on the map can use."""
    for number, power in enumerate(private.powers):
        here = (*where, "powers", number)
        if isinstance(power, LaysTile):
            fitting = {piece.tile for hex in power.hexes for piece in search.pieces(search.tables.index[hex])}
            wrong = [tile for tile in power.tiles if tile not in fitting]
            if wrong:
                yield Finding((*here, "tiles"), f"No hex of the power takes {listed(wrong)}.")
            elif not any(hex_takes_tiles(board.hexes[hex]) for hex in power.hexes):
                yield Finding(here, "No tile can be laid on its hexes.")
        if isinstance(power, CheaperTerrain):
            spots = [board.hexes[hex] for hex in power.hexes or board.hexes]
            kinds: tuple[str, ...] = power.terrain or tuple(spot.terrain for spot in spots)
            if not any(spot.terrain in kinds and (spot.cost or spot.upgrade_cost) for spot in spots):
                yield Finding(here, "It has no effect: no such hex has a cost.")
        if isinstance(power, EarnsMore) and _begins(board, power.until_phase):
            text = f"It has no effect: the game begins in phase {board.phases[0].name}."
            yield Finding((*here, "until_phase"), text)


def _closing(board: Board, private: BoardPrivate, where: Where) -> Iterator[Finding]:
    """Yield a finding if a private names a phase by which all privates have closed."""
    own, all_close = private.closes_in_phase, board.private_rules.close_on_phase
    if own and all_close and board.phase_index[own] >= board.phase_index[all_close]:
        text = f"It has no effect: phase {all_close} closes all privates."
        yield Finding((*where, "closes_in_phase"), text)


def _begins(board: Board, phase: str) -> bool:
    """Return whether a phase is the first one, which no train begins during the game."""
    return bool(phase) and board.phase_index[phase] == 0
