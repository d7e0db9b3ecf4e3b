"""The title 18GL: its steps in the order of its sequence of play."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from trunkline.engine.board import Board
from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.action import (
    BuyPrivate,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    SellBonds,
    SellShares,
    TakeLoan,
)
from trunkline.engine.kernel.context import Context, Hooks, Policies, Title
from trunkline.engine.kernel.decisions import (
    Announcement,
    Decision,
    Discard,
    FerryEnd,
    HomeChoice,
    Offer,
    PriceChoice,
)
from trunkline.engine.kernel.readings import named
from trunkline.engine.kernel.registration import About
from trunkline.engine.kernel.rulebook import Rulebook, load_rules
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, Corporation
from trunkline.engine.kernel.step import Step
from trunkline.engine.powers import closing_privates, ferry, with_powers
from trunkline.engine.steps import (
    better_runs,
    discard,
    dividend,
    floating,
    offers,
    opening_end,
    operating,
    private_auction,
    round_sequence,
    stock,
    tokens,
    track,
    trains,
)
from trunkline.engine.steps.own_shares import OwnShares
from trunkline.engine.steps.par_of_gift import OpeningPrice, take_gift
from trunkline.engine.steps.running import RunTrainsStep
from trunkline.engine.track.map_index import map_tables
from trunkline.titles.t18gl import (
    alco,
    conrail,
    conrail_preview,
    conrail_tokens,
    interest,
    powers,
    running,
    worth,
)
from trunkline.titles.t18gl import opening as opening_18gl
from trunkline.titles.t18gl import track as track_18gl
from trunkline.titles.t18gl import trains as trains_18gl
from trunkline.titles.t18gl.bankruptcy import EMERGENCY
from trunkline.titles.t18gl.decisions import CONRAIL, ConrailTokens, Shortfall
from trunkline.titles.t18gl.figures import FIGURES
from trunkline.titles.t18gl.loans import MEANS, RepayLoans
from trunkline.titles.t18gl.milestones import MILESTONES
from trunkline.titles.t18gl.reading import NOTES, READINGS, RULING_FIXES, RULINGS, RULINGS_KEPT, Reading
from trunkline.titles.t18gl.redeeming import RedeemBondsStep
from trunkline.titles.t18gl.rule_ids import RULE_IDS
from trunkline.titles.t18gl.state import State18GL, Turn, state_18gl
from trunkline.titles.t18gl.words import HEADLINES, SENTENCES, TURNING_POINTS
from trunkline.util.messages import gettext_noop

ABOUT = About(
    id="18GL",
    name="18GL: Railroading around the Great Lakes",
    players=(2, 6),
    variants=(),
    rules=tuple(READINGS),
    designers="Gary Mroczka",
    board_note=gettext_noop(
        "The rulebook shows neither map nor tiles nor chart: this board keeps every fact it prints "
        "and reconstructs the rest. If you own the game, you can play on your own board file."
    ),
    other_boards=True,
    rulings=RULINGS,
    rulings_kept=RULINGS_KEPT,
    reading_notes=NOTES,
)

DOUBLE_JUMPS = "double_jumps"
"""The event that starts double jumps: a dividend of twice the share price moves it two boxes."""


def rules() -> Rulebook:
    """Return the rules by id, in the language of the reader."""
    return load_rules(Path(__file__).with_name("rules.yaml"))


def build(facts: Board, variants: tuple[str, ...], reading_name: str, runs: str, rulings: int) -> Title:
    """Return 18GL under a reading and this version of the rulings. It has no variants."""
    reading = named(READINGS, reading_name, RULING_FIXES, rulings)
    announced = runs == better_runs.ANNOUNCED
    lay_track = track.LayTrack(
        track_18gl.list_rule,
        allowance=track_18gl.allowance,
        allowance_rule=track_18gl.allowance_rule,
        block_rule=track_18gl.block_rule,
        asks_owners=True,
        first=track_18gl.keeps_open,
    )
    operating_round = _operating_round(reading, lay_track, announced)
    return Title(
        id=ABOUT.id,
        name=ABOUT.name,
        board=facts,
        tables=map_tables(facts),
        rules=rules(),
        rule_ids=RULE_IDS,
        rounds={
            "opening": _opening_round(facts),
            "stock": stock.StockRound(
                ended=round_sequence.stock_round_ended,
                sources=(OFFERING, TREASURY, POOL),
                sell_after=False,
                bonds=True,
            ),
            "operating": operating_round,
        },
        turn_steps=operating_round.steps,
        decisions=_decisions(lay_track, announced),
        policies=_policies(facts, runs),
        reactions=Hooks(
            train_bought=(closing_privates.with_first_train("privates.ca.closes"),),
            offering_sold=(floating.sold,),
            phase_began=(
                alco.phase_began,
                powers.phase_began,
                conrail.phase_began,
                trains_18gl.phase_began,
            ),
            train_discarded=(alco.lost,),
            closed=(alco.closed,),
            turn_began=(forget_turn,),
            turn_ended=(forget_turn,),
        ),
        setup=partial(opening_18gl.setup, facts),
        kind_rules={
            BuyPrivate: "privates.stay-with-buyer",
            TakeLoan: "emergency.not-voluntary",
            DeclareBankruptcy: "bankruptcy.when",
            DiscardTrain: "buy-train.discard",
            **dict.fromkeys(better_runs.KINDS, "run.maximum"),
        },
        never_accepted=(TakeLoan,),
        state=State18GL,
        sentences=SENTENCES,
        formation=conrail_preview.ConrailPreview(),
        turning_points=TURNING_POINTS,
        headlines=HEADLINES,
        milestones=(*MILESTONES, *((better_runs.MILESTONE,) if announced else ())),
    )


def _opening_round(facts: Board) -> private_auction.PrivateAuctionRound:
    assert facts.bid_increment is not None
    return private_auction.PrivateAuctionRound(
        raise_by=facts.bid_increment,
        multiple=facts.bid_increment,
        outbid_free=True,
        next_bidder=private_auction.clockwise,
        all_passed=opening_end.all_passed,
        sold_out=opening_end.sold_out,
        bought=take_gift,
        compelled=True,
        bids_move_priority=False,
        rule="isr.privates-before-corporations",
    )


def _operating_round(
    reading: Reading, lay_track: track.LayTrack, announced: bool
) -> operating.OperatingRound:
    """Return the operating round, with its steps in the order of the turn."""
    may_announce = better_runs.any_player_may if announced else better_runs.no_player_may
    run_trains = RunTrainsStep(ask_other_players=partial(better_runs.ask, may_announce))
    return operating.OperatingRound(
        steps=(
            with_powers.WithPowers(lay_track, powers.in_track_step(lay_track)),
            with_powers.WithPowers(tokens.PlaceTokens(), powers.in_token_step()),
            with_powers.WithPowers(run_trains, powers.in_run_step()),
            *interest.steps(),
            dividend.DividendStep(
                own=TREASURY,
                own_rounded_down=True,
                move=partial(dividend.move_by_total, partial(depot.event_has_happened, event=DOUBLE_JUMPS)),
            ),
            trains.BuyTrains(
                EMERGENCY,
                terms=(trains_18gl.terms, alco.not_sold),
                always=True,
                means=MEANS,
                bank_only=True,
                means_first=reading.loan_before_sale,
                kinds=(BuyTrain, SellShares, SellBonds, DeclareBankruptcy),
            ),
            RepayLoans(),
            RedeemBondsStep(),
            OwnShares(),
        ),
        anytime=(),
        ended=round_sequence.operating_round_ended,
    )


def _decisions(lay_track: track.LayTrack, announced: bool) -> dict[type[Decision], Step]:
    """Return the step of each kind of decision."""
    return {
        FerryEnd: ferry.LayFerryEnd(lay_track, "privates.ferry.tiles"),
        Offer: offers.OfferStep(
            {BuyTrain: trains.buy_train, **dict.fromkeys(with_powers.BY_LEAVE, with_powers.carry_out)}
        ),
        Discard: discard.DiscardStep(),
        HomeChoice: tokens.PlaceHome(),
        ConrailTokens: conrail_tokens.KeepTokens(),
        Shortfall: interest.RaiseInterest(EMERGENCY),
        PriceChoice: OpeningPrice(),
        **({Announcement: better_runs.BetterRunsStep()} if announced else {}),
    }


def _policies(facts: Board, runs: str) -> Policies:
    return Policies(
        worth=worth.worth,
        offering_price=chart.price,
        operates=floating.floated,
        may_act=lambda ctx, corp: corp.id == CONRAIL,
        may_buy_offering=conrail.may_buy_offering,
        closed_rule=conrail.closed_rule,
        may_sell=conrail.may_sell,
        may_sell_rule=conrail.may_sell_rule,
        row_a_share=True,
        broken_below=1,
        routes=running.routes,
        terrain=powers.TERRAIN,
        toll_owner=running.ferry_owner,
        figures=FIGURES,
        trains_must_run=False,
        train_mark=alco.mark,
        best_run_binds=lambda ctx, corp: runs == "best",
        privates_count=False,
        private_weight=2 if facts.private_rules.counts_as_certificate else 0,
    )


def forget_turn(ctx: Context, corp: Corporation) -> None:
    """Clear the records of the operating turn that has ended."""
    state_18gl(ctx.state).turn = Turn()
