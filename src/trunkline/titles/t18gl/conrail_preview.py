"""The report on CONRAIL while its tokens are chosen, or on its hypothetical formation now."""

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
from trunkline.engine.kernel.state import BANK, Operating, OperatingTurn
from trunkline.titles.t18gl import conrail, conrail_money
from trunkline.titles.t18gl.decisions import CONRAIL, ConrailTokens
from trunkline.titles.t18gl.state import state_18gl
from trunkline.util.messages import gettext, gettext_noop, ngettext

PARTS = (
    gettext_noop("Who joins"),
    gettext_noop("Shares and bonds"),
    gettext_noop("Price"),
    gettext_noop("President"),
    gettext_noop("Loans and capital"),
    gettext_noop("Tokens"),
)


@dataclass(frozen=True)
class ConrailPreview:
    """The formation of CONRAIL. Everything except its tokens is automatic."""

    corp: str = CONRAIL
    decisions: tuple[type[Decision], ...] = (ConrailTokens,)

    @property
    def ways(self) -> tuple[MergerScenario, ...]:
        """The only scenario. Players choose nothing except the tokens."""
        return (MergerScenario(gettext("As things stand"), _keeping),)

    def stage(self, ctx: Context) -> Stage:
        """Return the stage of the formation."""
        if any(isinstance(each, ConrailTokens) for each in ctx.state.pending):
            return "forming"
        if state_18gl(ctx.state).conrail.formed:
            return "formed"
        facts = conrail.merger(ctx)
        last = facts.forms_on[-1]
        past = [each.name for each in ctx.title.board.phases[: ctx.state.phase + 1]]
        return "never" if last in past else "ahead"

    def announced(self, ctx: Context) -> str:
        """Return an empty string: CONRAIL forms immediately."""
        return ""

    def joined(self, ctx: Context) -> tuple[str, ...]:
        """Return the merged corporations."""
        return state_18gl(ctx.state).conrail.merged

    def order(self, ctx: Context) -> list[str]:
        """Return the players in order, starting with the president whose purchase started the phase."""
        return ctx.state.seats_from(conrail.beginner(ctx))

    def imagine(self, ctx: Context) -> str:
        """Act as if the train of CONRAIL's next chance were bought now, and return a sentence that says so.

        The buyer is the corporation whose turn it is, or else the first in order.
        """
        running = ctx.state.operating.turn if ctx.state.operating else None
        corps = [each for each in chart.order(ctx) if each.president]
        corp = ctx.state.corporations[running.corp] if running else next(iter(corps), None)
        if corp is None:
            return gettext("No corporation has started, so none could buy a train.")
        if running is None:
            ctx.state.operating = Operating(turn=OperatingTurn(corp.id))
        phases = ctx.title.board.phases
        chances = conrail.merger(ctx).forms_on
        later = range(ctx.state.phase + 1, len(phases))
        last = next(place for place in later if phases[place].name in chances)
        train = phases[last].on_train[0]
        bought = next(each for each in ctx.state.trains_at(BANK) if depot.train_name(each) == train)
        depot.move_train(ctx, bought, corp.id)
        for phase in phases[ctx.state.phase + 1 : last + 1]:
            if phase.on_train:
                depot.sold_by_bank(ctx, f"{phase.on_train[0]}-0")
        return gettext(
            "As if {player} bought the first {train} now for {corp}, ignoring its price.",
            player=corp.president,
            train=train,
            corp=corp.id,
        )

    def candidates(self, steps: Sequence[MergerStep], ctx: Context) -> list[MergerCandidate]:
        """Return the merged corporations. If CONRAIL did not form, return those that would have to merge."""
        before = Context(ctx.title, steps[0].before)
        joined = self.joined(ctx)
        ids = joined or tuple(corp.id for corp in conrail.without_trains(ctx))
        fate: Fate = "joined" if joined else "certain"
        word = gettext("No train: merged") if joined else gettext("No train: would merge")
        found = [before.state.corporations[id] for id in ids]
        return [
            MergerCandidate(
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

    def parts(self, ctx: Context) -> list[Part]:
        """Return the parts of the formation: members, exchange, price, president, loans, tokens."""
        corp = ctx.state.corporations[CONRAIL]
        joined = self.joined(ctx)
        if not joined:
            return [Part(gettext(name), "ahead") for name in PARTS]
        summaries = (
            ngettext("{count} corporation", "{count} corporations", len(joined)),
            gettext("{count} shares of {percent}%", count=corp.total, percent=corp.percent),
            gettext("${price}", price=chart.price(ctx, corp)),
            gettext("{player}, acting", player=corp.president) if corp.certificate else corp.president,
            gettext("${cash}", cash=corp.cash),
            "",
        )
        asked = any(isinstance(each, ConrailTokens) for each in ctx.state.pending)
        found = [Part(gettext(name), "done", text) for name, text in zip(PARTS, summaries, strict=True)]
        return [*found[:-1], Part(gettext(PARTS[-1]), "now" if asked else "done")]

    def price_made(self, ctx: Context, joined: Sequence[str]) -> str:
        """Return the price calculation: the average of the highest prices, one box left for each loan."""
        old = [ctx.state.corporations[id] for id in joined]
        highest = conrail_money.counted([chart.price(ctx, corp) for corp in old])
        text = "+".join(map(str, highest))
        average = f"({text})/{len(highest)}" if len(highest) > 1 else text
        owed = sum(corp.loans for corp in old)
        if not owed:
            return average
        return ngettext(
            "{average}, {count} to the left for {count} loan",
            "{average}, {count} to the left for {count} loans",
            owed,
            average=average,
        )

    def president_made(self, ctx: Context) -> tuple[str, str]:
        """Return the reason for the president after the exchange, and its rule."""
        return "", ctx.title.rule_id("conrail.president.after-exchange")


def _keeping(ctx: Context, choices: Sequence[Choice]) -> Assumption:
    keeps = next((each for each in choices if isinstance(each, Pass)), None)
    if keeps is not None:
        return Assumption(keeps, gettext("All tokens that may stay are kept."))
    tokens = isinstance(ctx.state.pending[-1], ConrailTokens)
    words = gettext("Of tokens that must go the first ones listed go.")
    return Assumption(choices[0], words if tokens else gettext("Discards begin with the oldest train."))
