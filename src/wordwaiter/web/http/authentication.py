"""From a request to its caller: the token in a cookie or a header, and what is refused before anything else.

A browser keeps its token in a cookie that no script can read; a program sends it as `Authorization: Bearer`.
Since a browser sends the cookie by itself, whatever changes something must prove to come from a page of ours:
by its `Origin`, or by the word that our forms carry.
"""

import asyncio
import hashlib
from functools import lru_cache
from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant, UnknownDeviceError
from wordwaiter.service.access.devices import Devices
from wordwaiter.service.judging.judge_access import check_admitted
from wordwaiter.service.tables.stream_names import is_free
from wordwaiter.web.http.aside import GUEST_PHOTOS, PHOTOS, Queue
from wordwaiter.web.http.client_device import asker_of, device_of
from wordwaiter.web.http.cookies import token_in
from wordwaiter.web.http.guards import Who, anybody_who_joined
from wordwaiter.web.http.limits import GUEST_BYTES, Limits
from wordwaiter.web.http.request_body import takes_files

Connection = ASGIConnection[Any, Any, Any, Any]

PROOF_FIELD: Final = "proof"
"""The field of a form, and `X-Proof` the header, that shows that a page of ours sent it."""
PROOF_HEADER: Final = "X-Proof"

ENTERED_BY: Final = "Wordwaiter-Entered-By"
"""The header with the stamp of the device on which something was entered that has waited in its browser."""

IDEMPOTENCY_KEY: Final = "Idempotency-Key"
"""The header with which a program says that it is the same command again."""

ADMITTED: Final = "admitted"
"""The note in a request's state that its route's decision let it in; the service may still refuse it."""

_GRANTS_KEPT: Final = 4_096
"""Grants of devices that were looked through; each command asks twice whether it comes from a guest."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


async def admit(connection: Connection, handler: BaseRouteHandler) -> None:
    """A guard for all routes: find out who asks, and refuse whoever may not, or asks too often."""
    if connection.scope.get("method") == "OPTIONS":
        return  # the framework's own answer, which tells only the methods that there are
    who = handler.opt.get("who")
    if not isinstance(who, Who):
        raise IllegalError("undecided-route", "this address has no access rule yet")
    caller = await _identified(connection)
    _limit(connection, handler, caller)
    if _is_stored(connection, handler, who, caller):
        state = connection.app.state
        await state.limits.guest_room.require(state.context.journal.left_of)
    stream = connection.path_params.get(who.of) if who.of is not None else None
    if who.room is not None:
        check_admitted(connection.app.state.context.door, device_of(connection), who.room)
    else:
        who.require(caller, None if stream is None else str(stream))
    if connection.scope.get("method") not in _SAFE:
        await _check_sent(connection)  # last, since it reads the body: nobody else makes us take one in
    connection.scope["state"][ADMITTED] = True


async def _check_sent(connection: Connection) -> None:
    _require_same_device(connection)
    if IDEMPOTENCY_KEY in connection.headers and isinstance(connection, Request):
        # What goes with a key is compared. It is read here as a whole: before a form is taken apart as it
        # comes in, and before those who want it can ask for it at once.
        await connection.body()
    if is_fields(connection) and isinstance(connection, Request):
        await connection.form()  # before the framework takes it apart by itself, and keeps it
    if token_in(connection):
        await _require_proof(connection)


def _require_same_device(connection: Connection) -> None:
    """Refuses what waited in a browser until somebody else joined there: it would be done in their name."""
    entered_by = connection.headers.get(ENTERED_BY)
    if entered_by is None:
        return
    devices: Devices = connection.app.state.devices
    if not keys.is_same(entered_by, devices.stamp_of(device_of(connection).caller)):
        raise ConflictError(
            "entered-by-another", "somebody else has joined on this device since then; enter it again"
        )


async def _identified(connection: Connection) -> Caller:
    devices: Devices = connection.app.state.devices
    token, is_sent = token_of(connection)
    caller = devices.caller_at_hand(token)
    if caller is None:
        caller = await asyncio.to_thread(devices.caller_of, token)
    connection.scope["user"] = caller
    if devices.is_to_note(caller):
        _note_seen(devices, caller)
    if is_sent and not caller.grants:
        raise UnknownDeviceError("unknown-device", "this link is no longer valid; join again with a new code")
    return caller


_NOTING: Final = set[asyncio.Task[None]]()
"""Tasks that are noting something now; the event loop alone would forget them."""


def _note_seen(devices: Devices, caller: Caller) -> None:
    """Has it written down that a device is in use; its answer does not wait for that."""
    noting = asyncio.create_task(asyncio.to_thread(devices.note_seen, caller))
    _NOTING.add(noting)
    noting.add_done_callback(_NOTING.discard)


def token_of(connection: Connection) -> tuple[str, bool]:
    """The token of a request, and whether a program sent it on purpose."""
    kind, _, sent = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return sent.strip(), True
    return token_in(connection), False


def is_signed_out(connection: Connection, stream: str) -> bool:
    """Checks if a browser was signed out of a role there: it gets the public page."""
    devices: Devices = connection.app.state.devices
    return devices.is_signed_out(token_in(connection), stream)


def is_form(connection: Connection) -> bool:
    """Checks whether a request brings the fields of a form."""
    return connection.headers.get("content-type", "").partition(";")[0] in _FORMS


def is_fields(connection: Connection) -> bool:
    """Checks whether a request brings the fields of a form that has no file."""
    return connection.headers.get("content-type", "").partition(";")[0] == _FORMS[0]


def _limit(connection: Connection, handler: BaseRouteHandler, caller: Caller) -> None:
    limits: Limits = connection.app.state.limits
    address = asker_of(connection)
    if handler.opt.get("is_a_try"):
        limits.joins.require(address)
    if connection.scope.get("method") in _SAFE:
        return
    if caller.grants:
        limits.writes.require(caller.device)
    else:
        limits.strangers.require(address)
    if is_guest(caller):
        # A file that is looked at is not kept. A form without one is counted, wherever it is sent.
        is_file = takes_files(handler) and not is_fields(connection)
        written = 0 if is_file else _announced_bytes(connection, handler)
        limits.guest_bytes.require(address, GUEST_BYTES + written)
    if handler.opt.get("begins_a_game") and not caller.holds(HOUSE):
        limits.games.require(address)


def _is_stored(connection: Connection, handler: BaseRouteHandler, who: Who, caller: Caller) -> bool:
    """Checks whether a guest's request leaves something in the journal; signing out always may."""
    if connection.scope.get("method") in _SAFE or not is_guest(caller):
        return False
    is_of_a_game = bool(caller.grants) and who is anybody_who_joined and not handler.opt.get("signs_out")
    return bool(handler.opt.get("begins_a_game")) or who.room is not None or is_of_a_game


