"""Studies and comments: checks against the game, and the forms in which they leave the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY
from trunkline.game import Game
from trunkline.game.actions import AnyAction
from trunkline.game.notation.tags import heading
from trunkline.game.notation.text import read, write
from trunkline.titles import build
from trunkline.util.messages import decimal, gettext, gettext_noop, ngettext
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.game_tree import Moment
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.side_lines import SideLine, side_lines
from trunkline.web.http.auth import RequestUser
from trunkline.web.presenters.review import decoded
from trunkline.web.schemas.review import CostFacts
from trunkline.web.schemas.studies import BoardMark, Comment, Comments, Study
from trunkline.web.studies.marks import marks_text
from trunkline.web.studies.repository import GONE, ListedStudy, NewComment, StoredComment, Studies

IN_PROGRESS = gettext_noop(
    "This game is in progress, and comments would be advice to its players. Comment on it once it is "
    "over, or in a sandbox."
)
NOT_REVIEWED = gettext_noop(
    "The review of this game is not finished. Start it on the page of the result, and try again."
)


def can_comment(hosted_game: HostedGame) -> bool:
    """Return whether a game takes comments: it is over, or a sandbox."""
    return not hosted_game.row.learns and (hosted_game.over or hosted_game.origin is not None)


def check_comment(hosted_game: HostedGame, marks: Iterable[BoardMark]) -> None:
    """Raise ``NotPossible`` if the game takes no comments, or if its board has no such place."""
    if not can_comment(hosted_game):
        raise NotPossible(gettext(IN_PROGRESS))
    for mark in marks:
        for place in filter(None, (mark.at, mark.to)):
            if place not in _places(hosted_game, mark.board):
                raise NotPossible(
                    gettext("The {board} of this game has no place {place}.", board=mark.board, place=place)
                )


def _places(hosted_game: HostedGame, board: str) -> frozenset[str]:
    title = hosted_game.title
    if board == "map":
        return frozenset(title.board.hexes)
    if board == "market":
        holders = (OFFERING, POOL, TREASURY, *(seat.name for seat in hosted_game.seats))
        corporations = title.board.corporation
        return frozenset(
            (*corporations, *(f"{corp}.{holder}" for corp in corporations for holder in holders))
        )
    return frozenset(f"{row}.{column}" for row, column in title.board.boxes)


def comments_of(studies: Studies, caller: RequestUser, hosted_game: HostedGame, *, writes: bool) -> Comments:
    """Return the comments of a game. ``writes`` is true if the caller has permission to write them."""
    person = caller.visitor.person
    found = tuple(
        Comment(
            each.key,
            each.number,
            each.moment,
            hosted_game.headline(each.moment) if each.moment else "",
            each.author,
            writes and not each.removed and (caller.unrestricted or each.person == person),
            each.text,
            each.marks,
            each.at,
            each.changed,
        )
        for each in studies.comments(hosted_game.id, person)
        if each.moment <= hosted_game.version
    )
    name = studies.name(hosted_game.id)
    owner = caller.unrestricted or (caller.table_role is not None and caller.table_role.owner)
    owned = bool(name) and owner
    return Comments(name, writes and can_comment(hosted_game), owned, found)


def comments_on_line(
    studies: Studies, caller: RequestUser, moment_view: MomentView
) -> tuple[Comments, tuple[SideLine, ...]]:
    """Return the comments for a page that shows a line of play, and the other lines with some of them."""
    hosted_game = moment_view.hosted_game
    found = comments_of(studies, caller, hosted_game, writes=False)
    path = hosted_game.path(moment_view.moment)
    return found, side_lines(hosted_game, path, {each.moment for each in found.comments})


def find_comment(studies: Studies, caller: RequestUser, hosted_game: HostedGame, key: str) -> Comment:
    """Return a comment that was just written. Raises ``GameNotFound`` if it has been deleted since."""
    found = comments_of(studies, caller, hosted_game, writes=True).comments
    for each in found:
        if each.key == key:
            return each
    raise GameNotFound(gettext(GONE))


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
        study.by_link,
        study.created,
    )


def criticised(review: bytes | None, path: Sequence[Moment]) -> dict[int, CostFacts]:
    """Return the decisions that a review criticises, by the number of the moment in a sandbox.

    ``path`` is the line of play that the review examined. Raises ``NotPossible`` if it is not finished.
    """
    found = decoded(review)
    if found is None or not found.over or found.failed:
        raise NotPossible(gettext(NOT_REVIEWED))
    # The numbers of a sandbox leave out undone entries.
    depths = {moment.number: moment.depth for moment in path}
    costs = {each.number: each for each in found.turning}
    costs |= {each.number: each for worst in found.worst for each in worst.decisions}
    return {depths[number]: costs[number] for number in sorted(costs) if number in depths}


def better_lines(costs: Mapping[int, CostFacts]) -> dict[int, Sequence[AnyAction]]:
    """Return the better actions of criticised decisions with the actions after them, by moment."""
    given = ((number, cost.better_action, cost.line) for number, cost in costs.items())
    return {number: (action, *line) for number, action, line in given if action is not None}


def comments_from_review(
    costs: Mapping[int, CostFacts], played: Mapping[int, Sequence[int]]
) -> list[NewComment]:
    """Return a comment on each criticised decision, and on each better action.

    ``played`` are the moments of the better lines, by the moments before them.
    """
    found = {number: criticism(cost) for number, cost in costs.items()}
    for before, moments in played.items():
        if moments:
            found[moments[0]] = _preference(costs[before], len(moments) - 1)
    return [NewComment(number, found[number]) for number in sorted(found)]


def _preference(cost: CostFacts, more: int) -> str:
    """Return the comment on a better action that has more actions after it."""
    if not more:
        return gettext(
            "The review prefers this to: {played}. Play on from here to see where it leads.",
            played=cost.played,
        )
    return ngettext(
        "The review prefers this to: {played}. The next {count} step is from the simulated game whose result "
        "is nearest to the mean. Play on from any step to see where it leads.",
        "The review prefers this to: {played}. The next {count} steps are from the simulated game whose "
        "result is nearest to the mean. Play on from any step to see where it leads.",
        more,
        played=cost.played,
    )


def criticism(cost: CostFacts) -> str:
    """Return the comment on a decision that a review criticises."""
    loss, low, high = map(decimal, (cost.loss, cost.low, cost.high))
    text = gettext(
        "{player}: {played}. Better: {better}. That would have brought {player} about {loss}% of the total "
        "worth (between {low} and {high}%).",
        player=cost.player,
        played=cost.played,
        better=cost.better,
        loss=loss,
        low=low,
        high=high,
    )
    return " ".join([text, *([gettext("Perhaps it cost nothing.")] if cost.low <= 0 else [])])


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
        here = order[each.moment]
        found[here] = "\n\n".join(filter(None, (found.get(here), text, marks_text(each.marks))))
    return found
