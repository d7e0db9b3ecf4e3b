"""Results of games, as text and as plain data."""

from __future__ import annotations

from typing import Any

from trunkline.cli.terminal import holdings
from trunkline.game import Game
from trunkline.game.wording.endings import why_ended
from trunkline.game.wording.rounds import round_name


def summary(game: Game, actions: int) -> dict[str, Any]:
    """Return the result of a game as plain data."""
    return {
        "title": game.title.id,
        "players": game.players,
        "actions": actions,
        "finished": game.over,
        "reason": game.state.reason or None,
        "standings": {standing.player: standing.worth for standing in game.standings()},
    }


def ending(game: Game) -> str:
    """Return a sentence about how a game ended, or its current round."""
    if not game.over:
        return f"Not finished: {round_name(game.state)}."
    return f"Finished: {why_ended(game.state.reason)}."


def standings(game: Game) -> list[str]:
    """Return the players by worth, as lines."""
    return holdings.standings_lines(game)
