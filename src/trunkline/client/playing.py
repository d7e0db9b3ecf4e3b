"""A program at a table elsewhere: it sits down, waits for its turn, and acts until the game is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

from trunkline.client.errors import Failed
from trunkline.client.table import GameThere, Position, Table
from trunkline.errors import UsageError
from trunkline.facts.people import TablePeople
from trunkline.kernel.action import Action
from trunkline.players import Chooser
from trunkline.players.entrants import entrant
from trunkline.wording.choices import words

LOOKS = 1.0
"""Seconds between looks at a table where seats are free: nobody is told when one is taken."""


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
    """Take a seat, if it is not one's own already, and let a player play it to the end of the game, which is
    what comes back.

    ``player`` is anything that chooses, or the name of a program, made with ``seed``: ``clerk``,
    ``module:Class``, ``engine:COMMAND``. ``patience`` are the seconds that the table may be out of reach.
    Raises ``Failed``, and ``UsageError`` where the player fails; the seat stays one's own, to go on with.
    """
    chooser = entrant(player)(seed) if isinstance(player, str) else player
    try:
        with Table(url, token, patience=patience) as table:
            there = table.game(game)
            if table.me().accounts:
                _seated(there, seat)
                say(f"{seat} is yours.")
            return play(there, seat, chooser, say)
    finally:
        close = getattr(chooser, "close", None)
        if isinstance(player, str) and callable(close):
            close()


def play(
    game: GameThere, seat: str, chooser: Chooser, say: Callable[[str], None] = lambda line: None
) -> Position:
    """Let a player play a seat of one's own until the game is over. Raises as ``sit`` does."""
    now = game.position()
    if seat not in now.game.players:
        raise Failed(f"There is no seat {seat}; there are {', '.join(now.game.players)}.")
    with closing(game.events(now.version)) as entries:
        while not now.over:
            if now.to_act[:1] == (seat,):
                _acted(game, now, seat, chooser, say)
            else:
                # What is waited for is any entry that this position does not hold yet.
                next(entry for entry in entries if entry.version > now.version)
            now = game.position()
    return now


def _acted(game: GameThere, now: Position, seat: str, chooser: Chooser, say: Callable[[str], None]) -> None:
    """One action, unless others have acted first."""
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
        # The game may only not have begun. Where nobody is missing now, the last has come since.
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


def _seated(game: GameThere, seat: str) -> None:
    """Take a seat unless one has it."""
    if not any(each.seat == seat and each.mine for each in _people(game).seats):
        game.join(seat)
