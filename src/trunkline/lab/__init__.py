"""Experiments with computer players and the engine.

``arena`` plays matches and rates players, ``benchmark`` measures a program with fixed games and puzzles,
``environments`` are for reinforcement learning, ``dataset`` writes games of bots as tables, ``training``
trains the scholar from them, ``review`` finds what each decision of a game cost, ``soak`` plays random games
with every check after every action, and ``perft.py`` counts action sequences. ``ratings.py`` rates players by
their results, in the arena and on the server. They may import ``learn``, ``players``, ``interop``, ``game``
and everything below. Start with ``arena/match.py``.
"""
