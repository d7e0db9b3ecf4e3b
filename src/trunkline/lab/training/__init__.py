"""Training of the scholar: a value network that learns from games.

``trunkline dataset`` plays the games, ``explorer`` is a player for them that tries more than a director does.
``samples`` computes the network's inputs from a data set, and ``fitting`` trains it with PyTorch.
"""
