"""Plans of people in stored games: their storage, their progress, and hand-ins by themselves.

``trunkline.game.plans`` decides what a plan does. This package knows games and accounts, but no HTTP.
"""
