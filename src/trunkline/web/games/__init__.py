"""Hosted games: the games of the server, with their storage interface and background work.

``game_cache`` loads games, and ``hosted_game`` is one of them. ``repository`` defines the interface of a
store. ``dispatcher`` runs requests on threads and processes, and ``bots`` plays seats. ``subscriptions``
sends new entries to clients. The package does not import databases or HTTP.
"""
