"""The auto-actions that a simulated person sets at the end of a visit.

The person asks the same player who decides for them what they would do if their next turn began now. If an
auto-action would do just that, they set it, with the guards that the page proposes. A plan that no
auto-action can carry out is counted, so that the figures show which kind is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

import msgspec

from trunkline.game import Game, routes
from trunkline.game import auto_actions as auto
from trunkline.game.actions import Action, Bid, BuyOffered, BuyShare, Dividend, EndTurn, Pass, RunTrains
from trunkline.game.auto_actions import AutoAction, answering, buying
from trunkline.game.auto_actions.common import can_sell, can_start
from trunkline.game.auto_actions.own_turn import next_operation, next_turn
from trunkline.players import Chooser

Guards = Literal["all", "few"]
"""All guards that the page proposes; or few: only sales, and trains that rust."""
RAISE = 10
"""Dollars above the own bid that a person offers for a private."""
DEARER = 1.25
"""The price of a share up to which a person buys, as a multiple of the present one."""
LONGEST = 16
"""Actions of one turn that a person thinks ahead."""
MOST_SHARES = 6
ROUTINE = (RunTrains, Dividend, Pass, EndTurn)
"""The actions that ``operate`` can make."""


class Plan(NamedTuple):
    """The next turns of a stock round as a person imagines them."""

    shares: int
    """The shares of one corporation that the person would buy, one each turn."""
    ends: bool
    """True if the person would pass after these purchases."""


class Policy:
    """The policy of one person in one seat."""

    def __init__(self, seat: str, chooser: Chooser, guards: Guards) -> None:
        self._seat = seat
        self._chooser = chooser
        self._few = guards == "few"
        self.missing: Counter[str] = Counter()
        """The plans for which there is no auto-action."""

    def wanted(self, game: Game, taken: Collection[str]) -> list[AutoAction]:
        """Return the auto-actions to set now. ``taken`` are the slots of those that are active."""
        if game.over or game.shared_state.players[self._seat].out:
            return []
        found = [
            *self._turn(game, taken),
            *self._operations(game, taken),
            *answering.offers(game, self._seat),
        ]
        return [each for each in found if auto.slot(each) not in taken and not auto.check(game, each)]

    def _choose(self, game: Game) -> Action | None:
        """Return the action that the person would take, or None if another player decides first."""
        if game.over or self._seat not in game.to_act:
            return None
        action = self._chooser.choose(game, self._seat)
        return action if action.player == self._seat else None

    # -- the opening and stock rounds

    def _turn(self, game: Game, taken: Collection[str]) -> Iterator[AutoAction]:
        turn = next_turn(game, self._seat)
        if turn is None or turn is game or "turn" in taken:
            return
        action = self._choose(turn)
        if isinstance(action, Pass):
            yield auto.PassUntil(
                self._seat, buys=not self._few, sells=can_sell(game), starts=can_start(game) and not self._few
            )
        elif isinstance(action, Bid | BuyOffered):
            asked = (
                action.amount if isinstance(action, Bid) else game.shared_state.privates[action.private].cost
            )
            limit = min(asked + RAISE, game.shared_state.players[self._seat].cash)
            yield auto.BidUpTo(self._seat, action.private, limit, "stop")
        elif isinstance(action, BuyShare) and not action.president:
            yield from self._purchases(game, turn, action)
        elif action is not None:
            self.missing[f"stock: {_tag(action)}"] += 1

    def _purchases(self, game: Game, turn: Game, action: BuyShare) -> Iterator[AutoAction]:
        plan = self._plan(turn, action)
        if not plan.ends:
            self.missing["stock: buy and then something else"] += 1
            return
        corp = turn.shared_state.corporations[action.corp]
        limit = int(DEARER * buying.price(turn, corp.id, action.source))
        yield auto.BuyShares(
            self._seat,
            corp.id,
            action.source,
            min(100, (corp.shares.get(self._seat, 0) + plan.shares) * corp.percent),
            limit,
            buys=not self._few,
            sells=can_sell(game),
            starts=can_start(game) and not self._few,
        )

    def _plan(self, turn: Game, action: BuyShare) -> Plan:
        now, shares = turn.copy(), 0
        following: Action | None = action
        while isinstance(following, BuyShare) and _same(following, action) and shares < MOST_SHARES:
            now.play(following)
            shares += 1
            end = Pass(self._seat)
            if self._seat in now.to_act and now.check(end) is None:
                now.play(end)
            later = next_turn(now, self._seat)
            if later is None:
                following = None
                break
            now = later.copy()
            following = self._choose(now)
        ends = following is None or isinstance(following, Pass)
        return Plan(shares, ends or (isinstance(following, BuyShare) and _same(following, action)))

    # -- operating rounds

    def _operations(self, game: Game, taken: Collection[str]) -> Iterator[AutoAction]:
        for corp in game.shared_state.corporations.values():
            mine = corp.president == self._seat and corp.operated and not corp.closed
            if not mine or f"operate:{corp.id}" in taken or not game.shared_state.trains_at(corp.id):
                continue
            turn = next_operation(game, corp.id)
            if turn is game:
                continue
            made = self._operated(turn.copy(), corp.id)
            payout = next((each.payout for each in made if isinstance(each, Dividend)), None)
            others = [each for each in made if not isinstance(each, ROUTINE)]
            if others or payout is None:
                self.missing[f"operating: {_tag(others[0]) if others else 'no dividend'}"] += 1
                continue
            total = routes.best(game, corp.id).total
            wanted = auto.OperateAsBefore(
                self._seat,
                corp.id,
                payout,
                track=not self._few,
                minimum=(total or None) if not self._few else None,
            )
            # The guard is refused if no train of the corporation can rust.
            yield wanted if not auto.check(game, wanted) else msgspec.structs.replace(wanted, rust=False)

    def _operated(self, turn: Game, corp: str) -> list[Action]:
        """Return the actions of the person in the next turn of a corporation."""
        made: list[Action] = []
        while len(made) < LONGEST:
            operating = turn.shared_state.operating
            if operating is None or operating.turn is None or operating.turn.corp != corp:
                break
            action = self._choose(turn)
            if action is None:
                break
            made.append(action)
            turn.play(action)
        return made


def _same(one: BuyShare, other: BuyShare) -> bool:
    return (one.corp, one.source) == (other.corp, other.source)


def _tag(action: Action) -> str:
    return str(type(action).__struct_config__.tag)
