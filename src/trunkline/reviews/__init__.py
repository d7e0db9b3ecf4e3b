"""What each decision of a game has cost, by playing on from it and from what else could have been done."""
