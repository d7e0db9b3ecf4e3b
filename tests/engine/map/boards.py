"""The printed boards of the three titles, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from trunkline.engine.board import Board, load_board
from trunkline.engine.track import MapIndex, PlacedTile, Token, map_tables

TITLES: Final = ("t1856", "t1851", "t18gl")
FOLDER: Final = Path(__file__).resolve().parents[3] / "src" / "trunkline" / "titles"

Tiles = dict[str, PlacedTile]
Tokens = dict[str, tuple[Token, ...]]


def board(title: str) -> Board:
    """The printed board of a title, named by its folder."""
    return load_board(FOLDER / title / "board.yaml")


def tables(title: str) -> MapIndex:
    """The map tables of a title."""
    return map_tables(board(title))


def laid(text: str) -> Tiles:
    """Return tiles from words such as "B15:7:3 C14:14:1" (hex, tile, rotation)."""
    parts = [word.split(":") for word in text.split()]
    return {hex_id: PlacedTile(tile, int(rotation)) for hex_id, tile, rotation in parts}


def marked(text: str) -> Tokens:
    """Return tokens from words such as "C14.0:LPS,CA" (hex and stop, companies in slot order)."""
    found: Tokens = {}
    for word in text.split():
        place, _, corps = word.partition(":")
        hex_id, _, stop = place.partition(".")
        here = tuple(Token(int(stop), corp, slot) for slot, corp in enumerate(corps.split(",")))
        found[hex_id] = found.get(hex_id, ()) + here
    return found
