"""The HTTP API: each request in a line or two, the work done in the rooms behind it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from trunkline import saves
from trunkline.actions import as_saved
from trunkline.errors import UsageError
from trunkline.kernel.choice import Open
from trunkline.kernel.options import Options
from trunkline.server import (
    choices,
    figures,
    film,
    formations,
    maps,
    moments,
    outcomes,
    runs,
    sheet,
    views,
    whatif,
)
from trunkline.server.answers import ListedGame, RuleFacts, SheetRound, TitleFacts, Version
from trunkline.server.facts import ForbiddenFacts, Proposal, TryFacts, View
from trunkline.server.figures import Figure
from trunkline.server.formation_facts import FormationFacts
from trunkline.server.map_facts import (
    BoardFacts,
    CheckFacts,
    HexFacts,
    Laid,
    PlanFacts,
    RouteFacts,
    RunsMade,
    WhatIf,
)
from trunkline.server.moment_facts import MomentFacts
from trunkline.server.outcome_facts import RefusalFacts
from trunkline.server.requests import Act, BranchAt, NewGame, PutAway, Redo, Runs, Through, Try, Undo, Wish
from trunkline.server.responses import BEGUN, FOUND, LISTED, LOOKED, TRIED, WATCHED, WRITTEN
from trunkline.tables import files
from trunkline.tables.desk import Desk
from trunkline.tables.errors import Impossible, Unknown
from trunkline.tables.jobs import Way
from trunkline.tables.names import check_names, drawn_seed
from trunkline.tables.records import PERSON, Logged, Made, Seat
from trunkline.tables.store import GameRow
from trunkline.tables.table import GameTable, Seen
from trunkline.tables.watchers import Hub
from trunkline.titles import begun, catalogue, runs_for
from trunkline.wording.choices import words

JSON = "application/json"
SVG = "image/svg+xml"
FOREVER = "public, max-age=31536000, immutable"
BODY = 256 * 1024
"""Bytes of a request; what is imported may have more."""
EXAMPLES = 50
"""Actions named for each reason when somebody asks why something is forbidden."""

Asked = Request[Any, Any, Any]
At = Annotated[int | None, QueryParameter(ge=0, le=2**31, description="After so many entries.")]
Here = NamedDependency[Desk]
Who = NamedDependency[str]
Watchers = NamedDependency[Hub]
After = Annotated[int, QueryParameter(ge=0, le=2**31)]


class Titles(Controller):
    """What can be played."""

    path = "/api/titles"
    tags = ("titles",)

    @get(sync_to_thread=False)
    def titles(self) -> list[TitleFacts]:
        """Every title that can be played."""
        return [
            TitleFacts(
                id,
                about.name,
                about.name.removeprefix(f"{id}: "),
                about.players,
                about.variants,
                about.rules,
                about.designers,
                about.board_note,
                about.other_boards,
            )
            for id, about in catalogue().items()
        ]

    @get("/{title:str}/board", responses=FOUND)
    async def board(self, title: FromPath[str], request: Asked, desk: Here, who: Who) -> Response[BoardFacts]:
        """What is printed on a title's board, for drawing."""
        facts = await desk.look(who, lambda: maps.board_facts(maps.board_of(title)))
        return _known(request, facts.hash, lambda: facts)

    @get("/{title:str}/symbols.svg", media_type=SVG, responses=FOUND)
    async def symbols(
        self, title: FromPath[str], request: Asked, desk: Here, who: Who, h: FromQuery[str] = ""
    ) -> Response[bytes]:
        """Every hex, tile and token of a title as SVG symbols. By its hash it may be kept for ever."""
        return _symbols(request, h, await desk.look(who, lambda: maps.sheet(maps.board_of(title))))


