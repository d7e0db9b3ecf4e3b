"""Auto-actions that accept or decline offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from trunkline.engine.kernel.decisions import Announcement, Offer, Use
from trunkline.engine.steps.offers import OfferStep
from trunkline.game.actions import Action, Answer, BuyPrivate, BuyTrain, Pass
from trunkline.game.auto_actions import common
from trunkline.game.auto_actions.kinds import AnswerOffers, Stop
from trunkline.game.game import Game
from trunkline.game.wording.places import private_name
from trunkline.util.messages import gettext, gettext_noop

RUNS: Literal["runs"] = "runs"
_TEXTS = {
    ("train", True): (
        gettext_noop("Accept offers for a train of {thing}{limits}."),
        gettext_noop("Decline offers for a train of {thing}{limits}."),
    ),
    ("train", False): (
        gettext_noop("Accept offers for a train of your corporations{limits}."),
        gettext_noop("Decline offers for a train of your corporations{limits}."),
    ),
    ("private", True): (
        gettext_noop("Accept offers for {thing}{limits}."),
        gettext_noop("Decline offers for {thing}{limits}."),
    ),
    ("private", False): (
        gettext_noop("Accept offers for your privates{limits}."),
        gettext_noop("Decline offers for your privates{limits}."),
    ),
    ("power", False): (
        gettext_noop("Accept requests to use your privates{limits}."),
        gettext_noop("Decline requests to use your privates{limits}."),
    ),
}
"""The instructions to accept and to decline, by the kind of offer, and if it names a thing."""


def possible(game: Game) -> tuple[str, ...]:
    """Return the kinds of offer that the title has."""
    step = game.title.decisions.get(Offer)
    kinds = set(step.carry_out) if isinstance(step, OfferStep) else set()
    found = ["train"] if BuyTrain in kinds else []
    found += ["private"] if BuyPrivate in kinds else []
    found += ["power"] if kinds & set(get_args(Use)) else []
    found += [RUNS] if Announcement in game.title.decisions else []
    return tuple(found)


def things(game: Game, player: str, offer: str) -> list[str]:
    """Return the corporations or privates of the player that such an offer may be about."""
    state = game.shared_state
    if offer == "train":
        return [c.id for c in state.corporations.values() if c.president == player and not c.closed]
    return [p.id for p in state.privates.values() if p.player == player and not p.closed]


def offers(game: Game, player: str) -> Iterator[AnswerOffers]:
    """Yield one for each corporation with trains and each private of the player, and one for powers."""
    for kind in possible(game):
        mine = things(game, player, kind)
        if kind == RUNS:
            yield AnswerOffers(player, RUNS, accept=True)
        elif kind == "train":
            for corp in mine:
                if game.shared_state.trains_at(corp):
                    yield AnswerOffers(player, "train", accept=False, thing=corp)
        elif kind == "private":
            for private in mine:
                yield AnswerOffers(player, "private", accept=False, thing=private)
        elif mine:
            yield AnswerOffers(player, "power", accept=True)


def check(game: Game, auto: AnswerOffers) -> str:
    """Return the fault of an auto-action in one sentence, or an empty string."""
    if auto.offer not in possible(game):
        return gettext("{title} has no offers of this kind ({kind}).", title=game.title.id, kind=auto.offer)
    if auto.offer == RUNS:
        return _fault_of_runs(game, auto)
    mine = things(game, auto.player, auto.offer)
    if not mine:
        if auto.offer == "train":
            return gettext("You are president of no corporation, so no player can make you such an offer.")
        return gettext("You own no private, so no player can make you such an offer.")
    if auto.thing and (auto.offer == "power" or auto.thing not in mine):
        if auto.offer == "power":
            return gettext("A consent to powers is for all your privates. Leave the private out.")
        return gettext("{name} is not yours. Choose one of {names}.", name=auto.thing, names=", ".join(mine))
    if auto.price is not None:
        if auto.offer == "power":
            return gettext("A consent to the use of a private has no price. Leave the price out.")
        if auto.price <= 0:
            return gettext("No offer is below $1. Choose a higher price, or leave it out for any price.")
    return _fault_of_asker(game, auto)


def _fault_of_runs(game: Game, auto: AnswerOffers) -> str:
    if auto.thing or auto.price is not None or not auto.accept:
        return gettext(
            "You can only let the runs of other players stand: at any price, and for all corporations."
        )
    return _fault_of_asker(game, auto)


def _fault_of_asker(game: Game, auto: AnswerOffers) -> str:
    if auto.asker and (auto.asker == auto.player or auto.asker not in game.shared_state.players):
        return gettext("{player} is not another player of this game.", player=auto.asker)
    return ""


def text(game: Game, auto: AnswerOffers) -> str:
    """Return the instruction in words."""
    if auto.offer == RUNS:
        if auto.asker:
            return gettext(
                "Let the runs of {player} stand, without announcing higher earnings.", player=auto.asker
            )
        return gettext("Let the runs of other players stand, without announcing higher earnings.")
    # Whole sentences for each kind of offer, and phrases for the limits that follow it.
    limits = ""
    if auto.asker:
        limits += gettext(" from {player}", player=auto.asker)
    if auto.price is not None:
        price = common.dollars(auto.price)
        limits += (
            gettext(" of at least {price}", price=price)
            if auto.accept
            else gettext(" below {price}", price=price)
        )
    thing = private_name(game, auto.thing) if auto.thing and auto.offer == "private" else auto.thing
    accepted, declined = _TEXTS[auto.offer, bool(auto.thing) and auto.offer != "power"]
    return gettext(accepted if auto.accept else declined, thing=thing, limits=limits)


def guards(game: Game, auto: AnswerOffers) -> Iterator[str]:
    """Yield the guards in words."""
    if auto.thing and auto.offer == "train":
        yield gettext("you are no longer the president of {corp}", corp=auto.thing)
    elif auto.thing:
        yield gettext("{private} is no longer yours", private=private_name(game, auto.thing))
    else:
        yield gettext("the game ends")


def advance(auto: AnswerOffers, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    if auto.thing and auto.thing not in things(after, auto.player, auto.offer):
        if auto.offer == "train":
            text = gettext("You are no longer the president of {corp}.", corp=auto.thing)
            return Stop(text, done=True)
        text = gettext("{private} is no longer yours.", private=private_name(after, auto.thing))
        return Stop(text, done=True)
    return None


def decide(game: Game, auto: AnswerOffers) -> Action | Stop | None:
    """Answer the pending offer if the instruction covers it."""
    waiting = game.shared_state.pending[-1] if game.shared_state.pending else None
    if isinstance(waiting, Announcement):
        covered = auto.offer == RUNS and auto.asker in ("", waiting.player)
        refusal = game.check(Pass(auto.player))
        return Pass(auto.player) if covered and refusal is None else None
    if not isinstance(waiting, Offer) or waiting.player != auto.player or not _covers(auto, waiting.offer):
        return None
    answer = Answer(auto.player, auto.accept)
    refusal = game.check(answer)
    return common.refused(gettext_noop("It could not answer: {why}"), refusal) if refusal else answer


def _covers(auto: AnswerOffers, offer: Action) -> bool:
    if auto.asker and offer.player != auto.asker:
        return False
    if isinstance(offer, BuyTrain):
        kind, thing, price = "train", offer.source, offer.price
    elif isinstance(offer, BuyPrivate):
        kind, thing, price = "private", offer.private, offer.price
    else:
        return auto.offer == "power"
    if kind != auto.offer or auto.thing not in ("", thing):
        return False
    return auto.price is None or (price >= auto.price) == auto.accept
