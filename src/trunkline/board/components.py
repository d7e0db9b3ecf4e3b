"""Chart, companies, trains and phases, as records of the board schema (see `trunkline.board`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from trunkline.board.map import Colour, Edge, Part

Ink = Annotated[str, Meta(pattern=r"^(#[0-9a-fA-F]{6}|black|white)\Z")]
"""A colour that a token is drawn in."""
Count = Annotated[int, Meta(ge=0, le=200)]
"""A number of pieces, each of which is made."""


class Box(Part, frozen=True):
    """One box of the share-price chart."""

    price: int
    par: bool = False
    par_from: str = ""
    """The par price is open from this phase on."""
    zone: Literal["", "yellow", "brown", "closed"] = ""
    arrow: Literal["", "up", "down"] = ""
    """Where the token goes instead when its move is barred by the edge."""


class Chart(Part, frozen=True):
    """The share-price chart: rows from the top, boxes from the left; None where a row has no box.

    What becomes of a move that an edge bars is in the arrows of the boxes.
    """

    rows: tuple[tuple[Box | None, ...], ...]
    zones: dict[str, str] = {}
    """What each zone means, in words."""


class PlayerCount(Part, frozen=True):
    """What depends on the number of players."""

    cash: int
    certificates: int
    """Certificate limit a player; where there is a late table, of the phases before it."""
    privates: tuple[str, ...] = ()
    """Privates used with so many players; empty: all."""


class Loans(Part, frozen=True):
    """Loans to companies."""

    value: int
    interest: int
    end_penalty_per_share: int
    """Taken off each share's value at the end, a loan."""
    late_value: int | None = None
    """What a loan taken after the interest step brings."""
    per_turn: int | None = None
    """Loans a company may take in one turn; None: any number."""
    maximum: int | None = None
    """Loans a company may have; None: the title's rules say."""


class Gift(Part, frozen=True):
    """A certificate that comes with a private."""

    corporation: str
    percent: int
    president: bool


class BoardPrivate(Part, frozen=True):
    """A private company."""

    id: str
    name: str
    cost: int
    revenue: int
    hexes: tuple[str, ...] = ()
    power: str = ""
    short: str = ""
    """Nickname on the certificate."""
    closes_on_use: bool | None = None
    gives: Gift | None = None
    public_id: str = ""
    """Its id in files of 18xx.games, where that is another."""


class Destination(Part, frozen=True):
    """Where a company must be joined to."""

    hexes: tuple[str, ...]
    name: str
    start: str = field(default="", name="from")
    """Hex the route starts from, where it is not the company's home."""


class Bonds(Part, frozen=True):
    """Bonds a merged company may issue."""

    count: Count
    price: int
    interest: int
    exchanged_when_merged: int
    """Companies that must have merged before bonds take part in the exchange."""
    end_penalty_per_share: int


class Merger(Part, frozen=True):
    """How a company that only forms by a merger is made up."""

    forms_on: tuple[str, ...]
    minimum: int
    """Companies that must merge."""
    second_issue_when_merged: int
    """Companies that must have merged before the second issue is used."""
    start_price_minimum: int
    kept_tokens: int
    """Station tokens of each merged company, its home token apart, that may be replaced by its own."""
    bonds: Bonds | None = None


class BoardCorporation(Part, frozen=True):
    """A public company."""

    id: str
    name: str
    tokens: tuple[int, ...]
    """Cost of each station token in order, the home token first."""
    colour: Ink
    text_colour: Ink
    shares: tuple[int, ...]
    """Certificates in percent, the president's first."""
    home: tuple[str, ...] = ()
    home_stop: int | None = 0
    """Index of the stop its home token goes to; None: its president picks one."""
    home_choice: bool = False
    """Its president picks one of several home hexes; otherwise one token counts on all of them."""
    short: str = ""
    most_tokens: int | None = None
    """Most station tokens of a company without a token row."""
    token_cost: int = 0
    """Cost of each of these."""
    destination: Destination | None = None
    alternate_destination: Destination | None = None
    shares_second_issue: tuple[int, ...] = ()
    """All certificates once the second issue is out, in percent."""
    par_minimum: int = 0
    """Lowest price it can start at, where no player chooses it."""
    merger: Merger | None = None
    public_id: str = ""
    """Its id in files of 18xx.games, where that is another."""

    @property
    def share_count(self) -> int:
        """Shares it is divided into at first; the president's certificate is two of them."""
        return share_count(self.shares)


def share_count(certificates: tuple[int, ...]) -> int:
    """Shares that certificates, given in percent, divide a company into: the smallest is one share."""
    return 100 // min(certificates)


class Capitalisation(Part, frozen=True):
    """What share sales pay a company, by the train on sale when it starts."""

    train_on_sale: tuple[str, ...]
    kind: Literal["escrow", "incremental", "full"]
    text: str


