"""The title 1856: its steps in the order of its sequence of play."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from trunkline.engine.board import Board, Train, printed_board
from trunkline.engine.capital.escrow import release
from trunkline.engine.capital.state import funds
from trunkline.engine.kernel import action as actions
from trunkline.engine.kernel import depot, events, shares
from trunkline.engine.kernel.context import Context, Hooks, Policies, Title
from trunkline.engine.kernel.decisions import (
    Announcement,
    Decision,
    Discard,
    HomeChoice,
    Offer,
    PlaceTokensAgain,
)
from trunkline.engine.kernel.leniency import NOTHING, PUBLIC, VARIANT
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.readings import named
from trunkline.engine.kernel.registration import About
from trunkline.engine.kernel.rulebook import Rulebook, load_rules
from trunkline.engine.kernel.state import Corporation, Opening, Player, Private, Round
from trunkline.engine.kernel.step import Step
from trunkline.engine.loans import borrowing, interest
from trunkline.engine.loans.state import Debt, LoanChoice
from trunkline.engine.mechanisms import loans
from trunkline.engine.steps import (
    anytime_lays,
    better_runs,
    discard,
    floating,
    offers,
    operating,
    private_auction,
    round_sequence,
    tokens,
    trains,
)
from trunkline.engine.steps.round_sequence import OPENING
from trunkline.engine.track.map_index import map_tables
from trunkline.titles.t1856 import (
    cgr_borrowing,
    cgr_forming,
    cgr_preview,
    cgr_purchases,
    cgr_second_half,
    closing,
    government_loans,
    limits,
    privates,
    rule_ids,
    running,
    sales,
)
from trunkline.titles.t1856 import opening as opening_1856
from trunkline.titles.t1856.decisions import (
    CGR,
    DebtsDue,
    OverfullPool,
    SecondShareDue,
    TokensToLose,
    TrainsToKeep,
)
from trunkline.titles.t1856.eighteenxx import replay_steps
from trunkline.titles.t1856.eighteenxx import turn_order as site_turn
from trunkline.titles.t1856.figures import FIGURES
from trunkline.titles.t1856.milestones import MILESTONES
from trunkline.titles.t1856.reading import NOTES, READINGS, RULING_FIXES, RULINGS, RULINGS_KEPT, Reading
from trunkline.titles.t1856.state import State1856, Turn, state_1856
from trunkline.titles.t1856.steps import Steps
from trunkline.titles.t1856.words import CHOICES, HEADLINES, SENTENCES, TURNING_POINTS
from trunkline.util.messages import gettext_noop

ALTERNATE = "alternate_destinations"
TYPE_8 = "type8"
UNLIMITED = "unlimited_bonus_tokens"
ABOUT = About(
    id="1856",
    name="1856: Railroading in Upper Canada from 1856",
    players=(3, 6),
    variants=(ALTERNATE, TYPE_8, UNLIMITED),
    rules=tuple(READINGS),
    designers="Bill Dixon",
    rulings=RULINGS,
    rulings_kept=RULINGS_KEPT,
    reading_notes=NOTES,
    variant_notes={
        ALTERNATE: gettext_noop("companies have other destinations than the printed ones"),
        TYPE_8: gettext_noop("trains of type 8 ($1,000, or $650 with a trade-in) take the place of Diesels"),
        UNLIMITED: gettext_noop("the bridge and the tunnel sell any number of their rights"),
    },
)


@lru_cache
def board() -> Board:
    """Return the printed components."""
    return printed_board(Path(__file__).with_name("board.yaml"))


def rules() -> Rulebook:
    """Return the rules by id, in the language of the reader."""
    return load_rules(Path(__file__).with_name("rules.yaml"))


def build(facts: Board, variants: tuple[str, ...], reading_name: str, runs: str, rulings: int) -> Title:
    """Return 1856 under a reading, these variants, and this version of the rulings."""
    reading = named(READINGS, reading_name, RULING_FIXES, rulings)
    on_record = VARIANT in variants
    announced = runs == better_runs.ANNOUNCED
    steps = Steps.of(
        facts, reading, announced=announced, alternate=ALTERNATE in variants, on_record=on_record
    )
    operating_round = _operating_round(steps)
    return Title(
        id=ABOUT.id,
        name=ABOUT.name,
        board=facts,
        tables=map_tables(facts),
        rules=rules(),
        rule_ids=rule_ids.RULE_IDS,
        rounds={
            "opening": _opening_round(reading),
            "stock": steps.stock_round,
            "operating": operating_round,
        },
        turn_steps=operating_round.steps,
        decisions=_decisions(steps, announced),
        policies=_policies(steps, runs),
        reactions=_reactions(steps),
        setup=partial(setup, facts, _train_types(facts, TYPE_8 in variants), UNLIMITED in variants),
        credit_destination=release,
        destination_due=steps.escrow.due,
        recorded_step_waits=steps.step_waits.in_step,
        recorded=PUBLIC if on_record else NOTHING,
        kind_rules={
            **dict.fromkeys(better_runs.KINDS, "run.shareholder-objection"),
            actions.RemoveToken: "marker.permanent",
            actions.DeclareBankruptcy: "end.no-voluntary-bankruptcy",
            actions.DiscardTrain: "buy-train.no-voluntary-discard",
        },
        decision_rules={(DebtsDue, actions.SellShares): "cgr.payoff-president-cash"},
        state=State1856,
        sentences=SENTENCES,
        turning_points=TURNING_POINTS,
        headlines=HEADLINES,
        choices=CHOICES,
        formation=cgr_preview.CgrPreview(steps.trigger, steps.pay_off),
        milestones=(*MILESTONES, *((better_runs.MILESTONE,) if announced else ())),
    )


def _opening_round(reading: Reading) -> private_auction.PrivateAuctionRound:
    return private_auction.PrivateAuctionRound(
        raise_by=5,
        next_bidder=private_auction.clockwise if reading.auction_clockwise else private_auction.lowest_first,
        all_passed=partial(opening_1856.all_passed, reading.bids_move_priority),
        sold_out=opening_1856.sold_out,
        bids_move_priority=reading.bids_move_priority,
    )


def _operating_round(steps: Steps) -> operating.OperatingRound:
    """Return the operating round, with its steps in the order of the turn."""
    reading = steps.reading
    extra = (anytime_lays.ExtraLays(steps.lay_track),) if reading.extra_lay_at_any_time else ()
    round = operating.OperatingRound(
        steps=steps.turn,
        anytime=(steps.borrow, steps.buy_privates, privates.BuyRights(), privates.PLACE_PORT, *extra),
        ended=round_sequence.operating_round_ended,
    )
    first = steps.loans_first
    if first is not None:
        anytime = (*round.anytime, site_turn.FreeToken(steps.place_tokens))
        round = replace(round, steps=first.steps, anytime=anytime)
        if not steps.on_record:
            held = tuple(map(first.held, anytime))
            round = replace(round, anytime=held, one_by_one=True, step_waits=steps.step_waits)
    if steps.on_record:
        asked = (steps.lay_track, steps.place_tokens, steps.redeem, round.steps[-1])
        round = replay_steps.as_recorded(round, asked)
    return round


def _decisions(steps: Steps, announced: bool) -> dict[type[Decision], Step]:
    """Return the step of each kind of decision."""
    second_share: Step = (
        cgr_second_half.SecondHalf(steps.stock_round)
        if steps.half_given
        else cgr_purchases.SecondShare(steps.emergency, steps.stock_round)
    )
    return {
        Offer: offers.OfferStep(
            {actions.BuyPrivate: privates.private_bought, actions.BuyTrain: trains.buy_train}
        ),
        Discard: discard.DiscardStep(steps.on_record),
        **({Announcement: better_runs.BetterRunsStep()} if announced else {}),
        HomeChoice: tokens.PlaceHome(),
        PlaceTokensAgain: tokens.PlaceTokensAgainStep(),
        LoanChoice: interest.LoanFirst(steps.interest, steps.borrow),
        Debt: steps.raise_interest,
        DebtsDue: steps.pay_off,
        TokensToLose: cgr_forming.LoseTokens(steps.forming),
        TrainsToKeep: cgr_forming.KeepTrains(),
        OverfullPool: cgr_purchases.BuyDown(steps.emergency),
        SecondShareDue: second_share,
    }


def _reactions(steps: Steps) -> Hooks:
    """Return the reactions to events, each in the order in which it is carried out."""
    reading, escrow, trigger = steps.reading, steps.escrow, steps.trigger
    first = () if steps.loans_first is None else (steps.loans_first,)
    trains_over = () if reading.every_step_asked else (partial(site_turn.trains_over, steps.buy_trains),)
    return Hooks(
        tile_laid=(escrow.tile_laid,),
        train_bought=(cgr_borrowing.train_bought, *trains_over, trigger.train_bought),
        phase_began=(privates.phase_began, privates.PLACE_PORT.phase_began),
        started=(escrow.started,),
        offering_sold=(steps.payment.sold,),
        closed=(
            *((steps.raise_interest.closing,) if reading.interest_before_closing else ()),
            *(partial(each.closing, steps.interest) for each in first),
            partial(closing.close, reading.closed_trains_to_pool),
        ),
        home_placed=(escrow.home_placed,),
        turn_began=(
            forget_turn,
            partial(tokens.home_token, always_asked=steps.on_record),
            steps.payment.turn_began,
        ),
        turn_acted=(steps.interest.acted, steps.redeem.acted, *(each.acted for each in first)),
        turn_ended=(forget_turn, trigger.turn_ended, *(each.turn_ended for each in first)),
        operating_round_ended=(privates.operating_round_ended,),
        stock_round_began=(sales.stock_round_began,) if reading.excess_waits else (),
        stock_turn_ended=(sales.stock_turn_ended,) if reading.fall_settles_excess else (),
        shares_sold=(
            *((sales.keep_odd,) if reading.odd_percent_counts else ()),
            *((sales.note_reduction,) if reading.excess_waits else ()),
        ),
    )


def setup(facts: Board, train_types: tuple[Train, ...], unlimited: bool, options: Options) -> State1856:
    """Return the state before the first turn."""
    players = options.players
    cash = facts.players[len(players)].cash
    return State1856(
        title="1856",
        players={name: Player(name, cash) for name in players},
        privates={private.id: Private(private.id, private.cost) for private in facts.privates},
        corporations=shares.unsold(facts),
        bank=facts.bank - cash * len(players),
        trains=depot.first_trains(train_types),
        round=Round(OPENING),
        priority=players[0],
        rights_left=privates.rights_at_start(facts.bonuses, unlimited),
        opening=Opening(players[0]),
    )


def forget_turn(ctx: Context, corp: Corporation) -> None:
    """Clear the records of the operating turn that has ended."""
    state_1856(ctx.state).turn = Turn()


def _policies(steps: Steps, runs: str) -> Policies:
    reading = steps.reading
    policies = Policies(
        one_share_president=steps.half_given,
        certificate_limit=partial(limits.certificate_limit, reading),
        certificate_limit_rule=limits.certificate_limit_rule,
        certificate_weight=limits.certificate_weight,
        share_limit_rule=limits.share_limit_rule,
        pool_limit_rule=limits.pool_limit_rule,
        half_over=reading.half_over_limit,
        tolerated=sales.tolerated if reading.excess_waits else lambda ctx, player: 0,
        counts_reduction=sales.counts_reduction if reading.excess_waits else lambda ctx, player: False,
        odd_percent=sales.odd_percent,
        funding=funds,
        destination=steps.escrow.destinations.of,
        figures=FIGURES,
        loan_limit=government_loans.limit,
        extra_trains=cgr_borrowing.borrowed,
        may_still_act=borrowing.may_still_act,
        offering_price=lambda ctx, corp: corp.par,
        token_moves=cgr_borrowing.token_moves,
        closes=lambda ctx, corp: corp.id != CGR,
        operates=operates,
        worth=loans.worth,
        may_buy_offering=partial(cgr_purchases.may_buy_offering, not reading.excess_bought_down),
        routes=running.routes,
        trains_must_run=reading.trains_must_run,
        best_run_binds=running.somebody_may_object if runs == "best" else lambda ctx, corp: False,
    )
    if not (reading.cgr_sold_at_foot or steps.on_record):
        policies = replace(policies, rows_to_fall=cgr_purchases.rows_to_fall)
    if steps.loans_first is not None:
        policies = replace(policies, discards_wait=steps.loans_first.discards_wait)
    return policies


def operates(ctx: Context, corp: Corporation) -> bool:
    """Return whether enough IPO shares are sold to operate. It matters only before the first operation."""
    if corp.operated or corp.id == CGR:
        return True
    needed = floating.by_train_on_sale(ctx)
    if corp.sold >= needed:
        return True
    ctx.note(events.TurnSkipped(corp.id, corp.sold, needed), "float.condition")
    return False


def _train_types(facts: Board, type_8: bool) -> tuple[Train, ...]:
    """Return the trains of this game. In its variant, type 8 replaces the Diesel."""
    late = [train for train in facts.trains if train.count is None]
    unused = {train.name for train in late if bool(train.variant) != type_8}
    return tuple(train for train in facts.trains if train.name not in unused)
