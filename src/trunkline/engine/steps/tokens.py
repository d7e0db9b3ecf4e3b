"""Station tokens: home tokens, further tokens, and tokens that need a new place after a lay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.engine.kernel import events
from trunkline.engine.kernel.action import Action, PlaceToken
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import HomeChoice, PlaceTokensAgain
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import (
    costs,
    decided_by,
    gives_no_power,
    one_of,
    owns_none,
    token_of,
)
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.kernel.structs import sealed
from trunkline.engine.mechanisms import closing, permission
from trunkline.engine.track.track_state import free_slots, piece_at, slots, stops_at, with_token
from trunkline.util.messages import Message, gettext, gettext_lazy, gettext_noop, ngettext, ngettext_lazy

Spot = tuple[str, int]
"""A hex, and the number of a stop on it."""


@dataclass(frozen=True)
class TokenPower:
    """A private whose owner may place a token on its hex without cost and without a route. It replaces the
    ordinary token, by the rule ``instead``. The state records it under the name ``use``.

    If ``spent`` is set, an ordinary token that the owner places on that hex is free too and uses up the
    power. The state records that under the name ``spent``.
    """

    private: str
    hex: str
    rule: str
    use: str
    instead: str
    spent: str = ""
    closes: bool = False
    """True if the token closes the private."""


@dataclass(frozen=True)
class PlaceTokens:
    """The step that places one token a turn, on a free slot of a city in reach. It costs the price of the
    next token or of the distance."""

    powers: tuple[TokenPower, ...] = ()
    name: str = gettext_noop("place a station token")
    kinds: tuple[type[Action], ...] = (PlaceToken,)
    optional: bool = True
    label = "Token"

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the cities in reach and those of the powers. If illegal actions are included, return every
        city."""
        corp = ctx.state.corporations[turn.corp]
        if ctx.include_illegal:
            spots = [(hex, stop) for hex in ctx.title.board.hexes for stop in cities(ctx, hex)]
        elif self.idle(ctx, turn):
            return
        else:
            reached = ctx.network(corp.id).token_spots()
            spots = [(spot.hex, spot.stop) for spot in reached if not _is_at_hex_limit(ctx, corp, spot.hex)]
        for hex, stop in spots:
            yield PlaceToken(corp.president, corp.id, hex, stop)
        for power in self.powers:
            if permission.is_owned_by(ctx, corp, power.private):
                for stop in cities(ctx, power.hex):
                    yield PlaceToken(corp.president, corp.id, power.hex, stop, power.private)

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check one token a turn, a free slot, reserved home slots, reach and money."""
        assert isinstance(action, PlaceToken)
        corp = ctx.state.corporations[turn.corp]
        what = token_of(corp.id, action.hex)
        power = self._power(ctx, corp, action, what)
        if turn.token:
            rule = power.instead if power else "token.one-per-turn"
            ctx.refuse(rule, what, gettext_lazy("{corp} has placed one in this turn", corp=corp.id))
        if not corp.tokens:
            ctx.refuse("token.none-left", what, gettext_lazy("{corp} has no token left", corp=corp.id))
        check_spot(ctx, corp, (action.hex, action.stop), what)
        reached = ctx.title.recorded.routes_unchecked or ctx.network(corp.id).reaches_stop(
            action.hex, action.stop
        )
        if power is None and not reached:
            ctx.refuse("token.route", what, gettext_lazy("no route leads there from one of its tokens"))
        price = 0 if power or self._spends(ctx, corp, action) else token_price(ctx, corp, action)
        if corp.cash < price:
            ctx.refuse("token.price", what, costs(price, corp.id, corp.cash))

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Pay for the token and place it."""
        assert isinstance(action, PlaceToken)
        corp = ctx.state.corporations[turn.corp]
        price = 0
        power = next((power for power in self.powers if power.private == action.power), None)
        if power is not None:
            ctx.state.use_power(power.use)
        elif spends := self._spends(ctx, corp, action):
            ctx.state.use_power(spends.spent)
        else:
            price = token_price(ctx, corp, action)
        corp.tokens = corp.tokens[1:]
        pay(ctx, corp, None, price, "token")
        place_token(ctx, corp.id, (action.hex, action.stop))
        turn.token = True
        ctx.note(events.TokenPlaced(corp.id, action.hex, action.stop, price))
        if power is not None and power.closes:
            closing.close_private(ctx, power.private, power.rule)

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave this step."""

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether a token was placed or none is left."""
        return turn.token or not ctx.state.corporations[turn.corp].tokens

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Do nothing: no change is automatic."""

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status: the hex of the token, the number of slots for one, or that none is left."""
        placed = [action.hex for action in made if isinstance(action, PlaceToken)]
        if turn.token:
            return StepStatus(True, placed[-1] if placed else "")
        if not ctx.state.corporations[turn.corp].tokens:
            return StepStatus(False, gettext("none left"))
        slots_free = ngettext("{count} slot", "{count} slots", len(choices))
        return StepStatus(False, slots_free if choices else "")

    def _power(self, ctx: Context, corp: Corporation, action: PlaceToken, what: Message) -> TokenPower | None:
        if not action.power:
            return None
        for power in self.powers:
            if power.private == action.power and power.hex == action.hex:
                if not permission.is_owned_by(ctx, corp, power.private):
                    ctx.refuse(power.rule, what, owns_none(corp.id, ctx.private_name(power.private)))
                if power.spent in ctx.state.powers_used:
                    ctx.refuse(power.rule, what, gettext_lazy("it has been used with an ordinary token"))
                return power
        ctx.refuse("token.route", what, gives_no_power(ctx.private_name(action.power)))

    def _spends(self, ctx: Context, corp: Corporation, action: PlaceToken) -> TokenPower | None:
        """Return the power that an ordinary token uses up, or None."""
        for power in self.powers:
            here = power.spent and power.hex == action.hex and not action.power
            if (
                here
                and permission.is_owned_by(ctx, corp, power.private)
                and power.spent not in ctx.state.powers_used
            ):
                return power
        return None


