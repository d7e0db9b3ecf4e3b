"""The next turn of a player or a corporation, as if it were now.

Auto-actions are set while other players decide. Offers and previews need the choices of the turn to come.
"""

from __future__ import annotations

from trunkline.engine.kernel.state import Operating, OperatingTurn, Round, StockTurn
from trunkline.game.game import Game

SALES = ("opening", "stock")
"""Rounds in which players buy for themselves."""


def in_sales(game: Game) -> bool:
    """Return whether a stock round or the opening is in progress."""
    state = game.shared_state
    return not state.over and state.round.kind in SALES and (state.opening or state.stock) is not None


def next_turn(game: Game, player: str) -> Game | None:
    """Return the game as if it were the player's turn in the current opening or stock round.

    If it is the player's turn, return the game itself. Return None in other rounds.
    """
    if not in_sales(game) or game.shared_state.players[player].out:
        return None
    if not game.shared_state.pending and player in game.to_act:
        return game
    state = game.state
    state.pending = []
    if state.opening is not None:
        state.opening.turn = player
        if player in state.opening.bidders:
            state.opening.bidder = player
        else:
            state.opening.auction, state.opening.bidders, state.opening.bidder = "", [], ""
    elif state.stock is not None and state.stock.turn != player:
        now = state.stock
        state.stock = StockTurn(player, passes=now.passes, selling=now.selling, done=now.done)
    return Game.at_state(game.options, state)


def next_operation(game: Game, corp: str) -> Game:
    """Return the game as if the corporation's next operating turn began now.

    If its turn is in progress, return the game itself.
    """
    state = game.shared_state
    if not state.pending and state.operating and state.operating.turn and state.operating.turn.corp == corp:
        return game
    state = game.state
    state.pending, state.opening, state.stock = [], None, None
    if state.round.kind != "operating":
        state.round = Round("operating", state.round.number, 1, 1)
    state.operating = Operating(turn=OperatingTurn(corp))
    return Game.at_state(game.options, state)
