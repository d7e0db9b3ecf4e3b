"""The report on the CGR while it forms, or on its hypothetical formation now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trunkline.kernel import chart, depot
from trunkline.kernel.action import Pass
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Decision
from trunkline.kernel.formation import Candidate, Expected, Fate, Part, Passage, Stage, Way
from trunkline.kernel.state import Operating, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.mechanisms import loans
from trunkline.titles.t1856 import cgr, cgr_forming
from trunkline.titles.t1856.actions import SettleDebt
from trunkline.titles.t1856.decisions import CGR, DebtsDue, OverfullPool, TokensToLose, TrainsToKeep
from trunkline.titles.t1856.events import LoansCleared, LoansRepaid
from trunkline.titles.t1856.state import CgrStatus, own

WORDS: dict[Fate, str] = {
    "cleared": "Cleared from its treasury",
    "paid": "Paid by its president",
    "joined": "Absorbed",
    "decide": "Decides now",
    "certain": "Will be absorbed",
    "open": "Can still be paid for",
}
PARTS = ("Loans fall due", "Debts are settled", "Shares, price, president", "Tokens", "Trains")
ASKED: tuple[type[Decision], ...] = (DebtsDue, TokensToLose, TrainsToKeep, OverfullPool)


@dataclass(frozen=True)
class CgrTold:
    """The CGR's formation, described from the steps that carry it out."""

    trigger: cgr.Trigger
    pay_off: cgr.PayOff
    corp: str = CGR
    decisions: tuple[type[Decision], ...] = ASKED

    @property
    def ways(self) -> tuple[Way, ...]:
        """The two scenarios: all presidents who can pay do so, or none does."""
        return Way("Everyone who can pay does", _paying), Way("Nobody pays", _giving_up)

    def stage(self, t: Table) -> Stage:
        """Return the stage of the formation. It is "forming" until the last decision is made."""
        if any(isinstance(each, self.decisions) for each in t.state.pending):
            return "forming"
        status = own(t.state).cgr.status
        stages: dict[CgrStatus, Stage] = {CgrStatus.FORMED: "formed", CgrStatus.NEVER: "never"}
        return stages.get(status, "ahead")

    def announced(self, t: Table) -> str:
        """Return the consequences of the first 6-train once its buyer's turn is over."""
        if own(t.state).cgr.status is not CgrStatus.DUE:
            return ""
        owe = [corp.id for corp in chart.order(t) if corp.loans]
        if not owe:
            return f"After this turn the {CGR} can never form: no corporation has a loan"
        due = f"After this turn the loans of {' and '.join(owe)} fall due"
        return f"{due}; the {CGR} forms out of the corporations that cannot clear them"

    def joined(self, t: Table) -> tuple[str, ...]:
        """Return the absorbed corporations."""
        return own(t.state).cgr.absorbed

    def order(self, t: Table) -> list[str]:
        """Return the players in order, starting with the buyer of the first 6-train."""
        return t.state.seats_from(own(t.state).cgr.six_buyer)

    def imagine(self, t: Table) -> str:
        """Act as if the first 6-train were bought now, and return a sentence that says so.

        The buyer is the corporation whose turn it is, or else the first in order.
        """
        running = t.state.operating.turn if t.state.operating else None
        corps = [each for each in chart.order(t) if each.president]
        corp = t.state.corporations[running.corp] if running else next(iter(corps), None)
        if corp is None:
            return "No corporation has started, so none could buy the first 6-train."
        if running is None:
            t.state.operating = Operating(turn=OperatingTurn(corp.id))
        last = next(place for place, each in enumerate(t.title.board.phases) if each.name == cgr.PHASE)
        for phase in t.title.board.phases[t.state.phase + 1 : last + 1]:
            if phase.on_train:
                depot.sold_by_bank(t, corp, f"{phase.on_train[0]}-0")
        own(t.state).cgr.six_buyer = corp.president
        self.trigger.begin(t)
        return f"As if {corp.president} bought the first 6-train now for {corp.id}, ignoring its price."

    def candidates(self, passages: Sequence[Passage], t: Table) -> list[Candidate]:
        """Return the corporations whose loans were due.

        Those that cleared their own loans come first, then the others in the order of settling.
        """
        began = Table(t.title, passages[1].before if len(passages) > 1 else t.state)
        repaid = {event.corp: event.count for event in passages[0].events if isinstance(event, LoansRepaid)}
        due = next((each for each in began.state.pending if isinstance(each, DebtsDue)), None)
        open = due.corps if due else ()
        ids = [*(id for id in repaid if id not in open), *open]
        return [self._candidate(passages, began, t, id, repaid.get(id, 0)) for id in ids]

    def parts(self, t: Table) -> list[Part]:
        """Return the parts of the formation: loans, debts, exchange, tokens, trains, and an over-full
        pool."""
        names = [*PARTS, *(["Over-full pool"] if self.pay_off.forming.buy_down else [])]
        asked = next(
            (each for each in reversed(own(t.state).pending) if isinstance(each, self.decisions)), None
        )
        places = {DebtsDue: 1, TokensToLose: 3, TrainsToKeep: 4, OverfullPool: 5}
        formed = own(t.state).cgr.status in (CgrStatus.FORMED, CgrStatus.NEVER)
        now = places[type(asked)] if asked else len(names) if formed else 0
        left = f"{len(asked.corps)} left" if isinstance(asked, DebtsDue) else ""
        return [
            Part(
                name,
                "done" if place < now else "now" if place == now else "ahead",
                left if place == now else "",
            )
            for place, name in enumerate(names)
        ]

    def price_made(self, t: Table, joined: Sequence[str]) -> str:
        """Return the average of the prices that count, as a sum in text."""
        counted = cgr_forming.counted([chart.price(t, t.state.corporations[id]) for id in joined])
        text = "+".join(map(str, counted))
        average = f"({text})/{len(counted)}" if len(counted) > 1 else text
        least = t.title.board.corporation[CGR].par_minimum
        floor = f", but at least ${least}" if sum(counted) < least * len(counted) else ""
        return average + (", without the lowest" if len(joined) > len(counted) else "") + floor

    def president_made(self, t: Table) -> tuple[str, str]:
        """Return the reason for the president and its rule.

        The most shares decide. On a tie it is the first player from the temporary holder on.
        """
        corp = t.state.corporations[CGR]
        most = max(corp.shares.values(), default=0)
        if most < 2:
            return "nobody has two shares: the first who got one", t.title.rule_id("cgr.president-single")
        tied = [name for name, held in corp.shares.items() if held == most]
        if len(tied) == 1:
            return f"has the most, {most}", t.title.rule_id("cgr.president-most-shares")
        others = " and ".join(tied)
        return (
            f"{others} have {most} each: the first of them from the temporary holder to the left",
            t.title.rule_id("cgr.president-tie"),
        )

    def _candidate(
        self, passages: Sequence[Passage], began: Table, t: Table, id: str, repaid: int
    ) -> Candidate:
        corp = began.state.corporations[id]
        fate, has = self._fate(passages, t, id)
        lacking = self.pay_off.from_president(began, corp) if corp.loans else 0
        value = loans.terms(t).value
        return Candidate(
            id,
            corp.president,
            chart.price(began, corp),
            corp.loans + repaid,
            repaid,
            corp.cash + repaid * value,
            lacking,
            has if corp.loans else None,
            fate,
            WORDS[fate],
        )

    def _fate(self, passages: Sequence[Passage], t: Table, id: str) -> tuple[Fate, int]:
        """Return the fate of a corporation, and its president's cash at the time of that decision."""
        for passage in passages:
            if isinstance(passage.action, SettleDebt) and passage.action.corp == id:
                paid = any(isinstance(event, LoansCleared) for event in passage.events)
                return "paid" if paid else "joined", passage.before.players[passage.action.player].cash
        corp = t.state.corporations[id]
        has = t.state.players[corp.president].cash
        due = next((each for each in t.state.pending if isinstance(each, DebtsDue)), None)
        if due is None or id not in due.corps:
            return "cleared", has
        if has < self.pay_off.from_president(t, corp):
            return "certain", has
        if passages[0].action is None:
            return "open", has
        mine = t.state.corporations[due.corps[0]].president == corp.president
        first = id == due.corps[0] or (self.pay_off.any_order and mine)
        return "decide" if first and isinstance(t.state.pending[-1], DebtsDue) else "open", has


def _paying(t: Table, choices: Sequence[Choice]) -> Expected:
    pays = next((each for each in choices if isinstance(each, SettleDebt) and each.pay), None)
    return Expected(pays, "Everyone who can still pay does.") if pays else _later(t, choices)


def _giving_up(t: Table, choices: Sequence[Choice]) -> Expected:
    gives = next((each for each in choices if isinstance(each, SettleDebt) and not each.pay), None)
    return Expected(gives, "Nobody pays, though some could.") if gives else _later(t, choices)


def _later(t: Table, choices: Sequence[Choice]) -> Expected:
    """Return the assumed choices of a president about tokens and trains: keep as many as allowed."""
    asked = t.state.pending[-1]
    rest = next((each for each in choices if isinstance(each, Pass)), choices[0])
    words = {
        TokensToLose: "Of the tokens to remove, the first in the list go.",
        TrainsToKeep: "As many trains as allowed are kept. The oldest go first.",
        OverfullPool: "Shareholders buy from the overfull pool with their cash, or sell first.",
    }
    return Expected(rest, words.get(type(asked), "Discards begin with the oldest train."))
