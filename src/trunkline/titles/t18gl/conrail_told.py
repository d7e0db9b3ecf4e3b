"""The report on CONRAIL while its tokens are chosen, or on its hypothetical formation now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trunkline.kernel import chart, depot
from trunkline.kernel.action import Pass
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Decision
from trunkline.kernel.formation import Candidate, Expected, Fate, Part, Passage, Stage, Way
from trunkline.kernel.shares import plural
from trunkline.kernel.state import BANK, Operating, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.titles.t18gl import conrail, conrail_money
from trunkline.titles.t18gl.decisions import CONRAIL, ConrailTokens
from trunkline.titles.t18gl.state import own

PARTS = ("Who joins", "Shares and bonds", "Price", "President", "Loans and capital", "Tokens")


@dataclass(frozen=True)
class ConrailTold:
    """The formation of CONRAIL. Everything except its tokens is automatic."""

    corp: str = CONRAIL
    decisions: tuple[type[Decision], ...] = (ConrailTokens,)

    @property
    def ways(self) -> tuple[Way, ...]:
        """The only scenario. Players choose nothing except the tokens."""
        return (Way("As things stand", _keeping),)

    def stage(self, t: Table) -> Stage:
        """Return the stage of the formation."""
        if any(isinstance(each, ConrailTokens) for each in t.state.pending):
            return "forming"
        if own(t.state).conrail.formed:
            return "formed"
        facts = conrail.merger(t)
        last = facts.forms_on[-1]
        past = [each.name for each in t.title.board.phases[: t.state.phase + 1]]
        return "never" if last in past else "ahead"

    def announced(self, t: Table) -> str:
        """Return an empty string: CONRAIL forms immediately."""
        return ""

    def joined(self, t: Table) -> tuple[str, ...]:
        """Return the merged corporations."""
        return own(t.state).conrail.merged

    def order(self, t: Table) -> list[str]:
        """Return the players in order, starting with the president whose purchase started the phase."""
        return t.state.seats_from(conrail.beginner(t))

    def imagine(self, t: Table) -> str:
        """Act as if the train of CONRAIL's next chance were bought now, and return a sentence that says so.

        The buyer is the corporation whose turn it is, or else the first in order.
        """
        running = t.state.operating.turn if t.state.operating else None
        corps = [each for each in chart.order(t) if each.president]
        corp = t.state.corporations[running.corp] if running else next(iter(corps), None)
        if corp is None:
            return "No corporation has started, so none could buy a train."
        if running is None:
            t.state.operating = Operating(turn=OperatingTurn(corp.id))
        phases = t.title.board.phases
        chances = conrail.merger(t).forms_on
        later = range(t.state.phase + 1, len(phases))
        last = next(place for place in later if phases[place].name in chances)
        train = phases[last].on_train[0]
        bought = next(each for each in t.state.trains_at(BANK) if depot.train_name(each) == train)
        depot.move_train(t, bought, corp.id)
        for phase in phases[t.state.phase + 1 : last + 1]:
            if phase.on_train:
                depot.sold_by_bank(t, corp, f"{phase.on_train[0]}-0")
        return f"As if {corp.president} bought the first {train} now for {corp.id}, ignoring its price."

    def candidates(self, passages: Sequence[Passage], t: Table) -> list[Candidate]:
        """Return the merged corporations. If CONRAIL did not form, return those that would have to merge."""
        before = Table(t.title, passages[0].before)
        joined = self.joined(t)
        ids = joined or tuple(corp.id for corp in conrail.without_trains(t))
        fate: Fate = "joined" if joined else "certain"
        word = "No train: merged" if joined else "No train: would merge"
        found = [before.state.corporations[id] for id in ids]
        return [
            Candidate(
                corp.id,
                corp.president,
                chart.price(before, corp),
                corp.loans,
                None,
                corp.cash,
                None,
                None,
                fate,
                word,
            )
            for corp in found
        ]

    def parts(self, t: Table) -> list[Part]:
        """Return the parts of the formation: members, exchange, price, president, loans, tokens."""
        corp = t.state.corporations[CONRAIL]
        joined = self.joined(t)
        if not joined:
            return [Part(name, "ahead") for name in PARTS]
        summaries = (
            plural(len(joined), "corporation"),
            f"{corp.total} shares of {corp.percent}%",
            f"${chart.price(t, corp):,}",
            corp.president + (", acting" if corp.certificate else ""),
            f"${corp.cash:,}",
            "",
        )
        asked = any(isinstance(each, ConrailTokens) for each in t.state.pending)
        found = [Part(name, "done", text) for name, text in zip(PARTS, summaries, strict=True)]
        return [*found[:-1], Part(PARTS[-1], "now" if asked else "done")]

    def price_made(self, t: Table, joined: Sequence[str]) -> str:
        """Return the price calculation: the average of the highest prices, one box left for each loan."""
        old = [t.state.corporations[id] for id in joined]
        highest = conrail_money.counted([chart.price(t, corp) for corp in old])
        text = "+".join(map(str, highest))
        average = f"({text})/{len(highest)}" if len(highest) > 1 else text
        owed = sum(corp.loans for corp in old)
        return average + (f", {owed} to the left for {plural(owed, 'loan')}" if owed else "")

    def president_made(self, t: Table) -> tuple[str, str]:
        """Return the reason for the president after the exchange, and its rule."""
        return "", t.title.rule_id("conrail.president.after-exchange")


def _keeping(t: Table, choices: Sequence[Choice]) -> Expected:
    keeps = next((each for each in choices if isinstance(each, Pass)), None)
    if keeps is not None:
        return Expected(keeps, "All tokens that may stay are kept.")
    tokens = isinstance(t.state.pending[-1], ConrailTokens)
    words = "Of tokens that must go the first ones listed go."
    return Expected(choices[0], words if tokens else "Discards begin with the oldest train.")
