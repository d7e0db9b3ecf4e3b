"""Checks of money, shares, presidents, privates and bonds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from trunkline.engine.board.components import Gift
from trunkline.engine.invariants.owners import merged, owners
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.ledger import singles_at
from trunkline.engine.kernel.leniency import NOTHING
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation, State
from trunkline.engine.steps.floating import OFFERING_STAYS
from trunkline.util.messages import Message, gettext_lazy


def money(title: Title, state: State) -> Iterator[Message]:
    """Check that the total of dollars is constant, and that only a broken bank is in debt."""
    total, printed = state.total_money(), title.board.bank
    if total != printed:
        yield gettext_lazy(
            "There are ${total} in the game and must be ${printed}.", total=total, printed=printed
        )
    if state.bank < 0 and not state.bank_broken:
        yield gettext_lazy("The bank has ${amount} and does not count as broken.", amount=state.bank)
    purses = {name: player.cash for name, player in state.players.items()}
    purses |= {corp.id: corp.cash for corp in state.corporations.values()}
    # In recorded games a player may have negative cash while raising it.
    if title.recorded == NOTHING:
        yield from (
            gettext_lazy("{name} has ${cash}.", name=name, cash=cash)
            for name, cash in purses.items()
            if cash < 0
        )
    t = Context(title, state)
    for corp in state.corporations.values():
        escrow = title.policies.funding(t, corp).escrow
        if escrow < 0:
            yield gettext_lazy("{corp} has ${amount} in escrow.", corp=corp.id, amount=escrow)
        if corp.loans < 0:
            yield gettext_lazy("{corp} has {count} loans.", corp=corp.id, count=corp.loans)


def certificates(title: Title, state: State) -> Iterator[Message]:
    """Check that each share of a corporation is in exactly one place."""
    for corp in state.corporations.values():
        places = {"the offering": corp.offering, "the pool": corp.pool, "its treasury": corp.treasury}
        places |= corp.shares
        total, due = sum(places.values()), 0 if corp.closed else corp.total
        if total != due:
            yield gettext_lazy(
                "{corp} has {total} shares and must have {due}.", corp=corp.id, total=total, due=due
            )
        yield from (
            gettext_lazy("{place} holds {count} shares of {corp}.", place=place, count=count, corp=corp.id)
            for place, count in places.items()
            if count < 0
        )
        strangers = [name for name in corp.shares if name not in state.players]
        yield from (
            gettext_lazy("{player}, who does not play, holds shares of {corp}.", player=name, corp=corp.id)
            for name in strangers
        )
        if not corp.started and not corp.closed:
            least = _given(corp, _gifts(title, state, corp, closed=False))
            most = least + _given(corp, _gifts(title, state, corp, closed=True))
            if not least <= corp.sold <= most:
                extra = corp.sold - min(max(corp.sold, least), most)
                yield gettext_lazy(
                    "{count} shares of {corp} are sold before its start.", count=extra, corp=corp.id
                )


def presidents(title: Title, state: State) -> Iterator[Message]:
    """Check that the president holds the president's certificate, and that no player holds more shares."""
    for corp in state.corporations.values():
        if not corp.started:
            if corp.president and not _has_gift_of_presidency(title, state, corp):
                yield gettext_lazy(
                    "{corp} has not started and {player} is its president.",
                    corp=corp.id,
                    player=corp.president,
                )
            continue
        if corp.president not in state.seats:
            yield _presided(corp)
            continue
        if (corp.double == 0) != bool(corp.certificate) or singles_at(corp, corp.certificate) < 0:
            yield gettext_lazy("The president's certificate of {corp} is not where it belongs.", corp=corp.id)
        own = corp.shares.get(corp.president, 0)
        if own < corp.double:
            yield gettext_lazy(
                "{player} is president of {corp} with {own} of {needed} shares.",
                player=corp.president,
                corp=corp.id,
                own=own,
                needed=corp.double,
            )
        yield from (
            gettext_lazy(
                "{player} holds {held} shares of {corp}, its president {president} only {own}.",
                player=name,
                held=held,
                corp=corp.id,
                president=corp.president,
                own=own,
            )
            for name, held in corp.shares.items()
            if held > own
        )


def limits(title: Title, state: State) -> Iterator[Message]:
    """Check the limits of shares in the pool and in treasuries."""
    # Shares that a forming corporation takes over, or that bankrupt players leave, may exceed the limits.
    sold = [corp for corp in state.corporations.values() if not merged(title, corp)]
    left = any(player.out for player in state.players.values())
    pool_limit = 100 if left else title.board.pool_limit
    own_limit = title.board.treasury_limit or 100
    for corp in sold:
        if corp.pool * corp.percent > pool_limit:
            yield gettext_lazy(
                "{percent}% of {corp} are in the pool, which may hold {limit}%.",
                percent=corp.pool * corp.percent,
                corp=corp.id,
                limit=pool_limit,
            )
        if corp.treasury * corp.percent > own_limit:
            yield gettext_lazy(
                "{percent}% of {corp} are in its treasury, which may hold {limit}%.",
                percent=corp.treasury * corp.percent,
                corp=corp.id,
                limit=own_limit,
            )


