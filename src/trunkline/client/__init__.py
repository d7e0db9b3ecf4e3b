"""A client of the table's HTTP API for programs: ``Table`` to use it, ``sit`` to let a player play at it.

Needs the extra ``client``: ``pip install 'trunkline[client]'``.
"""

from trunkline.client.errors import UNREACHED, Failed
from trunkline.client.playing import play, sit
from trunkline.client.table import GameThere, Position, Table

__all__ = ["UNREACHED", "Failed", "GameThere", "Position", "Table", "play", "sit"]
