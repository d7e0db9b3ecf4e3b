"""The map as text, and the search for a hex that a player typed."""

from __future__ import annotations

from trunkline.cli.terminal.map_drawing import Drawing
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.game import Game
from trunkline.game.wording.places import place_name
from trunkline.util.errors import UsageError


def map_lines(game: Game, width: int = 0) -> list[str]:
    """Return the map with its legend, in strips if it is wider than ``width`` (0: no limit)."""
    key = depot.phase(Context(game.title, game.shared_state)).off_board
    return Drawing(game.title.tables, game.shared_state.tiles, game.shared_state.tokens, key).lines(width)


def hex_of(game: Game, text: str) -> str:
    """Return the hex with this id or the beginning of its printed name. Raises ``UsageError``."""
    hexes = game.title.board.hexes
    wanted = text.casefold()
    named = [hex for hex, spot in hexes.items() if spot.name.casefold().startswith(wanted)]
    found = [text.upper()] if text.upper() in hexes else named
    if not found:
        raise UsageError(f"There is no hex {text.upper()} on the map.")
    if len(found) > 1:
        raise UsageError(f"Which one: {' or '.join(place_name(game, hex) for hex in found)}?")
    return found[0]
