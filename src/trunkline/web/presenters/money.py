"""Players' worth and liquidity, item by item, in dollars."""

from __future__ import annotations

from msgspec.structs import replace

from trunkline.engine.kernel import chart, shares
from trunkline.engine.kernel.action import SellShares
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import SharesSold
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import bonds
from trunkline.game import Game
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.schemas.answers import Amount

# Translators: a part of the worth of a player.
CASH = gettext_noop("cash")


def dollars(amount: int, *, change: bool = False) -> str:
    """Return a sum as text, such as ``$1,250`` or ``−$50``. A positive change also has a sign."""
    sign = "−" if amount < 0 else "+" if change and amount else ""
    # Translators: an amount of money. The sign is empty, − or +.
    return gettext("{sign}${amount}", sign=sign, amount=abs(amount))


def worth_items(ctx: Context, player: str) -> list[Amount]:
    """Return the parts of a player's worth. The last is what the title adds or deducts."""
    board = ctx.title.board
    items = [Amount(gettext(CASH), ctx.state.players[player].cash)]
    for corp in _held(ctx, player):
        held, price = corp.shares[player], chart.price(ctx, corp)
        text = gettext(
            "{percent}% of {corp}, {count} x {price}",
            percent=held * corp.percent,
            corp=corp.id,
            count=held,
            price=dollars(price),
        )
        items.append(Amount(text, held * price))
    for private in ctx.state.privates.values() if ctx.title.policies.privates_count else ():
        if private.player == player and not private.closed:
            facts = board.private[private.id]
            items.append(Amount(facts.name, facts.cost))
    if held := bonds.held(ctx, player):
        price = bonds.terms(ctx)[1].price
        text = ngettext("{count} bond at {price}", "{count} bonds at {price}", held, price=dollars(price))
        items.append(Amount(text, held * price))
    worth = ctx.title.policies.worth(ctx, player)
    missing = worth - sum(item.amount for item in items)
    for corp in _held(ctx, player):
        if missing and board.loans is not None and corp.loans:
            each = board.loans.end_penalty_per_share
            off = -each * corp.shares[player] * corp.loans
            text = ngettext(
                "{count} loan of {corp}, {shares} x {amount} off",
                "{count} loans of {corp}, {shares} x {amount} off",
                corp.loans,
                corp=corp.id,
                shares=corp.shares[player],
                amount=dollars(each * corp.loans),
            )
            items.append(Amount(text, off))
            missing -= off
        if missing and ctx.state.bonds and corp.id == bonds.terms(ctx)[0]:
            out = bonds.outstanding(ctx)
            each = bonds.terms(ctx)[1].end_penalty_per_share * out
            text = ngettext(
                "{count} bond of {corp}, {shares} x {amount} off",
                "{count} bonds of {corp}, {shares} x {amount} off",
                out,
                corp=corp.id,
                shares=corp.shares[player],
                amount=dollars(each),
            )
            items.append(Amount(text, -each * corp.shares[player]))
            missing += each * corp.shares[player]
    if missing:
        # Translators: a part of the worth of a player that has no other name.
        items.append(Amount(gettext("other"), missing))
    return items


def liquidity_items(game: Game, player: str) -> list[Amount]:
    """Return a player's cash, and the proceeds of the sales that the rules allow now.

    In a stock round these are the legal sales of the turn. At other times they are the possible sales in a
    turn of the player.
    """
    t = Context(game.title, game.shared_state)
    turn = game.shared_state.stock
    items = [Amount(gettext(CASH), t.state.players[player].cash)]
    if game.over or (turn is not None and not turn.selling):
        return items
    if turn is not None and player in game.to_act:
        sales = [(sale.corp, sale.count, sale.amount) for sale in _sales_now(game, player)]
    else:
        held = [(corp, shares.max_sale(t, player, corp)) for corp in _held(t, player)]
        sales = [(corp.id, count, count * chart.price(t, corp)) for corp, count in held]
    for corp, count, amount in sales:
        if amount:
            text = ngettext(
                "{count} share of {corp} at {price}",
                "{count} shares of {corp} at {price}",
                count,
                corp=corp,
                price=dollars(amount // count),
            )
            items.append(Amount(text, amount))
    return items


def total(items: list[Amount]) -> int:
    """Return the sum of the parts."""
    return sum(item.amount for item in items)


def _held(ctx: Context, player: str) -> list[Corporation]:
    return [corp for corp in ctx.state.corporations.values() if corp.shares.get(player)]


def _sales_now(game: Game, player: str) -> list[SharesSold]:
    """Return the largest legal sale of each corporation's shares for the player now."""
    largest: dict[str, SellShares] = {}
    for choice in game.legal(player):
        action = choice.action if isinstance(choice, Amounts) else choice
        if not isinstance(action, SellShares):
            continue
        if isinstance(choice, Amounts):
            action = replace(action, count=choice.high)
        known = largest.get(action.corp)
        if known is None or known.count < action.count:
            largest[action.corp] = action
    return [sale for action in largest.values() for sale in game.effects(action).of(SharesSold)[:1]]
