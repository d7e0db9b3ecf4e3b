"""Loans from the bank to corporations: the steps of a turn, shared by titles.

``borrowing`` takes loans, ``interest`` pays for them, and ``redemption`` repays them. ``debts`` has what a
president owes for them, and ``shortfall`` raises the money for it. ``forced`` takes loans for a payment that
the treasury lacks. The state of the turn is in ``state``. The money itself moves in ``mechanisms/loans``.
"""
