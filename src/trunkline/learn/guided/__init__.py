"""The guided first game: a real game against bots in which a coach speaks up at each new thing.

Start in ``guide.py``, the format. ``first-game.yaml`` has the set-up and the topics. ``figures.py`` has the
figures of a position that topics depend on and name, ``speaking.py`` finds the topics to speak about, and
``checking.py`` plays the game to check them.
"""
