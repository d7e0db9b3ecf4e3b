"""Search for the key moments of a game, by its events and by changes of worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import State
from trunkline.game.wording.rounds import stored_round
from trunkline.titles import build
from trunkline.web.games.course import Course, Mark, MeasuredMoment
from trunkline.web.games.game_reader import GameReader
from trunkline.web.games.game_tree import Moment, ReachedMoment
from trunkline.web.presenters import score_sheet
from trunkline.web.schemas.answers import Amount
from trunkline.web.schemas.key_moments import KeyKind, KeyMoment, MomentFacts, RoundSpan
from trunkline.web.schemas.log import EntryOutcome, EventData, Line

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
Worth = Mapping[str, int]


def measured(options: Options, line: Iterable[ReachedMoment]) -> list[tuple[int, MeasuredMoment]]:
    """Return the moments of a line of play with the worth of all players.

    The first moment is measured only if it is the start of the game. A later one is known already.
    """
    title = build(options)
    steps = iter(line)
    number, _, before = next(steps)
    found: list[tuple[int, MeasuredMoment]] = []
    if not number:
        found.append((number, MeasuredMoment(_worth(title, before))))
    for number, _, after in steps:
        end = score_sheet.round_end(title, before, after)
        at_end = None if end is None else _worth(title, end)
        found.append((number, MeasuredMoment(_worth(title, after), at_end)))
        before = after
    return found


def found(hosted_game: GameReader, course: Course, line: Sequence[Moment], until: int) -> MomentFacts:
    """Return the course of a game up to an entry.

    ``line`` is the line of play up to there. Its moments have been measured. Only entries that are not known
    yet are read.
    """
    _read_entries(hosted_game, course, until)
    players = hosted_game.options.players
    numbers = [moment.number for moment in line]
    known = {number: course.moments[number] for number in numbers}
    ends = {number: each.at_end for number, each in known.items() if each.at_end is not None}
    ends[numbers[-1]] = known[numbers[-1]].worth
    changes = {
        number: {
            name: after - before
            for name, before, after in zip(players, known[was].worth, known[number].worth, strict=True)
        }
        for was, number in pairwise(numbers)
    }
    return MomentFacts(
        tuple(_rounds(course, until, players, ends)), tuple(_keys(hosted_game, course, changes))
    )


def all_found(hosted_game: GameReader) -> MomentFacts:
    """Return the course of a game up to now, measured in this process."""
    line = hosted_game.path()
    course = hosted_game.course
    course.add_moments(measured(hosted_game.options, hosted_game.replays.list_positions(line)))
    return found(hosted_game, course, line, hosted_game.version)


def _read_entries(hosted_game: GameReader, course: Course, until: int) -> None:
    """Add the facts of the entries up to one."""
    turning = {str(kind.__struct_config__.tag) for kind in hosted_game.title.turning_points}
    with course.lock:
        for number in range(course.seen + 1, until + 1):
            outcome = hosted_game.log[number - 1].outcome
            course.add_entry(number, outcome.round, outcome.round_key, tuple(_marks(outcome, turning)))


def _rounds(
    course: Course, until: int, players: Sequence[str], ends: Mapping[int, Sequence[int]]
) -> Iterator[RoundSpan]:
    for name, key, first, latest in list(course.rounds):
        if first > until:
            return
        last = min(latest, until)
        at = next((number for number in range(last, first - 1, -1) if number in ends), None)
        worth = () if at is None else zip(players, ends[at], strict=True)
        yield RoundSpan(
            stored_round(name), key, first, last, tuple(Amount(player, sum) for player, sum in worth)
        )


def _keys(hosted_game: GameReader, course: Course, changes: Mapping[int, Worth]) -> list[KeyMoment]:
    keys = [
        _key(hosted_game, number, mark, deltas)
        for number, deltas in changes.items()
        for mark in course.marks.get(number, ())
    ]
    told = {key.number for key in keys}
    ranked = sorted(
        (delta, number, player)
        for number, deltas in changes.items()
        if number not in told
        for player, delta in deltas.items()
        if delta
    )
    losses = [each for each in ranked[:EXTREMES] if each[0] < 0]
    gains = [each for each in ranked[::-1][:EXTREMES] if each[0] > 0]
    for delta, number, player in (*gains, *losses):
        kind: KeyKind = "gain" if delta > 0 else "loss"
        keys.append(KeyMoment(number, kind, hosted_game.headline(number), "", delta, player))
    return sorted(keys, key=lambda key: key.number)


def _marks(outcome: EntryOutcome, turning: set[str]) -> Iterator[Mark]:
    """Yield a mark for each kind of event that makes a key moment. A new phase includes trains that rust."""
    lines: dict[KeyKind, list[tuple[Line, EventData]]] = {}
    for line in outcome.lines:
        event = outcome.events[line.event] if line.event is not None else {}
        tag = str(event.get("event", ""))
        kind: KeyKind | None = "formation" if tag in turning else BY_EVENT.get(tag)
        if kind == "president" and _gave_up(outcome, event):
            kind = "dump"
        if kind is not None:
            lines.setdefault(kind, []).append((line, event))
    if "phase" in lines:
        lines["phase"] += lines.pop("rust", [])
    for kind, told in lines.items():
        yield Mark(kind, tuple(told))


def _key(hosted_game: GameReader, number: int, mark: Mark, deltas: Worth) -> KeyMoment:
    """Return the key moment of a mark, with the change of worth that belongs to it."""
    text = "; ".join(hosted_game.texts.line(line, event).text for line, event in mark.told)
    event = mark.event
    player = str(event.get("player", "")) or None
    delta = deltas.get(player) if player else None
    if mark.kind == "formation":
        player, delta = max(deltas.items(), key=lambda each: abs(each[1]), default=(None, None))
    if mark.kind == "destination":
        delta = event.get("amount")
    phase = str(event.get("phase", ""))
    return KeyMoment(number, mark.kind, text, phase, delta or None, player, event.get("corp"))


def _gave_up(outcome: EntryOutcome, event: Mapping[str, Any]) -> bool:
    """Return whether a presidency changed because the president sold shares."""
    return any(
        other.get("event") == "shares_sold"
        and other.get("corp") == event.get("corp")
        and other.get("player") != event.get("player")
        for other in outcome.events
    )


def _worth(title: Title, state: State) -> tuple[int, ...]:
    ctx = Context(title, state)
    return tuple(title.policies.worth(ctx, name) for name in state.players)
