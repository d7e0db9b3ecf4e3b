"""Readings of the open points of the rules: one table of named choices.

Steps take these choices as arguments, so no step depends on the reading itself. The comments name the rows of
``rulings.md``.
"""

from __future__ import annotations

import msgspec

from trunkline.engine.kernel.readings import RulingFix
from trunkline.util.messages import gettext_noop


class Reading(msgspec.Struct, frozen=True):
    """A reading of the rules of 1856. The defaults are the printed rules as the rulings settle them."""

    auction_clockwise: bool = True
    """c2: bidding goes around from the left of the high bidder; else the lowest bidder bids next."""
    bids_move_priority: bool = True
    """c94: the priority card moves left after a purchase or a bid of the initial stock round; else only after
    a purchase."""
    players_trade_privates: bool = True
    """c4: players may trade privates."""
    forced_sales_bar_buying: bool = True
    """c6: a sale forced in an operating round bars buying back until after the next set."""
    half_over_limit: bool = True
    """c11: half a certificate above the limit is tolerated."""
    excess_waits: bool = True
    """c98: a player who exceeds a limit in a stock round sells in the next one; else at the next turn."""
    fall_settles_excess: bool = True
    """c98: excess that a falling price has removed by the end of a player's turn is not counted again in that
    round."""
    excess_bought_down: bool = True
    """c12: holders buy shares from a CGR pool of over half; else its IPO is closed meanwhile."""
    full_capital_at_first_turn: bool = True
    """c17: full capital is paid at the first turn; else at the sale of the sixth share."""
    destination_from_token: bool = True
    """c19: the route runs from the home token, or from each city that it may still take, to a stop.

    Else it runs from any city of the home hex to any track of the goal.
    """
    public_upgrades: bool = False
    """a23: upgrades that the printed list lacks are also allowed."""
    extra_lay_at_any_time: bool = True
    """a25: the Canada Company's extra lay is open until the end of the turn; else only in the track step."""
    trains_must_run: bool = True
    """c99: a train that has a run must run; else it need not."""
    early_loan_free: bool = True
    """c35: a loan taken before the interest step bears no interest this turn."""
    loan_before_interest: bool = True
    """c100: the president may take a loan first if the treasury cannot pay the interest."""
    loan_in_segment_whole: bool = True
    """c104: a loan taken while the president raises the interest brings $100; else $90."""
    interest_before_closing: bool = True
    """c103: a sale that brings the whole interest and closes the company pays the interest.

    Else the closed company owes nothing.
    """
    interest_at_once: bool = True
    """c95: interest is settled when the runs are over.

    Else, if no train ran, it is settled after the next action. A run that earned no more than the interest
    then still has its dividend settled by hand.
    """
    every_step_asked: bool = True
    """c95: the last steps of a turn wait for a pass.

    Else a step without any legal action is skipped, and the others are passed one by one. Interest does not
    treat a skipped step as an action.
    """
    excess_redeemed_by_hand: bool = True
    """c96: the president redeems the loans above the players' shares as the last action of the turn.

    Else they are redeemed automatically with the action that ends the purchase of trains. If that step was
    skipped, the next action redeems them. A debt for loans or interest then outlives the corporation.
    """
    privates_before_redeeming: bool = True
    """c97: no private may be bought once the turn has reached the redemption of loans."""
    closed_trains_to_pool: bool = True
    """c40: trains of a closed company go to the pool; else they leave the game."""
    trade_in_at_market: bool = True
    """a107: a Diesel from the pool may also take a train in part payment; else only one from the bank."""
    rescue_before_bankruptcy: bool = True
    """c61: a president is not bankrupt while a loan suffices or another of the president's corporations can
    sell a train.

    Else only shares count.
    """
    sale_in_lots: bool = True
    """c42: sales forced by a train may be in any lots; else one lot a corporation. For loans they may always
    be in any lots."""
    formation_after_turn: bool = True
    """c45: the CGR forms after the buyer's turn; else immediately when the first 6 is bought."""
    presidents_order_debts: bool = True
    """c46: each president settles corporations in any order; else in operating order."""
    remainder_stays: bool = True
    """c47: a treasury keeps its remainder under $100; else it is used first and the president adds the
    rest."""
    late_limit_without_cgr: bool = True
    """c49: the late table also applies if the CGR never forms."""
    limit_follows_closings: bool = True
    """c50: a later closing changes the row; else it restores the first table."""
    borrow_any_train: bool = True
    """c54: the CGR may borrow any type on sale; else the last type only."""
    borrowed_price_due: bool = True
    """c55: the CGR must buy once the treasury covers the price.

    It buys the borrowed type, or any permanent train if it borrowed none. Else it must buy only with more
    than $1,100.
    """
    dividend_while_permanent: bool = True
    """a56: the CGR pays dividends only while it has a permanent train; else as soon as it has had one."""
    odd_percent_counts: bool = True
    """c42: the odd 5% of a sale counts with the next sales of the operating turn; else each sale counts
    separately."""
    cgr_sold_at_foot: bool = True
    """c102: CGR shares may be sold at the foot of its column; else no sale may move its token down."""
    half_given: bool = False
    """a53, a90: the second share of a one-share president is the missing half, and sales are as in any turn.
    The game ends if the president can do neither.

    Else it comes from the place of purchase, and sales serve only it.
    """
    ten_tokens: bool = True
    """c57: the CGR never has more than ten tokens; else it keeps all eleven homes."""
    ws_token_apart: bool = True
    """c101: the owner of the Waterloo & Saugeen pays for an ordinary token on its hex and keeps the free one.

    Else the ordinary token is free there and uses up the power, without closing the private.
    """
    home_precedence_by_hand: bool = True
    """a58: the president removes a token from a hex where the CGR gets a home token; else it is removed
    automatically."""


