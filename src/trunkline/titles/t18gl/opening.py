"""The setup of the game: nine privates on offer, one of the three at $50 drawn at random."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trunkline.engine.board import Board, printed_board
from trunkline.engine.kernel import depot, shares
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import Opening, Player, Private, Round
from trunkline.engine.steps.round_sequence import OPENING
from trunkline.titles.t18gl.state import State18GL


@lru_cache
def board() -> Board:
    """Return the printed components, as far as they are known."""
    return printed_board(Path(__file__).with_name("board.yaml"))


def hands(players: int) -> tuple[str, ...]:
    """Return the privates of which the first one dealt is in the game."""
    return board().setup.draw_one_of


def setup(facts: Board, options: Options) -> State18GL:
    """Return the state before the first decision."""
    cash = facts.players[len(options.players)].cash
    out = options.deal[1:]
    return State18GL(
        title="18GL",
        players={name: Player(name, cash) for name in options.players},
        privates={p.id: Private(p.id, p.cost) for p in facts.privates if p.id not in out},
        corporations=shares.unsold(facts),
        bank=facts.bank - cash * len(options.players),
        trains=depot.first_trains(facts.trains),
        round=Round(OPENING),
        priority=options.players[0],
        opening=Opening(options.players[0]),
    )
