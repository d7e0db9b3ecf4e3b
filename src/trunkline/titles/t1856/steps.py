"""The steps of 1856 under a reading. Several refer to each other, so they are made together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from trunkline.engine.board import Board
from trunkline.engine.capital.at_sale import PaidAtSale
from trunkline.engine.capital.escrow import Escrow
from trunkline.engine.kernel.state import BANK, POOL
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.loans import interest, redemption, shortfall
from trunkline.engine.loans.borrowing import Borrow
from trunkline.engine.loans.debts import Debts
from trunkline.engine.powers.privates import BuyPrivates
from trunkline.engine.steps import better_runs, dividend, stock, tokens, track, trains
from trunkline.engine.steps.emergency_money import EmergencyMoney
from trunkline.engine.steps.running import RunTrainsStep
from trunkline.engine.track.laying import NO_MORE
from trunkline.titles.t1856 import (
    bankruptcy,
    capital,
    cgr,
    cgr_borrowing,
    cgr_forming,
    cgr_purchases,
    cgr_second_half,
    government_loans,
    privates,
    rule_ids,
    running,
    sales,
)
from trunkline.titles.t1856.eighteenxx import blocking
from trunkline.titles.t1856.eighteenxx import turn_order as site_turn
from trunkline.titles.t1856.reading import Reading
from trunkline.titles.t1856.state import WS_SPENT, WS_TILE, WS_TOKEN

KITCHENER = "I12"
WS_INSTEAD = "private.ws.replaces-normal"
CANADA_HEX = "H11"


@dataclass(frozen=True)
class Steps:
    """The steps that other parts of the title refer to, made once for a reading."""

    reading: Reading
    on_record: bool
    """True for a game that was recorded elsewhere and is replayed."""
    half_given: bool
    """True if a half share of the CGR is given and its second half offered later."""
    emergency: EmergencyMoney
    stock_round: stock.StockRound
    lay_track: track.LayTrack
    place_tokens: tokens.PlaceTokens
    buy_trains: trains.BuyTrains
    buy_privates: BuyPrivates
    borrow: Borrow
    borrowing: cgr_borrowing.Borrowing
    """The CGR borrows a train."""
    interest: interest.Interest
    raise_interest: shortfall.InterestShortfall
    redeem: redemption.Redeem
    escrow: Escrow
    payment: PaidAtSale
    forming: cgr_forming.Forming
    trigger: cgr.Trigger
    pay_off: cgr.PayOff
    step_waits: blocking.Blocks
    turn: tuple[TurnStep, ...]
    """The steps of a turn in their order."""
    loans_first: site_turn.LoansFirst | None
    """The order of the turn on 18xx.games. None if each step is asked about."""

    @classmethod
    def of(
        cls, facts: Board, reading: Reading, *, announced: bool, alternate: bool, on_record: bool
    ) -> Steps:
        """Return the steps of a reading, with announced runs or not, and alternate destinations or not."""
        loan_emergency = EmergencyMoney(bars_buying=reading.forced_sales_bar_buying, unproved=on_record)
        emergency = replace(loan_emergency, any_lots=reading.sale_in_lots)
        half_given = reading.half_given or on_record
        debts = Debts(overdrawn=on_record)
        forming = cgr_forming.Forming(
            ten_tokens=reading.ten_tokens,
            buy_down=reading.excess_bought_down,
            home_by_hand=reading.home_precedence_by_hand,
        )
        borrow = government_loans.Borrow(on_record or not reading.every_step_asked)
        borrowing = cgr_borrowing.Borrowing(reading.borrow_any_train, reading.borrowed_price_due)
        on_credit = not reading.excess_redeemed_by_hand
        redeem = redemption.Redeem(loan_emergency, debts, by_itself=on_credit, singly=on_record)
        lay_track, place_tokens = _lay_track(facts, reading), _place_tokens(reading)
        buy_trains = _buy_trains(reading, emergency, borrowing, borrow)
        interest_step = interest.Interest(
            debts,
            reading.early_loan_free,
            government_loans.Borrow(),
            loan_first=reading.loan_before_interest,
            waits=not reading.interest_at_once,
        )
        may_announce = running.may_object if announced else better_runs.no_player_may
        turn: tuple[TurnStep, ...] = (
            lay_track,
            place_tokens,
            RunTrainsStep(borrowing, ask_other_players=partial(better_runs.ask, may_announce)),
            interest_step,
            dividend.DividendStep(
                partial(cgr_borrowing.may_pay, reading.dividend_while_permanent),
                asks_without_revenue=not reading.interest_at_once,
            ),
            buy_trains,
            redeem,
        )
        return cls(
            reading=reading,
            on_record=on_record,
            half_given=half_given,
            emergency=emergency,
            stock_round=stock.StockRound(
                ended=sales.stock_round_ended,
                trade_privates=reading.players_trade_privates,
                before_turn=cgr_second_half.before_turn if half_given else cgr_purchases.before_turn,
                reduced_by_degrees=on_record,
            ),
            lay_track=lay_track,
            place_tokens=place_tokens,
            buy_trains=buy_trains,
            buy_privates=BuyPrivates(
                (privates.before_redeeming,) if reading.privates_before_redeeming else (),
                privates.private_bought,
            ),
            borrow=borrow,
            borrowing=borrowing,
            interest=interest_step,
            raise_interest=shortfall.InterestShortfall(
                loan_emergency,
                redeem,
                on_credit,
                replace(borrow, whole=reading.loan_in_segment_whole)
                if reading.rescue_before_bankruptcy
                else None,
            ),
            redeem=redeem,
            escrow=capital.escrow(reading, alternate=alternate, by_itself=not on_record),
            payment=capital.payment(reading),
            forming=forming,
            trigger=cgr.Trigger(reading.formation_after_turn),
            pay_off=cgr.PayOff(reading.presidents_order_debts, reading.remainder_stays, forming),
            step_waits=blocking.Blocks(lay_track, place_tokens, buy_trains, redeem),
            turn=turn,
            loans_first=None if reading.every_step_asked else site_turn.LoansFirst(redeem, turn),
        )


def _lay_track(facts: Board, reading: Reading) -> track.LayTrack:
    powers = (
        track.LayPower("ws", KITCHENER, ("59",), False, "private.ws.tile", WS_TILE, WS_INSTEAD),
        track.LayPower("canada", CANADA_HEX, ("3", "4", "58"), True, "private.canada.extra-lay"),
    )
    also = facts.unlisted_upgrades if reading.public_upgrades else NO_MORE
    return track.LayTrack(rule_ids.upgrade_rule, powers, also=also)


def _place_tokens(reading: Reading) -> tokens.PlaceTokens:
    spent = "" if reading.ws_token_apart else WS_SPENT
    return tokens.PlaceTokens(
        (tokens.TokenPower("ws", KITCHENER, "private.ws.free-marker", WS_TOKEN, WS_INSTEAD, spent),)
    )


def _buy_trains(
    reading: Reading,
    emergency: EmergencyMoney,
    borrowing: cgr_borrowing.Borrowing,
    borrow: Borrow,
) -> trains.BuyTrains:
    buy_trains = trains.BuyTrains(
        emergency,
        terms=(cgr_borrowing.terms,),
        duties=(borrowing.must_buy,),
        exempt=cgr_borrowing.exempt,
        trade_in_for=(BANK, POOL) if reading.trade_in_at_market else (BANK,),
    )
    if reading.rescue_before_bankruptcy:
        return replace(buy_trains, rescue=bankruptcy.TrainRescue(borrow))
    return buy_trains
