"""A client for the server's HTTP API: ``Table`` gives access, ``sit`` lets a bot play a seat.

Needs the extra ``client``: ``pip install 'trunkline[client]'``.
"""

from trunkline.client.errors import UNREACHED, Failed
from trunkline.client.playing import play, sit
from trunkline.client.table import GameThere, Position, Table

__all__ = ["UNREACHED", "Failed", "GameThere", "Position", "Table", "play", "sit"]
