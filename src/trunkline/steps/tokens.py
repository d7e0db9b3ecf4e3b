"""Station tokens: home tokens, further tokens, and tokens that need a new place after a lay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.kernel import events
from trunkline.kernel.action import Action, PlaceToken
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import HomeChoice, Relay
from trunkline.kernel.ledger import pay
from trunkline.kernel.shares import counted, plural
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Standing, Table
from trunkline.track.position import free_slots, piece_at, slots, stops_at, with_token

Spot = tuple[str, int]


@dataclass(frozen=True)
class TokenPower:
    """A private whose owner may place a token on its hex without cost and without a route. It replaces the
    ordinary token, by the rule ``instead``. The state records it under the name ``use``.

    With ``spent``, an ordinary token of the owner there is free too and uses up the power. The state records
    that under the name ``spent``.
    """

    private: str
    hex: str
    rule: str
    use: str
    instead: str
    spent: str = ""


@dataclass(frozen=True)
class PlaceTokens:
    """The step that places one token a turn, on a free space of a city in reach. It costs the price of the
    next token or of the distance."""

    powers: tuple[TokenPower, ...] = ()
    name: str = "place a station token"
    kinds: tuple[type[Action], ...] = (PlaceToken,)
    optional: bool = True
    label = "Token"

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return every city if the table is wide; else the cities in reach and those of the powers."""
        corp = t.state.corporations[turn.corp]
        if t.wide:
            spots = [(hex, stop) for hex in t.title.board.hexes for stop in cities(t, hex)]
        elif self.idle(t, turn):
            return
        else:
            reached = t.network(corp.id).token_spots()
            spots = [(spot.hex, spot.stop) for spot in reached if not _has_all(t, corp, spot.hex)]
        for hex, stop in spots:
            yield PlaceToken(corp.president, corp.id, hex, stop)
        for power in self.powers:
            if self._owns(t, corp, power):
                for stop in cities(t, power.hex):
                    yield PlaceToken(corp.president, corp.id, power.hex, stop, power.private)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Check one token a turn, a free space, reserved home spaces, reach and money."""
        assert isinstance(action, PlaceToken)
        corp = t.state.corporations[turn.corp]
        what = f"A token of {corp.id} on {action.hex}"
        power = self._power(t, corp, action, what)
        if turn.token:
            rule = power.instead if power else "token.one-per-turn"
            t.refuse(rule, what, f"{corp.id} has placed one in this turn")
        if not corp.tokens:
            t.refuse("token.none-left", what, f"{corp.id} has no token left")
        check_spot(t, corp, (action.hex, action.stop), what)
        reached = t.title.recorded.routes_unchecked or t.network(corp.id).reaches_stop(
            action.hex, action.stop
        )
        if power is None and not reached:
            t.refuse("token.route", what, "no route leads there from a token of its own")
        price = 0 if power or self._spends(t, corp, action) else token_price(t, corp, action)
        if corp.cash < price:
            t.refuse("token.price", what, f"it costs ${price:,} and {corp.id} has ${corp.cash:,}")

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Pay for the token and place it."""
        assert isinstance(action, PlaceToken)
        corp = t.state.corporations[turn.corp]
        price = 0
        if action.power:
            power = next(power for power in self.powers if power.private == action.power)
            t.state.use_power(power.use)
        elif spends := self._spends(t, corp, action):
            t.state.use_power(spends.spent)
        else:
            price = token_price(t, corp, action)
        corp.tokens = corp.tokens[1:]
        pay(t, corp, None, price, "token")
        put(t, corp.id, (action.hex, action.stop))
        turn.token = True
        t.note(events.TokenPlaced(corp.id, action.hex, action.stop, price))

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave this step."""

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether a token was placed or none is left."""
        return turn.token or not t.state.corporations[turn.corp].tokens

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Do nothing: no change is automatic."""

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the status: the hex of the token, the number of slots for one, or that none is left."""
        placed = [action.hex for action in made if isinstance(action, PlaceToken)]
        if turn.token:
            return Standing(True, placed[-1] if placed else "")
        left = t.state.corporations[turn.corp].tokens
        return Standing(False, counted(choices, "slot") if left else "none left")

    def _power(self, t: Table, corp: Corporation, action: PlaceToken, what: str) -> TokenPower | None:
        if not action.power:
            return None
        for power in self.powers:
            if power.private == action.power and power.hex == action.hex:
                if not self._owns(t, corp, power):
                    why = f"{corp.id} does not own an open {t.private_name(power.private)}"
                    t.refuse(power.rule, what, why)
                if power.spent in t.state.powers_used:
                    t.refuse(power.rule, what, "it has been used with an ordinary token")
                return power
        t.refuse("token.route", what, f"{t.private_name(action.power)} gives no such power")

    def _spends(self, t: Table, corp: Corporation, action: PlaceToken) -> TokenPower | None:
        """Return the power that an ordinary token uses up, or None."""
        for power in self.powers:
            here = power.spent and power.hex == action.hex and not action.power
            if here and self._owns(t, corp, power) and power.spent not in t.state.powers_used:
                return power
        return None

    def _owns(self, t: Table, corp: Corporation, power: TokenPower) -> bool:
        private = t.state.privates[power.private]
        return private.corp == corp.id and not private.closed


