"""Actions as lines and games as text: short, stable, for people and for programs.

>>> import trunkline
>>> from trunkline.game.notation import notation, parse
>>> notation(trunkline.actions.LayTile("Ann", "LPS", "D17", "57", 2))
'Ann: LPS lays 57/2 on D17'
>>> parse("Ann: LPS lays 57/2 on D17").tile
'57'
>>> game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
>>> parse("buys flos", game)
BuyOffered(player='Ann', private='flos')
"""

from __future__ import annotations

from trunkline.game.notation.contextual import Ambiguous, parse, short
from trunkline.game.notation.lines import notation

__all__ = ["Ambiguous", "notation", "parse", "short"]
