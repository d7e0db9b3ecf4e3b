"""Requests at tables that wait for a person's answer, and seats that a bot has taken from the person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from trunkline.web.chat.motions import Motion, request_text
from trunkline.web.errors import NotPossible
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.motion_votes import pending_seats
from trunkline.web.http.request_context import RequestContext
from trunkline.web.http.services.lobby_pages import viewer_of
from trunkline.web.schemas.lists import Asking, LostSeat


class OpenRequests(NamedTuple):
    """The requests and lost seats that wait for a person, by game."""

    asked: Mapping[str, tuple[str, ...]]
    """The requests as sentences."""
    lost: Mapping[str, LostSeat]

    def asking(self, context: RequestContext) -> Asking:
        """Return the caller with these games, for a list."""
        return viewer_of(context)._replace(asked=tuple(self.asked), lost=tuple(self.lost))


def open_requests(context: RequestContext) -> OpenRequests:
    """Return the requests and lost seats of the caller. Empty without an account."""
    person = context.person
    if not isinstance(context.auth, AccountAuth) or not person:
        return OpenRequests({}, {})
    asked: dict[str, tuple[str, ...]] = {}
    for game, _, text in requests_to(context, person):
        asked[game] = (*asked.get(game, ()), text)
    return OpenRequests(asked, context.games.store.lost_seats(person))


def requests_to(context: RequestContext, person: str) -> Iterator[tuple[str, Motion, str]]:
    """Yield the requests that a person must answer: the game, the motion and its sentence."""
    for game, motions in context.chat_feed.motions.at_tables_of(person).items():
        for motion in motions:
            if text := _request(context, game, person, motion):
                yield game, motion, text


def _request(context: RequestContext, game: str, person: str, motion: Motion) -> str:
    """Return a request as a sentence. Empty if the person need not answer it."""
    try:
        row = context.games.store.game(game)
    except NotPossible:
        return ""
    if row is None or row.over or motion.lapsed(row.version):
        return ""
    people = context.chat_feed.people_in_seats(game)
    mine = {seat for seat, who in people.items() if who == person}
    if not mine & pending_seats(motion, row, people):
        return ""
    return request_text(motion, [seat for seat, who in people.items() if who == motion.person])
