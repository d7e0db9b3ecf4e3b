"""The HTTP API: each request in a line or two, the work done in the rooms behind it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

from trunkline import saves
from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel.action import as_saved
from trunkline.kernel.choice import Open
from trunkline.kernel.errors import UsageError
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.server import choices, files, maps, runs, sheet, views
from trunkline.server.document import BEGUN, FOUND, LOOKED, TRIED, WATCHED, WRITTEN
from trunkline.server.errors import Impossible, Refused, Stale, Unknown
from trunkline.server.events import Hub
from trunkline.server.facts import ForbiddenFacts, Proposal, TryFacts, View
from trunkline.server.map_facts import BoardFacts, CheckFacts, HexFacts, PlanFacts, RouteFacts, RunsMade
from trunkline.server.records import (
    PERSON,
    Amount,
    Event,
    Line,
    Listed,
    Logged,
    Made,
    RuleFacts,
    Seat,
    SheetRound,
    TitleFacts,
    Version,
)
from trunkline.server.requests import Act, BranchAt, NewGame, PutAway, Redo, Runs, Through, Undo, Wish
from trunkline.server.seats import check_names, drawn_seed
from trunkline.server.store import Entry, Store
from trunkline.server.table import Seen, Tables, logged
from trunkline.terminal.wording import moment as moment_text
from trunkline.terminal.wording import words
from trunkline.titles import begun, catalogue, runs_for

JSON = "application/json"
SVG = "image/svg+xml"
BEAT = 15.0
"""Seconds after which a watcher is sent a comment, so that a dead line is noticed."""
FOREVER = "public, max-age=31536000, immutable"
BODY = 256 * 1024
"""Bytes of a request; what is imported may have more."""
EXAMPLES = 50
"""Actions named for each reason when somebody asks why something is forbidden."""

Asked = Request[Any, Any, Any]
At = Annotated[int | None, QueryParameter(ge=0, le=2**31, description="After so many entries.")]
Here = NamedDependency[Tables]
Kept = NamedDependency[Store]
Bells = NamedDependency[Hub]
After = Annotated[int, QueryParameter(ge=0, le=2**31)]


class Titles(Controller):
    """What can be played."""

    path = "/api/titles"
    tags = ("titles",)

    @get(sync_to_thread=False)
    def titles(self) -> list[TitleFacts]:
        """Every title that can be played."""
        return [
            TitleFacts(id, about.name, about.players, about.variants, about.rules, about.designers)
            for id, about in catalogue().items()
        ]

    @get("/{title:str}/board", sync_to_thread=True, responses=FOUND)
    def board(self, title: FromPath[str], request: Asked) -> Response[BoardFacts]:
        """What is printed on a title's board, for drawing."""
        facts = maps.board_facts(title)
        return _known(request, facts.hash, lambda: facts)

    @get("/{title:str}/symbols.svg", sync_to_thread=True, media_type=SVG, responses=FOUND)
    def symbols(self, title: FromPath[str], request: Asked, h: FromQuery[str] = "") -> Response[bytes]:
        """Every hex, tile and token of a title as SVG symbols. By its hash it may be kept for ever."""
        data, digest = maps.sheet(title)
        cache = FOREVER if h == digest else "no-cache"
        return _known(request, digest, lambda: data, cache=cache, kind=SVG)


