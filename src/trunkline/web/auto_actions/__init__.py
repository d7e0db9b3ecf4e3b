"""Auto-actions of people in stored games: their storage, their guards, and the thread that acts for them.

``trunkline.game.auto_actions`` decides what an auto-action does. This package knows games and accounts, but
no HTTP.
"""
