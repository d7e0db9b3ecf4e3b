"""API endpoints for rematches: new games with the same settings and people, and a new deal."""

from __future__ import annotations

from functools import partial

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath

from trunkline.titles import begun
from trunkline.util.messages import gettext
from trunkline.web.accounts.permissions import Operation, require
from trunkline.web.errors import Denied, NotPossible
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.games.names import draw_seed
from trunkline.web.http.auth import AccountAuth, AuthPolicy
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS, QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.log import PERSON, Made, Seat
from trunkline.web.schemas.places import RematchFacts


class Rematches(Controller):
    """Rematches of finished games."""

    path = "/api/games"
    tags = ("games",)

    @get("/{id:str}/rematch", responses=QUERY_ERRORS, opt=requires(Operation.LOOK))
    async def look(self, id: FromPath[str], context: ContextDep) -> RematchFacts:
        """Return the rematch of a game, if there is one that you may view."""

        def find_rematch() -> str | None:
            return context.games.store.rematch(context.games[id].id)

        rematch = await context.read(find_rematch)
        auth = context.auth
        if rematch is None or not isinstance(auth, AccountAuth):
            return RematchFacts(rematch)
        table_role = await auth.run_in_thread(partial(auth.membership.place, rematch, context.person))
        try:
            require(Operation.LOOK, context.caller.visitor, table_role)
        except Denied:
            return RematchFacts(None)
        return RematchFacts(rematch)

    @post("/{id:str}/rematch", responses=CHANGE_ERRORS, opt=requires(Operation.REMATCH))
    async def rematch(self, id: FromPath[str], context: ContextDep) -> Made:
        """Create a rematch with the same settings, and reserve the seats for the same people.

        Bots take their seats again. A game has at most one rematch: further requests return it.
        """
        auth = context.auth
        hosted_game = await context.read(lambda: context.games[id])
        seats_of_people = await _seats_of_people(auth, id)
        made = await context.write(lambda: _create_rematch(context.games, hosted_game, seats_of_people))
        if isinstance(auth, AccountAuth):
            mine = context.caller.table_role.seats if context.caller.table_role else frozenset()
            await auth.run_in_thread(
                partial(auth.membership.create_rematch, made.id, context.person, sorted(mine), id)
            )
        return made


async def _seats_of_people(auth: AuthPolicy, game: str) -> frozenset[str]:
    """Return the seats that people have. Empty without accounts."""
    if not isinstance(auth, AccountAuth):
        return frozenset()
    members = (await auth.run_in_thread(lambda: auth.membership.many([game]))).get(game)
    return frozenset(each.seat for each in members.sitting if not each.free) if members else frozenset()


def _create_rematch(games: GameCache, hosted_game: HostedGame, seats_of_people: frozenset[str]) -> Made:
    if not hosted_game.over:
        raise NotPossible(gettext("The game is not over yet: a rematch comes after it."))
    seats = {seat.name: seat for seat in hosted_game.seats}
    options = begun(msgspec.structs.replace(hosted_game.options, seed=draw_seed(), deal=(), rulings=0))
    kinds = {name: PERSON if name in seats_of_people else seat.kind for name, seat in seats.items()}
    again = [Seat(name, kinds[name], draw_seed()) for name in options.players]
    return games.create(options, again, hosted_game.row.wishes, hosted_game.id)
