"""A whole game as one web page that needs no server and no network.

The page is the browser client, built into one file with a placeholder (``static/replay.html``) that this
module fills. It contains the responses of the API. To get them, the module imports the game into a temporary
table. For each moment, it stores only the differences from the moment before.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import tempfile
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.titles import build
from trunkline.util.errors import UsageError
from trunkline.web.errors import NotPossible
from trunkline.web.games import files
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.game_tree import ReachedMoment
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.games.limits import USUAL
from trunkline.web.games.side_lines import SideLine
from trunkline.web.presenters import key_moments, maps, moment, runs
from trunkline.web.schemas.map import RunsMade
from trunkline.web.schemas.moment import MomentContent
from trunkline.web.schemas.studies import Comments
from trunkline.web.storage.sqlite import SqliteStore

NO_COMMENTS = Comments("", False, False, ())
PAGE = Path(__file__).with_name("static") / "replay.html"
TITLE, GAP = b"A game played at Trunkline", b"@@GAME@@"
"""The placeholders in the built page for the title of the page and for the game."""
NOT_BUILT = (
    "The page of a replay has not been built: run 'make client' in a checkout of Trunkline, which needs Node."
)
Progress = Callable[[int, int], None]
"""A progress callback: moments done, and moments in all."""


def render(
    game: Game,
    report_progress: Progress = lambda done, total: None,
    built: Path = PAGE,
    comments: Comments = NO_COMMENTS,
    numbers: Iterable[int] = (),
    lines: Iterable[SideLine] = (),
) -> bytes:
    """Return the page of a game's current line of play. Raises ``UsageError`` if the client is not built.

    Args:
        game: The game.
        report_progress: A progress callback.
        built: The page without a game.
        comments: The comments to show.
        numbers: The moments of the line of play, as comments and lines have them.
        lines: Other lines of play to show. They follow the end of the game, as undone actions.
    """
    frame = read_page(built)
    with _temporary_game(game.to_bytes()) as hosted_game:
        places = dict(zip(numbers, range(hosted_game.version + 1), strict=False))
        _play_lines(hosted_game, places, lines)
        placed = tuple(
            msgspec.structs.replace(each, moment=places[each.moment])
            for each in comments.comments
            if each.moment in places
        )
        shown = msgspec.structs.replace(comments, comments=placed)
        data = gzip.compress(msgspec.json.encode(_page_data(hosted_game, report_progress, shown)), 9, mtime=0)
    name = f"{game.title.name}: {', '.join(game.players)}"
    # Fill the large placeholder first: a player's name could contain its text, but base64 cannot contain
    # TITLE.
    return frame.replace(GAP, base64.b64encode(data)).replace(TITLE, escape(name).encode())


def read_page(built: Path = PAGE) -> bytes:
    """Return the page without a game. Raises ``UsageError`` if the client is not built."""
    try:
        frame = built.read_bytes()
    except OSError as error:
        raise UsageError(NOT_BUILT) from error
    if GAP not in frame:
        raise UsageError(NOT_BUILT)
    return frame


def render_line(
    comments: Comments, lines: Iterable[SideLine], options: Options, line: Iterable[ReachedMoment]
) -> bytes:
    """Return the page of a line of play and of others that leave it, in a worker process.

    Raises ``NotPossible`` if the client is not built.
    """
    game = Game(build(options), options)
    numbers: list[int] = []
    for reached in line:
        numbers.append(reached.number)
        if reached.action is not None:
            game.play(reached.action)
    try:
        return render(game, comments=comments, numbers=numbers, lines=lines)
    except UsageError as error:
        raise NotPossible(str(error)) from error


@contextlib.contextmanager
def _temporary_game(data: bytes) -> Iterator[HostedGame]:
    """Import the game into a temporary table and yield the table."""
    with (
        tempfile.TemporaryDirectory(prefix="trunkline-") as folder,
        contextlib.closing(SqliteStore(Path(folder) / "table.sqlite")) as store,
    ):
        games = GameCache(store)
        yield games[games.import_game(files.import_game(data, USUAL.max_entries)).id]


def _play_lines(hosted_game: HostedGame, places: dict[int, int], lines: Iterable[SideLine]) -> None:
    """Play other lines of play, and return to the end of the game.

    ``places`` are the moments of the page, by their numbers in the original. Those of the lines are added.
    """
    end = hosted_game.version
    for line in lines:
        # A line that follows a moment which these rules cannot reach is left out.
        if line.before in places:
            played = hosted_game.play_line(places[line.before], line.actions)
            places |= zip(line.numbers, played, strict=False)
    hosted_game.return_to(end)


def _page_data(hosted_game: HostedGame, report_progress: Progress, comments: Comments) -> dict[str, Any]:
    """Return all the data of the page, as plain data."""
    board = hosted_game.title.board
    log = hosted_game.entries_after(0)
    first, *later = _views(hosted_game, report_progress)
    return {
        "board": msgspec.to_builtins(maps.board_facts(board)),
        "symbols": maps.sheet(board)[0].decode(),
        "view": first,
        "changes": [json_diff(before, after) for before, after in zip([first, *later], later, strict=False)],
        "log": log,
        "runs": _runs(hosted_game),
        "moments": key_moments.all_found(hosted_game),
        "comments": comments,
    }


def _runs(hosted_game: HostedGame) -> dict[int, RunsMade]:
    """Return all runs of the game and of its other lines of play by moment."""
    moments = {number: hosted_game.moment_at(number) for number in range(hosted_game.version + 1)}
    reached = [moment for number, moment in moments.items() if moment.number == number]
    return {
        made.number: runs.last(
            hosted_game.view_at(made.number), hosted_game.view_at(made.parent.number), action.corp
        )
        for made, action in runs.runs_made(reached)
        if made.parent is not None
    }


def _views(hosted_game: HostedGame, report_progress: Progress) -> Iterator[Any]:
    last = hosted_game.version
    for at in range(last + 1):
        content = _lean(moment.view(hosted_game.view_at(at), brief=True), live=at == last)
        yield {**msgspec.to_builtins(content), "version": last}
        report_progress(at, last)


def _lean(view: MomentContent, *, live: bool) -> MomentContent:
    """Return a moment without the parts that a read-only page does not need."""
    decision = view.decision
    if decision is not None:
        decision = msgspec.structs.replace(decision, groups=(), forbidden=())
    return msgspec.structs.replace(
        view,
        live=live,
        can_undo=False,
        can_redo=False,
        branches=(),
        last_entries=(),
        decision=decision,
        map=msgspec.structs.replace(view.map, highlights={}),
    )


def json_diff(before: Any, after: Any) -> Any:
    """Return the changes that turn one value into the other.

    ``[value]`` replaces the value. A dict has the changes by key or index, with None for a deleted key. An
    empty dict means no change.
    """
    if before == after:
        return {}
    if isinstance(before, dict) and isinstance(after, dict):
        deleted: dict[str, Any] = {key: None for key in before if key not in after}
        return deleted | {
            key: json_diff(before[key], value) if key in before else [value]
            for key, value in after.items()
            if key not in before or before[key] != value
        }
    if isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        return {
            str(at): json_diff(old, new)
            for at, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        }
    return [after]
