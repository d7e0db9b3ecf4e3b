"""A new game as it is wished for. A process beside the server may read it: it needs nothing of HTTP."""

from __future__ import annotations

import random

from trunkline.errors import UsageError
from trunkline.facts.requests import NewGame
from trunkline.kernel.options import Options
from trunkline.tables.errors import Impossible
from trunkline.tables.names import check_new_names, drawn_seed
from trunkline.tables.records import PERSON, Seat
from trunkline.titles import begun, catalogue, runs_for
from trunkline.views import maps


def wished(wish: NewGame) -> tuple[Options, list[Seat]]:
    """The options of a new game, and who plays. Raises ``Impossible``."""
    about = catalogue().get(wish.title)
    if about is None:
        raise Impossible(f"There is no such title; there are {', '.join(catalogue())}.")
    for variant in wish.variants:
        if variant not in about.variants:
            known = ", ".join(about.variants) or "none"
            raise Impossible(f"{about.id} has no such variant; there are {known}.")
    seed = drawn_seed() if wish.seed is None else wish.seed
    names = tuple(seat.name.strip() for seat in wish.seats)
    people = sum(seat.kind == PERSON for seat in wish.seats)
    setting = wish.runs or runs_for(wish.title, wish.rules, people)
    try:
        check_new_names(names, [corp.id for corp in maps.board_of(wish.title).corporations])
        options = begun(
            Options(
                wish.title,
                names,
                seed,
                tuple(wish.variants),
                wish.rules,
                setting,
                wish.seating,
                board=wish.board,
            )
        )
    except UsageError as error:
        raise Impossible(str(error)) from error
    kinds = {name: seat.kind for name, seat in zip(names, wish.seats, strict=True)}
    # Among several people nobody foresees what programs will do, not even who has named the seed.
    seeds = random.SystemRandom() if wish.seed is None or people > 1 else random.Random(seed)
    return options, [Seat(name, kinds[name], seeds.randrange(1_000_000)) for name in options.players]
