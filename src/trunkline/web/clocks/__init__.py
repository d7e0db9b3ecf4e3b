"""Clocks of tables: the time that a player has for a move, the time that does not count, and the end of it.

``working_time`` computes deadlines and knows no database. It may import nothing of the server.
"""
