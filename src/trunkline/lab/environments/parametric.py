"""The parametric form of the legal actions: one row of whole numbers for each choice.

A row has the kind of the action, the place of each field in its list of names, and the range of an amount.
``COLUMNS`` names the columns. -1 stands for a field that the choice does not have. A row and an amount, or a
row and a set of runs, give an action. So every legal amount and every legal set of runs can be played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from trunkline.engine.kernel.action import Action, tag
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.state import BANK, OFFERING, POOL, TREASURY
from trunkline.lab.environments.action_keys import PAYOUTS, train_kind
from trunkline.lab.environments.encoding import ActionSpace, LegalActions
from trunkline.util.errors import UsageError

VERSION: Final = 1
"""The version of the rows. It changes if a column changes its meaning."""
NONE: Final = -1
NAMED: Final = (
    "corp",
    "private",
    "power",
    "hex",
    "tile",
    "train",
    "trade_in",
    "source",
    "payout",
    "ferry",
    "right",
)
"""Fields with a name. Their columns have its place in the list of the schema."""
PLAIN: Final = ("rotation", "stop", "par", "accept", "president", "pay", "price", "count")
"""Fields with a number: par and price in dollars, and 0 or 1 for yes-or-no fields."""
RANGE: Final = ("low", "high", "step")
"""The lowest and the highest amount and their step: dollars or pieces."""
COLUMNS: Final = ("kind", *NAMED, *PLAIN, *RANGE, "open")
"""``open`` is 1 for a set of runs."""
PLACE: Final = {name: place for place, name in enumerate(COLUMNS)}
UNITS: Final = {"par": "dollars", "price": "dollars", "rotation": "sixths of a turn"}


class ParametricActions:
    """The legal actions of one player at one moment, by row."""

    def __init__(self, legal: LegalActions) -> None:
        self._choices = legal.choices
        lists = parametric_lists(legal.space, len(legal.seats))
        self._index = {
            field: {name: place for place, name in enumerate(names)} for field, names in lists.items()
        }
        self._seats = {name: f"player {seat}" for seat, name in enumerate(legal.seats)}

    def __len__(self) -> int:
        return len(self._choices)

    @cached_property
    def rows(self) -> NDArray[np.int32]:
        """The rows, in the order of ``Game.legal``."""
        found = np.full((len(self._choices), len(COLUMNS)), NONE, np.int32)
        for row, choice in zip(found, self._choices, strict=True):
            for column, value in self._cells(choice):
                row[PLACE[column]] = value
        return found

    def action(self, row: int, amount: int | None = None, runs: Action | None = None) -> Action:
        """Return the action of a row, with its amount or its runs. Raises ``UsageError``.

        Without an amount, a range stands for its lowest one. Without runs, an open choice stands for the
        best ones. ``runs`` is an action of the kind of the row, which the rules check.
        """
        if not 0 <= row < len(self._choices):
            raise UsageError(f"There are {len(self._choices)} legal choices, so there is no row {row}.")
        choice = self._choices[row]
        if amount is not None and not isinstance(choice, Amounts):
            raise UsageError(f"Row {row} has no range of amounts: leave the amount out.")
        if runs is not None and not isinstance(choice, Open):
            raise UsageError(f"Row {row} is no set of runs: leave the runs out.")
        if isinstance(choice, Amounts):
            return choice.action if amount is None else choice.at(int(amount))
        if isinstance(choice, Open):
            return choice.best() if runs is None else _checked(choice, runs)
        return choice

    def row(self, action: Action) -> tuple[int, int | None]:
        """Return the row of a legal action, and its amount. Raises ``UsageError`` if it is not legal."""
        for row, choice in enumerate(self._choices):
            if isinstance(choice, Amounts):
                amount = getattr(action, choice.field, NONE)
                if amount in choice and choice.at(amount) == action:
                    return row, amount
            elif isinstance(choice, Open):
                if type(action) is choice.kind and choice.check(action) is None:
                    return row, None
            elif choice == action:
                return row, None
        raise UsageError(f"{action} is not legal now, so it has no row.")

    def _cells(self, choice: Choice) -> Iterable[tuple[str, int]]:
        """Yield the columns of a choice that are not -1."""
        if isinstance(choice, Open):
            yield "kind", self._index["kind"][tag(choice.kind)]
            yield "corp", self._index["corp"][choice.corp]
            yield "open", 1
            return
        action = choice.action if isinstance(choice, Amounts) else choice
        yield "kind", self._index["kind"][tag(type(action))]
        for field in action.__struct_fields__:
            value: Any = getattr(action, field)
            if isinstance(choice, Amounts) and field == choice.field:
                yield from (("low", choice.low), ("high", choice.high), ("step", choice.step))
            elif field in PLAIN:
                yield field, int(value)
            elif field in ("train", "trade_in") and value:
                yield field, self._index[field][train_kind(value)]
            elif field in NAMED and value:
                yield field, self._index[field][self._seats.get(value, value)]
            elif field == "amount":
                yield from (("low", value), ("high", value), ("step", 1))


@lru_cache(maxsize=16)
def parametric_lists(space: ActionSpace, players: int) -> Mapping[str, tuple[str, ...]]:
    """Return the list of names of each column that has one. Players are named from the one who acts on."""
    names = space.names
    seats = (f"player {seat}" for seat in range(players))
    return {
        "kind": tuple(tag(kind) for kind in space.kinds),
        "corp": names.companies,
        "private": names.privates,
        "power": names.privates,
        "hex": names.hexes,
        "tile": names.tiles,
        "train": names.trains,
        "trade_in": names.trains,
        "source": (BANK, POOL, OFFERING, TREASURY, *names.companies, *seats),
        "payout": PAYOUTS,
        "ferry": names.ferries,
        "right": names.rights,
    }


def _checked(choice: Open, runs: Action) -> Action:
    refusal = choice.check(runs)
    if refusal is not None:
        raise UsageError(f"These runs are not legal: {refusal}.")
    return runs