@dataclass(frozen=True)
class PlaceHome:
    """The step in which the president picks the slot of the home token, if there is a choice."""

    name: str = gettext_noop("place the home token")
    rule: str = "float.home-token"
    kinds: tuple[type[Action], ...] = (PlaceToken,)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president."""
        return (ctx.waiting(HomeChoice).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return each slot that the token may take."""
        corp = ctx.state.corporations[ctx.waiting(HomeChoice).corp]
        return [PlaceToken(player, corp.id, hex, stop) for hex, stop in home_spots(ctx, corp)]

    def check(self, ctx: Context, action: Action) -> None:
        """Check that the slot is one of its home."""
        assert isinstance(action, PlaceToken)
        decision = ctx.waiting(HomeChoice)
        what = gettext_lazy("The home token of {corp} on {hex}", corp=decision.corp, hex=action.hex)
        ctx.president_only(action, decision.player, decision.corp, what)
        spots = home_spots(ctx, ctx.state.corporations[decision.corp])
        if action.corp != decision.corp or (action.hex, action.stop) not in spots or action.power:
            hexes = one_of(dict.fromkeys(hex for hex, _ in spots))
            why = gettext_lazy("its place is a free slot of {hexes}", hexes=hexes)
            ctx.refuse("float.home-token", what, why)

    def apply(self, ctx: Context, action: Action) -> None:
        """Place the token."""
        assert isinstance(action, PlaceToken)
        decision = ctx.waiting(HomeChoice)
        ctx.state.pending.pop()
        place_home_token(ctx, ctx.state.corporations[decision.corp], ((action.hex, action.stop),))

    def advance(self, ctx: Context) -> bool:
        """Return False: no change is automatic."""
        return False


