"""API endpoints for chat, notes, presence and motions."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.permissions import Operation, TableRole, allowed, kinds, own_seat
from trunkline.web.chat.motions import Motion, MotionRequest, MotionStatus
from trunkline.web.errors import Denied, Invalid, NotPossible, StaleVersion
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.http.auth import RequestUser
from trunkline.web.http.chat_feed import ChatFeed
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.motion_votes import pending_seats, seat_of, vote
from trunkline.web.http.openapi_responses import CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.services.play import OVERDUE
from trunkline.web.http.timekeeper import TIME_USED_UP
from trunkline.web.schemas.log import PERSON
from trunkline.web.schemas.talk import (
    KeepNote,
    Message,
    MotionFacts,
    Move,
    Noted,
    Present,
    Read,
    Reply,
    Say,
    Talk,
)

LIMIT = 50


class TableChat(Controller):
    """Chat and motions at a table."""

    path = "/api/games/{id:str}"
    tags = ("talk",)

    @get("/talk", responses=CHANGE_ERRORS, opt=requires(Operation.HEAR))
    async def talk(
        self,
        id: FromPath[str],
        context: ContextDep,
        before: Annotated[
            int | None, QueryParameter(ge=0, le=2**31, description="Older than this one.")
        ] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = LIMIT,
    ) -> Talk:
        """Return the newest messages, or those before a given one. The event stream sends later messages."""
        feed = context.chat_feed
        person = context.person

        def load() -> Talk:
            last = feed.chat.last(id)
            # Request one more message than needed, to find out whether there are older ones.
            messages = feed.chat.before(id, before, limit + 1, person)
            read, unread = feed.chat.unread(id, person) if person else (0, 0)
            writes = allowed(
                Operation.SAY, kinds(context.caller.visitor, context.caller.table_role), private=True
            )
            page = tuple(Message(*each) for each in messages[-limit:])
            return Talk(page, last, len(messages) > limit, read, unread, writes)

        return await context.account_auth.run_in_thread(load)

    @post("/talk", responses=CHANGE_ERRORS, opt=requires(Operation.SAY))
    async def say(self, id: FromPath[str], data: JSONBody[Say], context: ContextDep) -> Read:
        """Send a message to everyone who may view the table. Returns its number."""
        feed = context.chat_feed
        number = await context.account_auth.run_in_thread(
            lambda: feed.chat.say(id, context.person, data.text)
        )
        feed.on_chat_change(id)
        return Read(number)

    @post("/talk/read", status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.NOTE))
    async def read(self, id: FromPath[str], data: JSONBody[Read], context: ContextDep) -> None:
        """Mark messages as read."""
        feed = context.chat_feed
        await context.account_auth.run_in_thread(lambda: feed.chat.read(id, context.person, data.number))

    @get("/note", responses=CHANGE_ERRORS, opt=requires(Operation.NOTE))
    async def note(self, id: FromPath[str], context: ContextDep) -> Noted:
        """Return your private note. Only you can read it."""
        feed = context.chat_feed
        return Noted(await context.account_auth.run_in_thread(lambda: feed.chat.note(id, context.person)))

    @put("/note", status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.NOTE))
    async def keep_note(self, id: FromPath[str], data: JSONBody[KeepNote], context: ContextDep) -> None:
        """Replace your private note."""
        feed = context.chat_feed
        await context.account_auth.run_in_thread(lambda: feed.chat.keep_note(id, context.person, data.text))

    @get("/present", responses=CHANGE_ERRORS, opt=requires(Operation.HEAR))
    async def present(self, id: FromPath[str], context: ContextDep) -> Present:
        """Return the people who have the table open. The event stream reports changes."""
        feed = context.chat_feed
        return await feed.find_present(id)

    @post("/motions", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.MOVE))
    async def move(self, id: FromPath[str], data: JSONBody[Move], context: ContextDep) -> list[MotionFacts]:
        """Ask the other players to consent to an undo, a pause, the end, or a bot in a seat."""
        feed = context.chat_feed
        kind = MotionRequest(data.kind)
        mine = context.caller.table_role.seats if context.caller.table_role else frozenset()
        seat, program, away = data.seat or "", "", False
        if kind is MotionRequest.SEAT:
            program, away = (
                context.dispatcher.check_seat_kind(data.program or ""),
                await feed.is_away(id, seat),
            )

        def propose_motion(hosted_game: HostedGame) -> None:
            person = context.person
            if kind is MotionRequest.SEAT:
                asked = _seat_to_replace(feed, context.caller, hosted_game, data)
                if away:
                    hosted_game.change_seat(data.version, seat, program, OVERDUE)
                    return
            else:
                own_seat(context.caller.table_role or TableRole(True), min(mine, default=""))
                asked = (
                    _seats_undone(hosted_game, context.caller, data)
                    if kind is MotionRequest.UNDO
                    else frozenset()
                )
            if kind in (MotionRequest.END, MotionRequest.PAUSE):
                _check_in_progress(hosted_game, data.version)
            if kind is MotionRequest.PAUSE:
                _check_clock_runs(context, id)
            feed.motions.move(
                id, kind, person, data.version, to=data.to, asked=asked, agreed=mine, program=program
            )
            _carry_out(feed, hosted_game, feed.motions.of(id, kind))

        await context.write_game(id, propose_motion)
        return await _motions(context, id)

    @post("/motions/answer", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.MOVE))
    async def answer(
        self, id: FromPath[str], data: JSONBody[Reply], context: ContextDep
    ) -> list[MotionFacts]:
        """Agree to a motion or decline it. If you proposed it, declining withdraws it.

        The motion is carried out once all who must agree have agreed.
        """
        feed = context.chat_feed
        person = context.person
        mine = context.caller.table_role.seats if context.caller.table_role else frozenset()

        def answer_motion(hosted_game: HostedGame) -> None:
            motion = feed.motions.of(id, MotionRequest(data.kind))
            if motion.lapsed(hosted_game.version):
                raise Invalid(gettext("The game has moved on: that is no longer asked."))
            if motion.person == person and not data.yes:
                feed.motions.close(id, motion, MotionStatus.WITHDRAWN, motion.name)
            elif motion.kind is MotionRequest.UNDO and motion.person != person and not motion.asked & mine:
                raise Denied(gettext("Only who would lose a turn is asked."))
            elif motion.kind is MotionRequest.SEAT:
                own_seat(context.caller.table_role or TableRole(True), min(mine, default=""))
                motion = feed.motions.agree(id, motion, mine, yes=data.yes)
                if vote(motion, feed.people_in_seats(id)) is False:
                    feed.motions.close(id, motion, MotionStatus.DECLINED, _caller_name(context.caller))
                else:
                    _carry_out(feed, hosted_game, motion)
            elif not data.yes:
                feed.motions.close(id, motion, MotionStatus.DECLINED, _caller_name(context.caller))
            else:
                _carry_out(feed, hosted_game, feed.motions.agree(id, motion, mine))

        await context.write_game(id, answer_motion)
        return await _motions(context, id)


async def _motions(context: RequestContext, id: str) -> list[MotionFacts]:
    """Tell the watchers of a table that its motions changed, and return them."""
    context.chat_feed.on_chat_change(id)
    return await context.account_auth.run_in_thread(lambda: context.chat_feed.motion_facts(id))


def _seats_undone(hosted_game: HostedGame, caller: RequestUser, data: Move) -> frozenset[str]:
    """Return the other players' seats whose actions an undo takes back.

    Raises ``StaleVersion``, and ``Invalid`` if there are none.
    """
    others = caller.seats_of_others(hosted_game.seats_undone(data.version, data.to))
    if not others:
        raise Invalid(gettext("That undoes no action of others, so it needs no consent."))
    return frozenset(others)


def _caller_name(caller: RequestUser) -> str:
    return caller.person.name if caller.person else ""


def _seat_to_replace(
    feed: ChatFeed, caller: RequestUser, hosted_game: HostedGame, data: Move
) -> frozenset[str]:
    """Return the seat that a bot would play. Raises ``Denied`` and ``Invalid``."""
    if not (caller.table_role and caller.table_role.owner):
        raise Denied(gettext("Only the owner of the table may ask for that."))
    if data.program == PERSON or data.seat not in feed.seats_needing_consent(
        hosted_game.id, caller.visitor.person
    ):
        raise Invalid(gettext("That needs no consent."))
    return frozenset({data.seat or ""})


def _check_clock_runs(context: RequestContext, id: str) -> None:
    """Check that the clock of a table can be paused. Raises ``NotPossible``."""
    state = context.account_auth.clocks.state(id)
    if state is None:
        raise NotPossible(gettext("This table has no clock that could be paused."))
    if state.paused is not None:
        raise NotPossible(gettext("The game is paused already."))


def _check_in_progress(hosted_game: HostedGame, version: int) -> None:
    """Check that the game is not over. Raises ``StaleVersion`` and ``NotPossible``."""
    if version != hosted_game.version:
        raise hosted_game.stale(version)
    if hosted_game.view_at().game.over:
        raise NotPossible(gettext("This game is over already."))


def _carry_out(feed: ChatFeed, hosted_game: HostedGame, motion: Motion) -> None:
    """Carry out a motion once everyone has agreed. Raises ``StaleVersion`` if the game has continued."""
    if pending_seats(motion, feed.row(hosted_game.id), feed.people_in_seats(hosted_game.id)):
        return
    try:
        if motion.kind is MotionRequest.UNDO:
            hosted_game.undo(
                motion.version, motion.to, _consent_note(motion, feed.people_in_seats(hosted_game.id))
            )
        elif motion.kind is MotionRequest.SEAT:
            (seat,) = motion.asked
            hosted_game.change_seat(
                hosted_game.version,
                seat,
                motion.program,
                _consent_note(motion, feed.people_in_seats(hosted_game.id)),
                agreed=seat in motion.agreed,
            )
        elif motion.kind is MotionRequest.PAUSE:
            feed.pause(hosted_game.id)
        else:
            _end_game(hosted_game)
    finally:
        feed.motions.done(hosted_game.id, motion)


def _end_game(hosted_game: HostedGame) -> None:
    while True:
        try:
            hosted_game.end(hosted_game.version, gettext_noop("The players have agreed to end the game"))
            return
        except StaleVersion:
            # A player acted at the same time. Try again with the new version.
            continue


def _consent_note(motion: Motion, people: dict[str, str]) -> str:
    seats = sorted(motion.agreed if motion.kind is MotionRequest.SEAT else motion.agreed & motion.asked)
    consent = f"{' and '.join(seats)} agreed to it" if seats else "there was nobody to be asked"
    if motion.kind is MotionRequest.SEAT and seat_of(motion, people)[2]:
        return f"{TIME_USED_UP}; {consent}"
    return f"Asked for by {motion.name}; {consent}"
