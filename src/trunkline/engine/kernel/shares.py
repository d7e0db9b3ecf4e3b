"""Holdings of shares: limits, sales, purchases and presidencies."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.engine.board import Board
from trunkline.engine.kernel import chart, events
from trunkline.engine.kernel.context import Context, Sale, cached
from trunkline.engine.kernel.ledger import move_shares, pay
from trunkline.engine.kernel.refusal_texts import selling
from trunkline.engine.kernel.state import POOL, Corporation
from trunkline.util.messages import Message, gettext, gettext_lazy, ngettext, ngettext_lazy, number

FREE_ZONES = ("yellow", "orange", "brown")
"""Zones in which shares do not count toward the certificate limit."""
UNLIMITED_ZONES = ("orange", "brown")
"""Zones in which players may hold any number of shares."""


def unsold(board: Board) -> dict[str, Corporation]:
    """Return the corporations at the start, by id. All shares are in the IPO."""
    return {
        printed.id: Corporation(printed.id, printed.tokens, printed.share_count, printed.share_count)
        for printed in board.corporations
    }


def worth(ctx: Context, player: str) -> int:
    """Return cash, shares at market price and open privates at cost, in dollars.

    Privates count only if the title says so.
    """
    total = ctx.state.players[player].cash
    if ctx.title.policies.privates_count:
        printed = ctx.title.board.private
        total += sum(
            printed[p.id].cost for p in ctx.state.privates.values() if p.player == player and not p.closed
        )
    held = (corp for corp in ctx.state.corporations.values() if player in corp.shares)
    return total + sum(corp.shares[player] * chart.price(ctx, corp) for corp in held)


def plural(count: int, word: str) -> str:
    """Return a count with its word, such as ``1 share`` or ``3 shares``."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def counted(found: Sequence[object], word: str) -> str:
    """Return the number of items with its word, such as ``2 ways``, or an empty string if there are none."""
    return plural(len(found), word) if found else ""


def ways(found: Sequence[object]) -> str:
    """Return the number of ways to do something in the language of the reader, or an empty string."""
    return ngettext("{count} way", "{count} ways", len(found)) if found else ""


def number_held(count: int) -> str:
    """Return a number of things in the language of the reader, or "none". A label names the things."""
    return number(count) if count else gettext("none")


def pool_is_full(ctx: Context, corp: Corporation) -> Message:
    """Return the reason that the pool may not take more shares of the corporation."""
    return gettext_lazy(
        "the pool holds {percent}% and may hold no more than {limit}%",
        percent=corp.pool * corp.percent,
        limit=ctx.title.board.pool_limit,
    )


def certificates_of(ctx: Context, player: str, corp: Corporation) -> int:
    """Return the count, in halves, of a player's certificates of one corporation in any zone."""
    held = corp.shares.get(player, 0)
    if not held:
        return 0
    weight = ctx.title.policies.certificate_weight(ctx, corp)
    if corp.president == player:
        return (2 if corp.double else 0) + (held - corp.double) * weight
    return held * weight


@cached
def certificates(ctx: Context, player: str) -> int:
    """Return the count of all a player's certificates against the limit, in halves of a certificate."""
    shares = [
        certificates_of(ctx, player, corp)
        for corp in ctx.state.corporations.values()
        if player in corp.shares and chart.zone(ctx, corp) not in FREE_ZONES
    ]
    privates = [p for p in ctx.state.privates.values() if p.player == player and not p.closed]
    return sum(shares) + len(privates) * ctx.title.policies.private_weight


@cached
def limit_halves(ctx: Context) -> int:
    """Return the certificate limit in halves of a certificate."""
    return 2 * ctx.title.policies.certificate_limit(ctx)


@cached
def _halves_left(ctx: Context, player: str) -> int:
    """Return the halves of a certificate that a player may still take; below zero if over the limit."""
    return limit_halves(ctx) - certificates(ctx, player)


def room_for(ctx: Context, player: str, halves: int) -> bool:
    """Return whether a player may take certificates that count ``halves`` halves."""
    left = _halves_left(ctx, player)
    return halves <= left or (ctx.title.policies.half_over and halves > 1 and 0 < left == halves - 1)


def over_certificates(ctx: Context, player: str) -> int:
    """Return the halves of a certificate that a player must give up."""
    return max(0, -_halves_left(ctx, player) - (1 if ctx.title.policies.half_over else 0))


