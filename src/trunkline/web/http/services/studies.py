"""Studies and comments: checks against the game, and the forms in which they leave the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import msgspec

from trunkline.engine.kernel.context import Title
from trunkline.game import Game
from trunkline.game.notation.tags import heading
from trunkline.game.notation.text import read, write
from trunkline.titles import build
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.game_tree import Moment
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.http.auth import RequestUser
from trunkline.web.presenters.review import decoded
from trunkline.web.schemas.review import CostFacts
from trunkline.web.schemas.studies import BoardMark, Comment, Comments, Study
from trunkline.web.studies.repository import GONE, ListedStudy, NewComment, StoredComment, Studies

IN_PROGRESS = (
    "This game is in progress, and comments would be advice to its players. Comment on it once it is over, "
    "or in a sandbox."
)
NOT_REVIEWED = "The review of this game is not finished. Start it on the page of the result, and try again."


def can_comment(hosted_game: HostedGame) -> bool:
    """Return whether a game takes comments: it is over, or a sandbox."""
    return not hosted_game.row.learns and (hosted_game.over or hosted_game.origin is not None)


def check_comment(hosted_game: HostedGame, marks: Iterable[BoardMark]) -> None:
    """Raise ``NotPossible`` if the game takes no comments, or if its board has no such place."""
    if not can_comment(hosted_game):
        raise NotPossible(IN_PROGRESS)
    for mark in marks:
        for place in filter(None, (mark.at, mark.to)):
            if place not in _places(hosted_game.title, mark.board):
                raise NotPossible(f"The {mark.board} of this game has no place {place}.")


def _places(title: Title, board: str) -> frozenset[str]:
    if board == "map":
        return frozenset(title.board.hexes)
    return frozenset(f"{row}.{column}" for row, column in title.board.boxes)


def comments_of(studies: Studies, caller: RequestUser, hosted_game: HostedGame, *, writes: bool) -> Comments:
    """Return the comments of a game. ``writes`` is true if the caller has permission to write them."""
    person = caller.visitor.person
    found = tuple(
        Comment(
            each.key,
            each.moment,
            hosted_game.headline(each.moment) if each.moment else "",
            each.author,
            writes and (caller.unrestricted or each.person == person),
            each.text,
            each.marks,
            each.at,
            each.changed,
        )
        for each in studies.comments(hosted_game.id, person)
        if each.moment <= hosted_game.version
    )
    return Comments(studies.name(hosted_game.id), writes and can_comment(hosted_game), found)


def comments_on_line(studies: Studies, caller: RequestUser, moment_view: MomentView) -> Comments:
    """Return the comments on a line of play for a page that only shows it, by number of the action."""
    hosted_game = moment_view.hosted_game
    found = comments_of(studies, caller, hosted_game, writes=False)
    depths = {moment.number: moment.depth for moment in hosted_game.path(moment_view.moment)}
    kept = (
        msgspec.structs.replace(each, moment=depths[each.moment])
        for each in found.comments
        if each.moment in depths
    )
    return msgspec.structs.replace(found, comments=tuple(kept))


def find_comment(studies: Studies, caller: RequestUser, hosted_game: HostedGame, key: str) -> Comment:
    """Return a comment that was just written. Raises ``GameNotFound`` if it has been deleted since."""
    found = comments_of(studies, caller, hosted_game, writes=True).comments
    for each in found:
        if each.key == key:
            return each
    raise GameNotFound(GONE)


def listed(games: GameCache, study: ListedStudy, caller: RequestUser) -> Study | None:
    """Return a study for a list. None if its game cannot be read."""
    try:
        row = games.store.game(study.game)
    except NotPossible:
        return None
    if row is None:
        return None
    mine = caller.unrestricted or study.owner == caller.visitor.person
    players = tuple(seat.name for seat in row.seats)
    return Study(
        study.game,
        study.name,
        row.options.title,
        players,
        study.comments,
        mine,
        study.private,
        study.created,
    )


def comments_from_review(review: bytes | None, path: Sequence[Moment]) -> list[NewComment]:
    """Return a comment on each decision that a review criticises, by the number of the moment in a sandbox.

    ``path`` is the line of play that the review examined. Raises ``NotPossible`` if it is not finished.
    """
    found = decoded(review)
    if found is None or not found.over or found.failed:
        raise NotPossible(NOT_REVIEWED)
    # The numbers of a sandbox leave out undone entries.
    depths = {moment.number: moment.depth for moment in path}
    costs = {each.number: each for each in found.turning}
    costs |= {each.number: each for worst in found.worst for each in worst.decisions}
    return [
        NewComment(depths[number], _criticism(costs[number])) for number in sorted(costs) if number in depths
    ]


def _criticism(cost: CostFacts) -> str:
    doubt = " Perhaps it cost nothing." if cost.low <= 0 else ""
    return (
        f"{cost.player}: {cost.played}. Better: {cost.better}. That would have brought {cost.player} about "
        f"{cost.loss:.1f}% of the total worth (between {cost.low:.1f} and {cost.high:.1f}%).{doubt}"
    )


def text_of(hosted_game: HostedGame, name: str, comments: Iterable[StoredComment]) -> bytes:
    """Return a game as text, with its undone lines of play and with comments."""
    hosted_game.check_past()
    path = hosted_game.path()
    game = Game(build(hosted_game.options), hosted_game.options)
    rounds: dict[int, str] = {}
    last = ""
    for number, moment in enumerate(path[1:], 1):
        if last != (last := heading(game.shared_state.round)):
            rounds[number] = last
        game.play(moment.action())
    # Moments in the text: those of the line of play, then the others, each after the one before it.
    order = {moment.number: at for at, moment in enumerate(path)}
    undone = []
    waiting = [branch for moment in path for branch in hosted_game.branches(moment)]
    while waiting:
        moment = waiting.pop(0)
        if moment.number not in order:
            order[moment.number] = len(order)
            assert moment.parent is not None
            undone.append((order[moment.parent.number], moment.action()))
            waiting.extend(hosted_game.branches(moment))
    plain = read(game.to_text().encode(), "The game")
    texts = _texts(comments, order)
    if name:
        texts[0] = "\n\n".join(filter(None, (name, texts.get(0))))
    return write(replace(plain, undone=tuple(undone), comments=texts, rounds=rounds)).encode()


def _texts(comments: Iterable[StoredComment], order: Mapping[int, int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for each in comments:
        if each.moment not in order:
            continue
        text = f"{each.author}: {each.text}" if each.author and each.text else each.text
        marks = ", ".join(map(_mark_text, each.marks))
        here = order[each.moment]
        found[here] = "\n\n".join(filter(None, (found.get(here), text, marks and f"Marks: {marks}.")))
    return found


def _mark_text(mark: BoardMark) -> str:
    place = mark.at if mark.to is None else f"{mark.at} to {mark.to}"
    return f"{mark.colour} {place}" if mark.board == "map" else f"{mark.colour} {place} on the chart"
