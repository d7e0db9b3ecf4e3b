"""A bot on a remote server: it takes a seat, waits for its turn, and acts until the game is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

from trunkline.client.errors import Failed
from trunkline.client.table import GameThere, Position, Table
from trunkline.engine.kernel.action import Action
from trunkline.game.wording.choices import words
from trunkline.players import Chooser
from trunkline.players.registry import load_player
from trunkline.util.errors import UsageError
from trunkline.web.schemas.people import TablePeople

LOOKS = 1.0
"""Seconds between checks of a table with free seats. The server does not announce a taken seat."""


def sit(
    url: str,
    token: str,
    game: str,
    seat: str,
    player: Chooser | str,
    *,
    seed: int = 0,
    patience: float = 60.0,
    say: Callable[[str], None] = lambda line: None,
) -> Position:
    """Take a seat, unless you have it already, and let a player play to the end of the game.

    Returns the final position. ``player`` is an object that chooses actions, or the name of a bot created
    with ``seed``: ``clerk``, ``module:Class``, ``engine:COMMAND``. ``patience`` is the time in seconds for
    which the server may be unreachable.

    Raises ``Failed``, and ``UsageError`` if the player fails. You keep the seat and can continue later.
    """
    chooser = load_player(player)(seed) if isinstance(player, str) else player
    try:
        with Table(url, token, patience=patience) as table:
            there = table.game(game)
            if table.me().accounts:
                seat = _seated(there, seat)
                say(f"{seat} is yours.")
            return play(there, seat, chooser, say)
    finally:
        close = getattr(chooser, "close", None)
        if isinstance(player, str) and callable(close):
            close()


def play(
    game: GameThere, seat: str, chooser: Chooser, say: Callable[[str], None] = lambda line: None
) -> Position:
    """Let a player play your seat until the game is over. Raises as ``sit`` does."""
    now = game.position()
    if seat not in now.game.players:
        raise Failed(f"There is no seat {seat}; there are {', '.join(now.game.players)}.")
    with closing(game.events(now.version)) as entries:
        while not now.over:
            if now.to_act[:1] == (seat,):
                _acted(game, now, seat, chooser, say)
            else:
                # Wait for any entry that this position does not contain yet.
                next(entry for entry in entries if entry.version > now.version)
            now = game.position()
    return now


def _acted(game: GameThere, now: Position, seat: str, chooser: Chooser, say: Callable[[str], None]) -> None:
    """Play one action, unless another player has acted first."""
    action = _chosen(chooser, now, seat)
    free = True
    while True:
        try:
            say(f"{game.act(now.version, action)}: {words(now.game, action)}")
            return
        except Failed as error:
            if error.stale:
                return
            if not free or error.status != 422 or error.rule is not None:
                raise
        # The game may not have started yet. If no seat is free now, the last one has been taken meanwhile.
        free = any(each.free for each in _people(game).seats)
        if free:
            time.sleep(LOOKS)


def _chosen(chooser: Chooser, now: Position, seat: str) -> Action:
    try:
        return chooser.choose(now.game, seat)
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(f"The player failed: {type(error).__name__}: {error}.") from error


def _people(game: GameThere) -> TablePeople:
    try:
        return game.people()
    except Failed as error:
        if error.status == 404:
            raise Failed("There is no such game, or this token may not look at it.", 404) from error
        raise


def _seated(game: GameThere, seat: str) -> str:
    """Take a seat unless it is yours, and return its name, which may be that of the account from now on."""
    mine = {each.seat for each in _people(game).seats if each.mine}
    if seat in mine:
        return seat
    joined = game.join(seat)
    return next(each.seat for each in joined.seats if each.mine and each.seat not in mine)
