"""Warning before a sale that cannot raise the money due and bars another way to a train."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action, BuyTrain, DeclareBankruptcy
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.depot import train_phrase
from trunkline.engine.kernel.referee import refusal_of
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.util.enumeration import any_of
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.presenters.emergency import payment_due, sold_out
from trunkline.web.presenters.money import dollars


def last_sales(game: Game) -> Iterator[str]:
    """Warn of bankruptcy if sales do not suffice and the first sale bars a purchase that is legal now."""
    due = None if game.over else payment_due(game.title, game.shared_state)
    if due is None:
        return
    payment = due.payment
    lacking = payment.lacking(Context(game.title, game.shared_state))
    if lacking <= 0:
        return
    sold = sold_out(game.title, game.shared_state, lacking)
    if sold.first is None or sold.brought >= lacking:
        return
    after = Context(game.title, sold.first.after)
    barred = [
        choice
        for choice in game.legal(payment.player)
        if isinstance(_action(choice), BuyTrain) and refusal_of(after, choice) is not None
    ]
    end = _bankrupt(game.title, sold.state, payment.player)
    if barred and end is not None:
        trains = any_of(dict.fromkeys(map(_train, barred)))
        if end.over:
            text = gettext_noop(
                "Sales bring {brought} of the {lacking} that {player} must raise: a sale leads to "
                "bankruptcy, which ends the game. After it {corp} can no longer buy {trains}."
            )
        else:
            text = gettext_noop(
                "Sales bring {brought} of the {lacking} that {player} must raise: a sale leads to "
                "bankruptcy, and {player} leaves the game. After it {corp} can no longer buy {trains}."
            )
        yield gettext(
            text,
            brought=dollars(sold.brought),
            lacking=dollars(lacking),
            player=payment.player,
            corp=payment.protect,
            trains=trains,
        )


def _bankrupt(title: Title, state: State, player: str) -> State | None:
    """Return the state after the player's bankruptcy, or None if it is not legal."""
    bankruptcy = DeclareBankruptcy(player)
    if referee.check(title, state, bankruptcy) is not None:
        return None
    return referee.play(title, state, bankruptcy)[0]


def _action(choice: Choice) -> Action | None:
    """Return the action of a choice, or the first of a range. None if the choice is open."""
    if isinstance(choice, Amounts):
        return choice.action
    return choice if isinstance(choice, Action) else None


def _train(choice: Choice) -> str:
    """Return the train that a choice buys, with its seller."""
    action = _action(choice)
    assert isinstance(action, BuyTrain)
    return gettext("{train} of {owner}", train=train_phrase(action.train), owner=action.source)
