"""Holders of single share certificates, by the numbers of 18xx.games.

The referee only counts shares. The site's files name single certificates; ``CORP_0`` is the president's.
Certificates are kept in the order in which each holder got them. That order decides which ones an outgoing
president receives from the new one.
"""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.engine.kernel.state import OFFERING, POOL, Corporation, State

PRESIDENTS = 0
"""Number of the president's certificate."""
SINGLES = 8
"""Number of one-share certificates in a first issue."""
SECOND_ISSUE = range(20, 30)
"""Numbers of the certificates of a second issue."""
SHARES = 10
"""Number of shares in a first issue."""


class Certificates:
    """The certificates by corporation and holder (a player, the IPO or the pool), the oldest first."""

    def __init__(self, corporations: Iterable[str]) -> None:
        self._held: dict[str, dict[str, list[int]]] = {
            corp: {OFFERING: list(range(SINGLES + 1))} for corp in corporations
        }

    def place_of(self, corp: str, number: int) -> str:
        """Return the holder of a certificate, or empty text if it does not exist."""
        return next((place for place, held in self._held.get(corp, {}).items() if number in held), "")

    def held_by(self, corp: str, holder: str) -> tuple[int, ...]:
        """Return the certificates of a holder, the oldest first."""
        return tuple(self._held.get(corp, {}).get(holder, ()))

    def started(self, corp: str, player: str) -> None:
        """Record the purchase of the president's certificate."""
        self._move(corp, PRESIDENTS, player)

    def bought(self, corp: str, number: int, player: str, before: Corporation, after: Corporation) -> None:
        """Record the purchase of a certificate by a player."""
        fills_double = before.double == 1 and player in before.shares
        if not fills_double:  # otherwise the player pays for the missing half of the president's certificate
            self._move(corp, number, player)
        if after.president != before.president:
            self._hand_over(corp, after.president, before.president, before.double)

    def sold(
        self, corp: str, numbers: list[int], player: str, before: Corporation, after: Corporation
    ) -> None:
        """Record a sale by a player, perhaps of only half of the president's certificate."""
        for number in numbers:
            self._move(corp, number, POOL)
        if after.president in {before.president, ""}:
            return
        left = after.shares.get(player, 0)
        self._hand_over(corp, after.president, player if left >= before.double else POOL, before.double)
        worth = len(numbers) + (before.double - 1 if PRESIDENTS in numbers else 0)
        for _ in range(worth - (before.shares.get(player, 0) - left)):
            self._move(corp, self._held[corp][POOL][0], player)

    def exchanged(self, corp: Corporation, order: Iterable[str]) -> None:
        """Record the shares of a newly formed corporation.

        ``order`` is the order in which players receive certificates. The IPO and the pool get the rest.
        """
        numbers = [*range(SINGLES + 1), *(SECOND_ISSUE if corp.total > SHARES else ())]
        held: dict[str, list[int]] = {}
        for player in order:
            singles = corp.shares.get(player, 0)
            if player == corp.president:
                singles -= corp.double
                numbers.remove(PRESIDENTS)
                held[player] = [PRESIDENTS]
            held.setdefault(player, []).extend(numbers.pop() for _ in range(singles))
        at = len(numbers) - corp.pool
        held[OFFERING], held[POOL] = numbers[:at], numbers[at:]
        self._held[corp.id] = held

    def forget_closed(self, state: State) -> None:
        """Remove the certificates of corporations that have closed."""
        for id, corp in state.corporations.items():
            if corp.closed:
                self._held[id] = {}

    def _hand_over(self, corp: str, heir: str, to: str, count: int) -> None:
        for number in self._held[corp].get(heir, [])[:count]:
            self._move(corp, number, to)
        self._move(corp, PRESIDENTS, heir)

    def _move(self, corp: str, number: int, to: str) -> None:
        held = self._held[corp]
        for numbers in held.values():
            if number in numbers:
                numbers.remove(number)
        held.setdefault(to, []).append(number)
