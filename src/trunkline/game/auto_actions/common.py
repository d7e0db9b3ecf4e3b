"""Helpers of all kinds of auto-action: other players' actions in words, refusals, and the usual guards."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel import events, referee
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.steps.round_sequence import OPENING
from trunkline.game.actions import (
    Action,
    Bid,
    BuyBond,
    BuyOffered,
    BuyPrivate,
    BuyShare,
    SellBonds,
    SellShares,
    StartCorporation,
)
from trunkline.game.auto_actions.kinds import BuyShares, PassUntil, Stop
from trunkline.game.game import Game
from trunkline.game.wording.events import sentences
from trunkline.game.wording.rounds import round_name
from trunkline.util.messages import SOURCE, gettext, gettext_noop, language

BUYS = (BuyShare, BuyOffered, Bid, BuyBond)
SELLS = (SellShares, SellBonds)
TELLING = (
    events.ShareBought,
    events.SharesSold,
    events.Started,
    events.ParSet,
    events.TileLaid,
    events.TokenPlaced,
    events.TrainBought,
    events.TrainDiscarded,
)
"""Events that say what a player did. Other events of the same action are its consequences."""


def read(game: Game) -> Context:
    """Return a context for the questions of the rules about the current state."""
    return referee.read_only_context(game.title, game.shared_state)


def dollars(amount: int) -> str:
    """Return an amount with its sign."""
    return gettext("${amount}", amount=amount)


def is_buy(action: Action) -> bool:
    """Return whether a player buys, offers to buy or bids for themselves."""
    return isinstance(action, BUYS) or (isinstance(action, BuyPrivate) and not action.corp)


def account(before: Game, action: Action) -> str:
    """Return an action as a sentence of the game log, which names the player or the corporation."""
    _, happened = referee.play(before.title, before.shared_state, action)
    telling = [event for event in happened if isinstance(event, TELLING)]
    found = sentences(before.title, [*telling, *happened])
    return full_stop(found[0]) if found else gettext("{player} acted.", player=action.player)


def full_stop(text: str) -> str:
    """Return a sentence with its full stop."""
    return text if text.endswith(".") else f"{text}."


def refused(message: str, refusal: Refusal, **values: object) -> Stop:
    """Return the stop for a choice that the rules do not allow. ``{why}`` in the message is the reason."""
    return Stop(full_stop(gettext(message, why=refusal.why, **values)))


def ended(before: Game, after: Game) -> Stop | None:
    """Return the stop at the end of a stock round or of the opening."""
    then, now = before.shared_state.round, after.shared_state.round
    if (then.kind, then.number) == (now.kind, now.number):
        return None
    if then.kind == OPENING:
        return Stop(gettext("The opening is over."), done=True)
    return Stop(gettext("{round} is over.", round=round_name(before.shared_state)), done=True)


def round_inside(game: Game) -> str:
    """Return the name of the round for the middle of a sentence, such as ``stock round 2``."""
    name = round_name(game.shared_state)
    # Other languages may need their capital letters there, too.
    return name.lower() if language() == SOURCE else name


def tripped(auto: PassUntil | BuyShares, before: Game, action: Action, *, buys: bool) -> Stop | None:
    """Return the stop if another player's action trips a guard. ``buys`` is the guard on purchases."""
    if action.player == auto.player:
        return None
    hit = (
        (buys and is_buy(action))
        or (auto.sells and isinstance(action, SELLS))
        or (auto.starts and isinstance(action, StartCorporation))
    )
    return Stop(account(before, action)) if hit else None


def guard_words(auto: PassUntil | BuyShares, buys: str) -> Iterator[str]:
    """Yield the guards on other players in words."""
    if auto.buys:
        yield buys
    if auto.sells:
        yield gettext("another player sells shares or bonds")
    if auto.starts:
        yield gettext("another player starts a corporation")


def can_start(game: Game) -> bool:
    """Return whether a player could start a corporation in this round."""
    state = game.shared_state
    left = any(not corp.started and not corp.closed for corp in state.corporations.values())
    return left and state.opening is None


def can_sell(game: Game) -> bool:
    """Return whether players may sell in this round."""
    stock = game.shared_state.stock
    return stock is not None and stock.selling


def idle_guards(game: Game) -> dict[str, str]:
    """Return the guards that can never trip in this round, each with the fault of it."""
    opening = game.shared_state.opening is not None
    found: dict[str, str] = {}
    if not can_sell(game):
        found["sells"] = (
            gettext_noop(
                'No player sells in the opening, so the guard "{guard}" can never stop it. Switch it off.'
            )
            if opening
            else gettext_noop(
                'No player may sell in this round, so the guard "{guard}" can never stop it. Switch it off.'
            )
        )
    if not can_start(game):
        found["starts"] = (
            gettext_noop(
                'No corporation starts in the opening, so the guard "{guard}" can never stop it. '
                "Switch it off."
            )
            if opening
            else gettext_noop(
                'No corporation is left to start, so the guard "{guard}" can never stop it. Switch it off.'
            )
        )
    return found


def idle_guard(game: Game, auto: PassUntil | BuyShares) -> str:
    """Return the fault of a guard that is on and can never trip in this round, or an empty string."""
    for guard, fault in idle_guards(game).items():
        if getattr(auto, guard):
            return gettext(fault, guard=guard)
    return ""
