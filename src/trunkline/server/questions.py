"""What may be asked of a game: what is legal, what it would lead to, and how it came here."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from trunkline.actions import as_saved
from trunkline.facts.answers import RuleFacts, SheetRound
from trunkline.facts.asked import AnnouncementFacts, EarningsFacts
from trunkline.facts.formation import FormationFacts
from trunkline.facts.key_moments import MomentFacts
from trunkline.facts.map import (
    CheckFacts,
    HexFacts,
    Laid,
    PlanFacts,
    RouteFacts,
    RunsMade,
    WhatIf,
)
from trunkline.facts.moment import ForbiddenFacts, Proposal, TryFacts
from trunkline.facts.outcomes import RefusalFacts
from trunkline.facts.position import PositionFacts
from trunkline.facts.requests import Runs, Through, Try, Wish
from trunkline.kernel import state as states
from trunkline.kernel.choice import Open
from trunkline.moments import asked, key_moments, outcomes
from trunkline.server.answering import (
    BODY,
    After,
    Asked,
    At,
    Corps,
    Here,
    Who,
    attached,
    encoded,
    known,
    knows,
)
from trunkline.server.responses import FOUND, LOOKED, TRIED
from trunkline.tables.errors import Impossible, Unknown
from trunkline.tables.records import Logged
from trunkline.tables.table import Seen
from trunkline.views import choices, figures, formations, maps, runs, sheet, whatif
from trunkline.views.figures import Figure
from trunkline.wording.choices import words

EXAMPLES = 50
"""Actions named for each reason when somebody asks why something is forbidden."""


class Questions(Controller):
    """What is asked of games; nothing is changed by it."""

    path = "/api/games"
    tags = ("games",)
    request_max_body_size = BODY

    @get("/{id:str}/position", responses=LOOKED)
    async def position(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[PositionFacts]:
        """A whole position as data, as engines are asked about it: what programs choose by."""

        def shown(seen: Seen) -> Response[PositionFacts]:
            return known(request, f"{seen.version}-{seen.at}", lambda: _position(seen))

        return await desk.seen(who, id, at, shown)

    @post("/{id:str}/try", status_code=200, responses=LOOKED)
    async def attempt(
        self, id: FromPath[str], data: JSONBody[Try], desk: Here, who: Who
    ) -> TryFacts | list[TryFacts | RefusalFacts]:
        """What an action would lead to, or each of several: one that is refused has its refusal in its place.
        Nothing is changed; it is answered of the moment asked about, also where the game has moved on."""

        def tried(seen: Seen) -> TryFacts | list[TryFacts | RefusalFacts]:
            if isinstance(data.action, list):
                return outcomes.tried_each(seen.game, data.action)
            return outcomes.tried(seen.game, data.action)

        return await desk.seen(who, id, data.version, tried)

    @post("/{id:str}/propose", status_code=200, responses=TRIED)
    async def propose(self, id: FromPath[str], data: JSONBody[Wish], desk: Here, who: Who) -> Proposal:
        """An action made of an open choice: the best one known, or any."""
        return await desk.seen(who, id, None, lambda seen: _proposed(seen.expected(data.version), data))

    @get("/{id:str}/why", responses=LOOKED)
    async def why(
        self,
        id: FromPath[str],
        desk: Here,
        who: Who,
        text: Annotated[str, QueryParameter(max_length=200)] = "",
        at: At = None,
    ) -> list[ForbiddenFacts]:
        """What is forbidden and why; only what all words of the text occur in."""

        def found(seen: Seen) -> list[ForbiddenFacts]:
            return [] if seen.game.over else list(choices.forbidden(seen.game, text, EXAMPLES))

        return await desk.seen(who, id, at, found)

    @get("/{id:str}/log", responses=LOOKED)
    async def log(self, id: FromPath[str], desk: Here, who: Who, after: After = 0) -> Response[list[Logged]]:
        """The entries after a number."""
        return await desk.look(who, lambda: encoded(desk.tables[id].logged(after)))

    @get("/{id:str}/moments", responses=LOOKED)
    async def moments(self, id: FromPath[str], desk: Here, who: Who, request: Asked) -> Response[MomentFacts]:
        """The rounds of a game, and the moments that it turned on."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        if knows(request, str(seen.at)):
            return known(request, str(seen.at), lambda: None)
        worth = await desk.along(who, seen, key_moments.measured)

        def made() -> MomentFacts:
            return key_moments.found(seen.game.title, seen.table.logged(0)[: seen.at], worth)

        found = await desk.look(who, made)
        return known(request, str(seen.at), lambda: found)

    @get("/{id:str}/hexes/{hex:str}", responses=LOOKED)
    async def hex(
        self, id: FromPath[str], hex: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[HexFacts]:
        """A hex, and what it can become."""
        return await _looked(desk, who, id, at, request, lambda seen: maps.hex_facts(seen.game, hex))

    @get("/{id:str}/formation", responses=LOOKED)
    async def formation(
        self,
        id: FromPath[str],
        desk: Here,
        who: Who,
        request: Asked,
        at: At = None,
        joins: Corps = None,
        stays: Corps = None,
    ) -> Response[FormationFacts]:
        """Who would get what if the corporation that forms out of others did so now; some may be supposed to
        join it or to stay out, and then also where it waits for a decision."""
        taken = {**dict.fromkeys(stays or (), False), **dict.fromkeys(joins or (), True)}

        def shown(seen: Seen) -> Response[FormationFacts]:
            key = ".".join(f"{corp}-{goes}" for corp, goes in taken.items())
            return known(request, f"{seen.at}.{key}", lambda: formations.supposed(seen, taken))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/answers", responses=LOOKED)
    async def answers(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[list[EarningsFacts]]:
        """What the corporations that a question concerns could run, now and after each answer."""
        return await _looked(desk, who, id, at, request, lambda seen: asked.earned(seen.game))

    @get("/{id:str}/announcement", responses=LOOKED)
    async def announcement(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[AnnouncementFacts]:
        """The runs that stand and the best that could be announced, and who gains by the better ones."""
        return await _looked(desk, who, id, at, request, lambda seen: asked.announcement(seen.game))

    @get("/{id:str}/routes/{corp:str}", responses=LOOKED)
    async def routes(
        self, id: FromPath[str], corp: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[PlanFacts]:
        """The best runs of a corporation."""
        return await _looked(desk, who, id, at, request, lambda seen: runs.best(seen.game, corp))

    @get("/{id:str}/routes/{corp:str}/last", responses=LOOKED)
    async def last(
        self, id: FromPath[str], corp: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[RunsMade]:
        """The runs that a corporation made last, as they were then."""
        seen = await desk.seen(who, id, at, lambda seen: seen)
        before = await desk.look(who, lambda: runs.before_last(seen, corp))

        def shown(before: Seen) -> Response[RunsMade]:
            return known(request, str(seen.at), lambda: runs.last(seen, before, corp))

        return await desk.seen(who, id, before, shown)

    @post("/{id:str}/routes/{corp:str}/complete", status_code=200, responses=LOOKED)
    async def complete(
        self,
        id: FromPath[str],
        corp: FromPath[str],
        data: JSONBody[Through],
        desk: Here,
        who: Who,
        at: At = None,
    ) -> RouteFacts:
        """The best route of one train through some stops, beside other runs."""
        return await desk.seen(who, id, at, lambda seen: runs.complete(seen.game, corp, data))

    @post("/{id:str}/routes/{corp:str}/check", status_code=200, responses=LOOKED)
    async def check(
        self,
        id: FromPath[str],
        corp: FromPath[str],
        data: JSONBody[Runs],
        desk: Here,
        who: Who,
        at: At = None,
    ) -> CheckFacts:
        """What runs would earn together, and every rule that they break."""
        return await desk.seen(who, id, at, lambda seen: runs.check(seen.game, corp, data.runs))

    @get("/{id:str}/whatif/{corp:str}", responses=LOOKED)
    async def whatif(
        self,
        id: FromPath[str],
        corp: FromPath[str],
        desk: Here,
        who: Who,
        request: Asked,
        hex: FromQuery[str] = "",
        at: At = None,
    ) -> Response[WhatIf]:
        """What each legal lay and token of a corporation would do to the best runs, on one hex or on all."""
        return await _looked(desk, who, id, at, request, lambda seen: whatif.answer(seen, corp, hex))

    @get("/{id:str}/whatif/{corp:str}/runs", responses=LOOKED)
    async def runs_after(
        self,
        id: FromPath[str],
        corp: FromPath[str],
        desk: Here,
        who: Who,
        request: Asked,
        choice: Annotated[int, QueryParameter(ge=0, le=2**31)],
        at: At = None,
    ) -> Response[PlanFacts]:
        """The best runs of a corporation after one of its legal lays or tokens, by the id of the choice."""

        def shown(seen: Seen) -> Response[PlanFacts]:
            return known(request, f"{seen.at}.{choice}", lambda: whatif.runs_after(seen, corp, choice))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/sheet", responses=LOOKED)
    async def sheet(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[list[SheetRound]]:
        """The players round by round."""
        seen = await desk.seen(who, id, at, lambda seen: seen)
        rounds = None if knows(request, str(seen.at)) else await desk.along(who, seen, sheet.rounds)
        return known(request, str(seen.at), lambda: rounds)

    @get("/{id:str}/sheet.csv", media_type="text/csv", responses=LOOKED)
    async def sheet_csv(self, id: FromPath[str], desk: Here, who: Who, at: At = None) -> Response[str]:
        """The same as a table for a spreadsheet."""
        rounds = await desk.along(who, await desk.seen(who, id, at, lambda seen: seen), sheet.rounds)
        text = sheet.as_csv(rounds)
        return Response(text, media_type="text/csv; charset=utf-8", headers=attached(f"{id}.csv"))

    @get("/{id:str}/figures", responses=LOOKED)
    async def figures(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[list[Figure]]:
        """What there was the most of in the line that leads to a moment: the best run, the biggest dump."""
        return await _looked(desk, who, id, at, request, lambda seen: figures.figures(seen))

    @get("/{id:str}/map", responses=LOOKED)
    async def map(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[Laid]:
        """Tiles and tokens alone, for a small picture of the map."""
        return await _looked(desk, who, id, at, request, lambda seen: maps.laid(seen.game))

    @get("/{id:str}/rules/{rule:str}", responses=FOUND)
    async def rule(self, id: FromPath[str], rule: FromPath[str], desk: Here, who: Who) -> RuleFacts:
        """A rule in words."""
        title = await desk.look(who, lambda: desk.tables[id].history.title)
        found = title.rules.get(rule) or title.rules.get(f"{title.id}.{rule}")
        if found is None:
            raise Unknown("There is no such rule.")
        return RuleFacts(found.id, found.section, " ".join(found.rule.split()))


async def _looked(
    desk: Here, who: Who, id: str, at: int | None, request: Asked, make: Callable[[Seen], object]
) -> Response[Any]:
    """What is made of a moment, or that the client has it already."""
    return await desk.seen(who, id, at, lambda seen: known(request, str(seen.at), lambda: make(seen)))


def _position(seen: Seen) -> PositionFacts:
    game = seen.game
    to_act = tuple(name for name in game.players if name in game.to_act)
    state = msgspec.Raw(states.encode(game.state))
    return PositionFacts(seen.version, seen.at, to_act, game.over, game.options, state)


def _proposed(seen: Seen, wish: Wish) -> Proposal:
    listed = seen.game.legal()
    choice = listed[wish.choice] if wish.choice < len(listed) else None
    if not isinstance(choice, Open):
        raise Impossible(f"Choice {wish.choice} is not an open one.")
    made = choice.best() if wish.how == "best" else choice.propose(random.Random())
    action = as_saved(made)
    return Proposal(action, words(seen.game, action))
