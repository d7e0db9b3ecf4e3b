"""Games of 18xx.games, replayed through our referee.

>>> game = read("1856_game.json")
>>> replay = Replay(game)
>>> while replay.count < replay.total:
...     replay.step()
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from trunkline.game import Game
from trunkline.interop import public_file
from trunkline.interop.certificates import Certificates
from trunkline.interop.public_entries import NotAsked, Translator
from trunkline.interop.public_file import CORPORATION, PLAYER, Entry, PublicGame
from trunkline.interop.public_ids import Ids
from trunkline.interop.public_turn import (
    DESTINATIONS,
    LOANS,
    POWERS,
    PRIVATES,
    TRAINS,
    SiteTurn,
)
from trunkline.kernel import engine
from trunkline.kernel.action import (
    Action,
    Answer,
    BuyTrain,
    CreditDestination,
    Pass,
    RedeemLoans,
    StartCorporation,
)
from trunkline.kernel.board import Board
from trunkline.kernel.errors import UsageError
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import OperatingTurn, State
from trunkline.kernel.table import Table
from trunkline.titles import RECORDED, build, checked, titles
from trunkline.titles.options import Options

READING = "18xx.games"
MOST_PASSES = 40
"""Passes in a row that can be needed at the most to bring our game to where the site stands."""


def read(source: str | Path | bytes | dict[str, Any], name: str = "") -> PublicGame:
    """The game in a file, its bytes or its plain data. Raises ``UsageError`` with one sentence."""
    if not name:
        name = Path(source).name if isinstance(source, (str, Path)) else "The file"
    data = source if isinstance(source, dict) else public_file.decode(source, name)
    return public_file.parse(data, name, _boards())
