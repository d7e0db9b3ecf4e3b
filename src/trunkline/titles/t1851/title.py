"""The title 1851: its steps in the order of its sequence of play."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

import msgspec

from trunkline.engine.board import Board, Stop
from trunkline.engine.kernel import action as actions
from trunkline.engine.kernel import chart, leniency, shares
from trunkline.engine.kernel.action import BuyTrain
from trunkline.engine.kernel.context import Context, Hooks, Policies, Title
from trunkline.engine.kernel.decisions import Announcement, Discard, Offer, PriceChoice
from trunkline.engine.kernel.depot import train_type
from trunkline.engine.kernel.readings import named
from trunkline.engine.kernel.refusal_texts import buying_train_for, has_only
from trunkline.engine.kernel.registration import About
from trunkline.engine.kernel.rulebook import Rulebook, load_rules
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, Corporation
from trunkline.engine.steps import (
    better_runs,
    discard,
    dividend,
    floating,
    offers,
    operating,
    round_sequence,
    stock,
    tokens,
    track,
    trains,
)
from trunkline.engine.steps.emergency_money import EmergencyMoney
from trunkline.engine.steps.own_shares import OwnShares
from trunkline.engine.steps.par_of_gift import OpeningPrice
from trunkline.engine.steps.running import RunTrainsStep
from trunkline.engine.track.map_index import map_tables
from trunkline.titles.t1851 import opening
from trunkline.titles.t1851.milestones import MILESTONES
from trunkline.titles.t1851.reading import NOTES, READINGS, RULING_FIXES, RULINGS, RULINGS_KEPT, Reading
from trunkline.titles.t1851.rule_ids import RULE_IDS
from trunkline.titles.t1851.track import allowance_rule, home_first, route_rule, tile_rule
from trunkline.util.messages import gettext_lazy, gettext_noop

ABOUT = About(
    id="1851",
    name="1851: The Railroads Come to Tennessee",
    players=(3, 5),
    variants=(),
    rules=tuple(READINGS),
    designers="Chris Lawson, from an idea by Mark Derrick",
    rulings=RULINGS,
    rulings_kept=RULINGS_KEPT,
    reading_notes=NOTES,
)


def rules() -> Rulebook:
    """Return the rules by id, in the language of the reader."""
    return load_rules(Path(__file__).with_name("rules.yaml"))


def build(printed: Board, variants: tuple[str, ...], reading_name: str, runs: str, rulings: int) -> Title:
    """Return 1851 under a reading and this version of the rulings.

    The only variant is the one for games recorded elsewhere.
    """
    reading = named(READINGS, reading_name, RULING_FIXES, rulings)
    facts = printed if reading.johnson_rises else _as_printed(printed)
    announced = reading.best_binds and runs == better_runs.ANNOUNCED
    operating_round = _operating_round(reading, announced)
    return Title(
        id=ABOUT.id,
        name=ABOUT.name,
        board=facts,
        tables=map_tables(facts),
        rules=rules(),
        rule_ids=RULE_IDS,
        rounds={
            "stock": stock.StockRound(
                ended=round_sequence.stock_round_ended,
                sources=(OFFERING, POOL, TREASURY),
                sell_after=False,
                in_lots=True,
                rises=chart.order if reading.rises_together else _by_charter,
            ),
            "operating": operating_round,
        },
        turn_steps=operating_round.steps,
        decisions={
            PriceChoice: OpeningPrice(
                partial(round_sequence.begin_set, number=1),
                name=gettext_noop("choose the L&N's opening price"),
            ),
            Offer: offers.OfferStep({BuyTrain: trains.buy_train}),
            Discard: discard.DiscardStep(),
            **({Announcement: better_runs.BetterRunsStep()} if announced else {}),
        },
        policies=_policies(reading, runs),
        reactions=Hooks(offering_sold=(floating.sold,)),
        setup=partial(opening.setup, facts, reading.left_of_president),
        kind_rules={
            actions.BuyPrivate: "privates.no-other-disposal",
            actions.RemoveToken: "marker.permanent",
            **dict.fromkeys((actions.DeclareRevenue, *better_runs.KINDS), "run.best-announced"),
            actions.DeclareBankruptcy: "train.bankruptcy",
            actions.DiscardTrain: "train.discard-excess",
        },
        never_accepted=(actions.RemoveToken,),
        milestones=(*MILESTONES, *((better_runs.MILESTONE,) if announced else ())),
        recorded=leniency.RAILS if leniency.VARIANT in variants else leniency.NOTHING,
    )


def _operating_round(reading: Reading, announced: bool) -> operating.OperatingRound:
    """Return the operating round, with its steps in the order of the turn."""
    may_announce = better_runs.any_player_may if announced else better_runs.no_player_may
    return operating.OperatingRound(
        steps=(
            track.LayTrack(tile_rule, route_rule=route_rule, allowance_rule=allowance_rule, first=home_first),
            tokens.PlaceTokens(),
            RunTrainsStep(
                declared=not reading.best_binds, ask_other_players=partial(better_runs.ask, may_announce)
            ),
            dividend.DividendStep(
                half=dividend.half_rounded_up if reading.half_in_tens else dividend.half_in_dollars,
                own=TREASURY,
                move=dividend.move_against_price,
                pass_keeps=True,
            ),
            trains.BuyTrains(
                EmergencyMoney(bars_buying=False, first_price=True, cash_goes=False),
                terms=(face_value, *((own_money,) if reading.help_cheapest else ())),
                asks_consent=reading.consent,
                must_buy_this_turn=reading.must_own,
                helps_freely=not reading.help_cheapest,
            ),
            OwnShares(),
        ),
        anytime=(),
        ended=round_sequence.operating_round_ended,
    )


def _policies(reading: Reading, runs: str) -> Policies:
    return Policies(
        worth=shares.worth,
        offering_price=chart.price,
        operates=floating.floated,
        may_sell=lambda ctx, corp: corp.operated,
        trains_must_run=reading.trains_must_run,
        best_run_binds=lambda ctx, corp: reading.best_binds and runs == "best",
        discards_first=_as_given if reading.discards_by_price else _by_seats,
        broken_below=0 if reading.broken_below_zero else 1,
        ties_shared=reading.shared_win,
        extends_in_part=reading.new_track_in_part,
    )


def _by_charter(ctx: Context) -> list[Corporation]:
    return [corp for corp in ctx.state.corporations.values() if corp.cell is not None]


def face_value(ctx: Context, corp: Corporation, action: BuyTrain) -> None:
    """Refuse to buy a train of another president's corporation at any but its printed price."""
    seller = ctx.state.corporations.get(action.source)
    price = train_type(ctx, action.train).price
    if seller is not None and seller.president != corp.president and action.price != price:
        what = buying_train_for(action.train, action.source, action.price)
        why = gettext_lazy("between presidents its price is ${price}", price=price)
        ctx.refuse("train.from-other-president", what, why)


