"""The formation of CONRAIL: its time, the corporations that merge, and the order of the procedure."""

from __future__ import annotations

from trunkline.board.components import Merger
from trunkline.kernel import chart
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import closing, merging
from trunkline.titles.t18gl import conrail_money, conrail_shares, conrail_tokens
from trunkline.titles.t18gl.conrail_events import ConrailForms, ConrailNeverForms, ConrailWaits, Merged
from trunkline.titles.t18gl.decisions import CONRAIL
from trunkline.titles.t18gl.state import Conrail, own


def merger(t: Table) -> Merger:
    """Return the merger terms of CONRAIL from the board."""
    facts = t.title.board.corporation[CONRAIL].merger
    assert facts is not None
    return facts


def phase_began(t: Table) -> None:
    """Form CONRAIL in one of two phases if enough corporations must merge. Trains have already rusted."""
    chances = merger(t).forms_on
    if own(t.state).conrail.formed or t.phase.name not in chances:
        return
    old = without_trains(t)
    first = t.phase.name == chances[0]
    if len(old) >= merger(t).minimum:
        form(t, old, "conrail.when.first-chance" if first else "conrail.when.second-chance")
        return
    event = ConrailNeverForms(len(old)) if t.phase.name == chances[-1] else ConrailWaits(len(old))
    t.note(event, "conrail.merge.exactly-one" if old else "conrail.merge.none")


def without_trains(t: Table) -> list[Corporation]:
    """Return the corporations that must merge if they are numerous enough: they have operated and own no
    train."""
    return [corp for corp in chart.order(t) if corp.operated and not t.state.trains_at(corp.id)]


def form(t: Table, old: list[Corporation], rule: str) -> None:
    """Form CONRAIL out of these corporations, by this rule."""
    conrail = t.state.corporations[CONRAIL]
    loans = sum(corp.loans for corp in old)
    order = t.state.seats_from(beginner(t))
    conrail_shares.issue(t, conrail, old)
    t.note(ConrailForms(len(old), conrail.percent), rule)
    for corp in old:
        t.note(Merged(corp.id), "conrail.merge.candidates")
    conrail.started = conrail.home = True
    undistributed = conrail_shares.exchange(t, conrail, old, order)
    conrail_money.place_price(t, conrail, old)
    conrail_shares.choose_president(t, conrail, order)
    for corp in old:
        merging.take_over(t, conrail, corp, "merged", lambda t, right: None)
    _take_private_tokens(t, old)
    conrail_money.settle_loans(t, conrail, loans)
    conrail_money.pay_capital(t, conrail, undistributed)
    conrail_tokens.take_over(t, conrail, old)
    if t.state.operating is not None and merging.has_acted(t, old):
        t.state.operating.done = (*t.state.operating.done, CONRAIL)
    for corp in old:
        closing.retire(corp)
    merged = tuple(corp.id for corp in old)
    own(t.state).conrail = Conrail(True, t.phase.name, merged, not conrail.double)


def may_buy_offering(t: Table, corp: Corporation) -> None:
    """Refuse to start CONRAIL by a purchase."""
    if corp.id == CONRAIL:
        t.refuse("corp.shares", "Buying shares of CONRAIL", "it only forms by a merger")


def may_sell(t: Table, corp: Corporation) -> bool:
    """Return whether players may sell shares of the corporation.

    They may once it has operated. An acting president of CONRAIL may also sell to pay its debts in its first
    turn.
    """
    turn = t.state.operating.turn if t.state.operating else None
    return corp.operated or (bool(corp.certificate) and turn is not None and turn.corp == corp.id)


def may_sell_rule(t: Table, corp: Corporation, player: str) -> str:
    """Return the rule that bars a player from selling shares of the corporation for now."""
    acting = corp.certificate and corp.president == player
    return "conrail.acting.sale" if acting else "sell.not-operated"


def closed_rule(t: Table, corp: Corporation) -> str:
    """Return the rule that closed the corporation: it was merged, or no player could preside over it."""
    merged = corp.id in own(t.state).conrail.merged
    return "conrail.assets.old-corporations" if merged else "corporation.closed"


def beginner(t: Table) -> str:
    """Return the president of the corporation whose purchase started the phase."""
    assert t.state.operating is not None
    assert t.state.operating.turn is not None
    return t.state.corporations[t.state.operating.turn.corp].president


def _take_private_tokens(t: Table, old: list[Corporation]) -> None:
    names = {corp.id for corp in old}
    t.state.private_tokens = {
        private: (hex, CONRAIL if corp in names else corp)
        for private, (hex, corp) in t.state.private_tokens.items()
    }
