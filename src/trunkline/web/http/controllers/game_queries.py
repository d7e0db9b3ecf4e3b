"""API endpoints for queries: positions, legal actions, results, routes and the history of a game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.choice import Open
from trunkline.game.actions import validated
from trunkline.game.wording.choices import words
from trunkline.util.messages import gettext
from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS, LOOKUP_ERRORS, QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.responses import (
    BODY,
    After,
    AtMoment,
    Corps,
    attachment,
    cached_response,
    is_not_modified,
    json_response,
)
from trunkline.web.http.services.key_moments import course_of
from trunkline.web.presenters import (
    decisions,
    effects,
    game_records,
    maps,
    merger,
    pending,
    puzzles,
    runs,
    score_sheet,
    turn_ahead,
    what_if,
)
from trunkline.web.presenters.game_records import Figure
from trunkline.web.presenters.titles import rule_facts
from trunkline.web.schemas.answers import RuleFacts, SheetRound
from trunkline.web.schemas.effects import RefusalFacts
from trunkline.web.schemas.key_moments import MomentFacts
from trunkline.web.schemas.log import Logged
from trunkline.web.schemas.map import CheckFacts, HexFacts, Laid, PlanFacts, RouteFacts, RunsMade, WhatIf
from trunkline.web.schemas.merger import FormationFacts
from trunkline.web.schemas.moment import ForbiddenFacts, Proposal, TryFacts
from trunkline.web.schemas.pending import AnnouncementFacts, EarningsFacts
from trunkline.web.schemas.position import PositionFacts
from trunkline.web.schemas.requests import Runs, Through, Try, Wish
from trunkline.web.schemas.turn_ahead import TurnAheadFacts

EXAMPLES = 50
"""The maximum number of example actions for each reason of refusal."""


class GameQueries(Controller):
    """Queries about games. They never change a game."""

    path = "/api/games"
    tags = ("games",)
    request_max_body_size = BODY

    @get("/{id:str}/position", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def position(
        self, id: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[PositionFacts]:
        """Return the complete position as data, in the format that engines receive."""

        def respond(moment_view: MomentView) -> Response[PositionFacts]:
            return cached_response(
                context.request, f"{moment_view.version}-{moment_view.at}", lambda: _position(moment_view)
            )

        return await context.read_moment(id, at, respond)

    @post("/{id:str}/try", status_code=200, responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def attempt(
        self, id: FromPath[str], data: JSONBody[Try], context: ContextDep
    ) -> TryFacts | list[TryFacts | RefusalFacts]:
        """Return the result of an action, or of each action in a list.

        A refused action of a list gets its refusal.

        Nothing is changed. The result applies to the given version, even if the game has continued since.
        """

        def try_actions(moment_view: MomentView) -> TryFacts | list[TryFacts | RefusalFacts]:
            if isinstance(data.action, list):
                return effects.tried_each(moment_view.game, data.action)
            return effects.tried(moment_view.game, data.action)

        return await context.read_moment(id, data.version, try_actions)

    @post("/{id:str}/propose", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.ASK))
    async def propose(self, id: FromPath[str], data: JSONBody[Wish], context: ContextDep) -> Proposal:
        """Return an action for an open choice: the best one known, or a random one."""
        return await context.read_moment(
            id, None, lambda moment_view: _propose(moment_view.require_version(data.version), data)
        )

    @get("/{id:str}/why", responses=QUERY_ERRORS, opt=requires(Operation.ASK, solving=True))
    async def why(
        self,
        id: FromPath[str],
        context: ContextDep,
        text: Annotated[str, QueryParameter(max_length=200)] = "",
        at: AtMoment = None,
    ) -> list[ForbiddenFacts]:
        """Return the refused actions with reasons. With ``text``, only those that contain all its words.

        Without ``text``, actions that stay impossible to the end of the game are left out.
        """

        def found(moment_view: MomentView) -> list[ForbiddenFacts]:
            if moment_view.game.over:
                return []
            return list(decisions.forbidden(moment_view.game, text, EXAMPLES, lasting=bool(text)))

        return await context.read_moment(id, at, found)

    @get("/{id:str}/corporations/{corp:str}/turn", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def turn_ahead(
        self, id: FromPath[str], corp: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[TurnAheadFacts]:
        """Return what keeps a corporation from a turn now, and what a turn that begins now would offer."""
        return await _moment_response(
            context, id, at, lambda moment_view: turn_ahead.turn_ahead(moment_view.game, corp)
        )

    @get("/{id:str}/log", responses=QUERY_ERRORS, opt=requires(Operation.LOOK, rate=Rate.ASK))
    async def log(self, id: FromPath[str], context: ContextDep, after: After = 0) -> Response[list[Logged]]:
        """Return the log entries after a number."""
        return await context.read(lambda: json_response(context.games[id].entries_after(after)))

    @get(
        "/{id:str}/moments", responses=QUERY_ERRORS, opt=requires(Operation.LOOK, rate=Rate.ASK, solving=True)
    )
    async def moments(self, id: FromPath[str], context: ContextDep) -> Response[MomentFacts]:
        """Return the rounds of a game and its key moments."""
        moment_view = await context.moment(id)
        if is_not_modified(context.request, str(moment_view.at)):
            return cached_response(context.request, str(moment_view.at), lambda: None)
        found = await course_of(context, moment_view)
        return cached_response(context.request, str(moment_view.at), lambda: found)

    @get("/{id:str}/hexes/{hex:str}", responses=QUERY_ERRORS, opt=requires(Operation.ASK, solving=True))
    async def hex(
        self, id: FromPath[str], hex: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[HexFacts]:
        """Return a hex and the tiles that could be laid on it."""
        return await _moment_response(
            context, id, at, lambda moment_view: maps.hex_facts(moment_view.game, hex)
        )

    @get("/{id:str}/formation", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def formation(
        self,
        id: FromPath[str],
        context: ContextDep,
        at: AtMoment = None,
        joins: Corps = None,
        stays: Corps = None,
    ) -> Response[FormationFacts]:
        """Return a forecast of the formation of a corporation out of others, as if it happened now.

        ``joins`` and ``stays`` are assumptions on corporations that join or stay out. They also apply while
        the formation waits for a decision.
        """
        assumptions = {**dict.fromkeys(stays or (), False), **dict.fromkeys(joins or (), True)}

        def respond(moment_view: MomentView) -> Response[FormationFacts]:
            key = ".".join(f"{corp}-{goes}" for corp, goes in assumptions.items())
            return cached_response(
                context.request, f"{moment_view.at}.{key}", lambda: merger.supposed(moment_view, assumptions)
            )

        return await context.read_moment(id, at, respond)

    @get("/{id:str}/answers", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def answers(
        self, id: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[list[EarningsFacts]]:
        """Return the earnings of the corporations that a decision concerns, now and after each answer."""
        return await _moment_response(context, id, at, lambda moment_view: pending.earned(moment_view.game))

    @get("/{id:str}/announcement", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def announcement(
        self, id: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[AnnouncementFacts]:
        """Return the announced runs, the best possible announcement, and the difference in dividends."""
        return await _moment_response(
            context, id, at, lambda moment_view: pending.announcement(moment_view.game)
        )

    @get(
        "/{id:str}/routes/{corp:str}",
        responses=QUERY_ERRORS,
        opt=requires(Operation.ASK, rate=Rate.RUNS, solving=True),
    )
    async def routes(
        self, id: FromPath[str], corp: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[PlanFacts]:
        """Return the best runs of a corporation. Before the answer to a puzzle, return only its trains."""

        def found(moment_view: MomentView) -> PlanFacts:
            if moment_view.hosted_game.withheld:
                return puzzles.trains(moment_view.game, corp)
            return runs.best(moment_view.game, corp)

        return await _moment_response(context, id, at, found)

    @get("/{id:str}/routes/{corp:str}/last", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def last(
        self, id: FromPath[str], corp: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[RunsMade]:
        """Return the last runs of a corporation, as made at the time."""
        moment_view = await context.moment(id, at)
        before = await context.read(lambda: runs.before_last(moment_view, corp))

        def respond(before: MomentView) -> Response[RunsMade]:
            return cached_response(
                context.request, str(moment_view.at), lambda: runs.last(moment_view, before, corp)
            )

        return await context.read_moment(id, before, respond)

    @post(
        "/{id:str}/routes/{corp:str}/complete",
        status_code=200,
        responses=QUERY_ERRORS,
        opt=requires(Operation.ASK, rate=Rate.RUNS, solving=True),
    )
    async def complete(
        self,
        id: FromPath[str],
        corp: FromPath[str],
        data: JSONBody[Through],
        context: ContextDep,
        at: AtMoment = None,
    ) -> RouteFacts:
        """Return the best route of one train through given stops, in addition to other runs.

        Before the answer to a puzzle, the route visits no other stop.
        """

        def found(moment_view: MomentView) -> RouteFacts:
            if moment_view.hosted_game.withheld:
                return puzzles.complete(moment_view.game, corp, data)
            return runs.complete(moment_view.game, corp, data)

        return await context.read_moment(id, at, found)

    @post(
        "/{id:str}/routes/{corp:str}/check",
        status_code=200,
        responses=QUERY_ERRORS,
        opt=requires(Operation.ASK, solving=True),
    )
    async def check(
        self,
        id: FromPath[str],
        corp: FromPath[str],
        data: JSONBody[Runs],
        context: ContextDep,
        at: AtMoment = None,
    ) -> CheckFacts:
        """Return the total revenue of a set of runs, and every rule that they break."""
        return await context.read_moment(
            id, at, lambda moment_view: runs.check(moment_view.game, corp, data.runs)
        )

    @get("/{id:str}/whatif/{corp:str}", responses=QUERY_ERRORS, opt=requires(Operation.ASK, rate=Rate.RUNS))
    async def whatif(
        self,
        id: FromPath[str],
        corp: FromPath[str],
        context: ContextDep,
        hex: FromQuery[str] = "",
        at: AtMoment = None,
    ) -> Response[WhatIf]:
        """Return the effect of each legal lay and token of a corporation on best runs, for one hex or all."""
        return await _moment_response(
            context, id, at, lambda moment_view: what_if.answer(moment_view, corp, hex)
        )

    @get(
        "/{id:str}/whatif/{corp:str}/runs",
        responses=QUERY_ERRORS,
        opt=requires(Operation.ASK, rate=Rate.RUNS),
    )
    async def runs_after(
        self,
        id: FromPath[str],
        corp: FromPath[str],
        context: ContextDep,
        choice: Annotated[int, QueryParameter(ge=0, le=2**31)],
        at: AtMoment = None,
    ) -> Response[PlanFacts]:
        """Return the best runs of a corporation after one of its legal lays or tokens.

        ``choice`` is its id.
        """

        def respond(moment_view: MomentView) -> Response[PlanFacts]:
            return cached_response(
                context.request,
                f"{moment_view.at}.{choice}",
                lambda: what_if.runs_after(moment_view, corp, choice),
            )

        return await context.read_moment(id, at, respond)

    @get("/{id:str}/sheet", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def sheet(
        self, id: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[list[SheetRound]]:
        """Return the finances of the players, round by round."""
        moment_view = await context.moment(id, at)
        rounds = (
            None
            if is_not_modified(context.request, str(moment_view.at))
            else await context.dispatcher.run_on_line(context.client_key, moment_view, score_sheet.rounds)
        )
        return cached_response(context.request, str(moment_view.at), lambda: rounds)

    @get("/{id:str}/sheet.csv", media_type="text/csv", responses=QUERY_ERRORS, opt=requires(Operation.EXPORT))
    async def sheet_csv(self, id: FromPath[str], context: ContextDep, at: AtMoment = None) -> Response[str]:
        """Return the finances of the players as a CSV file."""
        rounds = await context.dispatcher.run_on_line(
            context.client_key, await context.moment(id, at), score_sheet.rounds
        )
        text = score_sheet.as_csv(rounds)
        return Response(text, media_type="text/csv; charset=utf-8", headers=attachment(f"{id}.csv"))

    @get("/{id:str}/figures", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def figures(
        self, id: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> Response[list[Figure]]:
        """Return statistics of the line of play up to a moment, such as the best run or the biggest dump."""
        return await _moment_response(context, id, at, lambda moment_view: game_records.figures(moment_view))

    @get("/{id:str}/map", responses=QUERY_ERRORS, opt=requires(Operation.LOOK, solving=True))
    async def map(self, id: FromPath[str], context: ContextDep, at: AtMoment = None) -> Response[Laid]:
        """Return only tiles and tokens, for a small picture of the map."""
        return await _moment_response(context, id, at, lambda moment_view: maps.laid(moment_view.game))

    @get("/{id:str}/rules/{rule:str}", responses=LOOKUP_ERRORS, opt=requires(Operation.LOOK))
    async def rule(self, id: FromPath[str], rule: FromPath[str], context: ContextDep) -> RuleFacts:
        """Return the text of a rule."""
        title = await context.read(lambda: context.games[id].title)
        found = title.rules.get(rule) or title.rules.get(f"{title.id}.{rule}")
        if found is None:
            raise GameNotFound(gettext("There is no such rule."))
        return rule_facts(found)


async def _moment_response(
    context: RequestContext, id: str, at: int | None, make: Callable[[MomentView], object]
) -> Response[Any]:
    """Return a response made from a moment, or status 304 if the client has it already."""

    def respond(moment_view: MomentView) -> Response[Any]:
        # After the answer to a puzzle, the same moment has another response.
        tag = f"{moment_view.at}{'-withheld' if moment_view.hosted_game.withheld else ''}"
        return cached_response(context.request, tag, lambda: make(moment_view))

    return await context.read_moment(id, at, respond)


def _position(moment_view: MomentView) -> PositionFacts:
    game = moment_view.game
    to_act = tuple(name for name in game.players if name in game.to_act)
    state = msgspec.Raw(states.encode(game.state))
    return PositionFacts(moment_view.version, moment_view.at, to_act, game.over, game.options, state)


def _propose(moment_view: MomentView, wish: Wish) -> Proposal:
    listed = moment_view.game.legal()
    choice = listed[wish.choice] if wish.choice < len(listed) else None
    if not isinstance(choice, Open):
        raise NotPossible(gettext("Choice {choice} is not an open one.", choice=wish.choice))
    made = choice.best() if wish.how == "best" else choice.propose(random.Random())
    action = validated(made)
    return Proposal(action, words(moment_view.game, action))
