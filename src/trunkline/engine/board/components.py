"""Companies, trains and phases, as records of the board schema (see `trunkline.engine.board`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from trunkline.engine.board.map import BoardRecord, Colour, Edge
from trunkline.engine.board.private_powers import AnyPower
from trunkline.util.messages import gettext_noop

Ink = Annotated[
    str,
    Meta(
        pattern=r"^(#[0-9a-fA-F]{6}|black|white)\Z",
        description=gettext_noop('a colour such as "#1f6f43", or black or white'),
    ),
]
"""Colour of a token in drawings."""
Count = Annotated[int, Meta(ge=0, le=200)]
"""Number of pieces, each of which is created."""
Percent = Annotated[int, Meta(ge=1, le=100)]


class PlayerCount(BoardRecord, frozen=True):
    """Values that depend on the number of players."""

    cash: int
    """Cash of each player at the start, in dollars."""
    certificates: int
    """Certificate limit of a player, until that of a late table replaces it, if there is one."""
    privates: tuple[str, ...] = ()
    """Privates used with this number of players; empty: all."""


class Loans(BoardRecord, frozen=True):
    """Terms of loans to companies."""

    value: Annotated[int, Meta(ge=1)]
    """Dollars that a loan brings, and that its redemption costs."""
    interest: int
    """Dollars of interest for each loan, in each operating turn."""
    end_penalty_per_share: int = 0
    """Dollars taken off each share's value at the end, per loan."""
    late_value: Annotated[int, Meta(ge=1)] | None = None
    """Dollars that a loan brings after the interest step; None: the same as before."""
    per_turn: Annotated[int, Meta(ge=1)] | None = None
    """Loans that a company may take in one turn; None: unlimited."""
    maximum: Annotated[int, Meta(ge=1)] | None = None
    """Loans that a company may have; None: one for each share that players hold."""


class Gift(BoardRecord, frozen=True, omit_defaults=False):
    """A certificate that comes with a private."""

    corporation: str
    """Id of the corporation."""
    percent: int
    """Percent of the certificate."""
    president: bool = False
    """True for the president's certificate. It is written even if false: saves have a hash of the board."""


class BoardPrivate(BoardRecord, frozen=True):
    """A private company."""

    id: str
    """Id of the private."""
    name: str
    """Name of the private."""
    cost: int
    """Price in dollars."""
    revenue: int
    """Income in dollars, for each operating round."""
    hexes: tuple[str, ...] = ()
    """Hexes of its power."""
    power: str = ""
    """Its power as text, for people."""
    short: str = ""
    """Nickname on the certificate."""
    closes_on_use: bool | None = None
    """True if the first use of its power closes it."""
    closes_in_phase: str = ""
    """The phase that closes it; empty if only the phase for all privates does."""
    closes_on_train: Literal["", "owner", "gift"] = ""
    """The corporation whose first purchase of a train closes it: the one that owns it, or the one whose
    certificate it brought. Empty: none."""
    powers: tuple[AnyPower, ...] = ()
    """Its powers, in a title in one file."""
    gives: Gift | None = None
    """A certificate that comes with the private."""
    public_id: str = ""
    """Its id in files of 18xx.games, if it differs."""


class Destination(BoardRecord, frozen=True):
    """The destination of a company. Track to it releases the money in escrow."""

    hexes: tuple[str, ...]
    """Hexes of the destination, any of which counts."""
    name: str = ""
    """Name of the destination; empty: the names of its hexes."""
    start: str = field(default="", name="from")
    """Hex from which the route starts, if it is not the company's home."""


class Bonds(BoardRecord, frozen=True):
    """Terms of the bonds that a merged company may issue."""

    count: Count
    price: int
    interest: int
    exchanged_when_merged: int
    """Companies that must have merged before bonds are part of the exchange."""
    end_penalty_per_share: int


