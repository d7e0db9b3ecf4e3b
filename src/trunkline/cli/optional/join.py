"""A bot in a seat on a remote server."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from trunkline.client.errors import Failed
from trunkline.client.playing import sit
from trunkline.client.table import GameThere, Table
from trunkline.util.errors import UsageError
from trunkline.util.files import unmarked

TOKEN = "TRUNKLINE_TOKEN"
"""The environment variable that holds the token if no file is given."""
FIRST = 5.0
"""Seconds in which the server must answer at first. A wrong address is then reported soon."""


def join(
    address: str,
    seat: str | None,
    player: str,
    seed: int,
    token_file: Path | None,
    say: Callable[[str], None] = print,
) -> None:
    """Play a seat to the end of the game, and print the standings. Raises ``UsageError``.

    ``seat`` is its name; ``None`` means your own seat or the first free one.
    """
    token = token_in(token_file) if token_file else os.environ.get(TOKEN, "").strip()
    where, id, secret = parts_of(address)
    with Table(where, token, patience=FIRST) as table:
        game = table.accept(secret) if secret else table.game(id)
        seat = seat or (_free(game) if table.me().accounts else "")
    if not seat:
        raise UsageError(
            "Choose a seat with --seat NAME. This server has no accounts, so seats are not tied to people."
        )
    end = sit(where, token, game.id, seat, player, seed=seed, say=say)
    for place in end.game.standings():
        say(f"{place.place:>3}  {place.player:<16} ${place.worth:,}")


def parts_of(address: str) -> tuple[str, str, str]:
    """Return the server address, the game id and the secret in the address of a game or an invitation.

    The id or the secret is empty. Raises ``UsageError``.
    """
    try:
        found = urlsplit(address)
        found.port  # noqa: B018 - raises ValueError if it is out of range
    except ValueError:
        found = urlsplit("")
    where = f"{found.scheme}://{found.netloc}"
    _, _, id = found.path.partition("/g/")
    if found.path == "/join" and found.fragment:
        return where, "", found.fragment
    if not found.netloc or not id:
        raise UsageError(f"{address} is no address of a game, such as https://table.example/g/ID.")
    return where, id.partition("/")[0], ""


def token_in(path: Path) -> str:
    """Return the token in a file. A file is safer than the command line. Raises ``UsageError``."""
    try:
        text = unmarked(path.read_bytes()).decode("ascii").strip()
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"The token in {path} cannot be read: {why}.") from error
    if len(text.split()) != 1:
        raise UsageError(f"{path} holds no token: one line with nothing else.")
    return text


def _free(game: GameThere) -> str:
    """Return your seat, or else the first free seat."""
    seats = game.people().seats
    for each in [*(each for each in seats if each.mine), *(each for each in seats if each.free)]:
        return each.seat
    raise Failed("Every seat is taken.")
