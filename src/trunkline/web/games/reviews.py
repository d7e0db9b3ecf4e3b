"""Reviews of finished games. One review runs at a time, in pieces, in the processes for long work.

A review frees its process after every piece, so other requests wait for one piece at most. The store has the
results, so every process can return them. The process that works on a review regularly writes a sign of life.
If that process has ended, the next request continues the review after its last finished piece. The same game
always gets the same review.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable

import msgspec

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.options import Options
from trunkline.lab.review.results import Moment, Review
from trunkline.lab.review.session import ReviewSession, worked
from trunkline.lab.review.stored import decoded, encoded
from trunkline.util.catalogues import catalogue, languages
from trunkline.util.messages import SOURCE, gettext, gettext_noop, language, speak
from trunkline.web.errors import NotPossible, Overloaded
from trunkline.web.games.admission import SERVICE_UNAVAILABLE
from trunkline.web.games.dispatcher import Dispatcher
from trunkline.web.games.game_tree import ReachedMoment
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.games.log_entries import state_fingerprint
from trunkline.web.games.repository import (
    DONE,
    FAILED,
    UNDER_WAY,
    StorageUnavailable,
    StoredPiece,
    StoredReview,
)

log = logging.getLogger(__name__)
REVIEWS = "reviews"
"""The client name of reviews in the queues."""
FAILURE = gettext_noop("The review has failed; the log of the table says why.")
WAITING = 4
"""The maximum number of reviews in progress or waiting in all processes. Each process runs one at a time."""
BEAT, STALE = 5.0, 30
"""Seconds between signs of life, and seconds without one after which another process may take the review."""


class ReviewProgress:
    """A review in progress."""

    def __init__(self) -> None:
        self.study: ReviewSession | None = None
        """The study of the game. None until its positions are loaded."""
        self.review: Review | None = None
        """The results after the last batch of pieces."""
        self.failed = ""
        self.over = False
        """True if there will be no more results."""


class _Languages(msgspec.Struct):
    """A review in several languages, each as JSON."""

    languages: dict[str, msgspec.Raw]


_SEVERAL = b'{"languages":'
"""The beginning of a review in several languages. Older versions stored reviews in English only."""
_languages = msgspec.json.Decoder(_Languages)


class Reviewer:
    """The reviews of a server. ``show`` encodes a review for responses."""

    def __init__(self, dispatcher: Dispatcher, budget: int, show: Callable[[ReviewProgress], bytes]) -> None:
        self._dispatcher = dispatcher
        self._store = dispatcher.games.store
        self._budget = budget
        self._show = show
        self._me = secrets.token_hex(8)
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def get(self, client_key: str, moment_view: MomentView) -> bytes | None:
        """Return the review of a game as JSON. None if no review was started."""
        stored = await self._stored(client_key, moment_view)
        if stored is not None and _is_abandoned(stored):
            await self._begin(client_key, moment_view)
        return None if stored is None else self._in_language(stored)

    async def begin(self, client_key: str, moment_view: MomentView) -> bytes:
        """Start a review if there is none, and return its results so far.

        Raises ``NotPossible`` and ``Overloaded``.
        """
        if not moment_view.game.over:
            raise NotPossible(gettext("Games are reviewed once they are over."))
        stored = await self._stored(client_key, moment_view)
        if stored is None or stored.status == FAILED or _is_abandoned(stored):
            under_way = await self._dispatcher.read(
                client_key, lambda: self._store.reviews_under_way(int(time.time()) - STALE)
            )
            if under_way >= WAITING:
                raise Overloaded(
                    gettext("The table reviews other games: try again later."), SERVICE_UNAVAILABLE, 60
                )
            await self._begin(client_key, moment_view)
            stored = await self._stored(client_key, moment_view)
        return self._in_language(stored)

    async def stop(self) -> None:
        """Stop all reviews. Another process may continue them immediately."""
        for task in self._tasks:
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _in_language(self, stored: StoredReview | None) -> bytes:
        """Return a review in the language of the reader, as far as it is known. Others get English."""
        if stored is None or not stored.response_json:
            return self._show(ReviewProgress())
        if not stored.response_json.startswith(_SEVERAL):
            # A review of an older version, in English only.
            return stored.response_json
        found = _languages.decode(stored.response_json).languages
        return bytes(found.get(language()) or found[SOURCE])

    def _shown(self, review: ReviewProgress) -> bytes:
        """Return a review to store, in all languages."""
        found = {}
        for each in languages():
            with speak(catalogue(each)):
                found[each] = self._show(review)
        return msgspec.json.encode(_Languages({each: msgspec.Raw(data) for each, data in found.items()}))

    async def _stored(self, client_key: str, moment_view: MomentView) -> StoredReview | None:
        bound = self._bound(moment_view)
        return await self._dispatcher.read(
            client_key, lambda: self._store.review(moment_view.hosted_game.id, moment_view.at, bound)
        )

    async def _begin(self, client_key: str, moment_view: MomentView) -> None:
        now, bound = int(time.time()), self._bound(moment_view)
        id, at = moment_view.hosted_game.id, moment_view.at
        if await self._dispatcher.write(
            client_key, lambda: self._store.claim_review(id, at, bound, self._me, now, now - STALE)
        ):
            # The review is stored for all readers, and the task inherits the language from here.
            with speak(None):
                task = asyncio.create_task(self._work(moment_view))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _bound(self, moment_view: MomentView) -> str:
        return f"{state_fingerprint(moment_view.hosted_game.title)} {self._budget}"

    async def _work(self, moment_view: MomentView) -> None:
        review = ReviewProgress()
        try:
            async with self._signs_of_life(moment_view), self._turn:
                await self._review(moment_view, review)
            status = DONE
        except asyncio.CancelledError:
            with contextlib.suppress(StorageUnavailable):
                self._store.store_review(
                    moment_view.hosted_game.id, moment_view.at, self._me, 0, UNDER_WAY, None
                )
            raise
        except (Overloaded, NotPossible) as error:
            review.failed, status = str(error), FAILED
        except Exception:
            log.exception("The review of game %s failed", moment_view.hosted_game.id)
            review.failed, status = FAILURE, FAILED
        review.over = True
        with contextlib.suppress(StorageUnavailable):
            await asyncio.to_thread(self._keep, moment_view, review, status)

    async def _review(self, moment_view: MomentView, review: ReviewProgress) -> None:
        moments = await self._dispatcher.run_on_line_in_worker(REVIEWS, moment_view, moments_of)
        study = review.study = ReviewSession(moment_view.game.options, moments, self._budget)
        known = await asyncio.to_thread(
            self._store.review_pieces, moment_view.hosted_game.id, moment_view.at, self._bound(moment_view)
        )
        place = 0
        for pieces in study.batches():
            for piece in pieces:
                # The order of the pieces depends only on the results of those before.
                found = decoded(piece, known[place]) if place in known else None
                if found is None:
                    found = await self._dispatcher.run_in_worker(REVIEWS, worked, piece)
                    study.take(piece, found)
                    done = StoredPiece(place, encoded(found))
                    if not await asyncio.to_thread(self._keep, moment_view, review, UNDER_WAY, done):
                        raise NotPossible(gettext("Another process reviews this game."))
                else:
                    study.take(piece, found)
                place += 1
            review.review = study.found()
        review.review = study.found()

    def _keep(
        self, moment_view: MomentView, review: ReviewProgress, status: str, piece: StoredPiece | None = None
    ) -> bool:
        response_json = self._shown(review)
        now = int(time.time())
        return self._store.store_review(
            moment_view.hosted_game.id, moment_view.at, self._me, now, status, response_json, piece
        )

    @contextlib.asynccontextmanager
    async def _signs_of_life(self, moment_view: MomentView) -> AsyncIterator[None]:
        """Write signs of life, also while the review waits for its turn."""

        async def beat() -> None:
            while True:
                await asyncio.sleep(BEAT)
                with contextlib.suppress(StorageUnavailable):
                    now = int(time.time())
                    await asyncio.to_thread(
                        self._store.store_review,
                        moment_view.hosted_game.id,
                        moment_view.at,
                        self._me,
                        now,
                        UNDER_WAY,
                        None,
                    )

        beating = asyncio.create_task(beat())
        try:
            yield
        finally:
            beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beating


def _is_abandoned(stored: StoredReview) -> bool:
    """Return whether the process that worked on the review has ended."""
    return stored.status == UNDER_WAY and stored.last_sign_of_life < time.time() - STALE


def moments_of(options: Options, line: Iterable[ReachedMoment]) -> list[Moment]:
    """Return the decisions of a line of play, with encoded positions."""
    found: list[Moment] = []
    before: ReachedMoment | None = None
    for reached in line:
        if before is not None and reached.action is not None:
            found.append(Moment(before.number, states.encode(before.state), reached.action))
        before = reached
    return found
