"""Mapping between the ids of 18xx.games and ours."""

from __future__ import annotations

import itertools

from trunkline.engine.board import Board
from trunkline.engine.kernel.state import BANK, State
from trunkline.titles.t1856.state import state_1856
from trunkline.util.messages import gettext

PRINTED = {
    "N17": 1, "G12": 1, "I8": 2, "J13": 3, "D17": 4, "J11": 5, "J15": 6, "K8": 7, "O16": 8,
    "L13": 1, "P9": 2, "F17": 1, "O18": 2,
}  # fmt: skip
"""Positions of printed cities in the site's lists of equally printed hexes, if not the first."""


class Ids:
    """The site's ids in one game. The site numbers copies of tiles and trains in its own way."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._corps = {corp.public_id or corp.id: corp.id for corp in board.corporations}
        self._privates = {private.public_id or private.id: private.id for private in board.privates}
        self._public = {
            ours: theirs for names in (self._corps, self._privates) for theirs, ours in names.items()
        }
        self._tiles: dict[str, str] = {}
        """Hexes of the tile copies on the board."""
        self._trains: dict[str, str] = {}
        """Our ids of trains that have permanently left the bank."""
        self.borrowed = ""
        """The train that was last borrowed."""

    def corp(self, id: str) -> str:
        """Return a corporation. Raises ``ValueError``."""
        found = self._corps.get(id)
        if found is None:
            raise ValueError(gettext("there is no corporation {id}", id=id))
        return found

    def private(self, id: str) -> str:
        """Return a private. Raises ``ValueError``."""
        found = self._privates.get(id)
        if found is None:
            raise ValueError(gettext("there is no private company {id}", id=id))
        return found

    def public_corp(self, id: str) -> str:
        """Return the site's id of a corporation."""
        return self._public[id]

    def public_private(self, id: str) -> str:
        """Return the site's id of a private."""
        return self._public[id]

    def share(self, id: str) -> tuple[str, int]:
        """Return the corporation and the number of a share certificate. Raises ``ValueError``."""
        corp, _, number = id.rpartition("_")
        return self.corp(corp), int(number)

    def laid(self, tile: str, hex: str) -> None:
        """Record that a copy of a tile has been laid on a hex and replaces any earlier tile."""
        self._tiles = {copy: place for copy, place in self._tiles.items() if place != hex}
        self._tiles[tile] = hex

    def city(self, id: str) -> tuple[str, int]:
        """Return the hex and stop of a city. Raises ``ValueError``."""
        rest, _, stop = id.rpartition("-")
        hex = self._tiles.get(rest) or rest.rpartition("-")[0]
        if hex not in self._board.hexes:
            raise ValueError(gettext("there is no city {id} on the board", id=id))
        return hex, int(stop)

    def free_copy(self, tile: str) -> str:
        """Return the first copy of a tile that is not on the board."""
        copies = (f"{tile}-{copy}" for copy in itertools.count())
        return next(copy for copy in copies if copy not in self._tiles)

    def public_city(self, hex: str, stop: int) -> str:
        """Return the site's id of a city.

        It names the copy of the tile, or the printed hex and its position in the list of equally printed
        hexes.
        """
        printed = f"{hex}-{PRINTED.get(hex, 0)}"
        laid = next((copy for copy, place in self._tiles.items() if place == hex), printed)
        return f"{laid}-{stop}"

    def train(self, id: str, state: State) -> str:
        """Return a train. Our bank has one copy at a time of an unlimited type. Raises ``ValueError``."""
        known = self._trains.get(id, id)
        name = id.rpartition("-")[0]
        kind = self._board.train.get(name)
        if kind is not None and kind.count is None and (id not in self._trains or known not in state.trains):
            known = next((t for t, place in state.trains.items() if place == BANK and _is(t, name)), known)
        if known not in state.trains:
            raise ValueError(gettext("there is no train {id}", id=id))
        return known

    def public_train(self, train: str, state: State) -> str:
        """Return the site's id of a train.

        For an unlimited type, the site's bank has every copy without an owner, except a currently borrowed
        one.
        """
        name = train.rpartition("-")[0]
        if self._board.train[name].count is not None:
            return train
        owned = {ours: theirs for theirs, ours in self._trains.items() if state.trains.get(ours) != BANK}
        if train in owned:
            return owned[train]
        lent = self.borrowed if state_1856(state).turn.borrowed else ""
        copies = (f"{name}-{copy}" for copy in itertools.count())
        return next(copy for copy in copies if copy not in self._trains and copy != lent)

    def bought(self, id: str, train: str) -> None:
        """Record that a train of the site has permanently left the bank, and its id here."""
        self._trains[id] = train


def _is(train: str, name: str) -> bool:
    return train.rpartition("-")[0] == name
