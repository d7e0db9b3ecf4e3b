"""Runs, their earnings, their problems, and plans made of them."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from trunkline.util.messages import Message, gettext, gettext_noop, translated

BONUSES: Final = {
    "bridge": gettext_noop("bridge"),
    "mine": gettext_noop("mine"),
    "port": gettext_noop("port"),
    "terminal": gettext_noop("terminal"),
    "tunnel": gettext_noop("tunnel"),
}
"""The words for the bonuses of boards and for their icons."""


class Run(Struct, frozen=True, gc=False):
    """One train's route, from one end to the other.

    The path names the places on the route in order: "HEX.s" for stop s of a hex, "HEX" for a hex crossed on
    plain track. Both ends are stops. Two stops of one hex are adjacent only if track joins them.
    """

    train: str
    path: tuple[str, ...]

    @property
    def stops(self) -> tuple[str, ...]:
        """The stops visited, as in the path."""
        return tuple(p for p in self.path if "." in p)

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes of the run, in order. A hex that is entered again appears again."""
        names = [p.partition(".")[0] for p in self.path]
        return tuple(n for i, n in enumerate(names) if i == 0 or n != names[i - 1])


class RunFault(Struct, frozen=True, gc=False):
    """A fault of a proposed set of runs. The caller maps each key to a rule."""

    key: Literal[
        "train",
        "unknown_track",
        "closed_track",
        "stop_skipped",
        "reversal",
        "two_stops",
        "own_token",
        "repeat_stop",
        "repeat_track",
        "offboard_end",
        "blocked_city",
        "length",
        "range",
        "plus",
        "shared_track",
        "toll",
    ]
    text: Message
    run: int
    """Index of the run at fault."""


class Earnings(Struct, frozen=True, gc=False):
    """The earnings of one run, item by item, in dollars."""

    stops: tuple[tuple[str, str, int], ...]
    """Stop as in the path, name of the place, value."""
    bonuses: tuple[tuple[str, str, int], ...] = ()
    """Stop that earns it, name of the bonus, amount."""
    pair: int = 0
    """Bonus for joining two off-board areas."""
    tolls: tuple[tuple[str, int], ...] = ()
    """Name and fee. The corporation pays tolls before the run; they do not reduce the earnings."""

    @property
    def total(self) -> int:
        """Dollars earned by the run."""
        return sum(s[2] for s in self.stops) + sum(b[2] for b in self.bonuses) + self.pair

    @property
    def fees(self) -> int:
        """Dollars of tolls."""
        return sum(fee for _, fee in self.tolls)

    def __str__(self) -> str:
        """Return the earnings as text, such as "Sarnia 30 + tunnel 10, Maudaumin 30, Glencoe 20 = 90"."""
        parts = []
        for stop, name, value in self.stops:
            extra = "".join(
                f" + {translated(BONUSES.get(bonus, bonus))} {amount}"
                for at, bonus, amount in self.bonuses
                if at == stop
            )
            parts.append(f"{name} {value}{extra}")
        if self.pair:
            parts.append(gettext("two off-board places {amount}", amount=str(self.pair)))
        tolls = "".join(_toll(name, fee) for name, fee in self.tolls)
        return f"{', '.join(parts)} = {self.total}{tolls}"


def _toll(name: str, fee: int) -> str:
    if name == "ferry":
        return gettext(" (toll ferry {amount})", amount=str(fee))
    return gettext(" (toll {name} {amount})", name=name, amount=str(fee))


class RunPlan(Struct, frozen=True, gc=False):
    """A legal set of runs for a corporation's trains. Trains without a run are left out."""

    runs: tuple[Run, ...]
    earned: tuple[Earnings, ...]
    """The earnings of each run."""
    bound: int
    """Maximum earnings of any legal set in dollars, after tolls; before tolls if ``gross``."""
    steps: int = 0
    """Search steps taken."""
    gross: bool = False
    """True if the plan maximizes earnings before tolls."""

    @property
    def total(self) -> int:
        """Dollars earned by all runs."""
        return sum(earned.total for earned in self.earned)

    @property
    def fees(self) -> int:
        """Dollars of tolls for all runs."""
        return sum(earned.fees for earned in self.earned)

    @property
    def revenues(self) -> tuple[int, ...]:
        """Dollars earned by each run."""
        return tuple(earned.total for earned in self.earned)

    @property
    def optimal(self) -> bool:
        """True if the plan is proved to be the best."""
        return self.bound <= self.total - (0 if self.gross else self.fees)

    @property
    def proof(self) -> str:
        """``optimal``, or the bound if the budget ended the search: ``at most X``."""
        return "optimal" if self.optimal else f"at most {self.bound}"
