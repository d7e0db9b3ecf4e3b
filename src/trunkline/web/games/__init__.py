"""Games in play: storage, history, watchers and background work.

``hosted_game.HostedGame`` is one game, and ``repository`` defines the interface of a store. The package does
not know databases or HTTP, and displays nothing.
"""