def share_cap(ctx: Context, corp: Corporation) -> int:
    """Return the number of shares of the corporation that one player may hold."""
    return corp.total if chart.zone(ctx, corp) in UNLIMITED_ZONES else _printed_cap(ctx, corp)


def _printed_cap(ctx: Context, corp: Corporation) -> int:
    """Return the number of shares that one player may hold outside the unlimited zones."""
    return ctx.title.board.share_limit * corp.total // 100


def over_shares(ctx: Context, player: str) -> list[Corporation]:
    """Return the corporations of which a player holds more than is allowed."""
    return [
        corp
        for corp in ctx.state.corporations.values()
        if corp.shares.get(player, 0) > _printed_cap(ctx, corp) and corp.shares[player] > share_cap(ctx, corp)
    ]


@cached
def excess(ctx: Context, player: str) -> int:
    """Return the excess of a player over the limits, in halves. Each share over its cap counts two halves."""
    shares_over = sum(corp.shares[player] - share_cap(ctx, corp) for corp in over_shares(ctx, player))
    return over_certificates(ctx, player) + 2 * shares_over


def pool_room(ctx: Context, corp: Corporation) -> int:
    """Return the number of shares the pool may still take."""
    return max(0, ctx.title.board.pool_limit * corp.total // 100 - corp.pool)


def successor(ctx: Context, corp: Corporation, seller: str, count: int) -> str | None:
    """Return the president after the president sells ``count`` shares, or None if no player could be.

    With ``Policies.one_share_president`` a player with one share may follow. If the certificate is
    elsewhere, the next player with a share acts as president.
    """
    left = corp.shares.get(seller, 0) - count
    best, heir = _largest_rival(ctx, corp, seller)
    if left and left >= best and left >= corp.double:
        return seller
    least = corp.double if ctx.title.policies.one_share_president else 2
    if best < (least if corp.double else 1) or best < left:
        return None
    return heir


def _protected(corp: Corporation, protect: str) -> bool:
    """Return whether the presidency may not change. A president without the certificate may give it up."""
    return corp.id == protect and corp.double > 0


def check_sale(
    ctx: Context,
    player: str,
    corp: Corporation,
    count: int,
    *,
    keep: int = 0,
    protect: str = "",
    protected_by: str = "emergency.keeps-presidency",
) -> None:
    """Raise ``Refusal`` if a player may not sell ``count`` shares.

    The player bought ``keep`` shares this turn and may not sell them. The presidency of ``protect`` may not
    change, by the rule ``protected_by``.
    """
    what = selling(count, corp.id)
    held = corp.shares.get(player, 0)
    if count < 1:
        ctx.refuse("sell.holding", what, gettext_lazy("at least one share must be sold"))
    if count > held:
        why = ngettext_lazy(
            "{player} holds {count} share", "{player} holds {count} shares", held, player=player
        )
        ctx.refuse("sell.holding", what, why)
    if not ctx.title.policies.may_sell(ctx, corp):
        rule = ctx.title.policies.may_sell_rule(ctx, corp, player)
        ctx.refuse(rule, what, gettext_lazy("{corp} has not completed a turn yet", corp=corp.id))
    if count > held - keep:
        ctx.refuse(
            "sell.not-just-bought", what, gettext_lazy("a certificate bought this turn cannot be sold in it")
        )
    room = pool_room(ctx, corp)
    if count > room:
        ctx.refuse(
            ctx.title.policies.pool_limit_rule(ctx, corp),
            what,
            pool_is_full(ctx, corp),
        )
    fall = ctx.title.policies.rows_to_fall(ctx, corp)
    if fall is not None and _rows_and_odd(ctx, corp, count)[0] > fall:
        ctx.refuse("sell.price-drop", what, gettext_lazy("its token stands too low to move down for it"))
    if corp.president == player:
        heir = successor(ctx, corp, player, count)
        if heir is None and not corp.double:
            ctx.refuse("sell.last-share", what, gettext_lazy("no other player holds a share of it"))
        if heir is None:
            ctx.refuse(
                "sell.president-certificate",
                what,
                gettext_lazy(
                    "the president's certificate would have to go and no other player holds two shares"
                ),
            )
        if heir != player and _protected(corp, protect):
            why = gettext_lazy("the presidency of {corp} may not change hands", corp=corp.id)
            ctx.refuse(protected_by, what, why)


def max_sale(ctx: Context, player: str, corp: Corporation, *, keep: int = 0, protect: str = "") -> int:
    """Return the most shares a player may sell together. The player may also sell any smaller number."""
    if not ctx.title.policies.may_sell(ctx, corp):
        return 0
    most = min(corp.shares.get(player, 0) - keep, pool_room(ctx, corp))
    fall = ctx.title.policies.rows_to_fall(ctx, corp)
    while fall is not None and most > 0 and _rows_and_odd(ctx, corp, most)[0] > fall:
        most -= 1
    if corp.president == player:
        while most > 0:
            heir = successor(ctx, corp, player, most)
            if heir is not None and not (heir != player and _protected(corp, protect)):
                break
            most -= 1
    return max(most, 0)


def sell(
    ctx: Context,
    player: str,
    corp: Corporation,
    count: int,
    price: int | None = None,
    *,
    trial: bool = False,
) -> None:
    """Sell shares to the pool, all at the price before the drop or at the given price. A trial on a copy does
    not count the reduction of the excess."""
    if price is None:
        price = chart.price(ctx, corp)
    counts = not trial and ctx.title.policies.counts_reduction(ctx, player)
    over = excess(ctx, player) if counts else None
    if corp.president == player:
        heir = successor(ctx, corp, player, count)
        if heir is not None and heir != player:
            _hand_over(ctx, corp, heir, "presidency.by-sale")
    move_shares(ctx, corp, player, POOL, count)
    pay(ctx, None, ctx.state.players[player], price * count, "shares")
    ctx.note(events.SharesSold(player, corp.id, count, price * count))
    rows, odd = _rows_and_odd(ctx, corp, count)
    chart.down(ctx, corp, rows)
    sale = Sale(player, corp, odd, 0 if over is None else over - excess(ctx, player))
    for react in ctx.title.reactions.shares_sold:
        react(ctx, sale)


def settle_presidency(ctx: Context, corp: Corporation) -> None:
    """Make a player who holds more shares than the president the new president. A president with two shares
    takes the certificate for them if it is elsewhere."""
    if not corp.president:
        return
    best, rival = _largest_rival(ctx, corp, corp.president)
    if best > corp.shares.get(corp.president, 0) and best >= 2:
        _hand_over(ctx, corp, rival, "presidency.by-purchase")
    elif corp.certificate:
        _take_certificate(corp)


def pass_presidency(ctx: Context, corp: Corporation) -> bool:
    """Give the presidency of a president who has left to the player with the most shares. Return False if no
    player holds enough for the certificate, or any share if a player may act without it."""
    best, rival = _largest_rival(ctx, corp, corp.president)
    if best < (1 if ctx.title.policies.may_act(ctx, corp) else 2):
        return False
    if best < 2 and not corp.certificate:
        corp.double, corp.certificate = 0, POOL
    _hand_over(ctx, corp, rival, "presidency.by-bankruptcy")
    return True


def rows(ctx: Context, corp: Corporation, count: int) -> int:
    """Return the number of rows that the token moves down if the corporation sells ``count`` shares."""
    return count if ctx.title.policies.row_a_share else count * corp.percent // 10


def _rows_and_odd(ctx: Context, corp: Corporation, count: int) -> tuple[int, int]:
    """Return the rows that a sale moves the token, and the percent left over. Each full 10% sold, with the
    rest of earlier sales, is a row. In some titles each share is a row."""
    if ctx.title.policies.row_a_share:
        return count, 0
    return divmod(count * corp.percent + ctx.title.policies.odd_percent(ctx, corp), 10)


def _largest_rival(ctx: Context, corp: Corporation, player: str) -> tuple[int, str]:
    """Return the largest holding of another player, and that player if it is not 0. Ties go to the nearest to
    the left."""
    largest, rival = 0, ""
    if len(corp.shares) == (player in corp.shares):
        return largest, rival
    for name in ctx.state.seats_from(player)[1:]:
        held = corp.shares.get(name, 0)
        if held > largest:
            largest, rival = held, name
    return largest, rival


def _hand_over(ctx: Context, corp: Corporation, heir: str, rule: str) -> None:
    corp.president = heir
    if corp.certificate:
        _take_certificate(corp)
    else:
        corp.double = min(2, corp.shares[heir])
    ctx.note(events.PresidentChanged(corp.id, heir), rule)


def _take_certificate(corp: Corporation) -> None:
    """Give the president the certificate in exchange for two shares, if the president has two."""
    if corp.shares[corp.president] > 1:
        corp.double, corp.certificate = 2, ""
