"""Titles built from a file: the shared steps, with the choices of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from trunkline.engine.board import Board
from trunkline.engine.kernel import action as actions
from trunkline.engine.kernel import chart, depot, shares
from trunkline.engine.kernel.action import BuyTrain
from trunkline.engine.kernel.context import Context, Hooks, Policies, Title
from trunkline.engine.kernel.decisions import (
    Announcement,
    Decision,
    Discard,
    HomeChoice,
    Offer,
    PlaceTokensAgain,
    PriceChoice,
)
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.registration import About, TitlePackage
from trunkline.engine.kernel.rulebook import Rule
from trunkline.engine.kernel.state import (
    OFFERING,
    OUT,
    POOL,
    TREASURY,
    Corporation,
    Opening,
    Player,
    Private,
    Round,
    State,
    StockTurn,
)
from trunkline.engine.kernel.step import Step
from trunkline.engine.mechanisms import certificate_limits, closing, obsolescence, train_export
from trunkline.engine.powers import privates, with_powers
from trunkline.engine.steps import (
    better_runs,
    discard,
    dividend,
    elimination,
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
from trunkline.engine.steps.emergency_money import EmergencyMoney
from trunkline.engine.steps.par_of_gift import OpeningPrice, take_gift
from trunkline.engine.steps.running import RunTrainsStep
from trunkline.engine.track.map_index import map_tables
from trunkline.titles.declared import capital_steps, loan_steps, private_powers, rule_texts
from trunkline.titles.declared.switches import Switches
from trunkline.titles.declared.title_file import TitleFile

PRINTED: Final = "printed"
OBSOLETE: Final = "train.obsolete"
"""The rule of obsolete trains."""
PLACES: Final = {"pool": POOL, "treasury": TREASURY}
MOVES: Final[Mapping[str, obsolescence.Move]] = {
    "any dividend": dividend.move_by_payment,
    "dividend of the share price": partial(dividend.move_by_total, lambda ctx: False),
    "twice for double": partial(dividend.move_by_total, lambda ctx: True),
}


def package(title: TitleFile) -> TitlePackage:
    """Return the title of a file, as the list of titles needs it."""
    board = title.board
    about = About(
        id=board.title,
        name=board.full_title,
        players=(min(board.players), max(board.players)),
        variants=(),
        rules=(PRINTED,),
        designers=title.about.designers,
    )
    rules = rule_texts.DeclaredRules(title)

    def build(facts: Board, variants: tuple[str, ...], reading: str, runs: str, rulings: int) -> Title:
        return _build(facts, about, title.switches, rules, runs)

    return TitlePackage(about, lambda: board, build, {})


def _build(board: Board, about: About, switches: Switches, rules: Mapping[str, Rule], runs: str) -> Title:
    announced = runs == better_runs.ANNOUNCED
    operating_round = _operating_round(board, switches, announced)
    rounds: dict[str, Step] = {"stock": _stock_round(board, switches), "operating": operating_round}
    if board.privates:
        rounds = {"opening": _opening_round(board, switches), **rounds}
    return Title(
        id=about.id,
        name=about.name,
        board=board,
        tables=map_tables(board),
        rules=rules,
        rule_ids={},
        rounds=rounds,
        turn_steps=operating_round.steps,
        decisions=_decisions(announced) | loan_steps.decisions(board, switches, _emergency(board)),
        policies=_policies(board, switches, runs),
        reactions=_reactions(board, switches),
        state=capital_steps.state(board),
        setup=partial(_setup, board, switches),
        kind_rules={
            actions.BuyPrivate: "private.trade",
            actions.DeclareBankruptcy: "bankruptcy.not-voluntary",
            actions.DiscardTrain: "train.discard-excess",
            **dict.fromkeys(better_runs.KINDS, "run.best-binds"),
        },
        milestones=(better_runs.MILESTONE,) if announced else (),
    )


def _opening_round(board: Board, switches: Switches) -> private_auction.PrivateAuctionRound:
    assert board.bid_increment is not None
    return private_auction.PrivateAuctionRound(
        raise_by=board.bid_increment,
        multiple=board.bid_increment,
        next_bidder=private_auction.clockwise,
        all_passed=(
            partial(opening_end.all_passed_or_cheaper, switches.first_private_falls, take_gift)
            if switches.first_private_falls
            else opening_end.all_passed
        ),
        bought=take_gift,
        sold_out=partial(opening_end.sold_out, selling=switches.sales_in_first_round),
    )


def _stock_round(board: Board, switches: Switches) -> stock.StockRound:
    return stock.StockRound(
        ended=round_sequence.stock_round_ended,
        sources=(OFFERING, POOL, TREASURY),
        in_lots=True,
        sell_after=switches.stock_turn != "sell-buy",
        several_in=("brown",) if switches.several_in_brown else (),
        exchanges=private_powers.exchanges(board),
        sell_before_and_after=switches.stock_turn == "sell-buy-sell",
        rises=chart.order if switches.sold_out_rises else lambda ctx: [],
    )


def _operating_round(board: Board, switches: Switches, announced: bool) -> operating.OperatingRound:
    """Return the operating round, with its steps in the order of the turn."""
    buys = any(phase.buy_privates for phase in board.phases)
    buy_privates = privates.BuyPrivates(least=switches.private_price_from, most=switches.private_price_to)
    may_announce = better_runs.any_player_may if announced else better_runs.no_player_may
    return operating.OperatingRound(
        steps=(
            private_powers.track_step(board, track.LayTrack(_colour_rule)),
            private_powers.token_step(board),
            RunTrainsStep(ask_other_players=partial(better_runs.ask, may_announce)),
            *loan_steps.before_dividend(board, switches),
            dividend.DividendStep(own=PLACES[switches.dividend_to], move=_price_move(board, switches)),
            trains.BuyTrains(
                _emergency(board),
                exempt=(lambda ctx, corp, turn: switches.must_own_train == "never"),
                always=switches.must_own_train == "always",
                means=loan_steps.for_trains(board, switches),
                cash_only=switches.train_money == "cash only",
            ),
            *loan_steps.at_end(board, switches, _emergency(board)),
        ),
        anytime=(
            *((buy_privates,) if buys else ()),
            *private_powers.private_tokens_of_corporations(board),
            *private_powers.exchanges_in_turn(board),
            *loan_steps.powers(board, switches),
        ),
        ended=round_sequence.operating_round_ended,
    )


def _emergency(board: Board) -> EmergencyMoney:
    """Return the rules by which presidents raise money."""
    return EmergencyMoney(leaves=elimination.leave if board.ending.players_left else None)


def _decisions(announced: bool) -> dict[type[Decision], Step]:
    """Return the step of each kind of decision."""
    return {
        Offer: offers.OfferStep(
            {
                BuyTrain: trains.buy_train,
                actions.BuyPrivate: offers.buy_private,
                **dict.fromkeys(with_powers.BY_LEAVE, with_powers.carry_out),
            }
        ),
        PriceChoice: OpeningPrice(),
        Discard: discard.DiscardStep(),
        HomeChoice: tokens.PlaceHome(),
        PlaceTokensAgain: tokens.PlaceTokensAgainStep(),
        **({Announcement: better_runs.BetterRunsStep()} if announced else {}),
    }


def _policies(board: Board, switches: Switches, runs: str) -> Policies:
    policies = Policies(
        worth=shares.worth,
        privates_count=switches.privates_at_end == "cost",
        closes=lambda ctx, corp: True,
        certificate_limit=certificate_limits.after_closings,
        offering_price=chart.price if switches.ipo_price == "share price" else lambda ctx, corp: corp.par,
        operates=floating.floated,
        may_sell=lambda ctx, corp: corp.operated or switches.sell_before_operating,
        row_a_share=switches.price_falls == "for each share",
        best_run_binds=lambda ctx, corp: runs == "best",
        routes=private_powers.routes,
        terrain=private_powers.terrain(board),
        private_weight=2 if board.private_rules.counts_as_certificate else 0,
    )
    return capital_steps.with_policies(board, loan_steps.with_policies(board, policies))


def _reactions(board: Board, switches: Switches) -> Hooks:
    """Return the reactions to events."""
    reactions = Hooks(
        train_bought=(private_powers.train_bought,),
        phase_began=(private_powers.phase_began, *_obsolescence(board)),
        closed=(_close,),
        operating_round_ended=_exports(switches),
    )
    return capital_steps.with_reactions(board, loan_steps.with_reactions(board, reactions))


def _close(ctx: Context, corp: Corporation) -> None:
    """Close a corporation whose price has reached the closed zone. Its trains leave the game."""
    if not corp.closed:
        closing.close(ctx, corp, OUT)


def _price_move(board: Board, switches: Switches) -> obsolescence.Move:
    """Return the move of a share price. If the file has obsolete trains, they leave after it."""
    move = MOVES[switches.price_rises]
    if not switches.falls_without_dividend:
        move = partial(dividend.never_left, move)
    return obsolescence.after(move, OBSOLETE) if _obsolescence(board) else move


def _obsolescence(board: Board) -> tuple[Callable[[Context], None], ...]:
    """Return the reaction to a phase that makes trains obsolete, if the file has such trains."""
    return (obsolescence.phase_began(OBSOLETE),) if any(kind.obsolete_on for kind in board.trains) else ()


def _exports(switches: Switches) -> tuple[Callable[[Context], None], ...]:
    """Return the reaction to the end of an operating round that exports a train, if the file wants it."""
    if switches.train_export == "never":
        return ()
    return (train_export.at_end("train.export", of_set=switches.train_export == "each set"),)


def _colour_rule(ctx: Context, old: str, hex: str, new: str) -> str:
    """Return the rule that refuses ``new`` on ``hex`` over ``old``. An empty ``old`` means the printed
    hex."""
    colour = ctx.title.board.tiles[new].colour
    return {"yellow": "track.yellow-where", "green": "track.green-where"}.get(colour, "track.brown-where")


def _setup(board: Board, switches: Switches, options: Options) -> State:
    """Return the state before the first decision."""
    players = options.players
    values = board.players[len(players)]
    cash, used = values.cash, values.privates or tuple(board.private)
    state = capital_steps.state(board)(
        title=board.title,
        players={name: Player(name, cash) for name in players},
        privates={each.id: Private(each.id, each.cost) for each in board.privates if each.id in used},
        corporations=shares.unsold(board),
        bank=board.bank - cash * len(players),
        trains=depot.first_trains(board.trains),
        round=Round(round_sequence.OPENING if board.privates else round_sequence.STOCK),
        priority=players[0],
    )
    if board.privates:
        state.opening = Opening(players[0])
    else:
        state.stock = StockTurn(players[0], selling=switches.sales_in_first_round)
    return state
