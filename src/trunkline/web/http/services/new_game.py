"""Validation of a request for a new game. The module does not use HTTP, so a worker process can run it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from trunkline.engine.kernel.options import Options
from trunkline.titles import begun, catalogue, checked, runs_for
from trunkline.util.errors import UsageError
from trunkline.web.errors import NotPossible
from trunkline.web.games.names import check_new_names, drawn_seed
from trunkline.web.games.naming import provisional_name
from trunkline.web.presenters import maps
from trunkline.web.schemas.log import PERSON, Seat
from trunkline.web.schemas.requests import NewGame, SeatWish


class Wished(NamedTuple):
    """A new game, its players, and the seats of the person who makes it."""

    options: Options
    seats: list[Seat]
    mine: list[str]
    note: str
    """The reason why the account does not name the seat. Empty if it does, or if a name was given."""


def options_of_request(wish: NewGame, account: str | None = None) -> Wished:
    """Return a new game that an account makes, or a person at one screen (None).

    Raises ``NotPossible``.
    """
    about = catalogue().get(wish.title)
    if about is None:
        raise NotPossible(f"There is no such title; there are {', '.join(catalogue())}.")
    for variant in wish.variants:
        if variant not in about.variants:
            known = ", ".join(about.variants) or "none"
            raise NotPossible(f"{about.id} has no such variant; there are {known}.")
    seed = drawn_seed() if wish.seed is None else wish.seed
    people = sum(seat.kind == PERSON for seat in wish.seats)
    setting = wish.runs or runs_for(wish.title, wish.rules, people)
    first, note = _own(wish), ""
    given = [None if seat.name is None else seat.name.strip() for seat in wish.seats]
    corporations = [corp.id for corp in maps.board_of(wish.title).corporations]

    def options(names: Sequence[str]) -> Options:
        check_new_names(names, corporations)
        board = wish.board
        players = tuple(names)
        return Options(
            wish.title, players, seed, tuple(wish.variants), wish.rules, setting, wish.seating, board=board
        )

    provisional = names = _named(given)
    try:
        if account is None and None in given:
            raise UsageError("Every player needs a name: this table has no accounts that could give one.")
        if account is not None and first is not None and given[first] is None:
            called = [account if place == first else name for place, name in enumerate(names)]
            try:
                checked(options(called))
                names = called
            except UsageError as error:
                note = f"You play as {names[first]}: {error}"
        found = begun(options(names))
    except UsageError as error:
        raise NotPossible(str(error)) from error
    wishes = dict(zip(names, zip(wish.seats, provisional, strict=True), strict=True))
    own = None if first is None else names[first]
    # With several people, no player can foresee the bots, not even the one who named the seed.
    seeds = random.SystemRandom() if wish.seed is None or people > 1 else random.Random(seed)
    seats = []
    for name in found.players:
        asked, number_name = wishes[name]
        seats.append(_seat(asked, name, seeds.randrange(1_000_000), number_name, mine=name == own))
    return Wished(found, seats, [] if own is None else [own], note)


def _own(wish: NewGame) -> int | None:
    """Return the place of the seat of the person who makes the game. Raises ``NotPossible``."""
    people = [place for place, seat in enumerate(wish.seats) if seat.kind == PERSON]
    if wish.seat is None:
        return people[0] if people else None
    wanted = wish.seat.strip()
    for place in people:
        name = wish.seats[place].name
        if name is not None and name.strip() == wanted:
            return place
    raise NotPossible(f"{wish.seat} is no seat of a person.")


def _named(given: Sequence[str | None]) -> list[str]:
    """Return the names of seats. A seat without a name is numbered."""
    found = [name for name in given if name is not None]
    names = []
    for number, name in enumerate(given, 1):
        if name is None:
            name = provisional_name(number, found)
            found.append(name)
        names.append(name)
    return names


def _seat(asked: SeatWish, name: str, seed: int, provisional: str, *, mine: bool) -> Seat:
    if asked.name is not None or asked.kind != PERSON:
        return Seat(name, asked.kind, seed)
    return Seat(name, asked.kind, seed, open=not mine, provisional=provisional)
