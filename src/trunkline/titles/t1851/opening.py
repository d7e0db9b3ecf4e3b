"""The deal of the privates, and the opening price of the L&N."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from trunkline.board import Board, load_board
from trunkline.kernel import chart, depot, events, shares
from trunkline.kernel.action import Action, StartCorporation
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import SharedDecision
from trunkline.kernel.options import Options
from trunkline.kernel.state import Player, Private, Round
from trunkline.kernel.table import Table
from trunkline.steps.flow import OPENING, begin_set
from trunkline.titles.t1851.decisions import PriceChoice
from trunkline.titles.t1851.state import State1851


@lru_cache
def board() -> Board:
    """What is printed on the components."""
    return load_board(Path(__file__).with_name("board.yaml"))


def hands(players: int) -> tuple[str, ...]:
    """The privates in play, of which each player is dealt one."""
    return board().players[players].privates


def setup(facts: Board, left_of_president: bool, options: Options) -> State1851:
    """The table before the first decision: everyone has a private, paid for, and what comes with it."""
    cash = facts.players[len(options.players)].cash
    players = {name: Player(name, cash) for name in options.players}
    owners = dict(zip(options.deal, options.players, strict=True))
    privates = {p.id: Private(p.id, p.cost, owners[p.id]) for p in facts.privates if p.id in owners}
    corporations = shares.unsold(facts)
    pending: list[SharedDecision | PriceChoice] = []
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
    state = State1851(
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


@dataclass(frozen=True)
class OpeningPrice:
    """The holder of the president's certificate that came with a private puts the token on a par box."""

    name: str = "choose the L&N's opening price"
    rule: str = "setup.ln-initial-price"
    kinds: tuple[type[Action], ...] = (StartCorporation,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The president."""
        return (t.waiting(PriceChoice).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Every par value."""
        corp = t.waiting(PriceChoice).corp
        return [StartCorporation(player, corp, par) for par in t.title.board.par_values]

    def check(self, t: Table, action: Action) -> None:
        """The corporation, at a par value."""
        assert isinstance(action, StartCorporation)
        decision = t.waiting(PriceChoice)
        what = f"Starting {action.corp} at ${action.par:,}"
        if (action.player, action.corp) != (decision.player, decision.corp):
            t.refuse(self.rule, what, f"{decision.player} opens {decision.corp} first")
        if action.par not in t.title.board.par_values:
            values = ", ".join(f"${par:,}" for par in t.title.board.par_values)
            t.refuse("start.par", what, f"the price must be one of {values}")

    def apply(self, t: Table, action: Action) -> None:
        """Place the token; the first stock round follows."""
        assert isinstance(action, StartCorporation)
        t.state.pending.pop()
        corp = t.state.corporations[action.corp]
        corp.started = True
        corp.par = action.par
        chart.place(t, corp, chart.par_cell(t, action.par))
        t.note(events.ParSet(action.player, corp.id, action.par), self.rule)
        begin_set(t, 1)

    def advance(self, t: Table) -> bool:
        """Nothing happens by itself."""
        return False
