"""Trials of the referee: games by the thousand, and counts of what can be played."""