def own_money(ctx: Context, corp: Corporation, action: BuyTrain) -> None:
    """Refuse to buy a train of the same president's corporation for more than the treasury holds."""
    seller = ctx.state.corporations.get(action.source)
    if seller is not None and seller.president == corp.president and action.price > corp.cash:
        what = buying_train_for(action.train, action.source, action.price)
        ctx.refuse("train.from-own-corporation", what, has_only(corp.id, corp.cash))


def _as_given(ctx: Context, corps: list[Corporation]) -> list[Corporation]:
    return corps


def _by_seats(ctx: Context, corps: list[Corporation]) -> list[Corporation]:
    """Return the corporations by the seats of their presidents, starting with the acting corporation."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    first = ctx.state.corporations[turn.corp].president if turn else ctx.state.priority
    seats = ctx.state.seats_from(first)
    return sorted(corps, key=lambda corp: seats.index(corp.president))


def _stop_as_printed(stop: Stop) -> Stop:
    values = dict(zip(stop.values, stop.printed, strict=True)) if stop.printed else stop.values
    return msgspec.structs.replace(stop, values=values)


@lru_cache
def _as_printed(facts: Board) -> Board:
    """Return the board with the revenue of its stops in the printed order."""
    hexes = {
        id: msgspec.structs.replace(spot, stops=tuple(map(_stop_as_printed, spot.stops)))
        for id, spot in facts.hexes.items()
    }
    return msgspec.structs.replace(facts, hexes=hexes)
