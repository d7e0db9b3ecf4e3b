"""The price of a corporation whose president's certificate came with a private."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trunkline.kernel import chart, events
from trunkline.kernel.action import Action, StartCorporation
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import PriceChoice
from trunkline.kernel.ledger import move_shares
from trunkline.kernel.state import OFFERING, Private
from trunkline.kernel.table import Table
from trunkline.steps.stock import check_par


@dataclass(frozen=True)
class OpeningPrice:
    """The step in which the president puts the token on a par box; ``follows`` runs after it."""

    follows: Callable[[Table], None] = lambda t: None
    name: str = "choose the opening price"
    rule: str = "start.opening-price"
    kinds: tuple[type[Action], ...] = (StartCorporation,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president."""
        return (t.waiting(PriceChoice).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return every par price."""
        corp = t.waiting(PriceChoice).corp
        return [StartCorporation(player, corp, par) for par in t.title.board.par_values]

    def check(self, t: Table, action: Action) -> None:
        """Check the corporation and that its par price is open."""
        assert isinstance(action, StartCorporation)
        decision = t.waiting(PriceChoice)
        what = f"Starting {action.corp} at ${action.par:,}"
        if (action.player, action.corp) != (decision.player, decision.corp):
            t.refuse(self.rule, what, f"{decision.player} opens {decision.corp} first")
        check_par(t, action.par, what)

    def apply(self, t: Table, action: Action) -> None:
        """Place the token."""
        assert isinstance(action, StartCorporation)
        t.state.pending.pop()
        corp = t.state.corporations[action.corp]
        chart.start(t, corp, action.par)
        t.note(events.ParSet(action.player, corp.id, action.par), self.rule)
        for react in t.title.reactions.started:
            react(t, corp)
        self.follows(t)

    def advance(self, t: Table) -> bool:
        """Return False: no change is automatic."""
        return False


def take_gift(t: Table, private: Private) -> None:
    """Give the buyer of a private the certificate that comes with it. As president, the buyer sets the
    price."""
    gift = t.title.board.private[private.id].gives
    if gift is None:
        return
    corp = t.state.corporations[gift.corporation]
    move_shares(t, corp, OFFERING, private.player, gift.percent // corp.percent)
    if gift.president:
        corp.president = private.player
        t.state.pending.append(PriceChoice(private.player, corp.id))
