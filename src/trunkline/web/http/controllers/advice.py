"""API endpoints for the reasons and hints of bots."""

from __future__ import annotations

from functools import partial

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery

from trunkline.game.actions import AnyAction
from trunkline.players.registry import CLERK, advises
from trunkline.util.messages import gettext
from trunkline.web.accounts.permissions import Operation
from trunkline.web.errors import NotPossible
from trunkline.web.games import seat_changes
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import cached_response, is_not_modified
from trunkline.web.presenters import advice
from trunkline.web.schemas.advice import AdviceFacts
from trunkline.web.schemas.log import PERSON, Seat


class BotAdvice(Controller):
    """Reasons and hints of bots, computed on request. They never change a game."""

    path = "/api/games"
    tags = ("games",)

    @get("/{id:str}/reasons/{number:int}", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def reason(
        self, id: FromPath[str], number: FromPath[int], context: ContextDep
    ) -> Response[AdviceFacts | None]:
        """Return the reasons for an action that a bot took.

        Null if there are none, for example if a person acted.
        """
        hosted_game = (await context.moment(id)).hosted_game
        played = _bot_action(hosted_game, number)
        if played is None or is_not_modified(context.request, str(number)):
            return cached_response(context.request, str(number), lambda: None)
        seat, action = played
        before = await context.moment(id, number - 1)
        advice_view = await context.dispatcher.run_on_moment_in_worker(
            context.client_key, before, partial(advice.reasoned, seat.kind, seat.seed, action)
        )
        return cached_response(context.request, str(number), lambda: advice_view)

    @get("/{id:str}/hint", responses=QUERY_ERRORS, opt=requires(Operation.HINT))
    async def hint(
        self, id: FromPath[str], context: ContextDep, level: FromQuery[str] = CLERK
    ) -> Response[AdviceFacts]:
        """Return the action that a bot would choose for the player to move, with its reasons."""
        moment_view = await context.moment(id)
        seat = _deciding_seat(moment_view)
        if not advises(level):
            raise NotPossible(gettext("There is no program of that name that gives hints."))
        tag = f"{moment_view.at}-{level}"
        if is_not_modified(context.request, tag):
            return cached_response(context.request, tag, lambda: None)
        advice_view = await context.dispatcher.run_on_moment_in_worker(
            context.client_key,
            moment_view,
            partial(advice.hinted, level, seat.seed, _others(moment_view, seat)),
        )
        return cached_response(context.request, tag, lambda: advice_view)


def _deciding_seat(moment_view: MomentView) -> Seat:
    """Return the seat that must decide. Raises ``NotPossible`` if hints are off or the game is over."""
    if not moment_view.hosted_game.hints:
        raise NotPossible(gettext("The people at this table play without hints."))
    for seat in moment_view.hosted_game.seats:
        if seat.name in moment_view.game.to_act:
            return seat
    raise NotPossible(gettext("The game is over: there is nothing to decide."))


def _others(moment_view: MomentView, asking: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in moment_view.hosted_game.seats if seat != asking)


def _bot_action(hosted_game: HostedGame, number: int) -> tuple[Seat, AnyAction] | None:
    """Return the bot that made an entry and its action. None if no bot with reasons made it.

    Raises ``NotPossible`` if the table does not show reasons.
    """
    if not hosted_game.reasons:
        raise NotPossible(gettext("This table does not show the reasons of bots."))
    action = hosted_game.action_at(number)
    if action is None:
        return None
    seat = seat_changes.seat_at(hosted_game.seats, hosted_game.log, action.player, number)
    return None if seat.kind == PERSON or not advises(seat.kind) else (seat, action)
