"""Lines read in the context of a game, which may leave out what can mean only one thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec import structs

from trunkline.engine.kernel.action import Action, shortened
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.depot import train_name
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game.notation import lines
from trunkline.game.notation.patterns import FIELDS, FORMS
from trunkline.util.enumeration import any_of
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

SHOWN = 4
"""Number of actions to name if a line may mean several."""
TRAINS = ("train", "trade_in")


class Ambiguous(UsageError):
    """A line that may mean several actions."""


class GameLike(Protocol):
    """The part of a game that this module needs; ``trunkline.Game`` implements it."""

    @property
    def title(self) -> Title:
        """The title of the game."""

    @property
    def state(self) -> State:
        """The current state."""

    @property
    def to_act(self) -> set[str]:
        """The players who must decide now."""

    def legal(self) -> list[Choice]:
        """Return every legal choice."""

    def check(self, action: Action) -> Refusal | None:
        """Return the refusal for an action now, or None."""


def parse(text: str, game: GameLike | None = None) -> Action:
    """Return the action that a line means.

    Without a game the line must be complete, as ``notation`` writes it. With a game it may leave out parts if
    exactly one legal action matches. These parts are a player, a corporation, a rotation, a stop, a price,
    the copy of a train and the source of a share.

    Raises ``UsageError`` if the line means no action and ``Ambiguous`` (a subclass) if it means several.
    Raises ``Refusal`` if the line is complete and the action is illegal.
    """
    if game is None:
        return lines.read(text)
    _check_game(game)
    whole, refusals = _whole(text, game)
    if len(whole) == 1:
        return whole[0]
    found = whole or _alike(game, list(_meant(text, game)))
    if len(found) == 1:
        return found[0]
    if not found and refusals:
        raise refusals[0]
    if not found:
        raise UsageError(gettext("No action that is legal now is written {text}.", text=repr(text.strip())))
    shown = any_of(lines.notation(action) for action in found[:SHOWN])
    if len(found) > SHOWN:
        raise Ambiguous(gettext("{text} may mean {shown} or others.", text=repr(text.strip()), shown=shown))
    raise Ambiguous(gettext("{text} may mean {shown}.", text=repr(text.strip()), shown=shown))


def short(action: Action, game: GameLike) -> str:
    """Return the line of a legal action in its game, without the player if that is unambiguous."""
    line = lines.notation(action, actor=False)
    _check_game(game)
    try:
        return line if parse(line, game) == action else lines.notation(action)
    except (UsageError, Refusal):
        return lines.notation(action)


def _check_game(game: object) -> None:
    if not callable(getattr(game, "legal", None)):
        raise UsageError(gettext("A line is read with its game, not with {game}.", game=shortened(game)))


def _whole(text: str, game: GameLike) -> tuple[list[Action], list[Refusal]]:
    """Return the legal actions that a complete line means, and the refusals of other players' actions."""
    actor, rest = lines.actor_of(text)
    found: list[Action] = []
    refusals: list[Refusal] = []
    for player in [actor] if actor is not None else sorted(game.to_act):
        try:
            action = lines.read(rest, player)
        except UsageError:
            continue
        refusal = game.check(action)
        if refusal is None:
            found.append(action)
        else:
            refusals.append(refusal)
    return found, refusals


def _meant(text: str, game: GameLike) -> Iterator[Action]:
    """Yield the legal actions that an incomplete line may mean."""
    actor, rest = lines.actor_of(text)
    parts = [(form.kind, fields) for form in FORMS if (fields := form.read_part(rest)) is not None]
    choices = game.legal() if parts else []
    for kind, fields in parts:
        given = fields if actor is None else {**fields, "player": actor}
        for choice in choices:
            for action in _listed(choice, given):
                if type(action) is kind and all(
                    _agrees(action, name, value) for name, value in given.items()
                ):
                    yield action


def _listed(choice: Choice, given: dict[str, Any]) -> Sequence[Action]:
    """Return the actions of a choice that may be meant. A range without a given amount has both ends."""
    if isinstance(choice, Amounts):
        amount = given.get(choice.field)
        if amount is None:
            return [choice.at(amount) for amount in sorted({choice.low, choice.high})]
        return [choice.at(amount)] if amount in choice else []
    return [] if isinstance(choice, Open) else [choice]


def _agrees(action: Action, name: str, value: Any) -> bool:
    actual = getattr(action, name)
    if not isinstance(value, str):
        return bool(actual == value)
    known = {actual.casefold()}
    if name in TRAINS and actual:
        known.add(train_name(actual).casefold())
    return value.casefold() in known


def _alike(game: GameLike, found: list[Action]) -> list[Action]:
    """Return the actions, but of those that differ only in the copies of trains the first one. A train with a
    mark is not a copy."""
    kept: dict[Action, Action] = {}
    t = Context(game.title, game.state)
    for action in found:
        trains = {
            field.name: train_name(train) + t.title.policies.train_mark(t, train)
            for field in FIELDS[type(action)]
            if field.name in TRAINS and (train := getattr(action, field.name))
        }
        kept.setdefault(structs.replace(action, **trains), action)
    return list(kept.values())
