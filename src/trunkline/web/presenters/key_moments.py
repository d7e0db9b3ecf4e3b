"""Search for the key moments of a game, by its events and by changes of worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import State
from trunkline.titles import build
from trunkline.web.games.game_tree import ReachedMoment
from trunkline.web.presenters import score_sheet
from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.key_moments import KeyKind, KeyMoment, MomentFacts, RoundSpan
from trunkline.web.schemas.log import Logged

BY_EVENT: dict[str, KeyKind] = {
    "phase_began": "phase",
    "trains_rusted": "rust",
    "destination_reached": "destination",
    "president_changed": "president",
    "closed": "closing",
    "went_bankrupt": "bankruptcy",
    "game_ended": "end",
}
"""Kinds of key moments by event. Events that only a title knows make a formation."""
EXTREMES = 4
"""Number of the largest gains of worth, and of the largest losses, that are key moments."""
Worth = dict[str, int]


class Measured(NamedTuple):
    """The worth of the players along a line of play, by moment and by end of round."""

    at: list[tuple[int, Worth]]
    ends: list[tuple[int, Worth]]
    """By the number of the round's last moment."""


def measured(options: Options, line: Iterable[ReachedMoment]) -> Measured:
    """Return the worth of all players along a line of play from its start."""
    title = build(options)
    at: list[tuple[int, Worth]] = []

    def passing() -> Iterator[ReachedMoment]:
        for reached in line:
            at.append((reached.number, _worth(title, reached.state)))
            yield reached

    ends = [(end.number, _worth(title, end.state)) for end in score_sheet.ends(options, passing())]
    return Measured(at, ends)


def found(title: Title, log: list[Logged], worth: Measured) -> MomentFacts:
    """Return the course of a game from its whole log."""
    return MomentFacts(tuple(_rounds(log, worth)), tuple(_keys(title, log, worth)))


def _rounds(log: list[Logged], worth: Measured) -> Iterator[RoundSpan]:
    ended = dict(worth.ends)
    for (name, key), entries in groupby(log, lambda entry: (entry.round, entry.round_key)):
        numbers = [entry.number for entry in entries]
        first, last = numbers[0], numbers[-1]
        at = next((number for number in reversed(numbers) if number in ended), None)
        sums = tuple(Amount(player, sum) for player, sum in ended[at].items()) if at is not None else ()
        yield RoundSpan(name, key, first, last, sums)


def _keys(title: Title, log: list[Logged], worth: Measured) -> list[KeyMoment]:
    changes = dict(_changes(worth.at))
    turning = {str(kind.__struct_config__.tag) for kind in title.turning_points}
    keys = [
        key
        for entry in log
        if entry.number in changes
        for key in _of_events(entry, changes[entry.number], turning)
    ]
    told = {key.number for key in keys}
    ranked = sorted(
        (delta, number, player)
        for number, deltas in changes.items()
        if number not in told
        for player, delta in deltas.items()
        if delta
    )
    by_number = {entry.number: entry for entry in log}
    losses = [each for each in ranked[:EXTREMES] if each[0] < 0]
    gains = [each for each in ranked[::-1][:EXTREMES] if each[0] > 0]
    for delta, number, player in (*gains, *losses):
        kind: KeyKind = "gain" if delta > 0 else "loss"
        keys.append(KeyMoment(number, kind, by_number[number].headline, "", delta, player))
    return sorted(keys, key=lambda key: key.number)


def _changes(at: list[tuple[int, Worth]]) -> Iterator[tuple[int, Worth]]:
    """Yield the change of each player's worth by each entry."""
    for (_, before), (number, after) in pairwise(at):
        yield number, {name: after[name] - before[name] for name in after}


def _of_events(entry: Logged, deltas: Mapping[str, int], turning: set[str]) -> Iterator[KeyMoment]:
    """Yield a key moment for each kind of event. A new phase includes the trains that rust."""
    lines: dict[KeyKind, list[tuple[str, dict[str, Any]]]] = {}
    for line in entry.lines:
        event = entry.events[line.event] if line.event is not None else {}
        tag = str(event.get("event", ""))
        kind: KeyKind | None = "formation" if tag in turning else BY_EVENT.get(tag)
        if kind == "president" and _gave_up(entry, event):
            kind = "dump"
        if kind is not None:
            lines.setdefault(kind, []).append((line.text, event))
    if "phase" in lines:
        lines["phase"] += lines.pop("rust", [])
    for kind, told in lines.items():
        event = told[0][1]
        player = str(event.get("player", "")) or None
        delta = deltas.get(player) if player else None
        if kind == "formation":
            player, delta = max(deltas.items(), key=lambda each: abs(each[1]), default=(None, None))
        if kind == "destination":
            delta = event.get("amount")
        text = "; ".join(text for text, _ in told)
        mark = str(event.get("phase", ""))
        yield KeyMoment(entry.number, kind, text, mark, delta or None, player, event.get("corp"))


def _gave_up(entry: Logged, event: Mapping[str, Any]) -> bool:
    """Return whether a presidency changed because the president sold shares."""
    return any(
        other.get("event") == "shares_sold"
        and other.get("corp") == event.get("corp")
        and other.get("player") != event.get("player")
        for other in entry.events
    )


def _worth(title: Title, state: State) -> Worth:
    t = Context(title, state)
    return {name: title.policies.worth(t, name) for name in state.players}
