"""Positions of random games with some figures changed, for cases that such games rarely reach."""

from __future__ import annotations

import random

import trunkline
from titles.t18gl.book.printed import BOARD, HEXES, homes, layable, neighbour
from trunkline.engine.kernel.state import State
from trunkline.engine.track.map_index import PlacedTile, Token

HOMES = {id: set(hexes) for id, hexes in homes()}
CASH = (0, 5, 10, 20, 25, 30, 50, 100, 3000)


def shaken(game: trunkline.Game, rng: random.Random) -> trunkline.Game | None:
    """Return the game at its position with changed figures.

    The changes affect the phase, treasuries, prices and holdings. The result is None outside stock turns and
    turns of corporations.
    """
    state = game.state
    if state.pending or state.over:
        return None
    # In the first phase no upgrade can reopen a side that a tile has closed.
    state.phase = min(rng.choice((0, 1, 2)) * state.phase + rng.choice((0, 0, 1)), len(BOARD["phases"]) - 1)
    if state.stock is not None:
        _stock(state, state.stock.turn, rng)
    elif state.operating is not None and state.operating.turn is not None:
        _operating(state, state.operating.turn.corp, rng)
    else:
        return None
    return trunkline.Game.at_state(game.options, state)


def _operating(state: State, corp: str, rng: random.Random) -> None:
    """Let some corporations have yet to operate, and change the means of the one whose turn it is."""
    for id in rng.sample(sorted(state.corporations), rng.choice((0, 4, len(state.corporations)))):
        # Before the first turn a corporation has only the token at home.
        if set(state.corporations[id].stations) <= HOMES.get(id, set()):
            state.corporations[id].operated = id == corp and rng.random() < 0.5
    acting = state.corporations[corp]
    acting.cash = rng.choice(CASH)
    acting.tokens = acting.tokens or (20,)
    # A token at another corporation's home, next to tiles that could shut that corporation out.
    hex = rng.choice([name for _, hexes in homes() for name in hexes])
    if not state.tokens.get(hex) and rng.random() < 0.7:
        state.tokens = {**state.tokens, hex: (Token(0, corp, 0),)}
        _around(state, hex, rng)
    rights = {right for right in acting.rights if right not in ("bridge", "tunnel")}
    acting.rights = (*sorted(rights), *rng.choice(((), ("bridge",), ("tunnel",))))


def _around(state: State, hex: str, rng: random.Random) -> None:
    """Put tiles that fit around a hex, even if no corporation could have laid them."""
    colours = frozenset(BOARD["phases"][state.phase]["tiles"])
    for edge in range(6):
        name, _ = neighbour(hex, edge)
        ways = layable(name, None, 0, colours) if name in HEXES and name not in state.tiles else ()
        if ways and rng.random() < 0.6:
            tile, turn = rng.choice(ways)
            state.tiles = {**state.tiles, name: PlacedTile(tile, turn)}


def _stock(state: State, player: str, rng: random.Random) -> None:
    """Change prices and cash, and give the player more shares than he could have bought."""
    state.players[player].cash = rng.choice((*CASH, 150, 300))
    for corp in state.corporations.values():
        if corp.cell is None or corp.closed:
            continue
        if rng.random() < 0.3:
            row = rng.randrange(len(BOARD["chart"]["rows"]))
            corp.cell = (row, rng.randrange(len(BOARD["chart"]["rows"][row])))
        room = 10 if corp.president == player else corp.shares.get(corp.president, 0)
        wanted = rng.randrange(6)
        for place in ("pool", "treasury", "offering"):
            there = getattr(corp, place) - (2 if corp.certificate == place else 0)
            count = min(there, wanted, room - corp.shares.get(player, 0))
            if count > 0 and corp.double:
                setattr(corp, place, getattr(corp, place) - count)
                corp.shares = {**corp.shares, player: corp.shares.get(player, 0) + count}
                wanted -= count