class Merger(BoardRecord, frozen=True):
    """Terms of a company that forms only by a merger."""

    forms_on: tuple[str, ...]
    minimum: int
    """Number of companies that must merge."""
    second_issue_when_merged: int
    """Companies that must have merged before the second issue is used."""
    start_price_minimum: int
    kept_tokens: int
    """Station tokens of each merged company that its own may replace, besides the home token."""
    bonds: Bonds | None = None


class TileLays(BoardRecord, frozen=True):
    """Track that a company may lay in one turn: yellow tiles, or upgrades, or both."""

    yellow: int
    """The most yellow tiles."""
    upgrades: int
    """The most upgrades."""
    lays: int | None = None
    """The most lays of a turn, yellow tiles and upgrades together, on different hexes. None: a turn has
    either yellow tiles or upgrades."""
    next_cost: int = 0
    """Dollars for each lay after the first of the turn, in addition to the terrain."""


class BoardCorporation(BoardRecord, frozen=True):
    """A public company."""

    id: str
    """Id of the corporation, shown on its tokens."""
    name: str
    """Name of the corporation."""
    tokens: tuple[int, ...]
    """Cost of each station token in dollars, in order, the home token first."""
    colour: Ink
    """Colour of its tokens."""
    text_colour: Ink
    """Colour of the letters on its tokens."""
    shares: tuple[int, ...]
    """Certificates in percent, the president's first."""
    home: tuple[str, ...] = ()
    """Hexes of its home token."""
    home_stop: int | None = 0
    """Index of the stop that its home token goes to; None: its president chooses it."""
    home_choice: bool = False
    """True if its president chooses one of several home hexes; otherwise one token counts on all of them."""
    short: str = ""
    """Short name."""
    most_tokens: int | None = None
    """Limit of station tokens for a company without a token row."""
    token_cost: int = 0
    """Cost of each of these tokens, in dollars."""
    destination: Destination | None = None
    """The destination whose track releases its escrow."""
    alternate_destination: Destination | None = None
    """A second destination, of which either counts."""
    shares_second_issue: tuple[int, ...] = ()
    """All certificates once the second issue is out, in percent."""
    par_minimum: int = 0
    """Lowest starting price if no player chooses it, in dollars."""
    tile_lays: TileLays | None = None
    """Lays of its turn, instead of those of the phase."""
    merger: Merger | None = None
    """Terms, if the company forms only by a merger."""
    public_id: str = ""
    """Its id in files of 18xx.games, if it differs."""

    @property
    def share_count(self) -> int:
        """Shares it is divided into at first. The president's certificate counts as two."""
        return share_count(self.shares)


def share_count(certificates: tuple[int, ...]) -> int:
    """Return the number of shares that certificates in percent divide a company into.

    The smallest certificate is one share.
    """
    return 100 // min(certificates)


class Capitalisation(BoardRecord, frozen=True, kw_only=True):
    """A kind of capital, chosen by the train on sale or by the phase when the company starts."""

    # The hash of a board depends on the order of the fields.
    train_on_sale: tuple[str, ...] = ()
    """Train types that are on sale when such a company starts."""
    kind: Literal["escrow", "incremental", "full"]
    """Kind of the capital. `full`: `floating.price_multiple` times the share price. `incremental`: the money
    of each share sold from the IPO. `escrow`: the same, but the bank holds the money of later shares until
    track joins the company to its destination."""
    text: str = ""
    """The kind as text, for people; empty: a sentence that follows from the kind."""
    phases: tuple[str, ...] = ()
    """Phases in which such a company starts, in a table without `train_on_sale`. A last row without both
    holds for all the others."""
    paid_at_once: Annotated[int, Meta(le=100)] | None = None
    """Shares whose money is paid at once, with the kind `escrow`; None: 5."""

    @property
    def holds_always(self) -> bool:
        """Return whether the row holds with every train on sale and in every phase."""
        return not self.train_on_sale and not self.phases

    @property
    def shares_at_once(self) -> int:
        """Shares of a company with escrow whose money is paid at once."""
        return 5 if self.paid_at_once is None else self.paid_at_once


