"""The operation that each request handler declares, for the table in ``web.accounts.permissions``.

A handler declares it with ``opt=requires(Operation.ACT)``. ``check_declared`` refuses an application with
a handler that declares none.
"""

from __future__ import annotations

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.handlers.base import BaseRouteHandler
from litestar.routes import HTTPRoute

from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate

OPERATION, RATE, SOLVING = "operation", "rate", "solving"
"""The options of a handler that hold its operation, its rate limit, and whether the game of a puzzle admits
it before the answer."""
RATES = {
    Operation.LIST: Rate.ASK,
    Operation.CREATE: Rate.CREATE,
    Operation.TAKE_IN: Rate.IMPORT,
    Operation.LEARN: Rate.CREATE,
    Operation.ACCEPT: Rate.ACCEPT,
    Operation.READ: Rate.ACCEPT,
    Operation.BRANCH: Rate.BRANCH,
    Operation.REMATCH: Rate.CREATE,
    Operation.EXPORT: Rate.EXPORT,
    Operation.ASK: Rate.ASK,
    Operation.HINT: Rate.HINT,
    Operation.SAY: Rate.SAY,
    Operation.REPORT: Rate.REPORT,
    Operation.FLAG: Rate.REPORT,
    **dict.fromkeys(
        (
            Operation.LEAGUE,
            Operation.ORGANISE,
            Operation.ACCOUNT,
            Operation.OPERATE,
            Operation.ACT,
            Operation.UNDO,
            Operation.HAND_OVER,
            Operation.NOTE,
            Operation.VISIT,
            Operation.MOVE,
            Operation.JOIN,
            Operation.LEAVE,
            Operation.REPLACE,
            Operation.INVITE,
            Operation.SETTLE,
            Operation.STUDY,
            Operation.PUT_AWAY,
        ),
        Rate.POST,
    ),
}
"""The rate limit of each operation.

Other operations have no limit here. Some of them are counted by the code that carries them out.
"""


def requires(
    operation: Operation, *, rate: Rate | None = None, solving: bool = False
) -> dict[str, Operation | Rate | bool]:
    """Return the options of a handler that carries out an operation.

    ``rate`` replaces the rate limit of the operation, for handlers that cost more than others. ``solving`` is
    true if its response does not help to solve a puzzle. Other handlers refuse the game of a puzzle before
    the answer.
    """
    rest: dict[str, Operation | Rate | bool] = {} if rate is None else {RATE: rate}
    return {OPERATION: operation, SOLVING: solving, **rest}


def operation_of(handler: BaseRouteHandler) -> Operation | None:
    """Return the operation of a handler, or None if it declares none."""
    declared: Operation | None = handler.opt.get(OPERATION)
    return Operation.PAGE if declared is None and _is_options_handler(handler) else declared


def helps_to_solve(handler: BaseRouteHandler) -> bool:
    """Return whether the response of a handler may help to solve a puzzle."""
    return not handler.opt.get(SOLVING, False)


def rate_of(handler: BaseRouteHandler, operation: Operation) -> Rate | None:
    """Return the rate limit of a request. None if the handler counts it itself or it is unlimited."""
    return handler.opt.get(RATE, RATES.get(operation))


def check_declared(app: Litestar) -> None:
    """Check that each handler declares its operation. Raises ``TypeError``."""
    for route in app.routes:
        handlers = route.route_handlers if isinstance(route, HTTPRoute) else [route.route_handler]
        for handler in handlers:
            if operation_of(handler) is None:
                raise TypeError(f"The handler {handler} of {route.path} declares no operation.")


def _is_options_handler(handler: BaseRouteHandler) -> bool:
    """Return whether the framework added a handler that answers ``OPTIONS`` with the methods of a path."""
    return isinstance(handler, HTTPRouteHandler) and handler.http_methods == {"OPTIONS"}
