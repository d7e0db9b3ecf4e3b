"""Import of games from other programs, replayed by our referee, and export of our games to them.

``load`` reads every format, our own included. ``replay`` steps through a file of 18xx.games or of Rails.

>>> import trunkline
>>> from trunkline.interop import export
>>> game = trunkline.new("1856", ["Ann", "Bob", "Cy"], rules="18xx.games")
>>> export(game)["players"][0]
{'id': 1, 'name': 'Ann'}
"""

from __future__ import annotations

from trunkline.interop.claims import Difference
from trunkline.interop.eighteenxx.export import export, export_file
from trunkline.interop.recording import FileWarning, load, replay

__all__ = ["Difference", "FileWarning", "export", "export_file", "load", "replay"]
