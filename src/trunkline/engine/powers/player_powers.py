"""Powers of privates that players own, used by the corporation whose turn it is.

The president proposes the use. If another player owns the private, that player must consent (``leave``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from trunkline.engine.kernel import private_events
from trunkline.engine.kernel.action import Action, AssignPower, PlacePrivateToken
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Use
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import placing_private_token
from trunkline.engine.kernel.shares import ways
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.mechanisms import closing, permission
from trunkline.engine.powers import private_tokens
from trunkline.util.messages import Message, gettext_lazy, gettext_noop


@dataclass(frozen=True)
class PlayersPower:
    """The base of all these powers.

    ``private`` grants the power by ``rule``. The rule ``once`` bars a second use.
    """

    private: str
    rule: str
    once: str
    optional = True
    label = gettext_noop("Powers")

    def takes(self, action: Action) -> bool:
        """Return whether the action names the private, as such or as a power."""
        return self.private in (getattr(action, "private", ""), getattr(action, "power", ""))

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the uses that may be possible now.

        If illegal actions are included and no player owns the private, return one that will be refused. A
        private that is not in this game has none.
        """
        if ctx.include_illegal and not permission.owner(ctx, self.private):
            return islice(self.uses(ctx, turn), 1 if self.private in ctx.state.privates else 0)
        return self.usable(ctx, turn)

    def usable(self, ctx: Context, turn: OperatingTurn) -> Iterable[Use]:
        """Return the uses if a player owns the private."""
        return self.uses(ctx, turn) if permission.owner(ctx, self.private) else ()

    def uses(self, ctx: Context, turn: OperatingTurn) -> Iterable[Use]:
        """Return every use that the corporation might have of the power."""
        raise NotImplementedError

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the number of ways to use the power."""
        return StepStatus(bool(made), ways(choices))

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Allow leaving: a power need not be used."""

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Do nothing on entering."""

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a use that is not allowed."""
        raise NotImplementedError

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether the power has no use."""
        return not any(passes(self.check, ctx, turn, use) for use in self.usable(ctx, turn))

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Use the power, or ask the owner for consent."""
        assert isinstance(action, Use)
        if not permission.ask(ctx, action, self.private):
            self.carry_out(ctx, turn, action)

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Use the power. No more consent is needed."""
        raise NotImplementedError

    def check_open(self, ctx: Context, what: Message) -> None:
        """Refuse if no player owns the private, it has closed, or its token has been used."""
        private, name = ctx.state.privates.get(self.private), ctx.private_name(self.private)
        if self.private in ctx.state.powers_used:
            used = gettext_lazy("the token of {private} has been used", private=name)
            ctx.refuse(self.once, what, used, lasting=True)
        if private is not None and private.closed:
            closed = gettext_lazy("{private} has closed", private=name)
            ctx.refuse("private.close", what, closed, lasting=True)
        if not permission.owner(ctx, self.private):
            ctx.refuse(self.rule, what, gettext_lazy("no player owns {private}", private=name))

    def spend(self, ctx: Context) -> None:
        """Record that the power was used, and close the private if that closes it."""
        ctx.state.use_power(self.private)
        if ctx.title.board.private[self.private].closes_on_use:
            closing.close_private(ctx, self.private, self.rule)


@dataclass(frozen=True)
class AssignRight(PlayersPower):
    """A power to assign the token to the corporation, which then has a right of the private's name."""

    name: str = gettext_noop("assign a private's token")
    kinds: tuple[type[Action], ...] = (AssignPower,)

    def uses(self, ctx: Context, turn: OperatingTurn) -> Iterable[Use]:
        """Return the use for the corporation itself."""
        return [AssignPower(ctx.state.corporations[turn.corp].president, turn.corp, self.private)]

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a second use, or one while the private is not open."""
        assert isinstance(action, AssignPower)
        what = gettext_lazy("Assigning the token of {private}", private=ctx.private_name(self.private))
        self.check_open(ctx, what)
        if action.train:
            ctx.refuse(self.rule, what, gettext_lazy("it goes to a corporation and not to a train"))
        permission.check(ctx, turn, action, what)

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Give the corporation the right."""
        corp = ctx.state.corporations[turn.corp]
        corp.rights = (*corp.rights, self.private)
        self.spend(ctx)
        ctx.note(private_events.PowerAssigned(corp.id, self.private), self.rule)


@dataclass(frozen=True)
class PlaceOnMap(PlayersPower):
    """A power to place the token at one of the places on the board. The corporation's trains then earn more
    there."""

    name: str = gettext_noop("place a private's token")
    kinds: tuple[type[Action], ...] = (PlacePrivateToken,)

    def uses(self, ctx: Context, turn: OperatingTurn) -> Iterable[Use]:
        """Return a use for each place with the power's sign, or for every hex if illegal actions are
        included."""
        president = ctx.state.corporations[turn.corp].president
        hexes = ctx.title.board.hexes if ctx.include_illegal else self._hexes(ctx)
        return [PlacePrivateToken(president, turn.corp, self.private, hex) for hex in hexes]

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a second use, one while the private is not open, and a place without the sign."""
        assert isinstance(action, PlacePrivateToken)
        what = placing_private_token(ctx.private_name(self.private), action.hex)
        self.check_open(ctx, what)
        if action.hex not in self._hexes(ctx):
            ctx.refuse(self.rule, what, gettext_lazy("there is no sign for it"))
        permission.check(ctx, turn, action, what)

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Place the token for the corporation."""
        assert isinstance(action, PlacePrivateToken)
        private_tokens.place_private_token(ctx, self._bonus(ctx), turn.corp, action.hex, self.rule)
        self.spend(ctx)

    def _bonus(self, ctx: Context) -> str:
        return next(name for name, bonus in ctx.title.board.bonuses.items() if bonus.by == self.private)

    def _hexes(self, ctx: Context) -> tuple[str, ...]:
        return ctx.title.board.bonuses[self._bonus(ctx)].hexes
