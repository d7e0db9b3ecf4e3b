"""The library's view of a game: play, undo, save, notation, best runs and wording.

A ``Game`` holds one game in play and asks the rules engine for everything else. ``actions`` lists every
action, ``saves`` and ``notation`` read and write games, ``routes`` answers questions about runs,
``wording`` makes sentences. It may import ``titles``, ``svg``, ``engine`` and ``util``. Start with
``game.py``.
"""

from trunkline.game.game import Game

__all__ = ["Game"]
