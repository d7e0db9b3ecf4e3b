"""The guided games: their start, their coach and their end."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.learn.guided.guide import FILES, STOP, Guide, guided_game
from trunkline.learn.library import StoredLesson
from trunkline.util.messages import gettext, gettext_noop, language
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.repository import GameRepository, LessonStart
from trunkline.web.http.auth import RequestUser
from trunkline.web.presenters import guided
from trunkline.web.schemas.guided import CoachFacts
from trunkline.web.schemas.log import Made, Seat, Wishes

NOT_GUIDED = gettext_noop("This game is not a guided game.")
ENDED = gettext_noop("The first game has ended, as the coach offered.")
"""The text of the log for this end."""


def begin(games: GameCache, id: str) -> Made:
    """Create a guided game. The bots have the same seeds in each."""
    guide = guided_game(id)
    seats = [Seat(seat.name, seat.plays, seat.seed) for seat in guide.seats]
    start = LessonStart(guide.id, 0, guide.learner)
    return games.create(guide.options, seats, Wishes(reasons=True, hints=True), start=start)


def guide_of(hosted_game: HostedGame) -> Guide:
    """Return the guide of a game in the language of the reader.

    Raises ``GameNotFound`` if the game has none.
    """
    start = hosted_game.row.lesson
    if start is None or start.lesson not in FILES:
        raise GameNotFound(gettext(NOT_GUIDED))
    return guided_game(start.lesson, language())


def coach(store: GameRepository, lessons: Mapping[str, StoredLesson], now: MomentView) -> CoachFacts:
    """Return what the coach says at the newest moment of a game. Raises ``GameNotFound``."""
    guide = guide_of(now.hosted_game)
    told = store.told_topics(now.hosted_game.id)
    return guided.coach(guide, now.game, now.version, told, lessons)


def tell(store: GameRepository, caller: RequestUser, now: MomentView, topic: str) -> None:
    """Store that the learner has read a topic, or the offer to end the game.

    Raises ``GameNotFound`` and ``Denied``.
    """
    guide = guide_of(now.hosted_game)
    caller.require_seat(guide.learner)
    if topic not in {STOP, *(each.id for each in guide.topics)}:
        raise GameNotFound(gettext("The coach has no topic {topic}.", topic=topic))
    store.tell_topic(now.hosted_game.id, topic, now.version)


def end(caller: RequestUser, hosted_game: HostedGame, version: int) -> int:
    """End a guided game by agreement, and return the new version.

    Raises ``GameNotFound``, ``Denied``, and ``NotPossible`` before the sets of the first game are played, and
    in a game without such an offer.
    """
    guide = guide_of(hosted_game)
    caller.require_seat(guide.learner)
    if guide.stop is None:
        raise NotPossible(gettext("This guided game is short. Play it to its end."))
    if hosted_game.view_at().game.shared_state.round.number <= guide.stop.after:
        raise NotPossible(
            gettext(
                "You can end your first game after {after} sets of rounds. Play on until then.",
                after=guide.stop.after,
            )
        )
    return hosted_game.end(version, ENDED)