@dataclass(frozen=True)
class PlaceHome:
    """The step in which the president picks the space of the home token, if there is a choice."""

    name: str = "place the home token"
    rule: str = "float.home-token"
    kinds: tuple[type[Action], ...] = (PlaceToken,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president."""
        return (t.waiting(HomeChoice).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return each space that the token may take."""
        corp = t.state.corporations[t.waiting(HomeChoice).corp]
        return [PlaceToken(player, corp.id, hex, stop) for hex, stop in home_spots(t, corp)]

    def check(self, t: Table, action: Action) -> None:
        """Check that the space is one of its home."""
        assert isinstance(action, PlaceToken)
        decision = t.waiting(HomeChoice)
        what = f"The home token of {decision.corp} on {action.hex}"
        t.president_only(action, decision.player, decision.corp, what)
        spots = home_spots(t, t.state.corporations[decision.corp])
        if action.corp != decision.corp or (action.hex, action.stop) not in spots or action.power:
            homes = " or ".join(dict.fromkeys(hex for hex, _ in spots))
            t.refuse("float.home-token", what, f"it must stand on a free dot of {homes}")

    def apply(self, t: Table, action: Action) -> None:
        """Place the token."""
        assert isinstance(action, PlaceToken)
        decision = t.waiting(HomeChoice)
        t.state.pending.pop()
        put_home(t, t.state.corporations[decision.corp], ((action.hex, action.stop),))

    def advance(self, t: Table) -> bool:
        """Return False: no change is automatic."""
        return False


@dataclass(frozen=True)
class RelayTokens:
    """The step that places tokens again after a tile was laid under tokens on bare dots."""

    name: str = "place the tokens of the hex afresh"
    rule: str = "track.tokens-keep-place"
    kinds: tuple[type[Action], ...] = (PlaceToken,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president who laid the tile."""
        return (t.waiting(Relay).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return each city of the hex for the next token."""
        decision = t.waiting(Relay)
        return [PlaceToken(player, decision.corps[0], decision.hex, stop) for stop in cities(t, decision.hex)]

    def check(self, t: Table, action: Action) -> None:
        """Check that the tokens come in order, each on a free space of the hex."""
        assert isinstance(action, PlaceToken)
        decision = t.waiting(Relay)
        what = f"The token of {action.corp} on {action.hex}"
        if action.player != decision.player:
            t.refuse("president.decides", what, f"{decision.player} decides")
        if action.corp != decision.corps[0] or action.hex != decision.hex or action.power:
            t.refuse(
                "track.tokens-keep-place", what, f"{decision.corps[0]}'s must be placed on {decision.hex}"
            )
        if action.stop not in cities(t, action.hex) or not _free(t, (action.hex, action.stop)):
            t.refuse("token.one-per-space", what, "there is no free dot")

    def apply(self, t: Table, action: Action) -> None:
        """Place the token."""
        assert isinstance(action, PlaceToken)
        decision = t.waiting(Relay)
        decision.corps = decision.corps[1:]
        put(t, action.corp, (action.hex, action.stop))
        t.note(events.TokenPlaced(action.corp, action.hex, action.stop, again=True))

    def advance(self, t: Table) -> bool:
        """End the step when all tokens are placed. Only now does the tile count as laid."""
        decision = t.waiting(Relay)
        if decision.corps:
            return False
        t.state.pending.pop()
        for react in t.title.reactions.tile_laid:
            react(t, decision.hex)
        return True


def token_price(t: Table, corp: Corporation, action: PlaceToken) -> int:
    """Return the price of the next token there, in dollars: as printed, or for each hex of the distance."""
    each = t.title.board.station_tokens.cost_per_hex
    if each is None:
        return corp.tokens[0]
    return each * (t.network(corp.id).distance(action.hex, action.stop) or 0)


def home_token(t: Table, corp: Corporation, *, always_asked: bool = False) -> None:
    """Place the home token at the first operation, or ask if there are several spaces. With ``always_asked``
    also ask if there is only one space and the home names no stop of its hex.

    A home with several hexes but no choice is one station, with the token on all of them.
    """
    if corp.home:
        return
    facts = t.title.board.corporation[corp.id]
    spots = home_spots(t, corp)
    asked = always_asked and facts.home_stop is None
    one_station = len(facts.home) > 1 and not facts.home_choice
    if (len(spots) == 1 and not asked) or (spots and one_station):
        put_home(t, corp, spots)
    elif spots:
        t.state.pending.append(HomeChoice(corp.president, corp.id, spots[0][0]))


def home_spots(t: Table, corp: Corporation) -> list[Spot]:
    """Return the free spaces that the home token may take."""
    return [spot for spot in home_stops(t, corp) if _free(t, spot)]


def check_spot(t: Table, corp: Corporation, spot: Spot, what: str) -> None:
    """Raise ``Refusal`` if no token of the corporation may be there, whatever the corporation reaches."""
    hex, stop = spot
    if hex in t.title.board.station_tokens.none_on:
        t.refuse("token.barred", what, "no token ever stands there")
    if hex in t.title.board.hexes and stop in _dotted(t, hex, ("offboard",)):
        t.refuse("token.barred", what, "its circle is for the corporation that starts there")
    if hex not in t.title.board.hexes or stop not in cities(t, hex):
        t.refuse("token.one-per-space", what, "there is no such city")
    if _has_all(t, corp, hex):
        own = plural(_own_tokens(t, corp, hex), "token")
        t.refuse("token.one-per-hex", what, f"{corp.id} has {own} on that hex already")
    if not _free(t, spot):
        t.refuse("token.one-per-space", what, "all its spaces are taken")
    for other in t.state.corporations.values():
        if other.home or other.closed or other.id == corp.id:
            continue
        kept = home_stops(t, other)
        free = sum(_free_count(t, home) for home in kept)
        if spot in kept and free <= 1:
            t.refuse("token.home-reserved", what, f"its last space is kept for {other.id}")


def cities(t: Table, hex: str) -> list[int]:
    """Return the stops of a hex that have spaces for tokens. Off-board areas are not included, because their
    spaces are only for home tokens."""
    return _dotted(t, hex, ("city",))


def put(t: Table, corp: str, spot: Spot) -> None:
    """Place a token on the first free slot of a stop."""
    hex, stop = spot
    t.state.tokens = with_token(t.title.tables, t.state.tiles, t.state.tokens, hex, stop, corp)
    owner = t.state.corporations[corp]
    owner.stations = (*(other for other in owner.stations if other != hex), hex)


def home_stops(t: Table, corp: Corporation) -> list[Spot]:
    """Return the stops that are its home on the current board, free or not."""
    facts = t.title.board.corporation[corp.id]
    found: list[Spot] = []
    for hex in facts.home:
        here = _dotted(t, hex, ("city", "offboard"))
        if facts.home_stop is not None and len(here) > 1:
            tables = t.title.tables
            printed = tables.printed[tables.index[hex]]
            now = piece_at(tables, t.state.tiles, hex)
            mapped = (
                facts.home_stop if now is printed else tables.change(printed, now).stop_map[facts.home_stop]
            )
            here = here if mapped is None else [mapped]
        found.extend((hex, stop) for stop in here)
    return found


def put_home(t: Table, corp: Corporation, spots: Sequence[Spot]) -> None:
    """Place the home token. If the home is one station of several hexes, place it on each."""
    corp.home = True
    corp.tokens = corp.tokens[1:]
    for spot in spots:
        put(t, corp.id, spot)
        t.note(events.TokenPlaced(corp.id, *spot, home=True), "float.home-token")
    for react in t.title.reactions.home_placed:
        react(t, corp)


def _dotted(t: Table, hex: str, kinds: tuple[str, ...]) -> list[int]:
    stops = stops_at(t.title.tables, t.state.tiles, hex)
    return [index for index, stop in enumerate(stops) if stop.kind in kinds and stop.slots]


def _own_tokens(t: Table, corp: Corporation, hex: str) -> int:
    return sum(token.corp == corp.id for token in t.state.tokens.get(hex, ()))


def _has_all(t: Table, corp: Corporation, hex: str) -> bool:
    """Return whether a corporation has as many tokens on a hex as it may."""
    return _own_tokens(t, corp, hex) >= t.title.board.station_tokens.per_hex


def _free_count(t: Table, spot: Spot) -> int:
    hex, stop = spot
    room = slots(t.title.tables, t.state.tiles, hex, stop)
    return len(free_slots(t.state.tokens, hex, stop, room))


def _free(t: Table, spot: Spot) -> bool:
    return _free_count(t, spot) > 0
