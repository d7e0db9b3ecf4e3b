"""City slots of tokens on 18xx.games.

A token takes the first slot that is free and not reserved. A home token reserves the first slot of its city
until it is placed. We count slots differently; only ``remove_token`` needs the site's numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.state import State
from trunkline.engine.steps.tokens import home_stops
from trunkline.engine.track.map_index import Token

City = tuple[str, int]


class Slots:
    """A record of the slots of all tokens on the map."""

    def __init__(self, title: Title) -> None:
        self._title = title
        self._held: dict[City, dict[str, int]] = {}
        """Slots by city (hex and stop) and corporation."""
        self._tokens: Mapping[str, tuple[Token, ...]] = {}

    def of(self, city: City, corp: str) -> int:
        """Return the slot of a corporation's token."""
        return self._held[city][corp]

    def follow(self, state: State) -> None:
        """Update every city to its current tokens.

        Removed tokens free their slots first. Cities that a tile joins or replaces are refilled in slot
        order.
        """
        for hex in {*self._tokens, *state.tokens}:
            before, now = self._tokens.get(hex, ()), state.tokens.get(hex, ())
            if before != now:
                self._fill(state, hex, now)
        self._tokens = state.tokens

    def _fill(self, state: State, hex: str, tokens: tuple[Token, ...]) -> None:
        old = {city: self._held.pop(city) for city in list(self._held) if city[0] == hex}
        here = {(token.stop, token.corp) for token in tokens}
        stay = {(stop, corp): slot for (_, stop), held in old.items() for corp, slot in held.items()}
        if any(stop != other and corp == mover for stop, corp in stay for other, mover in here):
            stay = {}  # a tile has moved the tokens to other stops
        ranks = {corp: (stop, slot) for (_, stop), held in old.items() for corp, slot in held.items()}
        for (stop, corp), slot in stay.items():
            if (stop, corp) in here:
                self._held.setdefault((hex, stop), {})[corp] = slot
        last = (len(tokens), 0)
        for stop, corp in sorted(here - stay.keys(), key=lambda spot: (ranks.get(spot[1], last), spot)):
            self._place(state, (hex, stop), corp)

    def _place(self, state: State, city: City, corp: str) -> None:
        held = self._held.setdefault(city, {})
        table = Context(self._title, state)
        kept = any(
            not other.home and not other.closed and city in home_stops(table, other)
            for other in state.corporations.values()
            if other.id != corp and self._title.board.corporation[other.id].home_stop is not None
        )
        slots = (
            slot for slot in range(len(held) + 2) if slot not in held.values() and not (kept and slot == 0)
        )
        held[corp] = next(slots)
