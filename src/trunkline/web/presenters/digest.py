"""The digest of a game: the changes from one version to another, for a person who was away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import State
from trunkline.game.effects import Effects
from trunkline.titles import build
from trunkline.web.games.game_reader import Progress
from trunkline.web.presenters.digest_lines import cash_change, changed_hexes, rusted_trains, three_lines
from trunkline.web.schemas.digest import Digest, DigestGroup, DigestStep, HexChange, PriceStep, SinceWhat
from trunkline.web.schemas.effects import Change, HoldingChange, PresidentChange
from trunkline.web.schemas.key_moments import KeyMoment
from trunkline.web.schemas.log import Logged


class Span(NamedTuple):
    """Two versions of a game, with the seat of the person who asks for a digest."""

    start: SinceWhat
    after: int
    version: int
    at: str
    seat: str


def digest(
    options: Options, before: State, after: State, progress: Progress, span: Span, keys: Iterable[KeyMoment]
) -> Digest:
    """Return the digest of a game. ``keys`` are its key moments."""
    led_to = Effects(build(options), before, after, ())
    entries = progress.entries
    return Digest(
        span.start,
        span.after,
        span.version,
        span.at,
        span.seat,
        three_lines(options, before, after, entries, span.seat),
        _groups(entries, span.seat, keys),
        _hexes(before, after, entries),
        tuple(PriceStep(corp, *step) for corp, step in led_to.prices.items()),
        tuple(
            HoldingChange(corp, place, place in after.players, *step)
            for (place, corp), step in led_to.percents.items()
        ),
        tuple(PresidentChange(corp, *step) for corp, step in led_to.presidents.items()),
        tuple(Change(name, *step) for name, step in led_to.cash.items()),
        tuple(rusted_trains(entries)),
        len(progress.undone),
        len(progress.lost),
    )


def _groups(entries: Iterable[Logged], seat: str, keys: Iterable[KeyMoment]) -> tuple[DigestGroup, ...]:
    """Return the entries by round and player. Rounds and players are in the order of their first entry."""
    moments: dict[int, tuple[KeyMoment, ...]] = {}
    for key in keys:
        moments[key.number] = (*moments.get(key.number, ()), key)
    found: dict[str, dict[str, list[Logged]]] = {}
    for entry in entries:
        found.setdefault(entry.round, {}).setdefault(entry.seat, []).append(entry)
    return tuple(
        DigestGroup(
            round,
            player,
            tuple(
                DigestStep(
                    entry.number,
                    entry.corp,
                    entry.headline,
                    entry.because,
                    entry.then,
                    entry.changed,
                    cash_change(entry, seat) if seat else 0,
                    entry.weight,
                    moments.get(entry.number, ()),
                )
                for entry in made
                if not entry.passed or entry.number in moments
            ),
            sum(entry.passed and entry.number not in moments for entry in made),
        )
        for round, players in found.items()
        for player, made in players.items()
    )


def _hexes(before: State, after: State, entries: Sequence[Logged]) -> tuple[HexChange, ...]:
    """Return the hexes that differ, in the order in which they changed first."""
    steps: dict[str, list[int]] = {}
    for entry in entries:
        for hex in entry.changed.hexes if entry.changed else ():
            steps.setdefault(hex, []).append(entry.number)
    differ = changed_hexes(before, after)
    ordered = [hex for hex in steps if hex in differ] + [hex for hex in differ if hex not in steps]
    return tuple(
        _hex(before, after, hex, place, tuple(steps.get(hex, ()))) for place, hex in enumerate(ordered, 1)
    )


def _hex(before: State, after: State, hex: str, place: int, steps: tuple[int, ...]) -> HexChange:
    old, new = before.tiles.get(hex), after.tiles.get(hex)
    was, now = (
        tuple(token.corp for token in sorted(state.tokens.get(hex) or ())) for state in (before, after)
    )
    return HexChange(
        place,
        hex,
        old and old.tile,
        new and new.tile,
        old and old.rotation,
        new and new.rotation,
        was,
        now,
        steps,
    )
