"""Log entries for clients: the effects, the reason, the changes on the table, and undone entries."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from trunkline.engine.kernel import events
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.private_events import PrivateBought
from trunkline.game import actions
from trunkline.game.actions import tag
from trunkline.game.saves import UNREADABLE
from trunkline.util.messages import gettext
from trunkline.web.games.game_tree import UNDO, GameTree, Moment
from trunkline.web.games.log import Log
from trunkline.web.games.log_entries import LogEntry
from trunkline.web.games.log_texts import LogTexts
from trunkline.web.schemas.log import ActionKind, Changed, EntryOutcome, EventData, Line, Logged

IDLE = tag(actions.Pass), tag(actions.EndTurn)
"""Kinds of actions without an effect."""
LEADS: tuple[type[Event], ...] = (
    events.WentBankrupt,
    events.EndPriceReached,
    events.BankBroke,
    events.EndAgreed,
    events.GameEnded,
    events.PhaseBegan,
    events.Closed,
    events.DestinationReached,
    events.Floated,
    events.PresidentChanged,
    events.TrainBought,
    PrivateBought,
    events.Started,
    events.RevenueEarned,
    events.RunsShown,
    events.SharesSold,
)
"""The events that become the headline of an entry, most important first. Events of a title precede them."""
NOTHING: tuple[type[Event], ...] = (events.RoundBegan, events.TurnBegan, events.TurnSkipped, events.Passed)
"""Kinds of events that change nothing on the table."""
MOST = 4
"""The maximum number of lines in a caption, in addition to the headline."""


class Caption(NamedTuple):
    """A short description of an entry: the event, its cause and its consequences."""

    headline: str
    because: str
    then: str
    weight: int


class LogPresenter:
    """The log formatter of one game."""

    def __init__(self, title: Title, players: Collection[str], texts: LogTexts) -> None:
        self._texts = texts
        self._leads = [_tag(kind) for kind in (*title.turning_points, *LEADS)]
        self._players = frozenset(players)
        self._corps = frozenset(title.board.corporation)

    def present(self, entry: LogEntry, undone_by: int | None = None) -> Logged:
        """Return an entry for clients. ``undone_by`` is the number of the entry that undid it."""
        outcome = self._texts.outcome(entry)
        named = _named_by(entry.data)
        caption = self.caption(outcome, entry.seat, named.kind)
        return Logged(
            entry.number,
            entry.kind,
            named.kind,
            entry.seat,
            named.corp or None,
            outcome.round,
            entry.at,
            outcome.lines,
            outcome.events,
            outcome.round_key,
            named.kind in IDLE and len(outcome.lines) < 2,
            named.to,
            outcome.first,
            caption.headline,
            caption.because,
            caption.then,
            self.find_changes(outcome.events),
            undone_by,
            caption.weight,
        )

    def caption(self, outcome: EntryOutcome, seat: str, kind: str | None) -> Caption:
        """Return the caption of a single entry."""
        if not outcome.lines:
            return Caption(_goes_on(seat) if seat else "", "", "", 0)
        at, weight = self._lead(outcome)
        lines = list(outcome.lines)
        lead = lines.pop(at)
        # The cause is in the lines before the headline, or is the action of the seat.
        led = lines[:at]
        if not at and event_kind(outcome, lead) in self._leads and lead.actor != seat:
            led = [line for line in lines if line.actor == seat][:1]
        before = [line.text for line in led]
        if not before and kind in IDLE and lead.actor != seat:
            before = [_goes_on(seat)]
        after = [line.text for line in lines if line not in led]
        return Caption(lead.text, _join(before), _join(after), weight)

    def find_changes(self, happened: Sequence[EventData]) -> Changed | None:
        """Return the hexes, corporations and players that events changed, or None if there are none."""
        hexes: dict[str, None] = {}
        names: dict[str, None] = {}
        for event in happened:
            if event.get("event") in _NOTHING:
                continue
            for field, value in event.items():
                if field == "hex":
                    hexes[value] = None
                else:
                    names.update(dict.fromkeys(_names(value)))
        corps = tuple(name for name in names if name in self._corps)
        players = tuple(name for name in names if name in self._players)
        return Changed(tuple(hexes), corps, players) if hexes or corps or players else None

    def _lead(self, outcome: EntryOutcome) -> tuple[int, int]:
        """Return the index and the importance of the headline."""
        found = 0, len(self._leads)
        for index, line in enumerate(outcome.lines):
            if kind := event_kind(outcome, line):
                rank = self._leads.index(kind) if kind in self._leads else len(self._leads)
                found = min(found, (index, rank), key=lambda each: each[1])
        # A pass that ends a round is less interesting than the new round.
        passed = (
            found[0] == 0
            and len(outcome.lines) > 1
            and event_kind(outcome, outcome.lines[0]) == _tag(events.Passed)
        )
        return 1 if passed else found[0], len(self._leads) - found[1]


def event_kind(outcome: EntryOutcome, line: Line) -> str:
    """Return the kind of event that a line describes. Empty if it is unknown."""
    known = line.event is not None and line.event < len(outcome.events)
    return str(outcome.events[line.event or 0].get("event", "")) if known else ""


def find_undone(tree: GameTree, log: Log) -> dict[int, int]:
    """Return the actions that are undone now, with the entry that undid each last."""
    back: dict[Moment, int] = {}
    for entry in log.non_actions:
        if entry.kind != UNDO:
            continue
        here, target = tree.after(entry.number - 1), tree.after(entry.number)
        while here is not target and here.parent is not None:
            back[here] = entry.number
            here = here.parent
    for moment in tree.path(tree.now) if back else ():
        back.pop(moment, None)
    if not back:
        return {}
    # Repeating an action leads to the same moment, so a moment may have several entries.
    non_actions = {entry.number for entry in log.non_actions}
    led = ((number, tree.after(number)) for number in range(1, len(log) + 1) if number not in non_actions)
    return {number: back[moment] for number, moment in led if moment in back}


def _goes_on(seat: str) -> str:
    return gettext("{player} goes on", player=seat)


def _join(lines: Sequence[str]) -> str:
    more = len(lines) - MOST
    return "; ".join([*lines[:MOST], gettext("and {count} more", count=more)] if more > 1 else lines)


def _names(value: Any) -> Iterator[str]:
    """Yield the strings in a field of an event, which may be names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _names(each)


def _tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


class _Named(msgspec.Struct):
    """The displayed data of a log entry: kind and corporation of an action, or target of an undo or redo."""

    kind: ActionKind | None = None
    corp: str = ""
    to: int | None = None


def _named_by(data: bytes) -> _Named:
    # An entry of another version may contain an unknown action.
    try:
        return _named.decode(data)
    except UNREADABLE:
        return _Named()


_named = msgspec.json.Decoder(_Named)
_NOTHING = frozenset(map(_tag, NOTHING))
