"""Names of rounds, and the decision of the moment in words."""

from __future__ import annotations

import re
from typing import Final

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.state import State
from trunkline.game.game import Game
from trunkline.util.enumeration import all_of
from trunkline.util.messages import SOURCE, gettext, gettext_noop, language, translated

OPERATING: Final = "operating"
STORED: Final = re.compile(r"Operating round (?P<number>\d+)\.(?P<index>\d+)|Stock round (?P<stock>\d+)")
"""Names of numbered rounds in stored entries, which are English."""


def moment(game: Game) -> str:
    """Return the round, the player whose turn it is, and the decision to make."""
    state = game.shared_state
    if state.over:
        return gettext("The game is over.")
    what, corp = referee.task(game.title, state)
    round, players = round_name(state), all_of(sorted(game.to_act))
    if corp:
        return gettext(
            "{round}. {players}: {corp}'s turn, {task}.", round=round, players=players, corp=corp, task=what
        )
    return gettext("{round}. {players}: {task}.", round=round, players=players, task=what)


def round_name(state: State) -> str:
    """Return the name of the current round, such as ``Operating round 2.1``."""
    now = state.round
    return named(now.kind, now.number, now.index)


def named(kind: str, number: int, index: int) -> str:
    """Return the name of a round."""
    return gettext(round_template(kind, index or (kind == OPERATING)), number=number, index=index)


def round_template(kind: str, index: int) -> str:
    """Return the message for the name of a round. ``index`` is 0 if it is no operating round."""
    if index:
        return gettext_noop("Operating round {number}.{index}")
    names = {"stock": gettext_noop("Stock round {number}"), "opening": gettext_noop("Opening")}
    return names.get(kind) or kind.capitalize()


def stored_round(name: str) -> str:
    """Return the English name of a round that an entry keeps in the language of the reader."""
    if language() == SOURCE:
        return name
    found = STORED.fullmatch(name)
    if found is None:
        return translated(name)
    stock = found["stock"]
    if stock:
        return named("stock", int(stock), 0)
    return named(OPERATING, int(found["number"]), int(found["index"]))
