"""Game reviews: the cost of each decision, from playing on after it and after its alternatives."""