@dataclass(frozen=True)
class PlaceTokensAgainStep:
    """The step that places tokens again after the lay of the first tile under them."""

    name: str = gettext_noop("put the tokens back on the new tile")
    rule: str = "track.tokens-keep-place"
    kinds: tuple[type[Action], ...] = (PlaceToken,)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president who laid the tile."""
        return (ctx.waiting(PlaceTokensAgain).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return each city of the hex for the next token."""
        decision = ctx.waiting(PlaceTokensAgain)
        return [
            PlaceToken(player, decision.corps[0], decision.hex, stop) for stop in cities(ctx, decision.hex)
        ]

    def check(self, ctx: Context, action: Action) -> None:
        """Check that the tokens come in order, each on a free slot of the hex."""
        assert isinstance(action, PlaceToken)
        decision = ctx.waiting(PlaceTokensAgain)
        what = gettext_lazy("The token of {corp} on {hex}", corp=action.corp, hex=action.hex)
        if action.player != decision.player:
            ctx.refuse("president.decides", what, decided_by(decision.player))
        if action.corp != decision.corps[0] or action.hex != decision.hex or action.power:
            ctx.refuse(
                "track.tokens-keep-place",
                what,
                gettext_lazy("{corp}'s must be placed on {hex}", corp=decision.corps[0], hex=decision.hex),
            )
        if action.stop not in cities(ctx, action.hex) or not _has_free_slot(ctx, (action.hex, action.stop)):
            ctx.refuse("token.one-per-space", what, gettext_lazy("there is no free slot"))

    def apply(self, ctx: Context, action: Action) -> None:
        """Place the token."""
        assert isinstance(action, PlaceToken)
        decision = ctx.waiting(PlaceTokensAgain)
        decision.corps = decision.corps[1:]
        place_token(ctx, action.corp, (action.hex, action.stop))
        ctx.note(events.TokenPlaced(action.corp, action.hex, action.stop, again=True))

    def advance(self, ctx: Context) -> bool:
        """End the step when all tokens are placed. Only now does the tile count as laid."""
        decision = ctx.waiting(PlaceTokensAgain)
        if decision.corps:
            return False
        ctx.state.pending.pop()
        for react in ctx.title.reactions.tile_laid:
            react(ctx, decision.hex)
        return True


def token_price(ctx: Context, corp: Corporation, action: PlaceToken) -> int:
    """Return the price of the next token there, in dollars: as printed, or for each hex of the distance."""
    each = ctx.title.board.station_tokens.cost_per_hex
    if each is None:
        return corp.tokens[0]
    return each * (ctx.network(corp.id).distance(action.hex, action.stop) or 0)


def home_token(ctx: Context, corp: Corporation, *, always_asked: bool = False) -> None:
    """Place the home token at the first operation, or ask if there are several slots. With ``always_asked``
    also ask if there is only one slot and the home names no stop of its hex.

    A home with several hexes but no choice is one station, with the token on all of them.
    """
    if corp.home:
        return
    facts = ctx.title.board.corporation[corp.id]
    spots = home_spots(ctx, corp)
    asked = always_asked and facts.home_stop is None
    one_station = len(facts.home) > 1 and not facts.home_choice
    if (len(spots) == 1 and not asked) or (spots and one_station):
        place_home_token(ctx, corp, spots)
    elif spots:
        ctx.state.pending.append(HomeChoice(corp.president, corp.id, spots[0][0]))


def home_spots(ctx: Context, corp: Corporation) -> list[Spot]:
    """Return the stops with a free slot that the home token may take."""
    return [spot for spot in home_stops(ctx, corp) if _has_free_slot(ctx, spot)]


