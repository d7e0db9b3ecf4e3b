"""The switches of a title file: the choices between the usual rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Percent = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices between the rules of the 18XX family. The defaults are those of 1830."""

    stock_turn: Literal["sell-buy", "sell-buy or buy-sell", "sell-buy-sell"] = "sell-buy-sell"
    """The order of sales and the purchase in a turn of the stock round."""
    sales_in_first_round: bool = False
    """True if players may sell in the first stock round."""
    sell_before_operating: bool = False
    """True if shares of a corporation may be sold before it has operated."""
    price_falls: Literal["once a sale", "for each share"] = "for each share"
    """The fall of a price after a sale: one row for each share, or for each full 10 percent."""
    several_in_brown: bool = False
    """True if a player may buy several certificates in a turn of a corporation in the brown zone."""
    ipo_price: Literal["par", "share price"] = "par"
    """The price of a share in the IPO."""
    dividend_to: Literal["pool", "treasury"] = "pool"
    """The place whose shares pay the corporation."""
    price_rises: Literal["any dividend", "dividend of the share price", "twice for double"] = "any dividend"
    """The dividend that moves a price to the right: any; one whose total is at least the share price; or the
    same, with two boxes for a total of twice the share price."""
    falls_without_dividend: bool = True
    """True if a price moves left without a dividend."""
    sold_out_rises: bool = True
    """True if a price rises at the end of a stock round in which players hold all shares."""
    privates_at_end: Literal["cost", "nothing"] = "cost"
    """The worth of an open private at the end of the game."""
    must_own_train: Literal["with a route", "always", "never"] = "with a route"
    """The duty of a corporation to own a train."""
    train_money: Literal["president", "loans first", "cash only"] = "president"
    """The money for a train that a corporation must buy and cannot pay: of its president, who may have to
    sell shares; first of loans; or only the president's cash, without sales and bankruptcy."""
    interest_short: Literal["president", "loan"] = "president"
    """The payer of interest that treasury and earnings lack: the president, or first a loan."""
    loans_redeemed: Literal["end of turn", "never"] = "end of turn"
    """The time at which corporations redeem loans."""
    loans_move_price: bool = False
    """True if each loan moves the price left, and its redemption moves it right."""
    train_export: Literal["never", "each set", "each operating round"] = "never"
    """The end of rounds after which the bank's next train leaves the game, as if it had been sold."""
    first_private_falls: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Dollars off the price of the first private each time all players pass; 0: its price never falls."""
    private_price_from: Percent = 50
    """The lowest price of a private for a corporation, in percent of its cost."""
    private_price_to: Percent = 200
    """The highest price of a private for a corporation, in percent of its cost."""
