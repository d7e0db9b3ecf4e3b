"""Decisions whose answers are judged by playouts: dividends, sales of shares, and trains before rust.

Each function returns the answers of one theme at the present moment of a game, or an empty list. It uses
figures of the position only, so a search of many games is fast. A solver can choose only these answers. For
sales, one answer is the best other action of a director, and ``playouts`` adds the choice of a tycoon. For
rust, a director would choose one of the answers. So no other action is clearly better than all answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from trunkline.engine.kernel import shares
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.kernel.state import BANK, POOL, Corporation
from trunkline.game.actions import BuyTrain, Dividend, Pass, SellShares
from trunkline.game.game import Game
from trunkline.game.position import Position
from trunkline.players.director import Director
from trunkline.players.director.forecast import Forecast

STAKES: Final = 100
"""The smallest contribution of a president to the next train that makes a company dangerous, in dollars."""
MOST_ANSWERS: Final = 4
"""The maximum number of answers. Playouts follow each of them."""
MOST_SALES: Final = 2
"""The maximum number of sales of a company. Of more sales, some are nearly alike."""
SOON: Final = 2.5
"""The operating rounds until its last train rusts within which a company must act."""


def dividends(game: Game) -> list[Dividend]:
    """Return the dividends that are legal in a game."""
    return [] if game.over else [each for each in game.legal() if isinstance(each, Dividend)]


def sales(game: Game) -> list[Action]:
    """Return the sales of shares of a dangerous company, and the action that keeps them.

    The president of the company may have to add money for its next train. The player is the president and
    can leave the company to another player, or would be left with it if the president sold. The action that
    keeps the shares is the best one of a director without any sale: a pass or a purchase.
    """
    position = Position.of(game)
    if game.over or position.state.stock is None or position.state.pending:
        return []
    offered: dict[str, list[Action]] = {}
    for choice in position.legal_of(SellShares):
        for action in choice if isinstance(choice, Amounts) else [choice]:
            assert isinstance(action, SellShares)
            offered.setdefault(action.corp, []).append(action)
    forecast = Forecast(position, position.to_act[0], 0)
    danger = {
        corp: forecast.president_contribution(position.state.corporations[corp])
        for corp, actions in offered.items()
        if len(actions) <= MOST_SALES and _could_change_hands(forecast, position.state.corporations[corp])
    }
    corp = max(danger, key=lambda each: danger[each], default="")
    if not corp or danger[corp] < STAKES:
        return []
    advised = (each.action for each in Director().advise(position).estimates)
    kept = next((each for each in advised if not isinstance(each, SellShares)), None)
    return [*offered[corp], kept] if kept else []


def _could_change_hands(forecast: Forecast, corp: Corporation) -> bool:
    """Return whether the player can leave a company to another, or could be left with it."""
    if not corp.operated or forecast.rounds <= forecast.rounds_until_last_train_rusts(corp):
        return False
    owner = corp.president
    most = shares.max_sale(forecast.ctx, owner, corp)
    after = shares.successor(forecast.ctx, corp, owner, most) if most else owner
    return after != owner and forecast.player in (owner, after)


def before_rust(game: Game) -> list[Action]:
    """Return the trains or dividends from which a company must choose before its last train rusts.

    For dividends, the company does not have the money for its next train.
    """
    position = Position.of(game)
    turn = position.state.operating.turn if position.state.operating else None
    if game.over or turn is None or position.state.pending:
        return []
    paid = dividends(game)
    found: Sequence[Action] = paid if len(paid) > 1 else _trains(position)
    corp = position.state.corporations[turn.corp]
    if not found or len(found) > MOST_ANSWERS or corp.id not in position.state.trains.values():
        return []
    forecast = Forecast(position, corp.president, 0)
    left = forecast.rounds_until_last_train_rusts(corp)
    if left > SOON or left >= forecast.rounds or (paid and not forecast.train_cash_shortfall(corp)):
        return []
    return list(found) if Director().advise(position).action in found else []


def _trains(position: Position) -> list[Action]:
    """Return the trains of the bank and the pool that can be bought, and the pass."""
    passes = [each for each in position.legal_of(Pass) if isinstance(each, Action)]
    bought = [
        action
        for choice in position.legal_of(BuyTrain)
        for action in (choice if isinstance(choice, Amounts) else [choice])
        if isinstance(action, BuyTrain) and action.source in (BANK, POOL) and not action.trade_in
    ]
    return list(chain(bought, passes)) if bought and passes else []
