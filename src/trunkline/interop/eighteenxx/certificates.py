"""Which share certificate lies where, as 18xx.games tells them apart.

The referee counts shares; the site's files name single certificates, ``CORP_0`` being the president's.
They are kept here in the order in which each holder got them, for that order decides which ones a new
president hands over.
"""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.kernel.state import OFFERING, POOL, Corporation, State

PRESIDENTS = 0
"""Number of the president's certificate."""
SINGLES = 8
"""Certificates of one share in a first issue."""
SECOND_ISSUE = range(20, 30)
"""Numbers of the certificates of a second issue."""
SHARES = 10
"""Shares of a first issue."""


class Certificates:
    """Certificates by corporation and holder (a player, the offering or the pool), the oldest first."""

    def __init__(self, corporations: Iterable[str]) -> None:
        self._held: dict[str, dict[str, list[int]]] = {
            corp: {OFFERING: list(range(SINGLES + 1))} for corp in corporations
        }

    def place_of(self, corp: str, number: int) -> str:
        """Who holds a certificate; empty where it does not exist."""
        return next((place for place, held in self._held.get(corp, {}).items() if number in held), "")

    def held_by(self, corp: str, holder: str) -> tuple[int, ...]:
        """The certificates of a holder, the oldest first."""
        return tuple(self._held.get(corp, {}).get(holder, ()))

    def started(self, corp: str, player: str) -> None:
        """The president's certificate is bought."""
        self._move(corp, PRESIDENTS, player)

    def bought(self, corp: str, number: int, player: str, before: Corporation, after: Corporation) -> None:
        """A player has bought a certificate."""
        fills_double = before.double == 1 and player in before.shares
        if not fills_double:  # else the half of the president's certificate that was missing is paid for
            self._move(corp, number, player)
        if after.president != before.president:
            self._hand_over(corp, after.president, before.president, before.double)

    def sold(
        self, corp: str, numbers: list[int], player: str, before: Corporation, after: Corporation
    ) -> None:
        """A player has sold certificates, of the president's perhaps only a half."""
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
        """Players in this order and the pool have received shares of a corporation that has just formed."""
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
        """The certificates of corporations that have left are gone."""
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
