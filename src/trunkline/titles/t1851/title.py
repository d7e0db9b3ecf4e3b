"""The title 1851: its steps in the order of its sequence of play."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

import msgspec

from trunkline.board import Board, Stop
from trunkline.kernel import action as actions
from trunkline.kernel import chart, recorded, shares
from trunkline.kernel.action import BuyTrain
from trunkline.kernel.decisions import Announcement, Discard, Offer, PriceChoice
from trunkline.kernel.depot import train_type
from trunkline.kernel.package import About
from trunkline.kernel.readings import named
from trunkline.kernel.rulebook import Rule, load_rules
from trunkline.kernel.state import OFFERING, POOL, TREASURY, Corporation
from trunkline.kernel.table import Policies, Reactions, Table, Title
from trunkline.steps import (
    announcing,
    discard,
    dividend,
    floating,
    flow,
    offers,
    operating,
    stock,
    tokens,
    track,
    trains,
)
from trunkline.steps.emergency_money import EmergencyMoney
from trunkline.steps.opening_price import OpeningPrice
from trunkline.steps.own_shares import OwnShares
from trunkline.steps.running import RunTrainsStep
from trunkline.titles.t1851 import opening
from trunkline.titles.t1851.milestones import MILESTONES
from trunkline.titles.t1851.reading import MENDS, READINGS, RULINGS, RULINGS_KEPT, Reading
from trunkline.titles.t1851.rule_ids import RULE_IDS
from trunkline.titles.t1851.track import allowance_rule, home_first, route_rule, tile_rule
from trunkline.track.tables import map_tables

ABOUT = About(
    id="1851",
    name="1851: The Railroads Come to Tennessee",
    players=(3, 5),
    variants=(),
    rules=tuple(READINGS),
    designers="Chris Lawson, from an idea by Mark Derrick",
    rulings=RULINGS,
    rulings_kept=RULINGS_KEPT,
)


def rules() -> dict[str, Rule]:
    """Return the rule list, by id."""
    return load_rules(Path(__file__).with_name("rules.yaml"))


def build(printed: Board, variants: tuple[str, ...], reading_name: str, runs: str, rulings: int) -> Title:
    """Return 1851 under a reading and this version of the rulings.

    The only variant is the one for games recorded elsewhere.
    """
    reading = named(READINGS, reading_name, MENDS, rulings)
    facts = printed if reading.johnson_rises else _as_printed(printed)
    announced = reading.best_binds and runs == announcing.ANNOUNCED
    may_announce = announcing.anybody if announced else announcing.nobody
    operating_round = operating.OperatingRound(
        steps=(
            track.LayTrack(tile_rule, route_rule=route_rule, allowance_rule=allowance_rule, first=home_first),
            tokens.PlaceTokens(),
            RunTrainsStep(declared=not reading.best_binds, asks=partial(announcing.ask, may_announce)),
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
                obliges=reading.must_own,
                helps_freely=not reading.help_cheapest,
            ),
            OwnShares(),
        ),
        anytime=(),
        ended=flow.operating_round_ended,
    )
    return Title(
        id=ABOUT.id,
        name=ABOUT.name,
        board=facts,
        tables=map_tables(facts),
        rules=rules(),
        rule_ids=RULE_IDS,
        rounds={
            "stock": stock.StockRound(
                ended=flow.stock_round_ended,
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
                partial(flow.begin_set, number=1), name="choose the L&N's opening price"
            ),
            Offer: offers.OfferStep({BuyTrain: trains.buy_train}),
            Discard: discard.DiscardStep(),
            **({Announcement: announcing.Announcing()} if announced else {}),
        },
        policies=_policies(reading, runs),
        reactions=Reactions(offering_sold=(floating.sold,)),
        setup=partial(opening.setup, facts, reading.left_of_president),
        kind_rules={
            actions.BuyPrivate: "privates.no-other-disposal",
            actions.RemoveToken: "marker.permanent",
            **dict.fromkeys((actions.DeclareRevenue, *announcing.KINDS), "run.best-announced"),
            actions.DeclareBankruptcy: "train.bankruptcy",
            actions.DiscardTrain: "train.discard-excess",
        },
        kept_out=(actions.RemoveToken,),
        milestones=(*MILESTONES, *((announcing.MILESTONE,) if announced else ())),
        recorded=recorded.RAILS if recorded.VARIANT in variants else recorded.NOTHING,
    )


def _policies(reading: Reading, runs: str) -> Policies:
    return Policies(
        worth=shares.worth,
        offering_price=chart.price,
        operates=floating.floated,
        may_sell=lambda t, corp: corp.operated,
        trains_must_run=reading.trains_must_run,
        best_run_binds=lambda t, corp: reading.best_binds and runs == "best",
        discards_first=_as_given if reading.discards_by_price else _by_seats,
        broken_below=0 if reading.broken_below_zero else 1,
        ties_shared=reading.shared_win,
        extends_in_part=reading.new_track_in_part,
    )


def _by_charter(t: Table) -> list[Corporation]:
    return [corp for corp in t.state.corporations.values() if corp.cell is not None]


def face_value(t: Table, corp: Corporation, action: BuyTrain) -> None:
    """Refuse to buy a train of another president's corporation at any but its printed price."""
    seller = t.state.corporations.get(action.source)
    price = train_type(t, action.train).price
    if seller is not None and seller.president != corp.president and action.price != price:
        what = f"Buying {action.train} from {seller.id} for ${action.price:,}"
        t.refuse("train.from-other-president", what, f"between presidents its price is ${price:,}")


def own_money(t: Table, corp: Corporation, action: BuyTrain) -> None:
    """Refuse to buy a train of the same president's corporation for more than the treasury holds."""
    seller = t.state.corporations.get(action.source)
    if seller is not None and seller.president == corp.president and action.price > corp.cash:
        what = f"Buying {action.train} from {seller.id} for ${action.price:,}"
        t.refuse("train.from-own-corporation", what, f"{corp.id} has only ${corp.cash:,}")


def _as_given(t: Table, corps: list[Corporation]) -> list[Corporation]:
    return corps


def _by_seats(t: Table, corps: list[Corporation]) -> list[Corporation]:
    """Return the corporations by the seats of their presidents, starting with the acting corporation."""
    turn = t.state.operating.turn if t.state.operating else None
    first = t.state.corporations[turn.corp].president if turn else t.state.priority
    seats = t.state.seats_from(first)
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