def check_spot(ctx: Context, corp: Corporation, spot: Spot, what: Message) -> None:
    """Raise ``Refusal`` if no token of the corporation may be there, even with a route."""
    hex, stop = spot
    if hex in ctx.title.board.station_tokens.none_on:
        ctx.refuse("token.barred", what, gettext_lazy("no token is ever allowed there"))
    if hex in ctx.title.board.hexes and stop in _stops_with_slots(ctx, hex, ("offboard",)):
        ctx.refuse("token.barred", what, gettext_lazy("its slot is for the corporation that starts there"))
    if hex not in ctx.title.board.hexes or stop not in cities(ctx, hex):
        ctx.refuse("token.one-per-space", what, gettext_lazy("there is no such city"))
    if _is_at_hex_limit(ctx, corp, hex):
        why = ngettext_lazy(
            "{corp} has {count} token on that hex already",
            "{corp} has {count} tokens on that hex already",
            _own_tokens(ctx, corp, hex),
            corp=corp.id,
        )
        ctx.refuse("token.one-per-hex", what, why)
    if not _has_free_slot(ctx, spot):
        ctx.refuse("token.one-per-space", what, gettext_lazy("all its slots are taken"))
    for other in ctx.state.corporations.values():
        if other.home or other.closed or other.id == corp.id:
            continue
        kept = home_stops(ctx, other)
        free = sum(_free_slot_count(ctx, home) for home in kept)
        if spot in kept and free <= 1:
            why = gettext_lazy("its last slot is reserved for {corp}", corp=other.id)
            ctx.refuse("token.home-reserved", what, why)


def cities(ctx: Context, hex: str) -> list[int]:
    """Return the stops of a hex that have slots for tokens. Off-board areas are not included, because their
    slots are only for home tokens."""
    return _stops_with_slots(ctx, hex, ("city",))


def place_token(ctx: Context, corp: str, spot: Spot) -> None:
    """Place a token on the first free slot of a stop."""
    hex, stop = spot
    tables, state = ctx.title.tables, ctx.state
    # Sealed at once, the mapping keeps its identity, by which networks are cached.
    state.tokens = sealed(with_token(tables, state.tiles, state.tokens, hex, stop, corp))
    owner = ctx.state.corporations[corp]
    owner.stations = (*(other for other in owner.stations if other != hex), hex)


def home_stops(ctx: Context, corp: Corporation) -> list[Spot]:
    """Return the stops that are its home on the current board, free or not."""
    facts = ctx.title.board.corporation[corp.id]
    found: list[Spot] = []
    for hex in facts.home:
        here = _stops_with_slots(ctx, hex, ("city", "offboard"))
        if facts.home_stop is not None and len(here) > 1:
            tables = ctx.title.tables
            printed = tables.printed[tables.index[hex]]
            now = piece_at(tables, ctx.state.tiles, hex)
            mapped = (
                facts.home_stop if now is printed else tables.change(printed, now).stop_map[facts.home_stop]
            )
            here = here if mapped is None else [mapped]
        found.extend((hex, stop) for stop in here)
    return found


def place_home_token(ctx: Context, corp: Corporation, spots: Sequence[Spot]) -> None:
    """Place the home token. If the home is one station of several hexes, place it on each."""
    corp.home = True
    corp.tokens = corp.tokens[1:]
    for spot in spots:
        place_token(ctx, corp.id, spot)
        ctx.note(events.TokenPlaced(corp.id, *spot, home=True), "float.home-token")
    for react in ctx.title.reactions.home_placed:
        react(ctx, corp)


def _stops_with_slots(ctx: Context, hex: str, kinds: tuple[str, ...]) -> list[int]:
    stops = stops_at(ctx.title.tables, ctx.state.tiles, hex)
    return [index for index, stop in enumerate(stops) if stop.kind in kinds and stop.slots]


def _own_tokens(ctx: Context, corp: Corporation, hex: str) -> int:
    return sum(token.corp == corp.id for token in ctx.state.tokens.get(hex, ()))


def _is_at_hex_limit(ctx: Context, corp: Corporation, hex: str) -> bool:
    """Return whether a corporation has as many tokens on a hex as it may."""
    return _own_tokens(ctx, corp, hex) >= ctx.title.board.station_tokens.per_hex


def _free_slot_count(ctx: Context, spot: Spot) -> int:
    hex, stop = spot
    count = slots(ctx.title.tables, ctx.state.tiles, hex, stop)
    return len(free_slots(ctx.state.tokens, hex, stop, count))


def _has_free_slot(ctx: Context, spot: Spot) -> bool:
    return _free_slot_count(ctx, spot) > 0
