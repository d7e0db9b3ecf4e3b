"""The deal of the privates, and of the certificates that come with them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trunkline.engine.board import Board, printed_board
from trunkline.engine.kernel import depot, shares
from trunkline.engine.kernel.decisions import PriceChoice, SharedDecision
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import Player, Private, Round, State
from trunkline.engine.steps.round_sequence import OPENING


@lru_cache
def board() -> Board:
    """Return the printed components."""
    return printed_board(Path(__file__).with_name("board.yaml"))


def hands(players: int) -> tuple[str, ...]:
    """Return the privates in play. Each player is dealt one."""
    return board().players[players].privates


def setup(facts: Board, left_of_president: bool, options: Options) -> State:
    """Return the state before the first decision.

    Each player has paid for a private and received the certificate that comes with it.
    """
    cash = facts.players[len(options.players)].cash
    players = {name: Player(name, cash) for name in options.players}
    owners = dict(zip(options.deal, options.players, strict=True))
    privates = {p.id: Private(p.id, p.cost, owners[p.id]) for p in facts.privates if p.id in owners}
    corporations = shares.unsold(facts)
    pending: list[SharedDecision] = []
    for private in privates.values():
        owner = players[private.player]
        owner.cash -= private.cost
        gift = facts.private[private.id].gives
        if gift is None:
            continue
        corp = corporations[gift.corporation]
        count = gift.percent // corp.percent
        corp.offering -= count
        corp.shares = {**corp.shares, owner.name: count}
        if gift.president:
            corp.president = owner.name
            pending.append(PriceChoice(owner.name, corp.id))
    state = State(
        title="1851",
        players=players,
        privates=privates,
        corporations=corporations,
        bank=facts.bank - sum(player.cash for player in players.values()),
        trains=depot.first_trains(facts.trains),
        round=Round(OPENING),
        priority=options.players[0],
        pending=pending,
    )
    if left_of_president:
        state.priority = state.left_of(pending[0].player)
    return state
