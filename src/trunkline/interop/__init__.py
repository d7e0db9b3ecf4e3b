"""Games of other programs: read and replayed through our referee, and ours written for them; and the state as
plain data. ``replay`` takes a file of 18xx.games or of Rails.

>>> import trunkline
>>> from trunkline.interop import export
>>> game = trunkline.new("1856", ["Ann", "Bob", "Cy"], rules="18xx.games")
>>> export(game)["players"][0]
{'id': 1, 'name': 'Ann'}
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trunkline.interop import eighteenxx, rails
from trunkline.interop.eighteenxx.export import export, export_file
from trunkline.interop.foreign import decode, name_of

__all__ = ["export", "export_file", "replay"]


def replay(
    source: str | Path | bytes | dict[str, Any], name: str = ""
) -> eighteenxx.Replay | rails.RailsReplay:
    """A game recorded by another program, ready to be replayed. Raises ``UsageError`` with one sentence."""
    name = name_of(source, name)
    data = source if isinstance(source, dict) else decode(source, name)
    if rails.is_rails(data):
        return rails.RailsReplay(rails.read(data, name))
    return eighteenxx.Replay(eighteenxx.read(data if isinstance(data, dict) else source, name))
