"""Events of corrections: the correction, what it changes, and what no longer agrees with the rules.

A correction of a presidency is also a ``PresidentChanged``, and that of a price a ``PriceMoved``.
"""

from __future__ import annotations

from trunkline.engine.kernel.events import Event
from trunkline.util.messages import gettext


class CorrectionMade(Event, tag="correction_made"):
    """A correction by a player, or by a moderator if the name is empty. The next events say what changes."""

    player: str
    reason: str


class CashCorrected(Event, tag="cash_corrected"):
    """The new dollars of a player or a corporation, and those before."""

    owner: str
    before: int
    amount: int


class SharesCorrected(Event, tag="shares_corrected"):
    """Shares that a correction moves."""

    corp: str
    source: str
    place: str
    count: int


class PrivateCorrected(Event, tag="private_corrected"):
    """The new owner of a private."""

    private: str
    owner: str


class TileCorrected(Event, tag="tile_corrected"):
    """The new tile of a hex; empty if it has none now."""

    hex: str
    tile: str
    rotation: int


class TokenCorrected(Event, tag="token_corrected"):
    """A station token that a correction places or removes."""

    corp: str
    hex: str
    stop: int
    placed: bool


class TrainCorrected(Event, tag="train_corrected"):
    """The new place of a train."""

    train: str
    place: str


class Disagreement(Event, tag="disagreement"):
    """Something that does not agree with the rules after a correction.

    ``check`` names the check. ``text`` is a message with ``values`` in its fields.
    """

    check: str
    text: str
    values: dict[str, str | int] = {}

    @property
    def sentence(self) -> str:
        """The sentence in the language of the reader."""
        return gettext(self.text, **self.values)


class AgreesAgain(Event, tag="agrees_again"):
    """A correction after which the position agrees with the rules again."""
