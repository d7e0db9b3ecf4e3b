"""The scholar's value: each player's expected share of the worth at the end of the game."""

from __future__ import annotations

import math
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from trunkline.game.position import Position
from trunkline.game.saves import os_error_text
from trunkline.players.evaluation import worth_shares
from trunkline.players.scholar import features
from trunkline.players.scholar.network import Network
from trunkline.util.errors import UsageError

VERSION: Final = 1
"""The version of the features. Weights of another version do not fit."""


class ValueModel(msgspec.Struct, frozen=True):
    """A trained value network of one title, as its file has it.

    The network corrects a player's expected worth (``evaluation.final_worth``): its output is added to the
    logarithm of that worth.
    """

    title: str
    version: int
    scale: float
    """The weight of the logarithm of the expected worth."""
    mean: tuple[float, ...]
    """The mean of each feature in training."""
    spread: tuple[float, ...]
    """The divisor of each feature."""
    network: Network

    def shares(self, position: Position) -> dict[str, float]:
        """Return each player's expected share of the total worth: from 0 to 1, with a sum of 1."""
        if position.over:
            return worth_shares(position)
        rows, worth = features.figures(position)
        scores = {
            name: self.scale * math.log(max(1.0, worth[name])) + self.network.apply(self._scaled(row))
            for name, row in rows.items()
        }
        highest = max(scores.values())
        odds = {name: math.exp(score - highest) for name, score in scores.items()}
        total = sum(odds.values())
        return {name: each / total for name, each in odds.items()}

    def _scaled(self, row: features.Row) -> list[float]:
        return [
            (value - mean) / spread for value, mean, spread in zip(row, self.mean, self.spread, strict=True)
        ]


@lru_cache(maxsize=8)
def own_model(title: str) -> ValueModel | None:
    """Return the model of a title that comes with the package, or None if the title has none."""
    file = files("trunkline.players.scholar") / "weights" / f"{title.lower()}.json"
    return decoded(file.read_bytes(), file.name) if file.is_file() else None


def read_model(path: Path) -> ValueModel:
    """Return the model in a file. Raises ``UsageError`` if it is damaged or of another version."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"The weights in {path} cannot be read: {os_error_text(error)}.") from error
    return decoded(data, str(path))


def decoded(data: bytes, name: str) -> ValueModel:
    """Return the model in the bytes of a file. Raises ``UsageError`` as ``read_model``."""
    try:
        model = msgspec.json.decode(data, type=ValueModel)
    except msgspec.MsgspecError as error:
        raise UsageError(f"{name} is damaged or holds no weights: {error}.") from error
    if model.version != VERSION:
        raise UsageError(
            f"The weights in {name} are for features of version {model.version}; this program has version "
            f"{VERSION}. Train them again."
        )
    fits = len(model.mean) == len(model.spread) == features.WIDTH and model.network.fits(features.WIDTH)
    if not fits or not all(model.spread):
        raise UsageError(f"The weights in {name} do not fit {features.WIDTH} features. Train them again.")
    return model


def expected_shares(position: Position, model: ValueModel | None) -> dict[str, float]:
    """Return each player's expected share of the total worth, without a model by the expected worth alone.

    Raises ``UsageError`` if the model is for another title.
    """
    if model is None:
        return worth_shares(position)
    check_title(model, position.title.id)
    return model.shares(position)


def check_title(model: ValueModel | None, title: str) -> None:
    """Raise ``UsageError`` if the model is for another title."""
    if model is not None and model.title != title:
        raise UsageError(f"The weights are for {model.title} and not for {title}.")
