"""Past decision at a moment, with the action that was played there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from trunkline.game.actions import Action, encode, tag
from trunkline.game.wording.choices import words
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.presenters import decisions
from trunkline.web.schemas.log import ActionKind
from trunkline.web.schemas.moment import ChoiceFacts, ChoiceGroup, DecisionFacts, Played


def decision(seen: MomentView, *, brief: bool, made: Sequence[Action] = ()) -> DecisionFacts | None:
    """Return the decision at a moment, or None once the game is over.

    ``made`` are the actions of the turn so far. If the current rules cannot replay the next action, the
    decision does not mention it.
    """
    found = decisions.decision(seen.game, live=seen.live, brief=brief or bool(seen.broken), made=made)
    if found is None:
        return None
    if seen.live and found.obvious and seen.hosted_game.has_jumped(seen.at):
        return msgspec.structs.replace(found, obvious=None)
    if seen.live or seen.broken:
        return found
    return msgspec.structs.replace(found, played=_played(seen, found))


def _played(seen: MomentView, found: DecisionFacts) -> Played | None:
    """Return the action of the next entry. After an undo, return the last action played from here."""
    following = seen.hosted_game.next_played(seen.moment, seen.at)
    if following is None:
        return None
    moment, undone = following
    action: Action = moment.action()
    chosen = _choice(found.groups, action)
    choice, amount = chosen or (None, None)
    return Played(
        moment.number,
        action.player,
        ActionKind(tag(type(action))),
        words(seen.game, action),
        choice.id if choice else None,
        amount,
        undone,
    )


def _choice(groups: Iterable[ChoiceGroup], action: Action) -> tuple[ChoiceFacts, int | None] | None:
    """Return the choice of an action, and the amount in it."""
    sent = encode(action)
    kind = ActionKind(tag(type(action)))
    for choice in (choice for group in groups if group.kind == kind for choice in group.choices):
        if choice.action is None:
            if choice.player == action.player and (choice.corp or "") == getattr(action, "corp", ""):
                return choice, None
            continue
        offered = encode(choice.action)
        if choice.amounts is None:
            if offered == sent:
                return choice, None
        elif offered | {choice.amounts.field: sent.get(choice.amounts.field)} == sent:
            return choice, int(sent[choice.amounts.field])
    return None
