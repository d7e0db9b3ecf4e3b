"""The title 1856: its steps in the order of its sequence of play."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from trunkline.engine.board import Board, Train, printed_board
from trunkline.engine.kernel import action as actions
from trunkline.engine.kernel import depot, events, shares
from trunkline.engine.kernel.context import Context, Hooks, Policies, Title
from trunkline.engine.kernel.decisions import Announcement, Discard, HomeChoice, Offer, Relay
from trunkline.engine.kernel.leniency import NOTHING, PUBLIC, VARIANT
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.readings import named
from trunkline.engine.kernel.registration import About
from trunkline.engine.kernel.rulebook import Rule, load_rules
from trunkline.engine.kernel.state import BANK, POOL, Corporation, Opening, Player, Private, Round
from trunkline.engine.powers.privates import BuyPrivates
from trunkline.engine.steps import (
    anytime_lays,
    better_runs,
    discard,
    dividend,
    offers,
    operating,
    private_auction,
    round_sequence,
    stock,
    tokens,
    track,
    trains,
)
from trunkline.engine.steps.emergency_money import EmergencyMoney
from trunkline.engine.steps.round_sequence import OPENING
from trunkline.engine.steps.running import RunTrainsStep
from trunkline.engine.track.laying import NO_MORE
from trunkline.engine.track.map_index import map_tables
from trunkline.titles.t1856 import (
    bankruptcy,
    capital,
    cgr,
    cgr_borrowing,
    cgr_forming,
    cgr_preview,
    cgr_purchases,
    cgr_second_half,
    closing,
    government_loans,
    interest,
    interest_shortfall,
    limits,
    privates,
    redeeming,
    rule_ids,
    running,
    sales,
)
from trunkline.titles.t1856 import opening as opening_1856
from trunkline.titles.t1856.decisions import (
    CGR,
    Debt,
    DebtsDue,
    LoanChoice,
    OverfullPool,
    SecondShareDue,
    TokensToLose,
    TrainsToKeep,
)
from trunkline.titles.t1856.eighteenxx import blocking, replay_steps
from trunkline.titles.t1856.eighteenxx import turn_order as site_turn
from trunkline.titles.t1856.milestones import MILESTONES
from trunkline.titles.t1856.president_debts import Debts
from trunkline.titles.t1856.reading import MENDS, NOTES, READINGS, RULINGS, RULINGS_KEPT, Reading
from trunkline.titles.t1856.state import WS_SPENT, WS_TILE, WS_TOKEN, State1856, Turn, state_1856
from trunkline.titles.t1856.words import CHOICES, HEADLINES, SENTENCES, TURNING

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
        ALTERNATE: "companies have other destinations than the printed ones",
        TYPE_8: "trains of type 8 ($1,000, or $650 with a trade-in) take the place of Diesels",
        UNLIMITED: "the bridge and the tunnel sell any number of their rights",
    },
)

KITCHENER = "I12"
WS_INSTEAD = "private.ws.replaces-normal"
CANADA_HEX = "H11"


@lru_cache
def board() -> Board:
    """Return the printed components."""
    return printed_board(Path(__file__).with_name("board.yaml"))


def rules() -> dict[str, Rule]:
    """Return the rule list, by id."""
    return load_rules(Path(__file__).with_name("rules.yaml"))


def build(facts: Board, variants: tuple[str, ...], reading_name: str, runs: str, rulings: int) -> Title:
    """Return 1856 under a reading, these variants, and this version of the rulings."""
    reading = named(READINGS, reading_name, MENDS, rulings)
    train_types = _train_types(facts, TYPE_8 in variants)
    on_record = VARIANT in variants
    loan_emergency = EmergencyMoney(bars_buying=reading.forced_sales_bar_buying, unproved=on_record)
    emergency = replace(loan_emergency, any_lots=reading.sale_in_lots)
    debts = Debts(overdrawn=on_record)
    money = capital.Capital(
        at_first_turn=reading.full_capital_at_first_turn,
        from_token=reading.destination_from_token,
        alternate=ALTERNATE in variants,
        by_itself=not on_record,
    )
    interest_step = interest.Interest(
        debts,
        reading.early_loan_free,
        loan_first=reading.loan_before_interest,
        waits=not reading.interest_at_once,
    )
    forming = cgr_forming.Forming(
        ten_tokens=reading.ten_tokens,
        buy_down=reading.excess_bought_down,
        home_by_hand=reading.home_precedence_by_hand,
    )
    trigger = cgr.Trigger(reading.formation_after_turn)
    pay_off = cgr.PayOff(reading.presidents_order_debts, reading.remainder_stays, forming)
    borrowing = cgr_borrowing.Borrowing(reading.borrow_any_train, reading.borrowed_price_due)

    opening_round = private_auction.PrivateAuctionRound(
        raise_by=5,
        next_bidder=private_auction.clockwise if reading.auction_clockwise else private_auction.lowest_first,
        all_passed=partial(opening_1856.all_passed, reading.bids_move_priority),
        sold_out=opening_1856.sold_out,
        bids_move_priority=reading.bids_move_priority,
    )
    half_given = reading.half_given or on_record
    policies = _policies(reading, runs, half_given)
    if not reading.cgr_sold_at_foot and not on_record:
        policies = replace(policies, rows_to_fall=cgr_purchases.rows_to_fall)
    stock_round = stock.StockRound(
        ended=sales.stock_round_ended,
        trade_privates=reading.players_trade_privates,
        before_turn=cgr_second_half.before_turn if half_given else cgr_purchases.before_turn,
        reduced_by_degrees=on_record,
    )
    spent = "" if reading.ws_token_apart else WS_SPENT
    also = facts.unlisted_upgrades if reading.public_upgrades else NO_MORE
    lay_track = track.LayTrack(rule_ids.upgrade_rule, _lay_powers(), also=also)
    place_tokens = tokens.PlaceTokens(
        (tokens.TokenPower("ws", KITCHENER, "private.ws.free-marker", WS_TOKEN, WS_INSTEAD, spent),)
    )
    buy_trains = trains.BuyTrains(
        emergency,
        terms=(cgr_borrowing.terms,),
        duties=(borrowing.must_buy,),
        exempt=cgr_borrowing.exempt,
        trade_in_for=(BANK, POOL) if reading.trade_in_at_market else (BANK,),
    )
    buy_privates = BuyPrivates(
        (privates.before_redeeming,) if reading.privates_before_redeeming else (), privates.private_bought
    )
    borrow = government_loans.Borrow(on_record or not reading.every_step_asked)
    if reading.rescue_before_bankruptcy:
        buy_trains = replace(buy_trains, rescue=bankruptcy.TrainRescue(borrow))
    on_credit = not reading.excess_redeemed_by_hand
    redeem = redeeming.Redeem(loan_emergency, debts, by_itself=on_credit, singly=on_record)
    raise_interest = interest_shortfall.InterestShortfall(
        loan_emergency,
        redeem,
        on_credit,
        replace(borrow, whole=reading.loan_in_segment_whole) if reading.rescue_before_bankruptcy else None,
    )
    announced = runs == better_runs.ANNOUNCED
    may_announce = running.may_object if announced else better_runs.nobody
    trains_over = () if reading.every_step_asked else (partial(site_turn.trains_over, buy_trains),)
    asks = blocking.Blocks(lay_track, place_tokens, buy_trains, redeem)
    operating_round = operating.OperatingRound(
        steps=(
            lay_track,
            place_tokens,
            RunTrainsStep(borrowing, asks=partial(better_runs.ask, may_announce)),
            interest_step,
            dividend.DividendStep(
                partial(cgr_borrowing.may_pay, reading.dividend_while_permanent),
                asks_in_vain=not reading.interest_at_once,
            ),
            buy_trains,
            redeem,
        ),
        anytime=(
            borrow,
            buy_privates,
            privates.BuyRights(),
            privates.PLACE_PORT,
            *((anytime_lays.ExtraLays(lay_track),) if reading.extra_lay_at_any_time else ()),
        ),
        ended=round_sequence.operating_round_ended,
    )
    loans_first: tuple[site_turn.LoansFirst, ...] = ()
    if not reading.every_step_asked:
        first = site_turn.LoansFirst(redeem, operating_round.steps)
        loans_first = (first,)
        anytime = (*operating_round.anytime, site_turn.FreeToken(place_tokens))
        operating_round = replace(operating_round, steps=first.steps, anytime=anytime)
        policies = replace(policies, discards_wait=first.discards_wait)
        if not on_record:
            operating_round = replace(
                operating_round,
                anytime=tuple(map(first.held, anytime)),
                one_by_one=True,
                asks=asks,
            )
    if on_record:
        operating_round = replay_steps.as_recorded(
            operating_round, (lay_track, place_tokens, redeem, operating_round.steps[-1])
        )
    return Title(
        id=ABOUT.id,
        name=ABOUT.name,
        board=facts,
        tables=map_tables(facts),
        rules=rules(),
        rule_ids=rule_ids.RULE_IDS,
        rounds={"opening": opening_round, "stock": stock_round, "operating": operating_round},
        turn_steps=operating_round.steps,
        decisions={
            Offer: offers.OfferStep(
                {actions.BuyPrivate: privates.private_bought, actions.BuyTrain: trains.buy_train}
            ),
            Discard: discard.DiscardStep(on_record),
            **({Announcement: better_runs.BetterRunsStep()} if announced else {}),
            HomeChoice: tokens.PlaceHome(),
            Relay: tokens.ReplaceTokensStep(),
            LoanChoice: interest.LoanFirst(interest_step, borrow),
            Debt: raise_interest,
            DebtsDue: pay_off,
            TokensToLose: cgr_forming.LoseTokens(forming),
            TrainsToKeep: cgr_forming.KeepTrains(),
            OverfullPool: cgr_purchases.BuyDown(emergency),
            SecondShareDue: (
                cgr_second_half.SecondHalf(stock_round)
                if half_given
                else cgr_purchases.SecondShare(emergency, stock_round)
            ),
        },
        policies=policies,
        reactions=Hooks(
            tile_laid=(money.tile_laid,),
            train_bought=(cgr_borrowing.train_bought, *trains_over, trigger.train_bought),
            phase_began=(privates.phase_began, privates.PLACE_PORT.phase_began),
            started=(money.started,),
            offering_sold=(money.sold,),
            closed=(
                *((raise_interest.closing,) if reading.interest_before_closing else ()),
                *(partial(first.closing, interest_step) for first in loans_first),
                partial(closing.close, reading.closed_trains_to_pool),
            ),
            home_placed=(money.home_placed,),
            turn_began=(forget_turn, partial(tokens.home_token, always_asked=on_record), money.turn_began),
            turn_acted=(interest_step.acted, redeem.acted, *(first.acted for first in loans_first)),
            turn_ended=(forget_turn, trigger.turn_ended, *(first.turn_ended for first in loans_first)),
            operating_round_ended=(privates.operating_round_ended,),
            stock_round_began=(sales.stock_round_began,) if reading.excess_waits else (),
            stock_turn_ended=(sales.stock_turn_ended,) if reading.fall_settles_excess else (),
            shares_sold=(
                *((sales.keep_odd,) if reading.odd_percent_counts else ()),
                *((sales.note_reduction,) if reading.excess_waits else ()),
            ),
        ),
        setup=partial(setup, facts, train_types, UNLIMITED in variants),
        credit_destination=capital.release,
        destination_due=money.due,
        asks=asks.in_step,
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
        turning=TURNING,
        headlines=HEADLINES,
        choices=CHOICES,
        formation=cgr_preview.CgrPreview(trigger, pay_off),
        milestones=(*MILESTONES, *((better_runs.MILESTONE,) if announced else ())),
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


def _policies(reading: Reading, runs: str, half_given: bool) -> Policies:
    return Policies(
        half_given=half_given,
        certificate_limit=partial(limits.certificate_limit, reading),
        certificate_limit_rule=limits.certificate_limit_rule,
        certificate_weight=limits.certificate_weight,
        share_limit_rule=limits.share_limit_rule,
        pool_limit_rule=limits.pool_limit_rule,
        half_over=reading.half_over_limit,
        tolerated=sales.tolerated if reading.excess_waits else lambda ctx, player: 0,
        odd_percent=sales.odd_percent,
        funding=lambda ctx, corp: state_1856(ctx.state).funds(corp.id),
        loan_limit=government_loans.limit,
        extra_trains=cgr_borrowing.borrowed,
        may_still_act=government_loans.may_still_act,
        offering_price=lambda ctx, corp: corp.par,
        token_moves=cgr_borrowing.token_moves,
        closes=lambda ctx, corp: corp.id != CGR,
        operates=operates,
        worth=limits.worth,
        may_buy_offering=partial(cgr_purchases.may_buy_offering, not reading.excess_bought_down),
        routes=running.routes,
        trains_must_run=reading.trains_must_run,
        best_run_binds=running.somebody_may_object if runs == "best" else lambda ctx, corp: False,
    )


def operates(ctx: Context, corp: Corporation) -> bool:
    """Return whether enough IPO shares are sold to operate. It matters only before the first operation."""
    if corp.operated or corp.id == CGR:
        return True
    needed = ctx.title.board.shares_to_operate.get(depot.next_type(ctx), 0)
    if corp.sold >= needed:
        return True
    ctx.note(events.TurnSkipped(corp.id, corp.sold, needed), "float.condition")
    return False


def _lay_powers() -> tuple[track.LayPower, ...]:
    return (
        track.LayPower("ws", KITCHENER, ("59",), False, "private.ws.tile", WS_TILE, WS_INSTEAD),
        track.LayPower("canada", CANADA_HEX, ("3", "4", "58"), True, "private.canada.extra-lay"),
    )


def _train_types(facts: Board, type_8: bool) -> tuple[Train, ...]:
    """Return the trains of this game. In its variant, type 8 replaces the Diesel."""
    late = [train for train in facts.trains if train.count is None]
    unused = {train.name for train in late if bool(train.variant) != type_8}
    return tuple(train for train in facts.trains if train.name not in unused)
