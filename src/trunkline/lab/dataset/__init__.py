"""Data sets: the games of bots as tables of results, events, decisions and positions, in Parquet files.

``plan`` says which games are played, ``games`` plays and replays them, and ``rows`` turns them into the
tables that ``schema`` describes. ``storage`` keeps the files and their checksums. ``making`` makes a data
set, ``checking`` verifies one, and ``packing`` keeps its actions alone. ``statistics`` computes figures of a
data set, and ``page`` shows them. Start with ``making.py``.
"""
