"""The order in which effects are reported: creations, closings and bankruptcies before figures."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.engine.kernel import events, private_events
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.state import State
from trunkline.game.effects import Effects
from trunkline.game.wording.events import sentence

ENDS: tuple[type[Event], ...] = (
    events.WentBankrupt,
    events.EndPriceReached,
    events.BankBroke,
    events.EndAgreed,
    events.GameEnded,
)
CHANGES: tuple[type[Event], ...] = (
    events.Closed,
    events.Floated,
    private_events.PrivatesClosed,
    private_events.PrivateClosed,
    events.PhaseBegan,
    events.TrainsRusted,
    events.TrainsObsolete,
)
"""Kinds of event in order of importance. Those that only a title knows come between the two lists."""


def decisive(title: Title, happened: Iterable[Event]) -> list[Event]:
    """Return the events that create, close or bankrupt something, the most important first."""
    kinds = (*ENDS, *title.turning_points, *title.headlines, *CHANGES)
    rank = {kind: place for place, kind in enumerate(kinds)}
    return sorted((event for event in happened if type(event) in rank), key=lambda each: rank[type(each)])


def headlines(led_to: Effects) -> tuple[str, ...]:
    """Return the sentences to show before any figures, each once."""
    title = led_to.title
    told = [sentence(title, event) for event in decisive(title, led_to.events)]
    announced = [_announced(title, state) for state in (led_to.after, led_to.before)]
    if announced[0] and not announced[1]:
        told.insert(0, announced[0])
    return tuple(dict.fromkeys(text for text in told if text))


def _announced(title: Title, state: State) -> str:
    return title.formation.announced(Context(title, state)) if title.formation else ""
