"""CONRAIL's station tokens. They replace those of the merged corporations, and its president keeps some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from trunkline.engine.kernel import events
from trunkline.engine.kernel.action import Action, Pass, RemoveToken
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import merging
from trunkline.titles.t18gl.conrail_events import TokensReplaced
from trunkline.titles.t18gl.decisions import CONRAIL, ConrailTokens, Further
from trunkline.titles.t18gl.state import state_18gl
from trunkline.util.messages import gettext_lazy, gettext_noop


def take_over(ctx: Context, conrail: Corporation, old: list[Corporation]) -> None:
    """Replace all tokens, one in each city, and ask the president which other than homes to keep."""
    printed = ctx.title.board.corporation
    replaced = merging.replace_tokens(ctx, conrail, old)
    conrail.stations = merging.stations(old)
    homes = {(hex, stop) for hex, stop, corp in replaced if hex in printed[corp].home}
    corps: dict[tuple[str, int], tuple[str, ...]] = {}
    told: set[tuple[str, str]] = set()
    for hex, stop, corp in replaced:
        home = (hex, stop) in homes
        if not home:
            corps[hex, stop] = (*corps.get((hex, stop), ()), corp)
        place = corp, ctx.title.board.hexes[hex].group or hex
        if place not in told:  # A station of several hexes is one place.
            told.add(place)
            ctx.note(
                TokensReplaced(corp, hex), "conrail.tokens.home" if home else "conrail.tokens.one-per-city"
            )
    if corps:
        further = tuple(Further(hex, stop, whose) for (hex, stop), whose in corps.items())
        state_18gl(ctx.state).pending.append(ConrailTokens(conrail.president, further))


@dataclass(frozen=True)
class KeepTokens:
    """The president's choice of the tokens that CONRAIL keeps.

    The president gives up tokens until each merged corporation accounts for only a few besides its home.
    """

    name: str = gettext_noop("choose the station tokens that CONRAIL keeps")
    rule: str = "conrail.tokens.additional"
    kinds: tuple[type[Action], ...] = (RemoveToken, Pass)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return CONRAIL's president."""
        return (ctx.waiting(ConrailTokens).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Yield each of its tokens, and a pass to keep the rest."""
        for hex, token in ctx.state.tokens_of(CONRAIL):
            yield RemoveToken(player, CONRAIL, hex, token.stop)
        yield Pass(player)

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse to give up homes, and to keep too many other tokens of a merged corporation."""
        decision = ctx.waiting(ConrailTokens)
        if action.player != decision.player:
            why = gettext_lazy("{player} is president of CONRAIL", player=decision.player)
            ctx.refuse("president.decides", gettext_lazy("Choosing tokens"), why)
        if isinstance(action, Pass):
            self._check_kept(ctx, decision.further)
            return
        assert isinstance(action, RemoveToken)
        what = gettext_lazy("Giving up the token on {hex}", hex=action.hex)
        spot = (action.hex, action.stop)
        if action.corp != CONRAIL or spot not in _spots(ctx):
            ctx.refuse(self.rule, what, gettext_lazy("it is none of CONRAIL's"))
        if spot not in {further[:2] for further in decision.further}:
            ctx.refuse("conrail.tokens.home", what, gettext_lazy("CONRAIL replaces all home tokens"))

    def apply(self, ctx: Context, action: Action) -> None:
        """Remove the token from the map, or keep the rest."""
        if isinstance(action, Pass):
            ctx.state.pending.pop()
            return
        assert isinstance(action, RemoveToken)
        decision = ctx.waiting(ConrailTokens)
        spot = (action.hex, action.stop)
        decision.further = tuple(further for further in decision.further if further[:2] != spot)
        here = ctx.state.tokens[action.hex]
        kept = tuple(token for token in here if (token.corp, token.stop) != (CONRAIL, action.stop))
        ctx.state.tokens = {**ctx.state.tokens, action.hex: kept}
        ctx.note(events.TokenRemoved(CONRAIL, action.hex), "conrail.tokens.unreplaced")

    def advance(self, ctx: Context) -> bool:
        """End the decision once only homes are left."""
        if ctx.waiting(ConrailTokens).further:
            return False
        ctx.state.pending.pop()
        return True

    def _check_kept(self, ctx: Context, further: Sequence[Further]) -> None:
        facts = ctx.title.board.corporation[CONRAIL].merger
        assert facts is not None
        room = dict.fromkeys(state_18gl(ctx.state).conrail.merged, facts.kept_tokens)
        if not _all_kept(further, room):
            why = gettext_lazy(
                "beside homes it keeps {count} tokens of each corporation merged", count=facts.kept_tokens
            )
            ctx.refuse(self.rule, gettext_lazy("Keeping all tokens"), why)


def _all_kept(further: Sequence[Further], room: Mapping[str, int]) -> bool:
    """Return whether each token can count for a corporation that had a token there.

    No corporation may account for more tokens than its room.
    """
    if not further:
        return True
    first, *rest = further
    return any(_all_kept(rest, {**room, corp: room[corp] - 1}) for corp in first.corps if room[corp])


def _spots(ctx: Context) -> set[tuple[str, int]]:
    return {(hex, token.stop) for hex, token in ctx.state.tokens_of(CONRAIL)}