class Floating(BoardRecord, frozen=True):
    """The floating of a company: shares sold, and the capital it gets."""

    percent: Percent
    """Percent that must have left the IPO."""
    unsold: Literal["treasury", "ipo"] = "treasury"
    """The place of the other shares after it has floated."""
    capital: Literal["", "shares_sold", "incremental"] = ""
    """Scheme of the capital. Empty: `price_multiple` times the share price. `shares_sold`: the par value of
    the shares that have been bought. `incremental`: the same, and the price of each share bought later."""
    price_multiple: int = 0
    """Factor of the share price in the capital, if `capital` is empty."""
    fee: int = 0
    """Dollars taken off the capital."""
    price_move: Literal["", "up"] = ""
    """Move of the price when the company floats."""


class RangeStep(BoardRecord, frozen=True):
    """One column of a table that gives a train's range."""

    owned: int | None = None
    """Trains of this type owned by companies; None: see `after`."""
    after: str = ""
    """Train type after whose first sale this column applies."""
    range: int = 0
    """The range in this column."""
    factor: int = 1
    """Factor for the run's revenue."""


class Train(BoardRecord, frozen=True):
    """A type of train."""

    name: str
    """Name of the type. Quote a number."""
    price: Annotated[int, Meta(ge=1)]
    """Price in dollars."""
    count: Count | None
    """Number of trains for sale; None: unlimited."""
    range: int | None = None
    """Its range, in `unit`; None: unlimited, unless `range_table` gives it."""
    unit: Literal["stops", "hexes", "cities"] = "stops"
    """Unit of the range: all stops; hexes after the first; or cities and off-board places only."""
    plus: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Towns of a plus train, such as 2 of a 3+2-train. Its range then counts cities and off-board places
    only. None: no plus train."""
    range_table: tuple[RangeStep, ...] = ()
    """Ranges that change during the game."""
    rusts_on: tuple[str, ...] = ()
    """Train types whose first sale removes this type."""
    obsolete_on: tuple[str, ...] = ()
    """Train types whose first sale makes this type obsolete: each train runs once more, and then leaves."""
    permanent: bool = False
    """True for a type that is meant to stay until the end of the game."""
    available_on: str = ""
    """Train type whose first sale puts this type on sale, in addition to the ordinary order."""
    discount: dict[str, int] = {}
    """Dollars off for trading in a train, by train type."""
    variant: str = ""
    """The variant that uses this type; empty: always used."""
    salvage: int = 0
    """Dollars paid to the owner when it rusts."""
    count_by_corporations: dict[int, Count] = {}
    """Number for sale, by number of corporations available. Outside the table the nearest entry holds."""

    @property
    def ends_on(self) -> tuple[str, ...]:
        """Train types whose first sale ends the use of this type, at once or after one more run."""
        return (*self.rusts_on, *self.obsolete_on)


class Phase(BoardRecord, frozen=True):
    """A phase of the game."""

    name: str
    """Name of the phase. Quote a number."""
    on_train: tuple[str, ...]
    """Train types whose first sale starts it."""
    tiles: tuple[Colour, ...]
    """Colours of tiles that may be laid."""
    train_limit: int
    """Limit of trains of a company."""
    operating_rounds: int
    """Number of operating rounds after a stock round."""
    off_board: str
    """Value key in force."""
    train_limit_of: dict[str, int] = {}
    """Train limits of single corporations that differ."""
    tile_lays: TileLays | None = None
    """Track of a company in one turn; None: one tile."""
    events: tuple[str, ...] = ()
    """Other changes with the phase, for people."""
    buy_privates: bool = False
    """True if companies may buy privates."""
    loans: bool = False
    """True if companies may take loans."""


class BoardBonus(BoardRecord, frozen=True):
    """A bonus that a company can hold, paid once per train that counts a stop on one of the hexes."""

    value: int
    """Dollars of the bonus."""
    hexes: tuple[str, ...]
    """Hexes of the bonus."""
    by: str
    """The private that grants it."""
    one_hex: bool = False
    """True if its owner chooses one of the hexes; otherwise all of them count."""
    removed_phase: str = ""
    """Phase that ends the bonus."""
    price: int | None = None
    """Price of the right for another company, in dollars."""
    tokens: int | None = None
    """Number of rights, including the private's own."""


