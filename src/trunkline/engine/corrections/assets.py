"""Corrections of money, shares, presidencies, privates, trains and prices.

Each function refuses what is impossible, and else changes the state of its context.
"""

from __future__ import annotations

from trunkline.engine.corrections.texts import CORRECTION, live
from trunkline.engine.kernel import chart, depot, events
from trunkline.engine.kernel import correction_events as corrected
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.correction import (
    CorrectCash,
    CorrectPresident,
    CorrectPrice,
    CorrectPrivate,
    CorrectShares,
    CorrectTrain,
)
from trunkline.engine.kernel.ledger import move_shares, on_sale, pay, shares_at
from trunkline.engine.kernel.refusal_texts import listed
from trunkline.engine.kernel.state import BANK, OFFERING, OUT, POOL, TREASURY, Corporation, Player
from trunkline.engine.steps.floating import floated
from trunkline.util.messages import gettext_lazy, ngettext_lazy

PURPOSE = "correction"
"""The purpose of the payments of corrections."""


def correct_cash(ctx: Context, action: CorrectCash) -> None:
    """Set the dollars of a player or a corporation."""
    state = ctx.state
    purse = _seated(ctx, action.owner) if action.owner in state.players else live(ctx, action.owner)
    if action.amount < 0:
        ctx.refuse("end.bank", CORRECTION, gettext_lazy("no amount of money is below zero"))
    total = state.total_money()
    if action.amount > total:
        why = gettext_lazy("there are only ${total} in the game", total=total)
        ctx.refuse("end.bank", CORRECTION, why)
    bids = state.opening.bids.values() if state.opening else ()
    bound = sum(bid.get(action.owner, 0) for bid in bids)
    if action.amount < bound:
        why = gettext_lazy("{player} has bids of ${amount}", player=action.owner, amount=bound)
        ctx.refuse("end.bank", CORRECTION, why)
    before = purse.cash
    if action.amount >= before:
        pay(ctx, None, purse, action.amount - before, PURPOSE)
    else:
        pay(ctx, purse, None, before - action.amount, PURPOSE)
    ctx.note(corrected.CashCorrected(action.owner, before, action.amount))


def correct_shares(ctx: Context, action: CorrectShares) -> None:
    """Move shares from one place to another, except the president's certificate."""
    corp = live(ctx, action.corp)
    places = (OFFERING, POOL, TREASURY, *ctx.state.seats)
    for place in (action.source, action.target):
        if place not in places:
            why = gettext_lazy(
                "shares are at {places}, and not at {place}", places=listed(places), place=repr(place)
            )
            ctx.refuse("buy.sources", CORRECTION, why)
    if action.source == action.target or action.count < 1:
        ctx.refuse("buy.sources", CORRECTION, gettext_lazy("it moves no share"))
    free = _free_shares(ctx, corp, action.source)
    if action.count > free:
        why = ngettext_lazy(
            "without the president's certificate, there is {count} share of {corp}",
            "without the president's certificate, there are {count} shares of {corp}",
            free,
            corp=corp.id,
        )
        ctx.refuse("buy.sources", CORRECTION, why)
    before = floated(ctx, corp)
    move_shares(ctx, corp, action.source, action.target, action.count)
    if ctx.title.board.floating is not None and floated(ctx, corp) != before:
        why = gettext_lazy(
            "it would decide whether {corp} floats; undo to that purchase and make it again", corp=corp.id
        )
        ctx.refuse("float.condition", CORRECTION, why)
    ctx.note(corrected.SharesCorrected(corp.id, action.source, action.target, action.count))


def correct_president(ctx: Context, action: CorrectPresident) -> None:
    """Give the president's certificate to another player in exchange for two shares."""
    corp = live(ctx, action.corp)
    heir = _seated(ctx, action.president)
    if corp.president not in ctx.state.seats or corp.certificate or corp.double != 2:
        why = gettext_lazy("no player holds the whole president's certificate of {corp}", corp=corp.id)
        ctx.refuse("presidency.by-purchase", CORRECTION, why)
    if heir.name == corp.president:
        why = gettext_lazy("{player} is president of {corp}", player=heir.name, corp=corp.id)
        ctx.refuse("presidency.by-purchase", CORRECTION, why)
    held = corp.shares.get(heir.name, 0)
    if held < 2:
        why = ngettext_lazy(
            "{player} has {count} share of {corp}, and the certificate is two",
            "{player} has {count} shares of {corp}, and the certificate is two",
            held,
            player=heir.name,
            corp=corp.id,
        )
        ctx.refuse("presidency.by-purchase", CORRECTION, why)
    corp.president = heir.name
    ctx.note(events.PresidentChanged(corp.id, heir.name))


