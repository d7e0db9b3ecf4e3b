"""What choices cost, for who shows the price beside the words."""

from __future__ import annotations

from trunkline.game import Game
from trunkline.kernel import action as actions
from trunkline.kernel.action import Action
from trunkline.kernel.choice import Amounts, Choice, Open
from trunkline.kernel.table import Table
from trunkline.steps import stock
from trunkline.wording.choices import place_name

DOLLARS = ("amount", "price")
"""The fields of an action that are sums of dollars."""


def labelled(game: Game, choice: Choice, words: str) -> tuple[str, int | None]:
    """The words of a choice without a tile's hex and the price that they end in, and that price in dollars.

    Of a range it is the lowest price. It is None, and stays in the words, where they do not end in it.
    """
    if isinstance(choice, Open):
        return words, None
    if isinstance(choice, Amounts):
        return _range(choice, words)
    if isinstance(choice, actions.LayTile):
        return words.replace(f" on {place_name(game, choice.hex)}", "", 1), None
    price = price_of(game, choice)
    end = "" if price is None else f" for ${price:,}"
    return (words.removesuffix(end), price) if end and words.endswith(end) else (words, None)


def price_of(game: Game, action: Action) -> int | None:
    """The dollars that an action costs who makes it; None where nothing is bought, or for no fixed price."""
    state = game.state
    match action:
        case actions.BuyOffered():
            return state.privates[action.private].cost
        case actions.StartCorporation():
            corp = state.corporations.get(action.corp)
            if corp is None:
                return None
            return action.par * game.title.board.corporation[corp.id].shares[0] // corp.percent
        case actions.BuyShare():
            return stock.price_of(Table(game.title, state), state.corporations[action.corp], action.source)
        case actions.PlaceToken():
            prices = state.corporations[action.corp].tokens
            return prices[0] if prices else None
        case actions.BuyTrain():
            return action.price
    return None


def _range(choice: Amounts, words: str) -> tuple[str, int | None]:
    if choice.field not in DOLLARS:
        return words, None
    end = f"${choice.low:,} to ${choice.high:,}" + (
        f" in steps of ${choice.step:,}" if choice.step != 1 else ""
    )
    for link in (": ", " for "):
        if words.endswith(link + end):
            return words.removesuffix(link + end), choice.low
    return words, None