class Games(Controller):
    """Games and what is done in them."""

    path = "/api/games"
    tags = ("games",)
    request_max_body_size = BODY

    @get(sync_to_thread=True)
    def games(self, store: Kept) -> list[Listed]:
        """Every game, the newest first."""
        return [
            Listed(
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
            )
            for kept in store.games()
        ]

    @post(sync_to_thread=True, responses=BEGUN)
    def create(self, data: JSONBody[NewGame], tables: Here) -> Made:
        """A new game."""
        table = tables.create(*_options(data))
        return Made(table.id, 0)

    @get("/{id:str}", sync_to_thread=True, responses=LOOKED)
    def view(
        self, id: FromPath[str], tables: Here, request: Asked, at: At = None, brief: FromQuery[bool] = False
    ) -> Response[View]:
        """One moment of a game, with all that is drawn of it; in brief without what is forbidden."""
        seen = tables[id].seen(at)
        tag = f"{seen.version}-{seen.at}-{int(brief)}"
        return _known(request, tag, lambda: views.encoded(seen, brief=brief))

    @post("/{id:str}/actions", status_code=200, sync_to_thread=True, responses=WRITTEN)
    def act(self, id: FromPath[str], data: JSONBody[Act], tables: Here) -> Version:
        """Carry out an action. The answer comes when it is on the disk."""
        return Version(tables[id].act(data.version, data.action))

    @post("/{id:str}/undo", status_code=200, sync_to_thread=True, responses=WRITTEN)
    def undo(self, id: FromPath[str], data: JSONBody[Undo], tables: Here) -> Version:
        """Go back to an earlier moment; nothing that was played is lost."""
        return Version(tables[id].undo(data.version, data.to))

    @post("/{id:str}/redo", status_code=200, sync_to_thread=True, responses=WRITTEN)
    def redo(self, id: FromPath[str], data: JSONBody[Redo], tables: Here) -> Version:
        """Go forward again along a branch."""
        return Version(tables[id].redo(data.version, data.branch))

    @post("/{id:str}/try", status_code=200, sync_to_thread=True, responses=TRIED)
    def attempt(self, id: FromPath[str], data: JSONBody[Act], tables: Here) -> TryFacts:
        """What an action would lead to. Nothing is changed."""
        return _tried(_at_version(tables, id, data.version).game, data)

    @post("/{id:str}/propose", status_code=200, sync_to_thread=True, responses=TRIED)
    def propose(self, id: FromPath[str], data: JSONBody[Wish], tables: Here) -> Proposal:
        """An action made of an open choice: the best one known, or any."""
        return _proposed(_at_version(tables, id, data.version), data)

    @get("/{id:str}/why", sync_to_thread=True, responses=LOOKED)
    def why(
        self,
        id: FromPath[str],
        tables: Here,
        text: Annotated[str, QueryParameter(max_length=200)] = "",
        at: At = None,
    ) -> list[ForbiddenFacts]:
        """What is forbidden and why; only what all words of the text occur in."""
        game = tables[id].seen(at).game
        return [] if game.over else list(choices.forbidden(game, text, EXAMPLES))

    @get("/{id:str}/log", sync_to_thread=True, responses=LOOKED)
    def log(self, id: FromPath[str], tables: Here, after: After = 0) -> list[Logged]:
        """The entries after a number."""
        return [logged(entry) for entry in tables[id].logged(after)]

    @get("/{id:str}/hexes/{hex:str}", sync_to_thread=True, responses=LOOKED)
    def hex(
        self, id: FromPath[str], hex: FromPath[str], tables: Here, request: Asked, at: At = None
    ) -> Response[HexFacts]:
        """A hex, and what it can become."""
        seen = tables[id].seen(at)
        return _known(request, str(seen.at), lambda: maps.hex_facts(seen.game, hex))

    @get("/{id:str}/routes/{corp:str}", sync_to_thread=True, responses=LOOKED)
    def routes(
        self, id: FromPath[str], corp: FromPath[str], tables: Here, request: Asked, at: At = None
    ) -> Response[PlanFacts]:
        """The best runs of a corporation."""
        seen = tables[id].seen(at)
        return _known(request, str(seen.at), lambda: runs.best(seen.game, corp))

    @get("/{id:str}/routes/{corp:str}/last", sync_to_thread=True, responses=LOOKED)
    def last(
        self, id: FromPath[str], corp: FromPath[str], tables: Here, request: Asked, at: At = None
    ) -> Response[RunsMade]:
        """The runs that a corporation made last, as they were then."""
        seen = tables[id].seen(at)
        return _known(request, str(seen.at), lambda: runs.last(seen, corp))

    @post("/{id:str}/routes/{corp:str}/complete", status_code=200, sync_to_thread=True, responses=LOOKED)
    def complete(
        self, id: FromPath[str], corp: FromPath[str], data: JSONBody[Through], tables: Here, at: At = None
    ) -> RouteFacts:
        """The best route of one train through some stops, beside other runs."""
        return runs.complete(tables[id].seen(at).game, corp, data)

    @post("/{id:str}/routes/{corp:str}/check", status_code=200, sync_to_thread=True, responses=LOOKED)
    def check(
        self, id: FromPath[str], corp: FromPath[str], data: JSONBody[Runs], tables: Here, at: At = None
    ) -> CheckFacts:
        """What runs would earn together, and every rule that they break."""
        return runs.check(tables[id].seen(at).game, corp, data.runs)

    @get("/{id:str}/sheet", sync_to_thread=True, responses=LOOKED)
    def sheet(
        self, id: FromPath[str], tables: Here, request: Asked, at: At = None
    ) -> Response[list[SheetRound]]:
        """The players round by round."""
        seen = tables[id].seen(at)
        return _known(request, str(seen.at), lambda: sheet.rounds(seen))

    @get("/{id:str}/sheet.csv", sync_to_thread=True, media_type="text/csv", responses=LOOKED)
    def sheet_csv(self, id: FromPath[str], tables: Here, at: At = None) -> Response[str]:
        """The same as a table for a spreadsheet."""
        text = sheet.as_csv(sheet.rounds(tables[id].seen(at)))
        return Response(text, media_type="text/csv; charset=utf-8", headers=_attached(f"{id}.csv"))

    @get("/{id:str}/rules/{rule:str}", sync_to_thread=True, responses=FOUND)
    def rule(self, id: FromPath[str], rule: FromPath[str], tables: Here) -> RuleFacts:
        """A rule in words."""
        title = tables[id].line.title
        found = title.rules.get(rule) or title.rules.get(f"{title.id}.{rule}")
        if found is None:
            raise Unknown("There is no such rule.")
        return RuleFacts(found.id, found.section, " ".join(found.rule.split()))

    @get("/{id:str}/export", sync_to_thread=True, media_type=JSON, responses=LOOKED)
    def export(
        self,
        id: FromPath[str],
        tables: Here,
        format: Annotated[str, QueryParameter(max_length=40)] = files.OURS,
        at: At = None,
    ) -> Response[bytes]:
        """The line in play as a file."""
        data = files.exported(tables[id], format, at)
        return Response(data, media_type=JSON, headers=_attached(f"{id}.json"))

    @post("/{id:str}/branch", sync_to_thread=True, responses=WRITTEN)
    def branch(self, id: FromPath[str], data: JSONBody[BranchAt], tables: Here) -> Made:
        """A game of its own that begins as this one did, up to a moment."""
        table = files.branched(tables, tables[id], data.at)
        return Made(table.id, table.version)

    @post("/{id:str}/put-away", status_code=200, sync_to_thread=True)
    def put_away(self, id: FromPath[str], data: JSONBody[PutAway], store: Kept) -> PutAway:
        """Lay a game aside so that lists need not show it, or take it out again. Nothing of it is lost."""
        if not store.put_away(id, data.away):
            raise Unknown("There is no such game.")
        return data

    @get("/{id:str}/events", media_type="text/event-stream", responses=WATCHED)
    async def events(
        self, id: FromPath[str], request: Asked, tables: Here, hub: Bells, after: After = 0
    ) -> ServerSentEvent:
        """Every entry after a number, as it comes (Server-Sent Events); ``id`` is the version."""
        await asyncio.to_thread(tables.__getitem__, id)
        last = request.headers.get("last-event-id", "")
        begin = int(last) if last.isdecimal() and len(last) < 10 else after
        return ServerSentEvent(_events(id, tables, hub, begin))


