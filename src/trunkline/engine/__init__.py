"""The rules engine: legal actions, refusals with their rule, and the position after an action. It knows no
title.

From the bottom up: ``board`` (printed facts), ``track`` (tiles and networks), ``routing`` (runs and best
runs), ``kernel`` (state, actions, events), ``mechanisms``, ``steps`` (rounds and turn steps) and ``powers``
(of privates). The engine may import ``util`` only. Start with ``kernel/referee.py``: it plays an action and
lists the legal ones.
"""
