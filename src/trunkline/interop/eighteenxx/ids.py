"""The names that 18xx.games gives to things, and what they are called here."""

from __future__ import annotations

import itertools

from trunkline.board import Board
from trunkline.kernel.state import BANK, State
from trunkline.titles.t1856.state import own

PRINTED = {
    "N17": 1, "G12": 1, "I8": 2, "J13": 3, "D17": 4, "J11": 5, "J15": 6, "K8": 7, "O16": 8,
    "L13": 1, "P9": 2, "F17": 1, "O18": 2,
}  # fmt: skip
"""Places of printed cities in the site's lists of hexes printed alike, where that is not the first."""


class Ids:
    """Ids of the site in one game. Copies of tiles and trains have names of their own there."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._corps = {corp.public_id or corp.id: corp.id for corp in board.corporations}
        self._privates = {private.public_id or private.id: private.id for private in board.privates}
        self._public = {
            ours: theirs for names in (self._corps, self._privates) for theirs, ours in names.items()
        }
        self._tiles: dict[str, str] = {}
        """Tile copies on the board, to their hexes."""
        self._trains: dict[str, str] = {}
        """Trains that have left the bank for good, to their ids here."""
        self.borrowed = ""
        """The train that was borrowed last."""

    def corp(self, id: str) -> str:
        """A corporation. Raises ``ValueError``."""
        return _found(self._corps, id, "corporation")

    def private(self, id: str) -> str:
        """A private company. Raises ``ValueError``."""
        return _found(self._privates, id, "private company")

    def public_corp(self, id: str) -> str:
        """What the site calls a corporation of ours."""
        return self._public[id]

    def public_private(self, id: str) -> str:
        """What the site calls a private of ours."""
        return self._public[id]

    def share(self, id: str) -> tuple[str, int]:
        """Corporation and number of a share certificate. Raises ``ValueError``."""
        corp, _, number = id.rpartition("_")
        return self.corp(corp), int(number)

    def laid(self, tile: str, hex: str) -> None:
        """A copy of a tile has been laid on a hex, over whatever lay there."""
        self._tiles = {copy: place for copy, place in self._tiles.items() if place != hex}
        self._tiles[tile] = hex

    def city(self, id: str) -> tuple[str, int]:
        """Hex and stop of a city. Raises ``ValueError``."""
        rest, _, stop = id.rpartition("-")
        hex = self._tiles.get(rest) or rest.rpartition("-")[0]
        if hex not in self._board.hexes:
            raise ValueError(f"there is no city {id} on the board")
        return hex, int(stop)

    def free_copy(self, tile: str) -> str:
        """The first copy of a tile that is not on the board."""
        copies = (f"{tile}-{copy}" for copy in itertools.count())
        return next(copy for copy in copies if copy not in self._tiles)

    def public_city(self, hex: str, stop: int) -> str:
        """What the site calls a city: by the copy of the tile, or by the printed hex and its place in the
        list of hexes that are printed alike."""
        printed = f"{hex}-{PRINTED.get(hex, 0)}"
        laid = next((copy for copy, place in self._tiles.items() if place == hex), printed)
        return f"{laid}-{stop}"

    def train(self, id: str, state: State) -> str:
        """A train. Of an unlimited type the bank has one copy at a time here. Raises ``ValueError``."""
        known = self._trains.get(id, id)
        name = id.rpartition("-")[0]
        kind = self._board.train.get(name)
        if kind is not None and kind.count is None and (id not in self._trains or known not in state.trains):
            known = next((t for t, place in state.trains.items() if place == BANK and _is(t, name)), known)
        if known not in state.trains:
            raise ValueError(f"there is no train {id}")
        return known

    def public_train(self, train: str, state: State) -> str:
        """What the site calls a train of ours. Of an unlimited type its bank has every copy that nobody owns,
        but for one that is borrowed at this moment."""
        name = train.rpartition("-")[0]
        if self._board.train[name].count is not None:
            return train
        owned = {ours: theirs for theirs, ours in self._trains.items() if state.trains.get(ours) != BANK}
        if train in owned:
            return owned[train]
        lent = self.borrowed if own(state).turn.borrowed else ""
        copies = (f"{name}-{copy}" for copy in itertools.count())
        return next(copy for copy in copies if copy not in self._trains and copy != lent)

    def bought(self, id: str, train: str) -> None:
        """A train of the site has left the bank for good and is this one of ours."""
        self._trains[id] = train


def _is(train: str, name: str) -> bool:
    return train.rpartition("-")[0] == name


def _found(names: dict[str, str], id: str, what: str) -> str:
    found = names.get(id)
    if found is None:
        raise ValueError(f"there is no {what} {id}")
    return found
