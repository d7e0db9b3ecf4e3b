"""The report on the CGR while it forms, or on its hypothetical formation now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.action import Pass
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Decision
from trunkline.engine.kernel.merger_preview import (
    Assumption,
    Fate,
    MergerCandidate,
    MergerScenario,
    MergerStep,
    Part,
    Stage,
)
from trunkline.engine.kernel.refusal_texts import all_of
from trunkline.engine.kernel.state import Operating, OperatingTurn
from trunkline.engine.mechanisms import loans
from trunkline.titles.t1856 import cgr, cgr_forming
from trunkline.titles.t1856.actions import SettleDebt
from trunkline.titles.t1856.decisions import CGR, DebtsDue, OverfullPool, TokensToLose, TrainsToKeep
from trunkline.titles.t1856.events import LoansCleared, LoansRepaid
from trunkline.titles.t1856.state import CgrStatus, state_1856
from trunkline.util.messages import gettext, gettext_noop

WORDS: dict[Fate, str] = {
    "cleared": gettext_noop("Cleared from its treasury"),
    "paid": gettext_noop("Paid by its president"),
    "joined": gettext_noop("Absorbed"),
    "decide": gettext_noop("Decides now"),
    "certain": gettext_noop("Will be absorbed"),
    "open": gettext_noop("Can still be paid for"),
}
PARTS = (
    gettext_noop("Loans fall due"),
    gettext_noop("Debts are settled"),
    gettext_noop("Shares, price, president"),
    gettext_noop("Tokens"),
    gettext_noop("Trains"),
)
ASKED: tuple[type[Decision], ...] = (DebtsDue, TokensToLose, TrainsToKeep, OverfullPool)


@dataclass(frozen=True)
class CgrPreview:
    """The CGR's formation, described from the steps that carry it out."""

    trigger: cgr.Trigger
    pay_off: cgr.PayOff
    corp: str = CGR
    decisions: tuple[type[Decision], ...] = ASKED

    @property
    def ways(self) -> tuple[MergerScenario, ...]:
        """The two scenarios: all presidents who can pay do so, or none does."""
        return (
            MergerScenario(gettext("Everyone who can pay does"), _paying),
            MergerScenario(gettext("Nobody pays"), _giving_up),
        )

    def stage(self, ctx: Context) -> Stage:
        """Return the stage of the formation. It is "forming" until the last decision is made."""
        if any(isinstance(each, self.decisions) for each in ctx.state.pending):
            return "forming"
        status = state_1856(ctx.state).cgr.status
        stages: dict[CgrStatus, Stage] = {CgrStatus.FORMED: "formed", CgrStatus.NEVER: "never"}
        return stages.get(status, "ahead")

    def announced(self, ctx: Context) -> str:
        """Return the consequences of the first 6-train once its buyer's turn is over."""
        if state_1856(ctx.state).cgr.status is not CgrStatus.DUE:
            return ""
        owe = [corp.id for corp in chart.order(ctx) if corp.loans]
        if not owe:
            return gettext("After this turn the CGR can never form: no corporation has a loan")
        return gettext(
            "After this turn the loans of {corps} fall due; the CGR forms out of the corporations that "
            "cannot clear them",
            corps=all_of(owe),
        )

    def joined(self, ctx: Context) -> tuple[str, ...]:
        """Return the absorbed corporations."""
        return state_1856(ctx.state).cgr.absorbed

    def order(self, ctx: Context) -> list[str]:
        """Return the players in order, starting with the buyer of the first 6-train."""
        return ctx.state.seats_from(state_1856(ctx.state).cgr.six_buyer)

    def imagine(self, ctx: Context) -> str:
        """Act as if the first 6-train were bought now, and return a sentence that says so.

        The buyer is the corporation whose turn it is, or else the first in order.
        """
        running = ctx.state.operating.turn if ctx.state.operating else None
        corps = [each for each in chart.order(ctx) if each.president]
        corp = ctx.state.corporations[running.corp] if running else next(iter(corps), None)
        if corp is None:
            return gettext("No corporation has started, so none could buy the first 6-train.")
        if running is None:
            ctx.state.operating = Operating(turn=OperatingTurn(corp.id))
        last = next(place for place, each in enumerate(ctx.title.board.phases) if each.name == cgr.PHASE)
        for phase in ctx.title.board.phases[ctx.state.phase + 1 : last + 1]:
            if phase.on_train:
                depot.sold_by_bank(ctx, f"{phase.on_train[0]}-0")
        state_1856(ctx.state).cgr.six_buyer = corp.president
        self.trigger.begin(ctx)
        return gettext(
            "As if {player} bought the first 6-train now for {corp}, ignoring its price.",
            player=corp.president,
            corp=corp.id,
        )

    def candidates(self, steps: Sequence[MergerStep], ctx: Context) -> list[MergerCandidate]:
        """Return the corporations whose loans were due.

        Those that cleared their own loans come first, then the others in the order of settling.
        """
        began = Context(ctx.title, steps[1].before if len(steps) > 1 else ctx.state)
        repaid = {event.corp: event.count for event in steps[0].events if isinstance(event, LoansRepaid)}
        due = next((each for each in began.state.pending if isinstance(each, DebtsDue)), None)
        open = due.corps if due else ()
        ids = [*(id for id in repaid if id not in open), *open]
        return [self._candidate(steps, began, ctx, id, repaid.get(id, 0)) for id in ids]

    def parts(self, ctx: Context) -> list[Part]:
        """Return the parts of the formation: loans, debts, exchange, tokens, trains, and an over-full
        pool."""
        names = [*PARTS, *([gettext_noop("Over-full pool")] if self.pay_off.forming.buy_down else [])]
        asked = next(
            (each for each in reversed(state_1856(ctx.state).pending) if isinstance(each, self.decisions)),
            None,
        )
        places = {DebtsDue: 1, TokensToLose: 3, TrainsToKeep: 4, OverfullPool: 5}
        formed = state_1856(ctx.state).cgr.status in (CgrStatus.FORMED, CgrStatus.NEVER)
        now = places[type(asked)] if asked else len(names) if formed else 0
        left = gettext("{count} left", count=len(asked.corps)) if isinstance(asked, DebtsDue) else ""
        return [
            Part(
                gettext(name),
                "done" if place < now else "now" if place == now else "ahead",
                left if place == now else "",
            )
            for place, name in enumerate(names)
        ]

    def price_made(self, ctx: Context, joined: Sequence[str]) -> str:
        """Return the average of the prices that count, as a sum in text."""
        counted = cgr_forming.counted([chart.price(ctx, ctx.state.corporations[id]) for id in joined])
        text = "+".join(map(str, counted))
        average = f"({text})/{len(counted)}" if len(counted) > 1 else text
        least = ctx.title.board.corporation[CGR].par_minimum
        without, floor = len(joined) > len(counted), sum(counted) < least * len(counted)
        if without and floor:
            return gettext(
                "{average}, without the lowest, but at least ${least}", average=average, least=least
            )
        if floor:
            return gettext("{average}, but at least ${least}", average=average, least=least)
        return gettext("{average}, without the lowest", average=average) if without else average

    def president_made(self, ctx: Context) -> tuple[str, str]:
        """Return the reason for the president and its rule.

        The most shares decide. On a tie it is the first player from the temporary holder on.
        """
        corp = ctx.state.corporations[CGR]
        most = max(corp.shares.values(), default=0)
        if most < 2:
            first = gettext("nobody has two shares: the first who got one")
            return first, ctx.title.rule_id("cgr.president-single")
        tied = [name for name, held in corp.shares.items() if held == most]
        if len(tied) == 1:
            return gettext("has the most, {count}", count=most), ctx.title.rule_id(
                "cgr.president-most-shares"
            )
        return (
            gettext(
                "{players} have {count} each: the first of them from the temporary holder to the left",
                players=all_of(tied),
                count=most,
            ),
            ctx.title.rule_id("cgr.president-tie"),
        )

    def _candidate(
        self, steps: Sequence[MergerStep], began: Context, ctx: Context, id: str, repaid: int
    ) -> MergerCandidate:
        corp = began.state.corporations[id]
        fate, has = self._fate(steps, ctx, id)
        lacking = self.pay_off.from_president(began, corp) if corp.loans else 0
        value = loans.terms(ctx).value
        return MergerCandidate(
            id,
            corp.president,
            chart.price(began, corp),
            corp.loans + repaid,
            repaid,
            corp.cash + repaid * value,
            lacking,
            has if corp.loans else None,
            fate,
            gettext(WORDS[fate]),
        )

    def _fate(self, steps: Sequence[MergerStep], ctx: Context, id: str) -> tuple[Fate, int]:
        """Return the fate of a corporation, and its president's cash at the time of that decision."""
        for step in steps:
            if isinstance(step.action, SettleDebt) and step.action.corp == id:
                paid = any(isinstance(event, LoansCleared) for event in step.events)
                return "paid" if paid else "joined", step.before.players[step.action.player].cash
        corp = ctx.state.corporations[id]
        has = ctx.state.players[corp.president].cash
        due = next((each for each in ctx.state.pending if isinstance(each, DebtsDue)), None)
        if due is None or id not in due.corps:
            return "cleared", has
        if has < self.pay_off.from_president(ctx, corp):
            return "certain", has
        if steps[0].action is None:
            return "open", has
        mine = ctx.state.corporations[due.corps[0]].president == corp.president
        first = id == due.corps[0] or (self.pay_off.any_order and mine)
        return "decide" if first and isinstance(ctx.state.pending[-1], DebtsDue) else "open", has


def _paying(ctx: Context, choices: Sequence[Choice]) -> Assumption:
    pays = next((each for each in choices if isinstance(each, SettleDebt) and each.pay), None)
    return Assumption(pays, gettext("Everyone who can still pay does.")) if pays else _later(ctx, choices)


def _giving_up(ctx: Context, choices: Sequence[Choice]) -> Assumption:
    gives = next((each for each in choices if isinstance(each, SettleDebt) and not each.pay), None)
    return Assumption(gives, gettext("Nobody pays, though some could.")) if gives else _later(ctx, choices)


def _later(ctx: Context, choices: Sequence[Choice]) -> Assumption:
    """Return the assumed choices of a president about tokens and trains: keep as many as allowed."""
    asked = ctx.state.pending[-1]
    rest = next((each for each in choices if isinstance(each, Pass)), choices[0])
    words = {
        TokensToLose: gettext_noop("Of the tokens to remove, the first in the list go."),
        TrainsToKeep: gettext_noop("As many trains as allowed are kept. The oldest go first."),
        OverfullPool: gettext_noop("Shareholders buy from the overfull pool with their cash, or sell first."),
    }
    other = gettext_noop("Discards begin with the oldest train.")
    return Assumption(rest, gettext(words.get(type(asked), other)))