PRINTED = Reading()
PUBLIC = Reading(**{field: not default for field, default in msgspec.structs.asdict(PRINTED).items()})

READINGS = {"printed": PRINTED, "18xx.games": PUBLIC}
NOTES = {
    "printed": gettext_noop("the printed rules, with rulings where they leave something open"),
    "18xx.games": gettext_noop("as 18xx.games plays, so that the game can be exported to it"),
}
"""A few words on each reading, for the page and the list of titles."""

RULINGS = 6
RULINGS_KEPT = 4
RULING_FIXES = (
    RulingFix(5, "printed", "fall_settles_excess", before=False),
    RulingFix(6, "printed", "loan_in_segment_whole", before=False),
    RulingFix(6, "printed", "interest_before_closing", before=False),
    RulingFix(6, "printed", "trade_in_at_market", before=False),
)

ROWS = {
    "auction_clockwise": "c2", "bids_move_priority": "c94", "players_trade_privates": "c4",
    "forced_sales_bar_buying": "c6", "half_over_limit": "c11", "excess_bought_down": "c12",
    "full_capital_at_first_turn": "c17", "destination_from_token": "c19", "public_upgrades": "a23",
    "early_loan_free": "c35", "interest_at_once": "c95", "every_step_asked": "c95",
    "excess_redeemed_by_hand": "c96", "closed_trains_to_pool": "c40", "rescue_before_bankruptcy": "c61",
    "sale_in_lots": "c42", "formation_after_turn": "c45", "presidents_order_debts": "c46",
    "remainder_stays": "c47", "late_limit_without_cgr": "c49", "limit_follows_closings": "c50",
    "borrow_any_train": "c54", "borrowed_price_due": "c55", "dividend_while_permanent": "a56",
    "half_given": "a53", "ten_tokens": "c57", "ws_token_apart": "c101", "odd_percent_counts": "c42",
    "cgr_sold_at_foot": "c102", "home_precedence_by_hand": "a58", "extra_lay_at_any_time": "a25",
    "privates_before_redeeming": "c97", "excess_waits": "c98", "fall_settles_excess": "c98",
    "trains_must_run": "c99", "loan_before_interest": "c100", "interest_before_closing": "c103",
    "loan_in_segment_whole": "c104", "trade_in_at_market": "a107",
}  # fmt: skip
"""The row of ``rulings.md`` behind each choice."""
