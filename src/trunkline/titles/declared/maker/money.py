"""Bank and players of an imported game."""

from __future__ import annotations

from typing import Any, Final

from trunkline.titles.declared.maker.game_file import UNLIMITED, Game

ENDLESS_BANK: Final = 1_000_000


def bank(game: Game) -> int:
    """Return the money of the bank."""
    if game.get("bank") == UNLIMITED:
        game.points.assumed("bank", f"It has no limit in the game. Assumed: {ENDLESS_BANK}.")
        return ENDLESS_BANK
    return game.wanted("bank")


def players(game: Game) -> dict[int, dict[str, Any]]:
    """Return the values that depend on the number of players."""
    found: dict[int, dict[str, Any]] = {}
    for part in game.parts("players"):
        cash, limit = ((part if key in part else game).wanted(key) for key in ("capital", "certLimit"))
        found[part.wanted("number")] = {"cash": cash, "certificates": limit}
    if 1 in found:
        del found[1]
        game.points.left_out("players", "The game for one player is left out.")
    return dict(sorted(found.items()))