class Variant(BoardRecord, frozen=True):
    """An optional rule."""

    public_option: str
    """Its name on 18xx.games."""


class StationTokens(BoardRecord, frozen=True):
    """Rules for station tokens that apply to all companies."""

    per_hex: int = 1
    """Limit of tokens of one company on a hex."""
    none_on: tuple[str, ...] = ()
    """Hexes that no token may enter."""
    cost_per_hex: int | None = None
    """Price of a token per hex of distance, in dollars. `BoardCorporation.tokens` shows it for one hex."""


class Dividends(BoardRecord, frozen=True):
    """Options of a company for its earnings."""

    choices: tuple[Literal["pay", "half", "withhold"], ...] = ("pay", "withhold")
    """The options of a president: pay all, pay half, or withhold."""
    half_rounds_up_to: int = 1
    """Multiple of dollars to which half of the earnings is rounded up."""


class FerrySegment(BoardRecord, frozen=True):
    """A crossing: its hexes in order, and the edges that the line uses in each."""

    path: tuple[str, ...]
    edges: tuple[tuple[Edge, ...], ...]


class Ferry(BoardRecord, frozen=True):
    """A ferry route that can be activated."""

    id: str
    name: str
    segments: tuple[FerrySegment, ...]


FINISH_SET = "finish the set of operating rounds"
AT_ONCE = "end at once"


class Ending(BoardRecord, frozen=True):
    """The ends of the game, other than bankruptcy."""

    bank_empty: Literal["finish the set of operating rounds", "finish this operating round", "end at once"]
    """Extent of further play once the bank is broken."""
    share_price: int | None = None
    """Share price that ends the game once a corporation reaches it, in dollars."""
    share_price_end: Literal["", "finish the set of operating rounds", "end at once"] = ""
    """Extent of further play then. Empty: to the end of the operating round."""
    players_left: int | None = None
    """Number of players with whom the game ends after bankruptcies; None if a bankruptcy ends it."""
    train: str = ""
    """Train type whose first sale ends the game, after the set of operating rounds; empty: none."""
    sets: Annotated[int, Meta(ge=1, le=50)] | None = None
    """Number of sets after which the game ends, each a stock round and its operating rounds; None: any."""

    @property
    def finishes_set(self) -> bool:
        """Return whether all operating rounds of the set are played once the bank is broken."""
        return self.bank_empty == FINISH_SET

    @property
    def price_finishes_set(self) -> bool:
        """Return whether all operating rounds of the set are played once that share price is reached."""
        return self.share_price_end == FINISH_SET

    @property
    def bank_ends_at_once(self) -> bool:
        """Return whether the game ends with the action that breaks the bank."""
        return self.bank_empty == AT_ONCE

    @property
    def price_ends_at_once(self) -> bool:
        """Return whether the game ends with the action that reaches the share price."""
        return self.share_price_end == AT_ONCE


class Setup(BoardRecord, frozen=True):
    """Setup rules that differ between titles."""

    draw_one_of: tuple[str, ...] = ()
    """Privates of which one is drawn. The others are out of the game."""


class PrivateRules(BoardRecord, frozen=True):
    """Rules for all privates."""

    close_on_phase: str
    """Phase that closes all privates."""
    counts_as_certificate: bool = True
    """True if a private counts toward the certificate limit."""
    sellable: bool = True
    """True if players may trade them."""
