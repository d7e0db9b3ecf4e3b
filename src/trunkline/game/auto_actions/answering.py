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

RUNS: Literal["runs"] = "runs"


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
        return f"{game.title.id} has no offers of this kind ({auto.offer})."
    if auto.offer == RUNS:
        return _fault_of_runs(game, auto)
    mine = things(game, auto.player, auto.offer)
    if not mine:
        what = "are president of no corporation" if auto.offer == "train" else "own no private"
        return f"You {what}, so no player can make you such an offer."
    if auto.thing and (auto.offer == "power" or auto.thing not in mine):
        if auto.offer == "power":
            return "A consent to powers is for all your privates. Leave the private out."
        return f"{auto.thing} is not yours. Choose one of {', '.join(mine)}."
    if auto.price is not None:
        if auto.offer == "power":
            return "A consent to the use of a private has no price. Leave the price out."
        if auto.price <= 0:
            return "No offer is below $1. Choose a higher price, or leave it out for any price."
    return _fault_of_asker(game, auto)


def _fault_of_runs(game: Game, auto: AnswerOffers) -> str:
    if auto.thing or auto.price is not None or not auto.accept:
        return "You can only let the runs of other players stand: at any price, and for all corporations."
    return _fault_of_asker(game, auto)


def _fault_of_asker(game: Game, auto: AnswerOffers) -> str:
    if auto.asker and (auto.asker == auto.player or auto.asker not in game.shared_state.players):
        return f"{auto.asker} is not another player of this game."
    return ""


def text(game: Game, auto: AnswerOffers) -> str:
    """Return the instruction in words."""
    if auto.offer == RUNS:
        whose = auto.asker or "other players"
        return f"Let the runs of {whose} stand, without announcing higher earnings."
    verb = "Accept" if auto.accept else "Decline"
    what = {
        "train": f"offers for a train of {auto.thing or 'your corporations'}",
        "private": f"offers for {private_name(game, auto.thing) if auto.thing else 'your privates'}",
        "power": "requests to use your privates",
    }[auto.offer]
    asker = f" from {auto.asker}" if auto.asker else ""
    price = ""
    if auto.price is not None:
        price = f" of at least {common.dollars(auto.price)}"
        price = price if auto.accept else f" below {common.dollars(auto.price)}"
    return f"{verb} {what}{asker}{price}."


def guards(game: Game, auto: AnswerOffers) -> Iterator[str]:
    """Yield the guards in words."""
    if auto.thing and auto.offer == "train":
        yield f"you are no longer the president of {auto.thing}"
    elif auto.thing:
        yield f"{private_name(game, auto.thing)} is no longer yours"
    else:
        yield "the game ends"


def advance(auto: AnswerOffers, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    if auto.thing and auto.thing not in things(after, auto.player, auto.offer):
        if auto.offer == "train":
            return Stop(f"You are no longer the president of {auto.thing}.", done=True)
        return Stop(f"{private_name(after, auto.thing)} is no longer yours.", done=True)
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
    return common.refused("answer", refusal) if refusal else answer


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
