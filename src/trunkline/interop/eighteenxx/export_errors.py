"""Error messages for games that cannot be exported.

They name the first action that the site would decide otherwise, and the ruling behind it.
"""

from __future__ import annotations

import msgspec

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.action import tag as tag_of
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.interop.eighteenxx.replay import READING
from trunkline.interop.eighteenxx.state_diff import plain
from trunkline.titles import build, build_except, choices
from trunkline.util.messages import gettext


def sentence(game: Game, name: str, first: int, last: int, why: str) -> str:
    """Return the message for a game that differs from the site in one of these actions, counted from 1."""
    found = next(((number, row) for number in range(first, last + 1) if (row := _row(game, number))), None)
    number = found[0] if found else last
    actions = game.actions
    what = _named(actions[number - 1]) if 0 < number <= len(actions) else gettext("the last one")
    fields = {"name": name, "reading": READING, "number": str(number), "action": what}
    text = (
        gettext(
            "{name} cannot be exported: {reading} would not accept or decide alike action {number}, {action} "
            "(row {row} of the rulings).",
            row=found[1],
            **fields,
        )
        if found
        else gettext(
            "{name} cannot be exported: {reading} would not accept or decide alike action {number}, "
            "{action}: {why}.",
            why=why,
            **fields,
        )
    )
    if game.options.rules == READING:
        return text
    return f"{text} {gettext('It was played by the {rules} rules.', rules=game.options.rules)}"


def at_fault(game: Game, name: str, number: int, fault: str) -> str:
    """Return the message for a known fault of the site that an action triggers, counted from 1."""
    what = _named(game.actions[number - 1])
    return gettext(
        "{name} cannot be exported: a known fault of {reading} stops it at action {number}, {action}: "
        "{fault}.",
        name=name,
        reading=READING,
        number=str(number),
        action=what,
        fault=fault,
    )


def _named(action: Action) -> str:
    kind, corp = tag_of(type(action)), getattr(action, "corp", "")
    if corp:
        return gettext("{kind} by {player} for {corp}", kind=kind, player=action.player, corp=corp)
    return gettext("{kind} by {player}", kind=kind, player=action.player)


def _row(game: Game, number: int) -> str:
    """Return the row of the rulings whose two readings decide this action differently, or empty text."""
    if game.options.rules == READING or not 0 < number <= len(game.actions):
        return ""
    before, action = game.at(number - 1).state, game.actions[number - 1]
    ours = _outcome(game.title, before, action)
    there = msgspec.structs.replace(game.options, rules=READING)
    theirs = _outcome(build(there), before, action)
    if ours == theirs:
        return ""
    for choice, row in choices(game.title.id).items():
        if _outcome(build_except(there, choice), before, action) != theirs:
            return row
    return ""


def _outcome(title: Title, state: State, action: Action) -> object:
    try:
        after, _ = referee.play(title, state, action)
    except Refusal as refusal:
        return str(refusal)
    return plain(title, after)