class Games(Controller):
    """Games and what is done in them."""

    path = "/api/games"
    tags = ("games",)
    request_max_body_size = BODY

    @get(responses=LISTED)
    async def games(self, desk: Here, who: Who) -> Response[list[ListedGame]]:
        """Every game, the newest first."""
        return await desk.look(who, lambda: _encoded([_listed(kept) for kept in desk.tables.store.games()]))

    @post(responses=BEGUN)
    async def create(self, data: JSONBody[NewGame], desk: Here, who: Who) -> Made:
        """A new game."""
        return await desk.act(
            who, lambda: desk.tables.create(*_options(data), others_shown=data.others_shown)
        )

    @get("/{id:str}", responses=LOOKED)
    async def view(
        self,
        id: FromPath[str],
        desk: Here,
        who: Who,
        request: Asked,
        at: At = None,
        brief: FromQuery[bool] = False,
    ) -> Response[View]:
        """One moment of a game, with all that is drawn of it; in brief without what is forbidden."""

        def shown(seen: Seen) -> Response[View]:
            tag = f"{seen.version}-{seen.at}-{int(brief)}"
            return _known(request, tag, lambda: views.encoded(seen, brief=brief))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/board", responses=FOUND)
    async def board(self, id: FromPath[str], request: Asked, desk: Here, who: Who) -> Response[BoardFacts]:
        """What is printed on the board of a game, for drawing."""
        facts = await desk.seen(who, id, None, lambda seen: maps.board_facts(seen.game.board))
        return _known(request, facts.hash, lambda: facts)

    @get("/{id:str}/symbols.svg", media_type=SVG, responses=FOUND)
    async def symbols(
        self, id: FromPath[str], request: Asked, desk: Here, who: Who, h: FromQuery[str] = ""
    ) -> Response[bytes]:
        """Every hex, tile and token of a game's board as SVG symbols. By its hash it may be kept for ever."""
        found = await desk.seen(who, id, None, lambda seen: maps.sheet(seen.game.board))
        return _symbols(request, h, found)

    @post("/{id:str}/actions", status_code=200, responses=WRITTEN)
    async def act(self, id: FromPath[str], data: JSONBody[Act], desk: Here, who: Who) -> Version:
        """Carry out an action. The answer comes when it is on the disk."""
        return Version(await desk.acted(who, id, lambda table: table.act(data.version, data.action)))

    @post("/{id:str}/undo", status_code=200, responses=WRITTEN)
    async def undo(self, id: FromPath[str], data: JSONBody[Undo], desk: Here, who: Who) -> Version:
        """Go back to an earlier moment; nothing that was played is lost."""

        def ways(table: GameTable) -> Way | None:
            return table.far_back(data.version, data.to)

        return Version(await desk.acted(who, id, lambda table: table.undo(data.version, data.to), ways))

    @post("/{id:str}/redo", status_code=200, responses=WRITTEN)
    async def redo(self, id: FromPath[str], data: JSONBody[Redo], desk: Here, who: Who) -> Version:
        """Go forward again along a branch."""

        def ways(table: GameTable) -> Way | None:
            return table.far_on(data.version, data.branch)

        return Version(await desk.acted(who, id, lambda table: table.redo(data.version, data.branch), ways))

    @post("/{id:str}/try", status_code=200, responses=TRIED)
    async def attempt(
        self, id: FromPath[str], data: JSONBody[Try], desk: Here, who: Who
    ) -> TryFacts | list[TryFacts | RefusalFacts]:
        """What an action would lead to, or each of several: one that is refused has its refusal in its place.
        Nothing is changed."""

        def tried(seen: Seen) -> TryFacts | list[TryFacts | RefusalFacts]:
            game = seen.expected(data.version).game
            if isinstance(data.action, list):
                return outcomes.tried_each(game, data.action)
            return outcomes.tried(game, data.action)

        return await desk.seen(who, id, None, tried)

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
        return await desk.look(who, lambda: _encoded(desk.tables[id].logged(after)))

    @get("/{id:str}/moments", responses=LOOKED)
    async def moments(self, id: FromPath[str], desk: Here, who: Who, request: Asked) -> Response[MomentFacts]:
        """The rounds of a game, and the moments that it turned on."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        if _knows(request, str(seen.at)):
            return _known(request, str(seen.at), lambda: None)
        worth = await desk.along(who, seen, moments.measured)

        def made() -> MomentFacts:
            return moments.found(seen.game.title, seen.table.logged(0)[: seen.at], worth)

        found = await desk.look(who, made)
        return _known(request, str(seen.at), lambda: found)

    @get("/{id:str}/hexes/{hex:str}", responses=LOOKED)
    async def hex(
        self, id: FromPath[str], hex: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[HexFacts]:
        """A hex, and what it can become."""

        def shown(seen: Seen) -> Response[HexFacts]:
            return _known(request, str(seen.at), lambda: maps.hex_facts(seen.game, hex))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/formation", responses=LOOKED)
    async def formation(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[FormationFacts]:
        """Who would get what if the corporation that forms out of others did so now."""

        def shown(seen: Seen) -> Response[FormationFacts]:
            return _known(request, str(seen.at), lambda: formations.forecast(seen.game))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/routes/{corp:str}", responses=LOOKED)
    async def routes(
        self, id: FromPath[str], corp: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[PlanFacts]:
        """The best runs of a corporation."""

        def shown(seen: Seen) -> Response[PlanFacts]:
            return _known(request, str(seen.at), lambda: runs.best(seen.game, corp))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/routes/{corp:str}/last", responses=LOOKED)
    async def last(
        self, id: FromPath[str], corp: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[RunsMade]:
        """The runs that a corporation made last, as they were then."""
        seen = await desk.seen(who, id, at, lambda seen: seen)
        before = await desk.look(who, lambda: runs.before_last(seen, corp))

        def shown(before: Seen) -> Response[RunsMade]:
            return _known(request, str(seen.at), lambda: runs.last(seen, before, corp))

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

        def shown(seen: Seen) -> Response[WhatIf]:
            return _known(request, str(seen.at), lambda: whatif.answer(seen, corp, hex))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/sheet", responses=LOOKED)
    async def sheet(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[list[SheetRound]]:
        """The players round by round."""
        seen = await desk.seen(who, id, at, lambda seen: seen)
        rounds = None if _knows(request, str(seen.at)) else await desk.along(who, seen, sheet.rounds)
        return _known(request, str(seen.at), lambda: rounds)

    @get("/{id:str}/sheet.csv", media_type="text/csv", responses=LOOKED)
    async def sheet_csv(self, id: FromPath[str], desk: Here, who: Who, at: At = None) -> Response[str]:
        """The same as a table for a spreadsheet."""
        rounds = await desk.along(who, await desk.seen(who, id, at, lambda seen: seen), sheet.rounds)
        text = sheet.as_csv(rounds)
        return Response(text, media_type="text/csv; charset=utf-8", headers=_attached(f"{id}.csv"))

    @get("/{id:str}/figures", responses=LOOKED)
    async def figures(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[list[Figure]]:
        """What there was the most of in the line that leads to a moment: the best run, the biggest dump."""

        def shown(seen: Seen) -> Response[list[Figure]]:
            return _known(request, str(seen.at), lambda: figures.figures(seen))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/map", responses=LOOKED)
    async def map(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, at: At = None
    ) -> Response[Laid]:
        """Tiles and tokens alone, for a small picture of the map."""

        def shown(seen: Seen) -> Response[Laid]:
            return _known(request, str(seen.at), lambda: maps.laid(seen.game))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/rules/{rule:str}", responses=FOUND)
    async def rule(self, id: FromPath[str], rule: FromPath[str], desk: Here, who: Who) -> RuleFacts:
        """A rule in words."""
        title = await desk.look(who, lambda: desk.tables[id].history.title)
        found = title.rules.get(rule) or title.rules.get(f"{title.id}.{rule}")
        if found is None:
            raise Unknown("There is no such rule.")
        return RuleFacts(found.id, found.section, " ".join(found.rule.split()))

    @get("/{id:str}/export", media_type=JSON, responses=LOOKED)
    async def export(
        self,
        id: FromPath[str],
        desk: Here,
        who: Who,
        format: Annotated[str, QueryParameter(max_length=40)] = files.OURS,
        at: At = None,
    ) -> Response[bytes]:
        """The line in play as a file."""
        if format not in files.FORMATS:
            raise Unknown(f"There is no such format; there are {' and '.join(files.FORMATS)}.")
        data = await desk.write_out(who, id, at, format)
        text = format == files.TEXT
        name = f"{id}.18xx" if text else f"{id}.json"
        return Response(data, media_type=MediaType.TEXT if text else JSON, headers=_attached(name))

    @get("/{id:str}/replay.html", media_type=MediaType.HTML, responses=LOOKED)
    async def replay(self, id: FromPath[str], desk: Here, who: Who, at: At = None) -> Response[bytes]:
        """The line in play as a page that shows it anywhere: with no table, and no network."""
        seen = await desk.seen(who, id, at, lambda seen: seen)
        data = await desk.apart(who, seen, film.of_line)
        return Response(data, media_type=MediaType.HTML, headers=_attached(f"{id}.html"))

    @post("/{id:str}/branch", responses=WRITTEN)
    async def branch(self, id: FromPath[str], data: JSONBody[BranchAt], desk: Here, who: Who) -> Made:
        """A game of its own that begins as this one did, up to a moment."""
        return await desk.branch(who, id, data.at)

    @post("/{id:str}/put-away", status_code=200, responses=WRITTEN)
    async def put_away(self, id: FromPath[str], data: JSONBody[PutAway], desk: Here, who: Who) -> PutAway:
        """Lay a game aside so that lists need not show it, or take it out again. Nothing of it is lost."""
        if not await desk.act(who, lambda: desk.tables.store.put_away(id, data.away)):
            raise Unknown("There is no such game.")
        return data

    @get("/{id:str}/events", media_type="text/event-stream", responses=WATCHED)
    async def events(
        self, id: FromPath[str], request: Asked, desk: Here, who: Who, hub: Watchers, after: After = 0
    ) -> Stream:
        """Every entry after a number, as it comes (Server-Sent Events); ``id`` is the version."""
        table = await desk.look(who, lambda: desk.tables[id])
        last = request.headers.get("last-event-id", "")
        begin = int(last) if last.isdecimal() and len(last) < 10 else after
        headers = {"cache-control": "no-cache", "x-accel-buffering": "no"}
        return Stream(hub.told(table, begin), media_type="text/event-stream", headers=headers)


class Imports(Controller):
    """Games that were played elsewhere."""

    path = "/api/import"
    tags = ("games",)
    request_max_body_size = saves.MAX_BYTES + 1

    @post(responses=BEGUN)
    async def take_in(self, request: Asked, desk: Here, who: Who) -> Made:
        """A game made of the bytes of a file: ours, one of 18xx.games or of Rails."""
        return await desk.take_in(who, await request.body())


def _listed(kept: GameRow) -> ListedGame:
    return ListedGame(
        kept.id,
        kept.options.title,
        kept.seats,
        kept.round,
        kept.over,
        kept.to_act,
        kept.created,
        kept.version,
        kept.put_away,
        kept.origin,
        kept.winners,
        kept.moved,
    )


def _options(wish: NewGame) -> tuple[Options, list[Seat]]:
    about = catalogue().get(wish.title)
    if about is None:
        raise Impossible(f"There is no such title; there are {', '.join(catalogue())}.")
    for variant in wish.variants:
        if variant not in about.variants:
            known = ", ".join(about.variants) or "none"
            raise Impossible(f"{about.id} has no such variant; there are {known}.")
    seed = drawn_seed() if wish.seed is None else wish.seed
    names = tuple(seat.name.strip() for seat in wish.seats)
    people = sum(seat.kind == PERSON for seat in wish.seats)
    setting = wish.runs or runs_for(wish.title, wish.rules, people)
    try:
        check_names(names, [corp.id for corp in maps.board_of(wish.title).corporations])
        options = begun(
            Options(
                wish.title,
                names,
                seed,
                tuple(wish.variants),
                wish.rules,
                setting,
                wish.seating,
                board=wish.board,
            )
        )
    except UsageError as error:
        raise Impossible(str(error)) from error
    kinds = {name: seat.kind for name, seat in zip(names, wish.seats, strict=True)}
    rng = random.Random(seed)
    return options, [Seat(name, kinds[name], rng.randrange(1_000_000)) for name in options.players]


def _proposed(seen: Seen, wish: Wish) -> Proposal:
    listed = seen.game.legal()
    choice = listed[wish.choice] if wish.choice < len(listed) else None
    if not isinstance(choice, Open):
        raise Impossible(f"Choice {wish.choice} is not an open one.")
    made = choice.best() if wish.how == "best" else choice.propose(random.Random())
    action = as_saved(made)
    return Proposal(action, words(seen.game, action))


def _symbols(request: Asked, h: str, sheet: tuple[bytes, str]) -> Response[bytes]:
    data, digest = sheet
    cache = FOREVER if h == digest else "no-cache"
    return _known(request, digest, lambda: data, cache=cache, kind=SVG)


def _known(
    request: Asked, tag: str, make: Callable[[], object], *, cache: str = "no-cache", kind: str = JSON
) -> Response[Any]:
    """What is made, or where the client has it already only that it has; ``tag`` says of what it is made.

    A moment never changes, but another process may say something else of it: the next version of the program.
    """
    headers = {"etag": _tag(request, tag), "cache-control": cache}
    if _knows(request, tag):
        return Response(b"", status_code=304, headers=headers)
    return _encoded(make(), kind, headers)


def _knows(request: Asked, tag: str) -> bool:
    """Whether the client has what this tag is that of."""
    known = request.headers.get("if-none-match", "").split(",")
    return _tag(request, tag) in (part.strip().removeprefix("W/") for part in known)


def _tag(request: Asked, tag: str) -> str:
    return f'"{tag}-{request.app.state.process}"'


def _encoded(found: object, kind: str = JSON, headers: dict[str, str] | None = None) -> Response[Any]:
    """An answer that is bytes already: the event loop has better things to do."""
    data = found if isinstance(found, bytes) else msgspec.json.encode(found)
    return Response(data, media_type=kind, headers=headers)


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