def is_guest(caller: Caller) -> bool:
    """Checks whether somebody has no part in a tournament: a stranger, or a player of free games alone."""
    return _are_free(caller.grants)


@lru_cache(maxsize=_GRANTS_KEPT)
def _are_free(grants: frozenset[Grant]) -> bool:
    return all(is_free(grant.stream) for grant in grants)


def photo_queue(connection: Connection, caller: Caller) -> tuple[Queue, str]:
    """Returns where a photo waits until it is read, and as whose: guests' wait apart, by address.

    Whoever begins a game is another device, so one phone of a guest may be any number of them.
    """
    return (GUEST_PHOTOS, asker_of(connection)) if is_guest(caller) else (PHOTOS, caller.device)


def _announced_bytes(connection: Connection, handler: BaseRouteHandler) -> int:
    """Returns how long a body is, as its request says; how long it may be is seen when it is read.

    One whose length is not told counts as many as its route takes. Browsers tell it.
    """
    if "transfer-encoding" in connection.headers and isinstance(handler, HTTPRouteHandler):
        return handler.resolve_request_max_body_size() or 0
    length = connection.headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 10 else 0


# ---------------------------------------------------------------- proof that a page of ours sent it


def proof_of(connection: Connection) -> str:
    """The word that forms of this browser carry; without a token there is nothing to prove."""
    token = token_in(connection)
    return proof_for(token) if token else ""


def proof_for(token: str) -> str:
    """The word that goes with a token, and does not tell it."""
    return hashlib.sha256(f"proof {token}".encode()).hexdigest()[:32]


async def _require_proof(connection: Connection) -> None:
    if not isinstance(connection, Request) or token_of(connection)[1]:
        return  # a program that sends its token on purpose
    shown = connection.headers.get(PROOF_HEADER, "")
    if not shown and is_form(connection):
        shown = str((await connection.form()).get(PROOF_FIELD, ""))
    # An origin that is there is ours: others were refused before (`OwnSite`). A page that was open when the
    # token was renewed has an old proof, and still is ours.
    if "origin" in connection.headers or keys.is_same(shown, proof_of(connection)):
        return
    raise IllegalError("no-proof", "this form did not come from our page; reload the page and try again")


# ---------------------------------------------------------------- the caller


def caller_of(request: Request[Any, Any, Any]) -> Caller:
    """Returns who asks; known once the request was admitted."""
    found = request.scope.get("user", NOBODY)
    return found if isinstance(found, Caller) else NOBODY


provide_caller: Final = Provide(caller_of, sync_to_thread=False)
"""The dependency `caller`."""
