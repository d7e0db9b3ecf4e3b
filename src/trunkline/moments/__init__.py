"""A moment of a game as the server sends it: the decision, the result of each answer, and the history."""
