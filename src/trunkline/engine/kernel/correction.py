"""Corrections of a game that is played on a printed board.

People around a table forget to enter a move, or enter a wrong one. A correction sets one thing to what lies
on the table. The referee accepts it at any moment of a game with the variant ``real_table``, and in no other
game. ``player`` is its author: a player, or empty for a moderator without a seat.
"""

from __future__ import annotations

from trunkline.engine.kernel.action import Action

VARIANT = "real_table"
"""The variant with which a game takes corrections."""
REASON_LENGTH = 200
"""The maximum length of a reason, in characters."""


class Correction(Action, frozen=True):
    """The base of all corrections, with the reason in the words of the author."""

    reason: str


class CorrectCash(Correction, frozen=True, tag="correct_cash"):
    """A correction of the dollars of a player or a corporation. The bank pays or takes the difference."""

    owner: str
    amount: int


class CorrectShares(Correction, frozen=True, tag="correct_shares"):
    """A correction of the owner of ``count`` shares. Source and target are a player, the IPO, the pool or the
    treasury."""

    corp: str
    source: str
    target: str
    count: int


class CorrectPresident(Correction, frozen=True, tag="correct_president"):
    """A correction of the owner of the president's certificate, in exchange for two shares."""

    corp: str
    president: str


class CorrectPrivate(Correction, frozen=True, tag="correct_private"):
    """A correction of the owner of a private: a player or a corporation."""

    private: str
    owner: str


class CorrectTile(Correction, frozen=True, tag="correct_tile"):
    """A correction of the tile on a hex. An empty ``tile`` removes it."""

    hex: str
    tile: str
    rotation: int


class CorrectToken(Correction, frozen=True, tag="correct_token"):
    """A correction of a station token: it is on this stop of a hex (``placed``), or it is not."""

    corp: str
    hex: str
    stop: int
    placed: bool


class CorrectTrain(Correction, frozen=True, tag="correct_train"):
    """A correction of the place of a train of a type. Source and target are a corporation, ``bank``, ``pool``
    or ``out`` of the game."""

    type: str
    source: str
    target: str


class CorrectPrice(Correction, frozen=True, tag="correct_price"):
    """A correction of the box of a price token. The token comes under the tokens already there."""

    corp: str
    row: int
    column: int


AnyCorrection = (
    CorrectCash
    | CorrectShares
    | CorrectPresident
    | CorrectPrivate
    | CorrectTile
    | CorrectToken
    | CorrectTrain
    | CorrectPrice
)
