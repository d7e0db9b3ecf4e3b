"""A moment of a game as it is sent: what waits, what each answer leads to, and how it came about."""