def correct_private(ctx: Context, action: CorrectPrivate) -> None:
    """Give a private to a player or a corporation."""
    state = ctx.state
    private = state.privates.get(action.private)
    if private is None or private.closed or state.opening is not None:
        why = gettext_lazy("{private} is not a private that has been sold", private=repr(action.private))
        ctx.refuse("private.trade", CORRECTION, why)
    if action.owner in state.players:
        private.player, private.corp = _seated(ctx, action.owner).name, ""
    else:
        private.player, private.corp = "", live(ctx, action.owner).id
    ctx.note(corrected.PrivateCorrected(private.id, action.owner))


def correct_train(ctx: Context, action: CorrectTrain) -> None:
    """Move a train to a corporation, the bank or the pool, or out of the game."""
    state = ctx.state
    kind = ctx.title.board.train.get(action.type)
    if kind is None:
        why = gettext_lazy("there is no type of train {type} in this game", type=repr(action.type))
        ctx.refuse("train.from-bank-or-pool", CORRECTION, why)
    for place in (action.source, action.target):
        if place not in (BANK, POOL, OUT):
            live(ctx, place)
    trains = [train for train in state.trains_at(action.source) if depot.train_name(train) == kind.name]
    if not trains or action.source == action.target:
        ctx.refuse("train.from-bank-or-pool", CORRECTION, gettext_lazy("it moves no train"))
    if action.target == BANK and kind.count is None:
        why = gettext_lazy("the bank never runs out of {type}-trains", type=kind.name)
        ctx.refuse("train.from-bank-or-pool", CORRECTION, why)
    turn = state.operating.turn if state.operating else None
    if turn is not None and action.source == turn.corp:
        turn.helped = turn.raised = False  # its president may have to pay for another train
    depot.move_train(ctx, trains[0], action.target)
    if action.target == BANK:
        _sort_bank(ctx)
    ctx.note(corrected.TrainCorrected(trains[0], action.target))


def correct_price(ctx: Context, action: CorrectPrice) -> None:
    """Put a price token into a box of the chart."""
    corp = live(ctx, action.corp)
    cell = action.row, action.column
    here = chart.box(ctx, cell)
    if here is None:
        why = gettext_lazy(
            "the chart has no box in row {row}, column {column}", row=action.row, column=action.column
        )
        ctx.refuse("start.par", CORRECTION, why)
    if here.zone == chart.CLOSED:
        ctx.refuse("start.par", CORRECTION, gettext_lazy("that box closes a corporation"))
    chart.put(ctx, corp, cell)


def _seated(ctx: Context, name: str) -> Player:
    """Return a player who is in the game."""
    player = ctx.state.players.get(name)
    if player is None or player.out:
        why = gettext_lazy("{player} does not play", player=name)
        ctx.refuse("president.decides", CORRECTION, why)
    return player


def _free_shares(ctx: Context, corp: Corporation, place: str) -> int:
    """Return the shares at a place that are not part of the president's certificate."""
    if place in (OFFERING, POOL, TREASURY):
        return on_sale(ctx, corp, place)
    return shares_at(corp, place) - (corp.double if place == corp.president else 0)


def _sort_bank(ctx: Context) -> None:
    """Put the trains of the bank into the order of sale."""
    types = list(ctx.title.board.train)

    def order(train: str) -> tuple[int, int]:
        return types.index(depot.train_name(train)), int(train.rpartition("-")[2])

    trains = ctx.state.trains
    bank = sorted((train for train, place in trains.items() if place == BANK), key=order)
    others = {train: place for train, place in trains.items() if place != BANK}
    ctx.state.trains = {**others, **dict.fromkeys(bank, BANK)}
