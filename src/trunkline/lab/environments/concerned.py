"""The player, company, private, train and hexes that the waiting decision is about."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from trunkline.engine.kernel.decisions import Offer
from trunkline.engine.kernel.state import State
from trunkline.lab.environments.action_keys import train_kind


class Concerned(NamedTuple):
    """The subject of a decision. Fields that do not apply are empty."""

    kind: str = ""
    """The kind of the decision."""
    player: str = ""
    """The player who made the offer."""
    corps: tuple[str, ...] = ()
    private: str = ""
    train: str = ""
    """The kind of the offered train."""
    hexes: tuple[str, ...] = ()
    amount: int = 0
    """The price of an offer, or the money at stake, in dollars."""


NOTHING: Final = Concerned()


def concerned(state: State) -> Concerned:
    """Return the subject of the decision that waits, or an empty one during a turn."""
    if not state.pending:
        return NOTHING
    decision: Any = state.pending[-1]
    offered = isinstance(decision, Offer)
    subject = decision.offer if offered else decision

    def named(field: str) -> Any:
        return getattr(subject, field, "")

    corp, source, hex = named("corp"), named("source"), named("hex")
    return Concerned(
        type(decision).__name__,
        subject.player if offered else "",
        tuple(id for id in (corp, source, *named("corps")) if id in state.corporations),
        named("private") or named("power"),
        train_kind(named("train")),
        (hex,) if hex else tuple(named("hexes")),
        named("price") or named("amount") or 0,
    )
