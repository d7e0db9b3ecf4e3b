"""The sprinter: a cheap policy that ends whole games, for rollouts that need many games more than good play.

It examines the legal choices one by one and stops at the first that will do. It lays track on the first hexes
it finds, runs the best routes, pays out most of the time, buys trains of the bank and the pool, and buys
shares whenever it can. Everything else is left to a random player.

>>> import trunkline
>>> game = finished(trunkline.Position.of(trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=1)), seed=1)
>>> game.over
True
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import BANK, POOL
from trunkline.game import Game, actions
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Advice, Estimate
from trunkline.players.random_player import RandomPlayer

LAYS: Final = 3
"""Number of legal lays to choose from at random."""
ENOUGH: Final = 60
"""Dollars of revenue from which a corporation lays no more track. The best runs then stay the same."""
WITHHOLDS: Final = 0.25
"""Probability of withholding, so that corporations can afford trains."""
WORK: Final[frozenset[type[Action]]] = frozenset(
    {actions.LayTile, actions.RunTrains, actions.Dividend, actions.BuyTrain}
)
"""The kinds of action that it looks for in an operating turn."""
TRADE: Final[frozenset[type[Action]]] = frozenset({actions.BuyShare, actions.StartCorporation, actions.Pass})
"""The kinds of action that it looks for in a stock round."""
OPENING: Final[frozenset[type[Action]]] = frozenset({actions.BuyOffered})
"""The kinds of action that it looks for in the opening."""
MOST_STEPS: Final = 5_000
"""Actions after which a game is left without an end."""


class Sprinter:
    """A player for fast rollouts. The same seed and the same decisions before give the same choices."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self._random = RandomPlayer(seed)

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action of ``player``, who must be in ``game.to_act``."""
        return self.choose_in(referee.read_only_context(game.title, game.shared_state), player)

    def advise(self, position: Position) -> Advice:
        """Return the action of the first player who must decide, without reasons."""
        return Advice((Estimate(self.choose_in(position.table, position.to_act[0])),))

    def choose_in(self, ctx: Context, player: str) -> Action:
        """Return a legal action in a context whose state does not change."""
        state = ctx.state
        found: Action | None = None
        if state.pending:
            pass
        elif state.operating is not None:
            kinds = WORK if _earns_little(ctx) else WORK - {actions.LayTile}
            found = self._operate(_listed(ctx, player, kinds)) or _passed(ctx, player)
        elif state.stock is not None:
            found = self._trade(ctx, player)
        else:
            found = self._open(_listed(ctx, player, OPENING)) or _passed(ctx, player)
        return found or self._random.choose_from(list(referee.each_legal(ctx, player)))

    def _operate(self, choices: Iterable[Choice]) -> Action | None:
        """Return the next action of an operating turn, or None if nothing is worth doing."""
        lays: list[Action] = []
        dividends: list[Action] = []
        for choice in choices:
            if isinstance(choice, actions.LayTile):
                lays.append(choice)
                if len(lays) == LAYS:
                    break
            elif lays:
                break
            elif isinstance(choice, Open):
                return choice.best()
            elif isinstance(choice, actions.BuyTrain) and choice.source in (BANK, POOL):
                return choice
            elif isinstance(choice, actions.Dividend):
                dividends.append(choice)
        if lays:
            return self._rng.choice(lays)
        return self._paid(dividends) if dividends else None

    def _paid(self, dividends: list[Action]) -> Action:
        """Return the largest dividend, or sometimes the smallest."""
        order = {"withhold": 0, "half": 1}
        ranked = sorted(dividends, key=lambda action: order.get(getattr(action, "payout", ""), 2))
        return ranked[0 if self._rng.random() < WITHHOLDS else -1]

    def _trade(self, ctx: Context, player: str) -> Action | None:
        """Return a purchase of a share, or the start of a corporation, or a pass; None if none is legal."""
        choices = referee.candidates(_listing(ctx, TRADE), player)
        for kind in (actions.BuyShare, actions.StartCorporation, actions.Pass):
            found = [
                choice for choice in referee.legal_among(ctx, choices, (kind,)) if isinstance(choice, kind)
            ]
            if found:
                return self._rng.choice(found)
        return None

    def _open(self, choices: Iterable[Choice]) -> Action | None:
        """Return the purchase of an offered private, or None if none is legal."""
        return next((choice for choice in choices if isinstance(choice, actions.BuyOffered)), None)


def _passed(ctx: Context, player: str) -> Action | None:
    """Return a pass, or None if it is not legal."""
    passing = actions.Pass(player)
    return passing if referee.legal_among(ctx, [passing]) else None


def _listed(ctx: Context, player: str, kinds: frozenset[type[Action]]) -> Iterable[Choice]:
    """Return the legal choices of these kinds, without offers. Each is found when it is needed."""
    return referee.each_legal(
        _listing(ctx, kinds),
        player,
        lambda choice: not isinstance(choice, Amounts) and referee.kind_of(choice) in kinds,
    )


def _listing(ctx: Context, kinds: frozenset[type[Action]]) -> Context:
    """Return the context that lists candidates of these kinds, and perhaps of others."""
    some = referee.read_only_context(ctx.title, ctx.state, kinds)
    some.cache = ctx.cache
    return some


def _earns_little(ctx: Context) -> bool:
    """Return whether the corporation in turn earned little in its last turn, and should lay track."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    return turn is not None and ctx.state.corporations[turn.corp].revenue < ENOUGH


def finished(position: Position, seed: int = 0, steps: int = MOST_STEPS) -> Position:
    """Return the end of a game that sprinters play on from a position.

    After ``steps`` actions the game is left as it is.
    """
    title, state, player = position.title, position.state, Sprinter(seed)
    for _ in range(steps):
        if state.over:
            break
        ctx = referee.read_only_context(title, state)
        seat = min(referee.to_act(title, state, ctx))
        state, _ = referee.play(title, state, player.choose_in(ctx, seat), ctx)
    return Position(title, state, options=position.options)
