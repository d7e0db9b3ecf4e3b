"""API endpoints of the calculator of best runs. Those of a title need no account."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import LOOKUP_ERRORS, QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import AtMoment, cached_response, json_response
from trunkline.web.presenters import calculator, maps
from trunkline.web.presenters.calculator_address import Query, entry_of
from trunkline.web.schemas.calculator import (
    CalculatedRuns,
    CalculatorFacts,
    CalculatorHex,
    CalculatorPosition,
)

Short = Annotated[str, QueryParameter(max_length=100)]
Long = Annotated[str, QueryParameter(max_length=4000)]
Several = Annotated[list[str] | None, QueryParameter(max_items=20)]


class Calculator(Controller):
    """The best runs of any position on the board of a title."""

    path = "/api"
    tags = ("titles",)

    @get("/titles/{title:str}/calculator", responses=LOOKUP_ERRORS, opt=requires(Operation.PRINTED))
    async def choices(self, title: FromPath[str], context: ContextDep) -> Response[CalculatorFacts]:
        """Return the phases, trains, bonuses and ferry routes of a title."""

        def respond() -> Response[CalculatorFacts]:
            board = maps.board_of(title)
            return cached_response(context.request, "calculator", lambda: calculator.facts(board))

        return await context.read(respond)

    @get(
        "/titles/{title:str}/calculator/hexes/{hex:str}",
        responses=QUERY_ERRORS,
        opt=requires(Operation.LIST),
    )
    async def hex(
        self, title: FromPath[str], hex: FromPath[str], context: ContextDep, now: Short = ""
    ) -> Response[CalculatorHex]:
        """Return the tiles that can ever be on a hex, in all phases, with the rotations that fit.

        ``now`` is the present tile, such as "F9.57.2". It decides which rotations keep the track of the hex.
        """

        def respond() -> Response[CalculatorHex]:
            board = maps.board_of(title)
            return cached_response(
                context.request, f"{hex} {now}", lambda: calculator.hex_tiles(board, hex, now)
            )

        return await context.read(respond)

    @get(
        "/titles/{title:str}/calculator/runs",
        responses=QUERY_ERRORS,
        opt=requires(Operation.LIST, rate=Rate.RUNS),
    )
    async def runs(
        self,
        title: FromPath[str],
        context: ContextDep,
        phase: Short = "",
        company: Short = "",
        trains: Short = "",
        tiles: Long = "",
        tokens: Long = "",
        bonus: Several = None,
        ferry: Several = None,
        owned: Several = None,
        cash: Short = "",
        reading: Short = "",
        lay: Short = "",
    ) -> Response[CalculatedRuns]:
        """Return the best runs of a corporation in any position.

        ``tiles`` has the form "F9.57.2_G10.8.1": hex, tile and rotation. ``tokens`` has the form
        "F9.0.CPR_F9.0.GT": hex, stop and corporation. ``trains`` has the form "3_4". A ``bonus`` has the
        form "tunnel" or "port.C14", a ``ferry`` the form "ID.FEE", and ``owned`` the form
        "TYPE.NUMBER". ``cash`` is the dollars for ferries; without it, the corporation can pay all fees.
        ``reading`` is a reading of the rules with another board. ``lay`` is one more tile, or a hex whose
        tile is taken off. The answer is for the position after it.
        """

        def respond() -> Response[CalculatedRuns]:
            board = maps.board_of(title)
            query = Query(
                phase or board.phases[0].name,
                company,
                trains,
                tiles,
                tokens,
                bonus or (),
                ferry or (),
                owned or (),
                cash,
                reading,
            )
            return json_response(calculator.answer(entry_of(title, query), lay))

        return await context.read(respond)

    @get("/games/{id:str}/calculator/{corp:str}", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def of_game(
        self, id: FromPath[str], corp: FromPath[str], context: ContextDep, at: AtMoment = None
    ) -> CalculatorPosition:
        """Return the position of a game for the calculator, with the trains of a corporation."""
        return await context.read_moment(
            id, at, lambda moment_view: calculator.of_game(moment_view.game, corp)
        )
