"""Validation of a request for a new game. The module does not use HTTP, so a worker process can run it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from trunkline.engine.kernel.options import Options
from trunkline.titles import REAL_TABLE, begun, catalogue, checked, runs_for
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext
from trunkline.web.errors import NotPossible
from trunkline.web.games.names import check_new_names, draw_seed
from trunkline.web.games.naming import provisional_name
from trunkline.web.presenters import maps
from trunkline.web.presenters.titles import no_such_title
from trunkline.web.schemas.log import PERSON, Seat
from trunkline.web.schemas.requests import NewGame, SeatWish


class GameSetup(NamedTuple):
    """A new game, its players, and the seats of the person who makes it."""

    options: Options
    seats: list[Seat]
    mine: list[str]
    note: str
    """The reason why the account does not name the seat. Empty if it does, or if a name was given."""


def build_game_setup(wish: NewGame, account: str | None = None) -> GameSetup:
    """Return a new game that an account makes, or a person at one screen (None).

    Raises ``NotPossible``.
    """
    about = catalogue().get(wish.title)
    if about is None:
        raise NotPossible(no_such_title())
    for variant in wish.variants:
        if variant not in (*about.variants, REAL_TABLE):
            known = ", ".join(about.variants) or gettext("none")
            raise NotPossible(
                gettext("{id} has no such variant; there are {known}.", id=about.id, known=known)
            )
    seed = draw_seed() if wish.seed is None else wish.seed
    people = sum(seat.kind == PERSON for seat in wish.seats)
    setting = wish.runs or runs_for(wish.title, wish.rules, people)
    first, note = _caller_seat(wish), ""
    wanted_names = [None if seat.name is None else seat.name.strip() for seat in wish.seats]
    corporations = [corp.id for corp in maps.board_of(wish.title).corporations]

    def options(names: Sequence[str]) -> Options:
        check_new_names(names, corporations)
        board = wish.board
        players = tuple(names)
        return Options(
            wish.title, players, seed, tuple(wish.variants), wish.rules, setting, wish.seating, board=board
        )

    provisional = names = _seat_names(wanted_names)
    try:
        if account is None and None in wanted_names:
            raise UsageError(
                gettext("Every player needs a name: this table has no accounts that could give one.")
            )
        if account is not None and first is not None and wanted_names[first] is None:
            renamed = [account if index == first else name for index, name in enumerate(names)]
            try:
                checked(options(renamed))
                names = renamed
            except UsageError as error:
                note = gettext("You play as {name}: {error}", name=names[first], error=error)
        complete = begun(options(names))
    except UsageError as error:
        raise NotPossible(str(error)) from error
    wishes = dict(zip(names, zip(wish.seats, provisional, strict=True), strict=True))
    caller_seat = None if first is None else names[first]
    # With several people, no player can foresee the bots, not even the one who named the seed.
    seeds = random.SystemRandom() if wish.seed is None or people > 1 else random.Random(seed)
    seats = []
    for name in complete.players:
        seat_wish, number_name = wishes[name]
        seats.append(
            _seat(seat_wish, name, seeds.randrange(1_000_000), number_name, mine=name == caller_seat)
        )
    return GameSetup(complete, seats, [] if caller_seat is None else [caller_seat], note)


def _caller_seat(wish: NewGame) -> int | None:
    """Return the place of the seat of the person who makes the game. Raises ``NotPossible``."""
    people = [index for index, seat in enumerate(wish.seats) if seat.kind == PERSON]
    if wish.seat is None:
        return people[0] if people else None
    wanted = wish.seat.strip()
    for index in people:
        name = wish.seats[index].name
        if name is not None and name.strip() == wanted:
            return index
    raise NotPossible(gettext("{seat} is no seat of a person.", seat=wish.seat))


def _seat_names(wanted_names: Sequence[str | None]) -> list[str]:
    """Return the names of seats. A seat without a name is numbered."""
    complete = [name for name in wanted_names if name is not None]
    names = []
    for number, name in enumerate(wanted_names, 1):
        if name is None:
            name = provisional_name(number, complete)
            complete.append(name)
        names.append(name)
    return names


def _seat(seat_wish: SeatWish, name: str, seed: int, provisional: str, *, mine: bool) -> Seat:
    if seat_wish.name is not None or seat_wish.kind != PERSON:
        return Seat(name, seat_wish.kind, seed)
    return Seat(name, seat_wish.kind, seed, open=not mine, provisional=provisional)