class Imports(Controller):
    """Games that were played elsewhere."""

    path = "/api/import"
    tags = ("games",)
    request_max_body_size = saves.MAX_BYTES + 1

    @post(responses=BEGUN)
    async def take_in(self, request: Asked, tables: Here) -> Made:
        """A game made of the bytes of a file: ours, one of 18xx.games or of Rails."""
        data = await request.body()
        table = await asyncio.to_thread(files.imported, tables, data)
        return Made(table.id, table.version)


async def _events(id: str, tables: Tables, hub: Hub, after: int) -> AsyncIterator[ServerSentEventMessage]:
    """The entries of a game after a number: those there are, then those to come."""
    bell = hub.watch(id)
    last: int | None = None
    try:
        while not hub.closing:
            bell.clear()
            table = await asyncio.to_thread(tables.__getitem__, id)
            # Who knows more entries than there are has seen a store that is gone: he is told what comes now.
            last = min(after, table.version) if last is None else last
            for entry in table.logged(last):
                last = entry.number
                yield ServerSentEventMessage(
                    id=str(last), event="entry", data=msgspec.json.encode(_event(entry)).decode()
                )
            try:
                await asyncio.wait_for(bell.wait(), BEAT)
            except TimeoutError:
                yield ServerSentEventMessage(comment="still here")
    finally:
        hub.leave(id, bell)


def _event(entry: Entry) -> Event:
    told = entry.told
    return Event(entry.number, entry.kind, entry.seat, told.to_act, told.over, told.lines)


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
            Options(wish.title, names, seed, tuple(wish.variants), wish.rules, setting, wish.seating)
        )
    except UsageError as error:
        raise Impossible(str(error)) from error
    kinds = {name: seat.kind for name, seat in zip(names, wish.seats, strict=True)}
    rng = random.Random(seed)
    return options, [Seat(name, kinds[name], rng.randrange(1_000_000)) for name in options.players]


def _at_version(tables: Tables, id: str, version: int) -> Seen:
    """The newest moment, which must be the one that the request was made at."""
    seen = tables[id].seen()
    if seen.version != version:
        raise Stale(id, version, seen.version)
    return seen


def _tried(game: Game, data: Act) -> TryFacts:
    try:
        after, told = engine.play(game.title, game.state, as_saved(data.action))
    except Refusal as refusal:
        raise Refused(refusal) from refusal
    return TryFacts(
        tuple(Line(line.text, line.rule) for line in told),
        tuple(Amount(name, by) for name, by in choices.changes(game.state, after)),
        moment_text(Game.at_state(game.options, after)),
    )


def _proposed(seen: Seen, wish: Wish) -> Proposal:
    listed = seen.game.legal()
    choice = listed[wish.choice] if wish.choice < len(listed) else None
    if not isinstance(choice, Open):
        raise Impossible(f"Choice {wish.choice} is not an open one.")
    made = choice.best() if wish.how == "best" else choice.propose(random.Random())
    action = as_saved(made)
    return Proposal(action, words(seen.game, action))


def _known(
    request: Asked, tag: str, make: Callable[[], object], *, cache: str = "no-cache", kind: str = JSON
) -> Response[Any]:
    """What is made, or where the client has it already only that it has; ``tag`` says of what it is made.

    A moment never changes, but another process may say something else of it: the next version of the program.
    """
    tag = f'"{tag}-{request.app.state.process}"'
    headers = {"etag": tag, "cache-control": cache}
    known = (part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(","))
    if tag in known:
        return Response(b"", status_code=304, headers=headers)
    return Response(make(), media_type=kind, headers=headers)


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
