"""What is shown of a game at a moment: facts made from the position and its effects."""
