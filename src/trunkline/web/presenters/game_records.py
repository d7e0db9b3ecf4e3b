"""Game records for the end of a game: the best run, the biggest dump, the largest debt.

All figures are counted from the events in the log. Games saved by older versions have entries without events,
so their figures may be incomplete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from trunkline.game.wording.rounds import stored_round
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.games.log_entries import LogEntry
from trunkline.web.presenters.money import dollars
from trunkline.web.schemas.log import EntryOutcome, EventData, Line


class Figure(Struct, frozen=True):
    """The highest value of something in a game. Among equal values the first one counts.

    ``value`` is in dollars or a count, as set by ``unit``. ``text`` is the same value as text. ``number`` is
    the moment to show. ``line`` is its log line, or null if no single moment produced the value.
    """

    id: str
    heading: str
    value: int
    unit: Literal["dollars", "count"]
    text: str
    corp: str | None
    player: str | None
    number: int
    round: str
    line: Line | None


class _Told(NamedTuple):
    """An event of the current line of play, with its entry."""

    number: int
    outcome: EntryOutcome
    place: int
    event: EventData

    @property
    def line(self) -> Line | None:
        """The log line of the event."""
        return next((line for line in self.outcome.lines if line.event == self.place), None)


def figures(seen: MomentView) -> tuple[Figure, ...]:
    """Return the figures of the line of play up to a moment. Events that never happened have no figure."""
    log = seen.hosted_game.log
    found = counted(log[moment.number - 1] for moment in seen.hosted_game.path(seen.moment)[1:])
    return tuple(_in_language(seen, each) for each in found)


def _in_language(seen: MomentView, figure: Figure) -> Figure:
    """Return a figure with its stored texts in the language of the reader."""
    line = figure.line
    if line is not None and line.event is not None:
        event = seen.hosted_game.log[figure.number - 1].outcome.events[line.event]
        line = seen.hosted_game.texts.line(line, event)
    return replace(figure, round=stored_round(figure.round), line=line)


def counted(entries: Iterable[LogEntry]) -> Iterator[Figure]:
    """Yield the figures of these entries, none of which is undone."""
    told = [
        _Told(entry.number, outcome, place, event)
        for entry in entries
        for outcome in (entry.outcome,)
        for place, event in enumerate(outcome.events)
    ]
    yield from filter(None, (make(told) for make in _FIGURES))


_Making = Callable[[Sequence[_Told]], Figure | None]
_Unit = Literal["dollars", "count"]


def _counted(word: str, count: int) -> str:
    if word == "train":
        return ngettext("{count} train", "{count} trains", count)
    if word == "loan":
        return ngettext("{count} loan", "{count} loans", count)
    if word == "token":
        return ngettext("{count} token", "{count} tokens", count)
    return ngettext("{count} tile", "{count} tiles", count)


def _figure(heading: str, of: _Told, value: int, unit: _Unit, word: str, *, one: bool) -> Figure:
    event = of.event
    text = dollars(value) if unit == "dollars" else _counted(word, value)
    return Figure(
        heading.lower().replace(" ", "-"),
        gettext(heading),
        value,
        unit,
        text,
        event.get("corp") or None,
        _player(event),
        of.number,
        of.outcome.round,
        of.line if one else None,
    )


def _player(event: EventData) -> str | None:
    found: str | None = event.get("player") or None
    return found


def _most(heading: str, kind: str, value: Callable[[_Told], int]) -> _Making:
    """Return a function that finds the event of a kind with the highest dollar value."""

    def make(told: Sequence[_Told]) -> Figure | None:
        of = max((each for each in told if each.event["event"] == kind), key=value, default=None)
        if of is None or value(of) <= 0:
            return None
        return _figure(heading, of, value(of), "dollars", "", one=True)

    return make


def _amount(of: _Told) -> int:
    return int(of.event.get("amount", 0))


def _rise(of: _Told) -> int:
    return int(of.event.get("price", 0)) - int(of.event.get("before", 0))


def _fall(of: _Told) -> int:
    return -_rise(of)


def _summed(
    heading: str, kind: str, by: str, value: Callable[[_Told], int], unit: _Unit = "count", word: str = ""
) -> _Making:
    """Return a function that finds the highest total in the whole game, and its last moment."""

    def make(told: Sequence[_Told]) -> Figure | None:
        sums: dict[str, int] = {}
        last: dict[str, _Told] = {}
        for each in told:
            name = each.event.get(by)
            if each.event["event"] == kind and name and value(each):
                sums[name] = sums.get(name, 0) + value(each)
                last[name] = each
        if not sums:
            return None
        name = max(sums, key=sums.__getitem__)
        return _figure(heading, last[name], sums[name], unit, word, one=False)

    return make


def _dump(told: Sequence[_Told]) -> Figure | None:
    """Return the largest sale with which a president passed the corporation to another player."""
    dumps = []
    for each in told:
        if each.event["event"] != "shares_sold":
            continue
        after = [
            event
            for event in each.outcome.events
            if event["event"] == "president_changed" and event.get("corp") == each.event.get("corp")
        ]
        if after and after[-1].get("player") != each.event.get("player"):
            dumps.append(each)
    of = max(dumps, key=_amount, default=None)
    if of is None:
        return None
    return _figure(gettext_noop("Biggest dump"), of, _amount(of), "dollars", "", one=True)


def _rusted(told: Sequence[_Told]) -> Figure | None:
    """Return the rusting that removed the most trains."""

    def trains(of: _Told) -> int:
        return len(of.event.get("owners", ()))

    of = max((each for each in told if each.event["event"] == "trains_rusted"), key=trains, default=None)
    if of is None or not trains(of):
        return None
    return _figure(gettext_noop("Most trains rusted at once"), of, trains(of), "count", "train", one=True)


def _new(of: _Told) -> int:
    return 0 if of.event.get("again") else 1


def _one(of: _Told) -> int:
    return 1


_FIGURES: tuple[_Making, ...] = (
    _most(gettext_noop("Best run"), "revenue_earned", _amount),
    _dump,
    _most(gettext_noop("Largest sale of shares"), "shares_sold", _amount),
    _most(gettext_noop("Most expensive train"), "train_bought", _amount),
    _rusted,
    _most(gettext_noop("Largest rise of a price"), "price_moved", _rise),
    _most(gettext_noop("Largest fall of a price"), "price_moved", _fall),
    _summed(gettext_noop("Most loans taken"), "loan_taken", "corp", _one, word="loan"),
    _summed(gettext_noop("Most tokens placed"), "token_placed", "corp", _new, word="token"),
    _summed(gettext_noop("Most tiles laid"), "tile_laid", "corp", _one, word="tile"),
    _most(gettext_noop("Most paid by a president"), "president_paid", _amount),
    _summed(gettext_noop("Most paid out"), "dividend_paid", "corp", _amount, "dollars"),
)
