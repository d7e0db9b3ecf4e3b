"""Games of other programs: read and replayed through our referee, and ours written for them; and the state as
plain data.

>>> import trunkline
>>> from trunkline.interop import export
>>> game = trunkline.new("1856", ["Ann", "Bob", "Cy"], rules="18xx.games")
>>> export(game)["players"][0]
{'id': 1, 'name': 'Ann'}
"""

from __future__ import annotations

from trunkline.interop.public_out import export, export_file

__all__ = ["export", "export_file"]
