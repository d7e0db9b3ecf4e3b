"""Government loans: taking them, their interest, and paying them back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.board import Loans
from trunkline.kernel import depot, events, shares
from trunkline.kernel.action import Action, DeclareBankruptcy, Pass, RedeemLoans, SellShares, TakeLoan
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import Corporation, Decision, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.steps.emergency_money import EmergencyMoney, Payment, payment_of
from trunkline.steps.operating import Anytime, NoActions
from trunkline.titles.t1856.facts import CGR

EARLY = "early"
LATE = "late"
INTEREST = "interest"
LOANS = "the loans"
LOAN_FIRST = "loan before interest"


def terms(t: Table) -> Loans:
    """The terms of the loans, from the board."""
    loans = t.title.board.loans
    assert loans is not None
    return loans


def operating_turn(t: Table) -> OperatingTurn:
    """The turn in which interest is due."""
    assert t.state.operating is not None
    assert t.state.operating.turn is not None
    return t.state.operating.turn


def lent(t: Table, turn: OperatingTurn) -> int:
    """The dollars that a loan brings now: less the interest, once that has been settled."""
    loans = terms(t)
    return (loans.late_value or loans.value) if turn.interest else loans.value


def player_shares(corp: Corporation) -> int:
    """Shares in players' hands, which bound the loans a corporation may have."""
    return sum(corp.shares.values())


def excess(corp: Corporation) -> int:
    """Loans above the shares in players' hands, which must be redeemed."""
    return max(0, corp.loans - player_shares(corp))


def owe(t: Table, corp: Corporation, amount: int, cause: str) -> None:
    """The president must pay, with what is owed already; in a recorded game that is paid at once, and what
    is lacking is raised afterwards."""
    if t.title.recorded.debts_first:
        president = t.state.players[corp.president]
        pay(t, president, None, amount, cause, overdraw=True)
        t.note(events.PresidentPaid(corp.president, corp.id, amount, cause))
        if president.cash >= 0:
            return
        amount = 0
    debt = _debt(t, corp)
    if debt is None:
        debt = Decision(INTEREST, player=corp.president, corp=corp.id)
        t.state.pending.append(debt)
    debt.amount += amount
    debt.corps = ()
    if cause != INTEREST:
        debt.item = cause


def _debt(t: Table, corp: Corporation) -> Decision | None:
    """What is owed for a corporation already."""
    debt = t.state.pending[-1] if t.state.pending else None
    return debt if debt is not None and (debt.kind, debt.corp) == (INTEREST, corp.id) else None


def redeem_excess(t: Table, corp: Corporation, turn: OperatingTurn) -> None:
    """Loans above the shares in players' hands are paid back by themselves; the president owes the rest."""
    count = excess(corp)
    if not count:
        return
    price = count * terms(t).value
    corp.loans -= count
    turn.redeemed += count
    from_treasury = min(price, corp.cash)
    pay(t, corp, None, from_treasury, LOANS)
    t.note(events.LoansRedeemed(corp.id, count, price, forced=True), "redeem.excess-compulsory")
    _president_adds(t, corp, price - from_treasury)


def _president_adds(t: Table, corp: Corporation, missing: int) -> None:
    """What the treasury lacks for loans; the president may have to raise it."""
    president = t.state.players[corp.president]
    if missing > president.cash or (missing and _debt(t, corp)):
        owe(t, corp, missing, LOANS)
    elif missing:
        pay(t, president, None, missing, LOANS)
        t.note(events.PresidentPaid(corp.president, corp.id, missing), "redeem.president-adds")


