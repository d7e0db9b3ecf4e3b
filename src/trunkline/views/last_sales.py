"""Warning before a sale that cannot raise the money due and bars another way to a train."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel.action import Action, BuyTrain, DeclareBankruptcy
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.depot import a_train
from trunkline.kernel.engine import refusal_of
from trunkline.kernel.state import State
from trunkline.kernel.table import Table, Title
from trunkline.views.money import dollars
from trunkline.views.raising import payment_due, sold_out


def last_sales(game: Game) -> Iterator[str]:
    """Warn of bankruptcy if sales do not suffice and the first sale bars a purchase that is legal now."""
    due = None if game.over else payment_due(game.title, game.state)
    if due is None:
        return
    payment = due.payment
    lacking = payment.lacking(Table(game.title, game.state))
    if lacking <= 0:
        return
    sold = sold_out(game.title, game.state, lacking)
    if sold.first is None or sold.brought >= lacking:
        return
    after = Table(game.title, sold.first.after)
    barred = [
        choice
        for choice in game.legal(payment.player)
        if isinstance(_action(choice), BuyTrain) and refusal_of(after, choice) is not None
    ]
    end = _bankrupt(game.title, sold.state, payment.player)
    if barred and end is not None:
        trains = " or ".join(dict.fromkeys(map(_train, barred)))
        then = "which ends the game" if end.over else f"and {payment.player} leaves the game"
        need = f"{dollars(sold.brought)} of the {dollars(lacking)} that {payment.player} must raise"
        lost = f"After it {payment.protect} can no longer buy {trains}."
        yield f"Sales bring {need}: a sale leads to bankruptcy, {then}. {lost}"


def _bankrupt(title: Title, state: State, player: str) -> State | None:
    """Return the state after the player's bankruptcy, or None if it is not legal."""
    bankruptcy = DeclareBankruptcy(player)
    if engine.check(title, state, bankruptcy) is not None:
        return None
    return engine.play(title, state, bankruptcy)[0]


def _action(choice: Choice) -> Action | None:
    """Return the action of a choice, or the first of a range. None if the choice is open."""
    if isinstance(choice, Amounts):
        return choice.action
    return choice if isinstance(choice, Action) else None


def _train(choice: Choice) -> str:
    """Return the train that a choice buys, with its seller."""
    action = _action(choice)
    assert isinstance(action, BuyTrain)
    return f"{a_train(action.train)} of {action.source}"
