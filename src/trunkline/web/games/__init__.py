"""Games in play: storage, history, watchers and background work.

``table.GameTable`` is one game, and ``keeping`` defines the interface of a store. The package does not know
databases or HTTP, and displays nothing.
"""