@dataclass(frozen=True)
class Borrow(Anytime):
    """As many loans a turn as the board says, at any time before loans are redeemed: before the step for
    that, or else ``until_one`` has been."""

    until_one: bool = False
    name: str = "borrow"
    kinds: tuple[type[Action], ...] = (TakeLoan,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """One loan."""
        return [TakeLoan(t.state.corporations[turn.corp].president, turn.corp)]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Phase, so many a turn, not after redeeming, and the limit."""
        corp = t.state.corporations[turn.corp]
        what = f"A loan for {corp.id}"
        if corp.id == CGR or not depot.phase(t).loans:
            t.refuse("loan.phases", what, "loans are given in phases one to four")
        if turn.redeemed or (turn.redeeming and not (self.until_one or t.title.recorded.loans_one_by_one)):
            t.refuse(
                "redeem.last-action", what, "loans are being redeemed, which is the last thing in a turn"
            )
        taken, allowed = len(turn.loan.split()), terms(t).per_turn
        if allowed is not None and taken >= allowed:
            why = f"{corp.id} has taken {shares.plural(taken, 'loan')} in this turn"
            t.refuse("loan.one-per-round", what, why)
        held = player_shares(corp)
        if corp.loans >= held:
            t.refuse(
                "loan.limit", what, f"it has {corp.loans} and players hold {shares.plural(held, 'share')}"
            )

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The money comes from the bank, less the interest once that has been settled."""
        corp = t.state.corporations[turn.corp]
        value = lent(t, turn)
        turn.loan = f"{turn.loan} {LATE if turn.interest else EARLY}".lstrip()
        corp.loans += 1
        pay(t, None, corp, value, "loan")
        t.note(events.LoanTaken(corp.id, value), "loan.one-per-round")

    def credit(self, t: Table, turn: OperatingTurn) -> int:
        """Dollars that the corporation could still borrow in its turn."""
        loan = TakeLoan(t.state.corporations[turn.corp].president, turn.corp)
        return lent(t, turn) if passes(self.check, t, turn, loan) else 0


@dataclass(frozen=True)
class Interest(NoActions):
    """Interest: from the treasury, then from the earnings, then from the president.

    ``early_loan_free`` spares a loan taken earlier in the same turn. With ``loan_first`` the president is
    asked for this turn's loan where the treasury cannot pay. With ``waits`` interest is settled after the
    next action of the turn where nothing was run.
    """

    early_loan_free: bool
    loan_first: bool = False
    waits: bool = False
    name: str = "pay interest"
    optional: bool = False

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over as soon as it has begun."""
        return True

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Settle what is due, at once or later, or ask for a loan first."""
        if self.loan_first and self._lacks(t, turn):
            corp = t.state.corporations[turn.corp]
            t.state.pending.append(Decision(LOAN_FIRST, player=corp.president, corp=corp.id))
        elif turn.ran or not self.waits:
            self.settle(t, turn)

    def acted(self, t: Table, corp: Corporation) -> None:
        """Settle what has waited for an action."""
        turn = t.state.operating.turn if t.state.operating else None
        if self.waits and turn is not None and turn.paid and not turn.interest and not corp.closed:
            self.settle(t, turn)

    def settle(self, t: Table, turn: OperatingTurn) -> None:
        """From the treasury, then the earnings; where they do not suffice the president is asked."""
        turn.interest = True
        corp = t.state.corporations[turn.corp]
        spared = turn.loan.split().count(EARLY) if self.early_loan_free else 0
        count = corp.loans - spared
        if count <= 0:
            return
        each = terms(t).interest
        from_treasury = min(count, corp.cash // each)
        pay(t, corp, None, from_treasury * each, INTEREST)
        from_earnings = min(count - from_treasury, -(-turn.revenue // each))
        turn.revenue = max(0, turn.revenue - from_earnings * each)
        t.note(events.InterestPaid(corp.id, (from_treasury + from_earnings) * each), "interest.rate")
        left = (count - from_treasury - from_earnings) * each
        if left:
            owe(t, corp, left, INTEREST)

    def _lacks(self, t: Table, turn: OperatingTurn) -> bool:
        """Whether the treasury is short of the interest and the loan of the turn can still be taken."""
        corp = t.state.corporations[turn.corp]
        short = corp.cash < corp.loans * terms(t).interest
        return short and passes(Borrow().check, t, turn, TakeLoan(corp.president, corp.id))


@dataclass(frozen=True)
class LoanFirst:
    """The treasury cannot pay the interest: the president takes the loan of the turn first, or passes."""

    interest: Interest
    borrow: Borrow = Borrow()
    name: str = "take a loan for the interest, or pass"
    rule: str = "loan.before-interest"
    kinds: tuple[type[Action], ...] = (Pass, TakeLoan)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The president."""
        return (t.state.pending[-1].player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """The loan, and a pass."""
        yield Pass(player)
        yield from self.borrow.candidates(t, _turn(t))

    def check(self, t: Table, action: Action) -> None:
        """The loan of the corporation whose turn it is."""
        decision = t.state.pending[-1]
        if action.player != decision.player:
            why = f"{decision.player} is president of {decision.corp}"
            t.refuse("overview.president-decides", "Acting now", why)
        if isinstance(action, TakeLoan):
            if action.corp != decision.corp:
                t.refuse(
                    "sequence.company-steps", f"A loan for {action.corp}", f"it is {decision.corp}'s turn"
                )
            self.borrow.check(t, _turn(t), action)

    def apply(self, t: Table, action: Action) -> None:
        """Borrow or not, and pay the interest."""
        t.state.pending.pop()
        if isinstance(action, TakeLoan):
            self.borrow.apply(t, _turn(t), action)
        self.interest.settle(t, _turn(t))

    def advance(self, t: Table) -> bool:
        """Nothing happens by itself."""
        return False


@dataclass(frozen=True)
class InterestShortfall:
    """The president pays the interest that is left, selling shares if cash falls short.

    ``on_credit`` makes it a debt, for interest or loans: it outlives the corporation, and loans that this
    sales leave above its shares are added to it. With ``borrow`` the corporation may take its loan instead,
    and nobody is bankrupt while it can.
    """

    emergency: EmergencyMoney
    on_credit: bool = False
    borrow: Borrow | None = None
    name: str = "raise money for interest or loans"
    rule: str = "interest.then-president"

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """Sales and bankruptcy, and the loan where it may be taken."""
        return (SellShares, DeclareBankruptcy, *((TakeLoan,) if self.borrow else ()))

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The president."""
        return (t.state.pending[-1].player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """The president's sales, and the loan."""
        if self.borrow:
            yield from self.borrow.candidates(t, operating_turn(t))
        yield from self.emergency.candidates(t, self._payment(t))

    def check(self, t: Table, action: Action) -> None:
        """Sales that are needed, or the loan; bankruptcy when neither is left."""
        decision = t.state.pending[-1]
        if action.player != decision.player:
            why = f"{decision.player} owes {decision.item or INTEREST}"
            t.refuse("overview.president-decides", "Acting now", why)
        if isinstance(action, SellShares):
            self.emergency.check_sale(t, self._payment(t), action)
        elif isinstance(action, TakeLoan):
            assert self.borrow is not None
            if action.corp != decision.corp:
                owing = f"the {INTEREST} of {decision.corp} is due"
                t.refuse("sequence.company-steps", f"A loan for {action.corp}", owing)
            self.borrow.check(t, operating_turn(t), action)
        else:
            self.emergency.check_bankruptcy(t, self._payment(t), self._rescue(t))

    def apply(self, t: Table, action: Action) -> None:
        """Sell, borrow, or give up."""
        decision = t.state.pending[-1]
        if isinstance(action, SellShares):
            self.emergency.sell(t, self._payment(t), action)
            decision.corps = (*decision.corps, action.corp)
            turn = t.state.operating.turn if t.state.operating else None
            if self.on_credit and turn is not None and turn.redeeming:
                redeem_excess(t, t.state.corporations[decision.corp], turn)
        elif isinstance(action, TakeLoan):
            self._borrow(t, action)
        else:
            self.emergency.give_up(t, self._payment(t))

    def advance(self, t: Table) -> bool:
        """Pay as soon as the cash is there; but for debts, a corporation that the sales have closed owes
        nothing."""
        decision = t.state.pending[-1]
        player = t.state.players[decision.player]
        if t.state.corporations[decision.corp].closed and not self.on_credit:
            t.state.pending.pop()
            return True
        if player.cash < decision.amount:
            return False
        t.state.pending.pop()
        if decision.amount:
            cause = decision.item or INTEREST
            pay(t, player, None, decision.amount, cause)
            paid = events.PresidentPaid(player.name, decision.corp, decision.amount, cause)
            t.note(paid, self._rule(decision))
        return True

    def _borrow(self, t: Table, action: TakeLoan) -> None:
        """Take the loan and pay out of the treasury what it can of the interest."""
        assert self.borrow is not None
        self.borrow.apply(t, operating_turn(t), action)
        decision = t.state.pending[-1]
        corp = t.state.corporations[decision.corp]
        each = terms(t).interest
        paid = min(decision.amount, corp.cash // each * each)
        pay(t, corp, None, paid, INTEREST)
        decision.amount -= paid
        t.note(events.InterestPaid(corp.id, paid, borrowed=True), "interest.treasury-first")

    def _rescue(self, t: Table) -> str:
        """The loan that keeps the president from bankruptcy; empty where none does."""
        credit = self.borrow.credit(t, operating_turn(t)) if self.borrow else 0
        enough = credit and credit >= self._payment(t).lacking(t)
        return f"a loan of ${credit:,} pays the {INTEREST}" if enough else ""

    def _payment(self, t: Table) -> Payment:
        """A debt keeps the presidency only from the first sale after it has grown."""
        decision = t.state.pending[-1]
        payment = payment_of(decision, decision.player, decision.amount, self._rule(decision))
        return payment._replace(protect="") if self.on_credit and decision.corps else payment

    def _rule(self, decision: Decision) -> str:
        return "redeem.president-adds" if decision.item else self.rule


@dataclass(frozen=True)
class Redeem:
    """Loans are paid back as the last thing in a turn; those above the players' shares must be.

    With ``by_itself`` the latter go after the first action with which, or after which, no train can be
    bought; the others are redeemed out of the treasury alone.
    """

    emergency: EmergencyMoney
    by_itself: bool = False
    name: str = "redeem loans"
    kinds: tuple[type[Action], ...] = (RedeemLoans, SellShares, DeclareBankruptcy)
    optional: bool = True

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Any number of loans; sales where the president must help."""
        corp = t.state.corporations[turn.corp]
        if corp.loans:
            low = 1 if self._from_treasury(t) else max(1, excess(corp))
            most = max(low, min(corp.loans, corp.cash // terms(t).value))
            if self._one_at_a_time(t, turn):
                most = 1
            redeem = RedeemLoans(corp.president, corp.id, low)
            yield Amounts(redeem, "count", low, most) if most > low else redeem
        if turn.redeeming and self._due(t, corp):
            yield from self.emergency.candidates(t, self._payment(t, corp, turn))

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Loans there are, money there is, and sales only for compulsory redemption."""
        corp = t.state.corporations[turn.corp]
        match action:
            case RedeemLoans():
                self._check_redemption(t, corp, turn, action)
            case SellShares():
                self.emergency.check_sale(t, self._payment(t, corp, turn), action)
            case DeclareBankruptcy():
                if not self._due(t, corp) and not t.title.recorded.unproved_bankruptcy:
                    t.refuse("end.no-voluntary-bankruptcy", "Declaring bankruptcy", "no payment is due")
                self.emergency.check_bankruptcy(t, self._payment(t, corp, turn))

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Pay back, or raise money for it."""
        corp = t.state.corporations[turn.corp]
        match action:
            case RedeemLoans():
                self._redeem(t, corp, action.count)
                turn.redeemed += action.count
            case SellShares():
                turn.sold = dict(self.emergency.sell(t, self._payment(t, corp, turn), action))
            case DeclareBankruptcy():
                self.emergency.give_up(t, self._payment(t, corp, turn))

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Excess loans must be gone, or go by themselves."""
        corp = t.state.corporations[turn.corp]
        if excess(corp) and not self.by_itself:
            why = f"it has {corp.loans} loans and players hold {shares.plural(player_shares(corp), 'share')}"
            t.refuse("redeem.excess-compulsory", f"Ending {corp.id}'s turn", why)

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over where nothing can be redeemed and nothing must be; a recorded turn ends with a pass."""
        if t.title.recorded.passes_end_steps:
            return False
        corp = t.state.corporations[turn.corp]
        return not excess(corp) and (not corp.loans or corp.cash < terms(t).value)

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """From here on no loan can be taken."""
        turn.redeeming = True
        turn.sold = {}

    def acted(self, t: Table, corp: Corporation) -> None:
        """What must be redeemed goes, once no train can be bought any more."""
        turn = t.state.operating.turn if t.state.operating else None
        if self.by_itself and turn is not None and turn.redeeming and not t.state.over:
            redeem_excess(t, corp, turn)

    def _from_treasury(self, t: Table) -> bool:
        """Whether what must be redeemed is never redeemed by hand; a recorded game is not bound by that."""
        return self.by_itself and not t.title.recorded.debts_first

    def _one_at_a_time(self, t: Table, turn: OperatingTurn) -> bool:
        """Whether interest comes after the first loan that is paid back."""
        return self._from_treasury(t) and not turn.interest

    def _payment(self, t: Table, corp: Corporation, turn: OperatingTurn) -> Payment:
        return Payment(corp.president, self._due(t, corp), corp.id, "redeem.president-adds", turn.sold)

    def _due(self, t: Table, corp: Corporation) -> int:
        return 0 if self._from_treasury(t) else max(0, excess(corp) * terms(t).value - corp.cash)

    def _check_redemption(
        self, t: Table, corp: Corporation, turn: OperatingTurn, action: RedeemLoans
    ) -> None:
        what = f"Redeeming {shares.plural(action.count, 'loan')} of {corp.id}"
        if not 1 <= action.count <= corp.loans:
            t.refuse("redeem.any-number", what, f"it has {shares.plural(corp.loans, 'loan')}")
        if action.count > 1 and self._one_at_a_time(t, turn):
            t.refuse("redeem.any-number", what, "interest is due after the first of them")
        must = 0 if self._from_treasury(t) else excess(corp)
        if action.count < must and not t.title.recorded.loans_one_by_one:
            t.refuse("redeem.excess-compulsory", what, f"{must} must be redeemed")
        price = action.count * terms(t).value
        if corp.cash >= price:
            return
        if action.count > must:
            t.refuse("redeem.any-number", what, f"that costs ${price:,} and it has ${corp.cash:,}")
        cash = t.state.players[action.player].cash
        if corp.cash + cash < price and not t.title.recorded.debts_first:
            t.refuse(
                "redeem.president-adds",
                what,
                f"it has ${corp.cash:,} and {action.player} has ${cash:,} of ${price:,}",
            )

    def _redeem(self, t: Table, corp: Corporation, count: int) -> None:
        price = count * terms(t).value
        missing = max(0, price - corp.cash)
        pay(t, corp, None, price - missing, LOANS)
        _president_adds(t, corp, missing)
        corp.loans -= count
        t.note(events.LoansRedeemed(corp.id, count, price), "redeem.any-number")


def _turn(t: Table) -> OperatingTurn:
    assert t.state.operating is not None
    assert t.state.operating.turn is not None
    return t.state.operating.turn
