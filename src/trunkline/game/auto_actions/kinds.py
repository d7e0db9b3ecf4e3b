"""The kinds of auto-action, as typed records, and the result when one of them ends."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(max_length=80)]
"""A player, or the id of a corporation or a private."""
Dollars = Annotated[int, Meta(ge=-(2**31), le=2**31)]


class AutoActionBase(
    msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=False
):
    """The base of all auto-actions, with the name of the player for whom it acts."""

    player: Name


class PassUntil(AutoActionBase, frozen=True, tag="pass"):
    """Pass in this stock round or opening until another player does something.

    A guard stops it if another player buys or bids (``buys``), sells (``sells``) or starts a corporation
    (``starts``).
    """

    buys: bool = True
    sells: bool = True
    starts: bool = True


class BuyShares(AutoActionBase, frozen=True, tag="buy"):
    """Buy a share of a corporation each turn of this stock round, up to a holding, then pass.

    ``source`` is offering, pool or treasury, as in the action. ``percent`` is the holding to reach. ``limit``
    is the highest price of a share in dollars, if any. The guard ``buys`` counts only once it passes.
    """

    corp: Name
    source: Name
    percent: Annotated[int, Meta(ge=0, le=1000)]
    limit: Dollars | None = None
    buys: bool = True
    sells: bool = True
    starts: bool = True


class BidUpTo(AutoActionBase, frozen=True, tag="bid"):
    """Bid the minimum on a private whenever another player leads, up to ``limit`` dollars.

    If even the lowest bid exceeds the limit, it passes, or stops and leaves the turn to the player.
    """

    private: Name
    limit: Dollars
    outbid: Literal["pass", "stop"] = "pass"


class OperateAsBefore(AutoActionBase, frozen=True, tag="operate"):
    """Operate a corporation: make its best runs, settle the dividend in the same way, and pass the rest.

    Guards stop it if a train of the corporation rusts (``rust``), if another player changes track or tokens
    in its network (``track``), or if its best runs earn less than ``minimum`` dollars.
    """

    corp: Name
    payout: Name
    rust: bool = True
    track: bool = True
    minimum: Dollars | None = None


class AnswerOffers(AutoActionBase, frozen=True, tag="answer"):
    """Accept or decline offers of one kind, or let other players' runs stand.

    ``thing`` is the corporation that sells the train, or the private; empty means any. Offers of at least
    ``price`` dollars are accepted, or offers below it declined. ``asker`` limits it to one player. For
    ``runs``, it passes each time the player may announce higher earnings of another player's corporation.
    """

    offer: Literal["train", "private", "power", "runs"]
    accept: bool
    thing: Name = ""
    price: Dollars | None = None
    asker: Name = ""


AutoAction = PassUntil | BuyShares | BidUpTo | OperateAsBefore | AnswerOffers


class Stop(NamedTuple):
    """The end of an auto-action."""

    reason: str
    """One sentence to its owner."""
    done: bool = False
    """True if it has finished; False if a guard stopped it, or it could not continue."""


class Preview(NamedTuple):
    """An auto-action in words."""

    text: str
    """The instruction as one sentence."""
    now: str
    """The actions that it would take now."""
    guards: tuple[str, ...]
    """The events that stop it."""
