"""People: who they are, how they show it, where they sit, and what each may do.

Knows no HTTP and no game: a game is an id here, a seat a name. ``accounts`` are people and their passwords,
``keys`` the sessions and tokens that stand for them, ``seating`` is who sits where, ``access`` the one table
of who may do what.
"""
