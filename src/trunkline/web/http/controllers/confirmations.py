"""API endpoints to confirm email addresses."""

from __future__ import annotations

import logging

from litestar import Controller, Response, post
from litestar.background_tasks import BackgroundTask
from litestar.params import JSONBody

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web import errors
from trunkline.web.accounts import mail
from trunkline.web.accounts.languages import speak_to
from trunkline.web.accounts.mail import Mailer
from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.accounts.secret_keys import hashed
from trunkline.web.database.pool import Unavailable
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS, CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.people import Confirmation, Sent

log = logging.getLogger(__name__)
SENT = gettext_noop("If your address is not confirmed yet, a link has been sent to it.")
NO_MAIL = gettext_noop("This server does not send email, so it cannot confirm your address.")


class Confirmations(Controller):
    """Confirmation of email addresses."""

    path = "/api/confirmations"
    tags = ("people",)

    @post(status_code=202, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def send(self, context: ContextDep) -> Response[Sent]:
        """Send the link that confirms your email address again. Older links stop working."""
        auth = context.account_auth
        await auth.count(Rate.CONFIRM, context.person)
        task = confirmation_task(auth, context.person)
        return Response(Sent(gettext(NO_MAIL if task is None else SENT)), status_code=202, background=task)

    @post("/use", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.CONFIRM))
    async def use(self, data: JSONBody[Confirmation], context: ContextDep) -> Sent:
        """Confirm an email address with the secret of a link. You need not be signed in."""
        auth = context.account_auth
        await auth.count(Rate.SIGN_IN, context.caller.client_address)
        name = await auth.run_in_thread(lambda: auth.email_confirmation.confirm(data.secret))
        return Sent(gettext("The email address of {name} is confirmed.", name=name))


def confirmation_task(auth: AccountAuth, person: str) -> BackgroundTask | None:
    """Return the task that sends a confirmation link to a person. None if the server sends no email."""
    if auth.mailer is None or not auth.origin:
        return None
    return BackgroundTask(_send_confirmation, auth, auth.mailer, person)


async def _send_confirmation(auth: AccountAuth, mailer: Mailer, person: str) -> None:
    try:
        begun = await auth.run_in_thread(lambda: auth.email_confirmation.begin(person))
        if begun is None:
            return
        await auth.count(Rate.LETTER, hashed(begun.email.casefold()).hex())
        with speak_to(begun.language):
            letter = mail.confirmation_message(begun.name, f"{auth.origin}/confirm#{begun.secret}")
        mailer.send(begun.email, *letter)
    except errors.Invalid:
        log.error("An email was not sent: the stored address is not valid")
    except errors.RateLimited:
        log.warning("An email was not sent: its address has reached the limit")
    except Unavailable as error:
        log.error("The database of people is unavailable: %s", error.cause)
