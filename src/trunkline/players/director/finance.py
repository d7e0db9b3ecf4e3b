"""The director's use of company money besides dividends: loans, share issues, and the powers of privates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.players.advice import Term
from trunkline.players.clerk import WEIGH, Weigh
from trunkline.players.director import company
from trunkline.players.director.forecast import Forecast
from trunkline.players.quick_routes import QuickRoutes


def _loan(look: Forecast, action: actions.TakeLoan) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    loans = look.t.title.board.loans
    value, interest = (loans.value, loans.interest) if loans else (0, 0)
    part = max(0.2, look.part(corp))
    wants = not look.trains(corp) and 0 < look.short(corp) <= 2 * value
    yield Term("money for trains", 60.0 if wants else 0.0)
    # If the loan comes late in a turn, the bank deducts the first interest immediately.
    raised = look.position.effects(action).after.corporations[corp.id].cash - corp.cash
    yield Term("a train sooner", part * look.sooner(corp, corp.cash, raised))
    yield Term("interest", -part * interest * min(look.rounds, 6.0))
    yield Term("to be paid back", -0.4 * part * value)
    yield Term("another's train", -max(0.0, company.best_asked_for(look)))


def _redeem(look: Forecast, action: actions.RedeemLoans) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    loans = look.t.title.board.loans
    paid = action.count * loans.value if loans else 0
    yield from WEIGH[actions.RedeemLoans](look, action)
    yield Term("a train sooner", -max(0.2, look.part(corp)) * look.sooner(corp, corp.cash - paid, paid))


def _issue(look: Forecast, action: actions.IssueShares) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    effects = look.position.effects(action)
    raised = effects.after.corporations[corp.id].cash - corp.cash
    part = max(0.2, look.part(corp))
    yield Term("money for trains", 1.0 * min(look.duty(corp), raised) if look.short(corp) else 0.0)
    yield Term("a train sooner", 0.4 * part * look.sooner(corp, corp.cash, raised))
    yield Term("dividends", -0.3 * part * look.share(corp) * action.count)
    had, has = effects.worth.get(look.player, (0, 0))
    yield Term("falling price", float(has - had) - 5.0)


def _power(look: Forecast, action: Action) -> Iterator[Term]:
    """Weigh a private's power by what it adds to runs, minus the income that the private would still pay."""
    corp = look.state.corporations[getattr(action, "corp", "")]
    try:
        then = look.position.play(action)
    except Refusal:
        return
    after = then.state.corporations[corp.id]
    trains = tuple(look.trains(corp)) or ((look.next_train,) if look.next_train else ())
    rounds = min(look.rounds, 6.0)
    if trains:
        gain = QuickRoutes(then.table, after).now(trains) - look.glance(corp).now(trains)
        yield Term("runs", look.part(corp) * rounds * gain)
    closed = [
        id
        for id, private in look.state.privates.items()
        if private.player == look.player and not private.closed and then.state.privates[id].closed
    ]
    board = look.t.title.board
    yield Term("income", -sum(board.private[id].revenue for id in closed) * rounds)
    yield Term("cost", -look.outlay(corp, max(0, corp.cash - after.cash)))


SCALES: Mapping[type[Action], Weigh] = {
    actions.TakeLoan: _loan,
    actions.RedeemLoans: _redeem,
    actions.IssueShares: _issue,
    actions.PlacePrivateToken: _power,
    actions.AssignPower: _power,
    actions.ActivateFerry: _power,
}
