"""The director's use of company money besides dividends: loans, share issues, and the powers of privates.

Dividends and withholding are decided in ``operating_turn`` (``_dividend``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trunkline.engine.kernel import chart
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.players import clerk
from trunkline.players.advice import Term
from trunkline.players.clerk import Estimator
from trunkline.players.director import operating_turn
from trunkline.players.director.forecast import Forecast
from trunkline.players.quick_routes import QuickRoutes


def _loan(forecast: Forecast, action: actions.TakeLoan) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    loans = forecast.ctx.title.board.loans
    value, interest = (loans.value, loans.interest) if loans else (0, 0)
    fraction = max(0.2, forecast.owned_fraction(corp))
    wants = not forecast.trains(corp) and 0 < forecast.train_cash_shortfall(corp) <= 2 * value
    yield Term("money for trains", 60.0 if wants else 0.0)
    # If the loan comes late in a turn, the bank deducts the first interest immediately.
    raised = forecast.position.effects(action).after.corporations[corp.id].cash - corp.cash
    yield Term("a train sooner", fraction * forecast.gain_if_train_affordable(corp, corp.cash, raised))
    yield Term("interest", -fraction * interest * min(forecast.rounds, 6.0))
    yield Term("to be paid back", -0.4 * fraction * value)
    yield Term("another's train", -max(0.0, operating_turn.best_request(forecast)))


def _redeem(forecast: Forecast, action: actions.RedeemLoans) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    loans = forecast.ctx.title.board.loans
    paid = action.count * loans.value if loans else 0
    yield from clerk.ESTIMATORS[actions.RedeemLoans](forecast, action)
    fraction = max(0.2, forecast.owned_fraction(corp))
    yield Term("a train sooner", -fraction * forecast.gain_if_train_affordable(corp, corp.cash - paid, paid))


def _issue(forecast: Forecast, action: actions.IssueShares) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    effects = forecast.position.effects(action)
    raised = effects.after.corporations[corp.id].cash - corp.cash
    fraction = max(0.2, forecast.owned_fraction(corp))
    saved = 1.0 * min(forecast.president_contribution(corp), raised)
    yield Term("money for trains", saved if forecast.train_cash_shortfall(corp) else 0.0)
    yield Term("a train sooner", 0.4 * fraction * forecast.gain_if_train_affordable(corp, corp.cash, raised))
    yield Term("dividends", -0.3 * fraction * forecast.dividends_per_share(corp) * action.count)
    had, has = effects.worth.get(forecast.player, (0, 0))
    yield Term("falling price", float(has - had) - 5.0)


def _power(forecast: Forecast, action: Action) -> Iterator[Term]:
    """Estimate a private's power: its addition to runs, minus the income that the private would still pay."""
    corp = forecast.state.corporations[getattr(action, "corp", "")]
    try:
        then = forecast.position.play(action)
    except Refusal:
        return
    after = then.state.corporations[corp.id]
    trains = tuple(forecast.trains(corp)) or ((forecast.next_train,) if forecast.next_train else ())
    rounds = min(forecast.rounds, 6.0)
    if trains:
        gain = QuickRoutes(then.table, after).now(trains) - forecast.quick_routes(corp).now(trains)
        yield Term("runs", forecast.owned_fraction(corp) * rounds * gain)
    closed = [
        id
        for id, private in forecast.state.privates.items()
        if private.player == forecast.player and not private.closed and then.state.privates[id].closed
    ]
    board = forecast.ctx.title.board
    gained = after.shares.get(forecast.player, 0) - corp.shares.get(forecast.player, 0)
    if gained:
        yield Term("share", gained * chart.price(then.table, after))
    yield Term("income", -sum(board.private[id].revenue for id in closed) * rounds)
    yield Term("cost", -forecast.spending_cost_with_ruin(corp, max(0, corp.cash - after.cash)))


ESTIMATORS: Mapping[type[Action], Estimator] = {
    actions.TakeLoan: _loan,
    actions.RedeemLoans: _redeem,
    actions.IssueShares: _issue,
    actions.PlacePrivateToken: _power,
    actions.AssignPower: _power,
    actions.ActivateFerry: _power,
}
