"""Lines read beside a game, where what can only mean one thing may be left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec import structs

from trunkline.errors import UsageError
from trunkline.kernel.action import Action, shortened
from trunkline.kernel.choice import Amounts, Choice, Open
from trunkline.kernel.depot import train_name
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.kernel.table import Table, Title
from trunkline.notation import lines
from trunkline.notation.forms import FIELDS, FORMS

SHOWN = 4
"""Of several actions that a line may mean so many are named."""
TRAINS = ("train", "trade_in")


class Unclear(UsageError):
    """A line that may mean several actions."""


class InPlay(Protocol):
    """What is asked of the game: ``trunkline.Game`` answers it."""

    @property
    def title(self) -> Title:
        """Its title."""

    @property
    def state(self) -> State:
        """The whole table now."""

    @property
    def to_act(self) -> set[str]:
        """Who must decide now."""

    def legal(self) -> list[Choice]:
        """Every legal choice."""

    def check(self, action: Action) -> Refusal | None:
        """Why an action is refused now."""


def parse(text: str, game: InPlay | None = None) -> Action:
    """The action that a line stands for.

    Without a game the line must be whole, as ``notation`` writes it. Beside a game a player, a corporation, a
    rotation, a stop, a price, the copy of a train or the source of a share may be left out where only one
    legal action is meant. Raises ``UsageError`` where the line means no action, ``Unclear``, which is one,
    where it means several, and ``Refusal`` where it is whole and the action is illegal.
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
        raise UsageError(f"No action that is legal now is written {text.strip()!r}.")
    shown = " or ".join(lines.notation(action) for action in found[:SHOWN])
    raise Unclear(f"{text.strip()!r} may mean {shown}{' or others' if len(found) > SHOWN else ''}.")


def short(action: Action, game: InPlay) -> str:
    """The line of a legal action beside its game: without the player where that is plain."""
    line = lines.notation(action, actor=False)
    _check_game(game)
    try:
        return line if parse(line, game) == action else lines.notation(action)
    except (UsageError, Refusal):
        return lines.notation(action)


def _check_game(game: object) -> None:
    if not callable(getattr(game, "legal", None)):
        raise UsageError(f"A line is read beside a game, not beside {shortened(game)}.")


def _whole(text: str, game: InPlay) -> tuple[list[Action], list[Refusal]]:
    """The legal actions that a whole line stands for, and why others are refused."""
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


def _meant(text: str, game: InPlay) -> Iterator[Action]:
    """The listed actions that a line may mean from which something is left out."""
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
    """The actions of a choice that may be meant; of a range without a given amount both ends."""
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


def _alike(game: InPlay, found: list[Action]) -> list[Action]:
    """The actions, but only the first of those that differ in nothing but the copies of trains. A train that
    is set apart from others of its type is no copy."""
    kept: dict[Action, Action] = {}
    t = Table(game.title, game.state)
    for action in found:
        trains = {
            field.name: train_name(train) + t.title.policies.train_mark(t, train)
            for field in FIELDS[type(action)]
            if field.name in TRAINS and (train := getattr(action, field.name))
        }
        kept.setdefault(structs.replace(action, **trains), action)
    return list(kept.values())