class Floating(Part, frozen=True):
    """When a company starts by shares sold, and what it gets then."""

    percent: int
    """Percent that must have left the initial offering; what is left there goes into its treasury."""
    capital: Literal["", "shares_sold"] = ""
    """Empty: `price_multiple` times the share price."""
    price_multiple: int = 0
    fee: int = 0
    """Taken off the capital."""
    price_move: Literal["", "up"] = ""


class RangeStep(Part, frozen=True):
    """One column of a table that gives a train's range."""

    owned: int | None = None
    """Trains of this type owned by companies; None: see `after`."""
    after: str = ""
    """Holds once a train of this type has been bought."""
    range: int = 0
    factor: int = 1
    """The run's revenue is multiplied by this."""


class Train(Part, frozen=True):
    """A type of train."""

    name: str
    price: int
    count: Count | None
    """Number for sale; None: unlimited."""
    range: int | None = None
    """How far it runs, in `unit`; None: unlimited, unless `range_table` says otherwise."""
    unit: Literal["stops", "hexes", "cities"] = "stops"
    """What the range counts: all stops; hexes after the first; cities and off-board places only."""
    range_table: tuple[RangeStep, ...] = ()
    rusts_on: tuple[str, ...] = ()
    """The first sale of any of these removes it."""
    permanent: bool = False
    available_on: str = ""
    """On sale from the first sale of this train on, beside the ordinary order."""
    discount: dict[str, int] = {}
    """Reduction for trading in a train."""
    variant: str = ""
    """Only used with this variant."""
    salvage: int = 0
    """Paid to the owner when it rusts."""
    count_by_corporations: dict[int, Count] = {}
    """Number for sale, by corporations available; beyond the table's ends the nearest entry holds."""


class TileLays(Part, frozen=True):
    """Track a company may lay in one turn: so many yellow tiles, or so many upgrades."""

    yellow: int
    upgrades: int


class Phase(Part, frozen=True):
    """One phase of the game."""

    name: str
    on_train: tuple[str, ...]
    """The first sale of any of these begins it."""
    tiles: tuple[Colour, ...]
    train_limit: int
    operating_rounds: int
    off_board: str
    """Value key in force."""
    train_limit_of: dict[str, int] = {}
    """Exceptions by corporation."""
    tile_lays: TileLays | None = None
    events: tuple[str, ...] = ()
    buy_privates: bool = False
    """Companies may buy privates."""
    loans: bool = False


class BoardBonus(Part, frozen=True):
    """A bonus that a company can hold, paid once a train that counts a stop on one of the hexes."""

    value: int
    hexes: tuple[str, ...]
    by: str
    """The private that grants it."""
    one_hex: bool = False
    """Its owner picks one of the hexes; otherwise all of them count."""
    removed_phase: str = ""
    price: int | None = None
    """Price of the right for another company."""
    tokens: int | None = None
    """Rights in all, the private's own among them."""


class Variant(Part, frozen=True):
    """An optional rule."""

    public_option: str
    """What 18xx.games calls it."""


class StationTokens(Part, frozen=True):
    """Station tokens, where the rules give figures for all companies."""

    per_hex: int = 1
    """Most tokens of one company on a hex."""
    none_on: tuple[str, ...] = ()
    cost_per_hex: int | None = None
    """The price of a token is this a hex of distance; `BoardCorporation.tokens` shows it for one hex."""


class Dividends(Part, frozen=True):
    """What a company may do with its earnings."""

    choices: tuple[Literal["pay", "half", "withhold"], ...] = ("pay", "withhold")
    half_rounds_up_to: int = 1
    """Half of the earnings is rounded up to a multiple of so many dollars."""


class FerrySegment(Part, frozen=True):
    """One crossing: its hexes in order, and the edges the line uses in each."""

    path: tuple[str, ...]
    edges: tuple[tuple[Edge, ...], ...]


class Ferry(Part, frozen=True):
    """A ferry route that can be activated."""

    id: str
    name: str
    segments: tuple[FerrySegment, ...]


FINISH_SET = "finish the set of operating rounds"


class Ending(Part, frozen=True):
    """What ends the game besides bankruptcy."""

    bank_empty: Literal["finish the set of operating rounds", "finish this operating round"]
    """How far play goes on once the bank is broken."""
    share_price: int | None = None
    """A share price that ends the game once a corporation reaches it."""
    share_price_end: Literal["", "finish the set of operating rounds"] = ""
    """How far play goes on then; empty: to the end of the operating round."""
    players_left: int | None = None

    @property
    def finishes_set(self) -> bool:
        """Whether all operating rounds of the set are played once the bank is broken."""
        return self.bank_empty == FINISH_SET

    @property
    def price_finishes_set(self) -> bool:
        """Whether all operating rounds of the set are played once that share price is reached."""
        return self.share_price_end == FINISH_SET


class Setup(Part, frozen=True):
    """What the rules say about setting up, where it is not the same for all titles."""

    draw_one_of: tuple[str, ...] = ()
    """Of these privates one is drawn, the others are out."""


class PrivateRules(Part, frozen=True):
    """What holds for all privates."""

    close_on_phase: str
    counts_as_certificate: bool = True
    sellable: bool = True
    """Between players."""