def floating(title: Title, state: State) -> Iterator[Message]:
    """Check that a floated corporation has no shares in the IPO, if its board moves them to the treasury, and
    that an unfloated one has no assets."""
    facts = title.board.floating
    if facts is None:
        return
    t = Context(title, state)
    bankrupt = any(player.out for player in state.players.values())
    for corp in state.corporations.values():
        floated = corp.started and corp.sold * corp.percent >= facts.percent
        if corp.offering and floated and facts.unsold == OFFERING_STAYS:
            continue
        if corp.offering and floated:
            yield gettext_lazy(
                "{corp} has floated and {count} of its shares are still in the IPO.",
                corp=corp.id,
                count=corp.offering,
            )
        # A bankruptcy, or a title whose shares are sold before they operate, brings shares to the pool.
        pool = 0 if bankrupt or title.policies.may_sell(t, corp) else corp.pool
        if corp.offering and (pool or corp.treasury or corp.cash or corp.operated):
            yield gettext_lazy(
                "{corp} has not floated and has shares, money or a turn behind it.", corp=corp.id
            )
        if corp.offering and (state.tokens_of(corp.id) or state.trains_at(corp.id)):
            yield gettext_lazy("{corp} has not floated and has a token on the map or a train.", corp=corp.id)


def price_tokens(title: Title, state: State) -> Iterator[Message]:
    """Check that each corporation in play has a price token on the chart, with no shared place in a stack."""
    t = Context(title, state)
    stacks: Counter[tuple[object, int]] = Counter()
    for corp in state.corporations.values():
        if corp.started and chart.box(t, corp.cell) is None:
            yield gettext_lazy("{corp} has started and its price token is not on the chart.", corp=corp.id)
        if corp.cell is not None:
            stacks[corp.cell, corp.arrived] += 1
            if not corp.started:
                yield gettext_lazy("{corp} has a price and has not started.", corp=corp.id)
        if corp.par < 0:
            yield gettext_lazy("{corp} has par at ${par}.", corp=corp.id, par=corp.par)
    yield from (
        gettext_lazy("{count} price tokens share one place in a box of the chart.", count=count)
        for (cell, _), count in stacks.items()
        if count > 1
    )


def bonds(title: Title, state: State) -> Iterator[Message]:
    """Check that each bond of a corporation in play is in exactly one place."""
    holders = {POOL, TREASURY, *state.seats}
    for place, count in state.bonds.items():
        if count < 0 or place not in holders:
            yield gettext_lazy("{count} bonds are at {place}.", count=count, place=place)
    found = sum(state.bonds.values())
    for printed in title.board.corporations:
        terms = printed.merger.bonds if printed.merger and state.corporations[printed.id].started else None
        if terms and found != terms.count:
            yield gettext_lazy("There are {found} bonds and must be {count}.", found=found, count=terms.count)


def privates(title: Title, state: State) -> Iterator[Message]:
    """Check that the privates in use exist, and that each has at most one owner, who is in the game."""
    may_own = owners(title, state)
    drawn = title.board.setup.draw_one_of
    used = title.board.players[len(state.players)].privates or tuple(
        id for id in title.board.private if id in state.privates or id not in drawn
    )
    if sorted(state.privates) != sorted(used) or (drawn and sum(id in drawn for id in state.privates) != 1):
        yield gettext_lazy(
            "The privates in the game are {privates}, and must be {used}.",
            privates=", ".join(state.privates),
            used=", ".join(used),
        )
    for private in state.privates.values():
        if private.closed:
            continue
        if private.player and private.corp:
            yield gettext_lazy(
                "Both {player} and {corp} own {private}.",
                player=private.player,
                corp=private.corp,
                private=private.id,
            )
        if private.player and private.player not in state.seats:
            yield gettext_lazy(
                "{player}, who does not play, owns {private}.", player=private.player, private=private.id
            )
        if private.corp and private.corp not in may_own:
            yield gettext_lazy(
                "{corp}, which is not in play, owns {private}.", corp=private.corp, private=private.id
            )


def rights(title: Title, state: State) -> Iterator[Message]:
    """Check the number of rights of each kind. The private that gives a right keeps one."""
    # During a merger, both the merging corporations and the new one hold the rights.
    if state.pending:
        return
    for right, left in state.rights_left.items():
        private = state.privates[title.board.bonuses[right].by]
        out = sum(right in corp.rights for corp in state.corporations.values())
        kept = not private.closed and not private.corp
        printed = title.board.bonuses[right].tokens
        if left < 0:
            yield gettext_lazy("{count} {right} rights are left.", count=left, right=right)
        if printed is not None and out + left + kept > printed:
            yield gettext_lazy(
                "There are {count} {right} rights and must be {most} at most.",
                count=out + left + kept,
                right=right,
                most=printed,
            )


def _presided(corp: Corporation) -> Message:
    """Return the sentence about a president who does not play, or about a missing one."""
    if corp.president:
        return gettext_lazy(
            "{player}, who does not play, is president of {corp}.", player=corp.president, corp=corp.id
        )
    return gettext_lazy("No player is president of {corp}.", corp=corp.id)


def _gifts(title: Title, state: State, corp: Corporation, *, closed: bool) -> list[Gift]:
    """Return the certificates of a corporation that come with privates that have an owner, or are closed.

    A closed private has brought its certificate only if it was sold before.
    """
    gifts = [
        title.board.private[id].gives
        for id, private in state.privates.items()
        if id in title.board.private and (private.closed if closed else private.player or private.corp)
    ]
    return [gift for gift in gifts if gift is not None and gift.corporation == corp.id]


def _given(corp: Corporation, gifts: list[Gift]) -> int:
    return sum(gift.percent for gift in gifts) // corp.percent


def _has_gift_of_presidency(title: Title, state: State, corp: Corporation) -> bool:
    return any(
        gift.president for closed in (False, True) for gift in _gifts(title, state, corp, closed=closed)
    )
