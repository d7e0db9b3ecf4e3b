"""The keys of actions: the kind of an action and the fields that tell its actions apart.

The company is left out if the turn decides it. Trains count by kind, because trains of a kind are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from operator import attrgetter
from typing import Any, Final, NamedTuple

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import ON_RECORD, Action, tag
from trunkline.engine.kernel.state import BANK, OFFERING, POOL, TREASURY
from trunkline.game import actions
from trunkline.lab.environments.vocabulary import Vocabulary

LADDER: Final = (0, 1, 2, 4, 8, 16, 32, 64, 128, 256)
"""Steps above the lowest legal amount. The highest legal amount has a number too, the last of the ladder."""
TOP: Final = len(LADDER)
RUNGS: Final = range(TOP + 1)
COUNTS: Final = range(1, 11)
"""Numbers of pieces: shares, loans or bonds."""
RUNS: Final = 4
"""Sets of runs with a number: the best runs, then drawn ones. With the setting best, only the best."""
SELLERS: Final = range(7)
"""Sellers of bonds: 0 is the pool, then the players in seat order, from the one who acts on."""
BOTH: Final = (False, True)
PAYOUTS: Final = ("pay", "half", "withhold")
Key = tuple[str | int | bool, ...]
"""The tag of a kind of action, and its fields. The last field of an amount is its place on the ladder."""
Fields = tuple[Any, ...]


class Kind(NamedTuple):
    """The keys of one kind of action, without the tag."""

    fields: tuple[str, ...]
    """The names of the fields."""
    all: Callable[[Vocabulary], Iterable[Fields]]
    """Returns every key, in the order of the board."""
    of: Callable[[Any, Sequence[str]], Fields]
    """Returns the key of an action. The players are in seat order, from the one who acts on.

    An amount is at place 0 of the ladder."""


def keys(kinds: Iterable[type[Action]], names: Vocabulary) -> Iterator[Key]:
    """Yield every key of these kinds, in the order of the kinds and of the board."""
    for kind in kinds:
        if kind not in ON_RECORD:
            yield from ((tag(kind), *fields) for fields in KINDS.get(kind, SINGLE).all(names))


def key_of(action: Action, players: Sequence[str]) -> Key:
    """Return the key of an action."""
    kind = type(action)
    return tag(kind), *KINDS.get(kind, SINGLE).of(action, players)


def train_kind(id: str) -> str:
    """Return the kind of a train; empty without a train."""
    return depot.train_name(id) or id


def _plain(fields: str, all: Callable[[Vocabulary], Iterable[Fields]]) -> Kind:
    """Return a kind whose keys are some fields of its actions."""
    names = tuple(fields.split())
    if len(names) == 1:
        field = attrgetter(names[0])
        return Kind(names, all, lambda action, players: (field(action),))
    several = attrgetter(*names)
    return Kind(names, all, lambda action, players: several(action))


def _count(names: Vocabulary) -> Iterable[Fields]:
    return product(COUNTS)


def _trains(names: Vocabulary) -> Iterable[Fields]:
    return product(names.trains)


def _places(names: Vocabulary) -> Iterable[Fields]:
    return product(range(RUNS))


def _purchases(names: Vocabulary) -> Iterator[Fields]:
    """Yield the keys of train purchases, by kind of train."""
    for train in names.trains:
        yield from product((train,), (BANK, POOL), ("", *names.trains))
        yield from product((train,), names.companies, RUNGS)


def _purchase(action: actions.BuyTrain, players: Sequence[str]) -> Fields:
    last = train_kind(action.trade_in) if action.source in (BANK, POOL) else 0
    return train_kind(action.train), action.source, last


def _train(action: actions.DiscardTrain | actions.BorrowTrain, players: Sequence[str]) -> Fields:
    return (train_kind(action.train),)


def _bonds(action: actions.RedeemBonds, players: Sequence[str]) -> Fields:
    seat = 0 if action.source == POOL else players.index(action.source) + 1
    return seat, action.count


SINGLE: Final = Kind((), lambda names: [()], lambda action, players: ())
"""A kind whose actions differ only in their player and company."""
KINDS: Final[dict[type[Action], Kind]] = {
    actions.Answer: _plain("accept", lambda names: product(reversed(BOTH))),
    actions.BuyOffered: _plain("private", lambda names: product(names.privates)),
    actions.Bid: Kind(
        ("private", "place of the amount"),
        lambda names: product(names.privates, RUNGS),
        lambda action, players: (action.private, 0),
    ),
    actions.StartCorporation: _plain("corp par", lambda names: product(names.companies, names.pars)),
    actions.BuyShare: _plain(
        "corp source president", lambda names: product(names.companies, (OFFERING, POOL, TREASURY), BOTH)
    ),
    actions.SellShares: _plain("corp count", lambda names: product(names.companies, COUNTS)),
    actions.BuyPrivate: Kind(
        ("private", "for a company", "place of the price"),
        lambda names: product(names.privates, BOTH, RUNGS),
        lambda action, players: (action.private, bool(action.corp), 0),
    ),
    actions.LayTile: _plain(
        "hex tile rotation power",
        lambda names: ((*lay, power) for power, lays in names.powers.items() for lay in lays),
    ),
    actions.PlaceToken: Kind(
        ("hex", "stop", "by a power"),
        lambda names: ((*stop, power) for stop in names.stops for power in BOTH),
        lambda action, players: (action.hex, action.stop, bool(action.power)),
    ),
    actions.RemoveToken: _plain("hex stop", lambda names: names.stops),
    actions.PlacePrivateToken: _plain("private hex", lambda names: product(names.privates, names.hexes)),
    actions.AssignPower: Kind(
        ("private", "kind of train"),
        lambda names: product(names.privates, ("", *names.trains)),
        lambda action, players: (action.private, train_kind(action.train)),
    ),
    actions.ActivateFerry: _plain("ferry", lambda names: product(names.ferries)),
    actions.RunTrains: Kind(("place of the runs",), _places, lambda action, players: (0,)),
    actions.AnnounceRuns: Kind(("place of the runs",), _places, lambda action, players: (0,)),
    actions.Dividend: _plain("payout", lambda names: product(PAYOUTS)),
    actions.BuyTrain: Kind(
        ("kind of train", "source", "kind of the trade-in, or place of the price"), _purchases, _purchase
    ),
    actions.DiscardTrain: Kind(("kind of train",), _trains, _train),
    actions.BorrowTrain: Kind(("kind of train",), _trains, _train),
    actions.RedeemLoans: _plain("count", _count),
    actions.IssueShares: _plain("count", _count),
    actions.RedeemShares: _plain("count", _count),
    actions.SellBonds: _plain("count", _count),
    actions.RedeemBonds: Kind(("seller", "count"), lambda names: product(SELLERS, COUNTS), _bonds),
    actions.BuyRight: _plain("right", lambda names: product(names.rights)),
    actions.SettleDebt: _plain("pay", lambda names: product(reversed(BOTH))),
}
"""The kinds with several actions at a moment. Others are ``SINGLE``."""
