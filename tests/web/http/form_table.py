"""Who may send which form: each that a page offers, sent by every role for its own and for other parts."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from web.asgi_client import AsgiClient
from web.forms_on_pages import Form, forms_in
from web.room import OWNER, bearer, join
from wordwaiter.errors import ConflictError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant
from wordwaiter.service.access.commands import DEVICES
from wordwaiter.service.bee.best_board_kind import BEST_BOARDS
from wordwaiter.service.context import Context
from wordwaiter.service.judging.rulings import RULINGS
from wordwaiter.service.judging.word_list_facts import WORD_LISTS
from wordwaiter.service.lifecycle import LIFECYCLE
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.stream_kind import StreamKind
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.notes import NOTES
from wordwaiter.service.tournaments.kind import TOURNAMENTS

_KINDS: Final[tuple[StreamKind[Any, Any, Any], ...]] = (
    TOURNAMENTS, TABLES, BOARDS, RULINGS, WORD_LISTS, NOTES, BEST_BOARDS, LIFECYCLE,
)  # fmt: skip
_REACHED: Final = "permitted"
_TOLD: Final = "hoever asks may do it"
_TYPED: Final = {"starts": "10:00", "begins": "10:00", "breaks": "", "role": "judge", "member": "1",
          "contender": "1", "play": "8G CAT", "minutes": "2"}  # fmt: skip
_USUAL: Final = {"first": "400", "second": "350"}
"""Totals that nobody is asked about, in place of those that a page suggests."""
_ANSWERS: Final = (_REACHED, "200", "201", "303", "photo-none")
"""To a form that does something, to one that shows what it would do, and to a photo that is not there."""
_SAID_ONCE: Final = {"list-exists": "303"}
"""What whoever comes next is told, where the first one had it done."""
_TICKED: Final = {"/director/{stream:str}/lists choose": ("list", "modern")}
"""What is ticked where a page has nothing to tick here."""
_LOOKERS: Final = ((Role.JUDGE, "A"), (Role.TABLE_SCOREKEEPER, "T"), (Role.PLAYER, "E"))
"""Whose pages offer what the page of whoever runs the server does not."""


COLUMNS: Final = (
    Role.DIRECTOR, Role.JUDGE, Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.PLAYER, Role.EMCEE,
    Role.TREASURER, Role.JUDGING_STATION, Role.DISPLAY,
)  # fmt: skip


def line(what: str, cells: tuple[str, ...]) -> str:
    """The cells of a line, one below the other."""
    return f"{what:<58}" + "".join(f"{cell or '..':<10}" for cell in cells).rstrip()


@dataclass(frozen=True, slots=True)
class Place:
    """An event, two of its divisions, and whoever plays at the first tables of them."""

    stream: str
    elsewhere: str
    """Another event, where roles do not count here."""
    own: str
    other: str
    tables: tuple[int, int, int]
    """Two of the own division, and one of the other."""
    entrants: tuple[int, int, int, int]
    """At the first table, her opponent or a neighbour, at the second table, in the other division."""

    def grants(self) -> Iterator[tuple[Role, str, Grant]]:
        """Every role for every part that it can be for, with the letter of the part."""
        first, second, third = self.tables
        for role in COLUMNS:
            if role is Role.PLAYER:
                for letter, number in zip("Eexy", self.entrants, strict=True):
                    yield role, letter, Grant(role, self.stream, entrant=number)
                continue
            yield role, "*", Grant(role, self.stream)
            yield role, "A", Grant(role, self.stream, division=self.own)
            yield role, "b", Grant(role, self.stream, division=self.other)
            if role is Role.TABLE_SCOREKEEPER:
                parts = (("T", self.own, first), ("t", self.own, second), ("u", self.other, third))
                for letter, division, table in (*parts, ("n", None, first)):
                    yield role, letter, Grant(role, self.stream, division=division, table=table)

    def pages(self, context: Context) -> Iterator[str]:
        """The pages that offer something about the own division, its first table and whoever plays there."""
        stream, (number, *_) = self.stream, self.entrants
        yield from (
            f"/{page}/{stream}" for page in ("emcee", "treasurer", "sheets", "me", "director", "overlay")
        )
        within = ("rounds/1", "rounds/1/1", "entrants", "entrants/file", f"entrants/{number}", "day", "lists",
                  "privacy")  # fmt: skip
        yield from (f"/director/{stream}/{page}" for page in within)
        yield from ("/judges", f"/devices?tournament={stream}")
        for table in open_tables_of_round(context, OWNER, stream, self.own)[:1]:
            yield from (f"/tables/{table}", f"/hare/{table}")


@contextmanager
def nothing_is_done() -> Iterator[None]:
    """Every command is refused as soon as it is known that its sender may give it."""
    before = [(kind, "permit", kind.permit) for kind in _KINDS] + [(DEVICES, "decide", DEVICES.decide)]
    for kind, name, check in before:
        object.__setattr__(kind, name, _then_refused(check))
    try:
        yield
    finally:
        for kind, name, check in before:
            object.__setattr__(kind, name, check)


def _then_refused(check: Any) -> Any:
    def refuse(*arguments: Any) -> None:
        check(*arguments)
        raise ConflictError(_REACHED, f"w{_TOLD}")

    return refuse


class FormTable:
    """The forms on the pages of one event, and everybody who may try to send them."""

    def __init__(
        self, context: Context, client: AsgiClient, place: Place, *, looks_for_forms: bool = True
    ) -> None:
        self._client = client
        self._place = place
        self._taking: dict[str, tuple[str, HTTPRouteHandler]] = {}
        self._house = join(context, Grant(Role.DIRECTOR, HOUSE))
        self._devices = {(role, letter): join(context, grant) for role, letter, grant in place.grants()}
        elsewhere = replace(place, stream=place.elsewhere)
        self._strangers = [join(context, grant) for _, letter, grant in elsewhere.grants() if letter in "*E"]
        lookers = [self._house, *(self._devices[key] for key in self._devices if key in _LOOKERS)]
        pages = list(place.pages(context)) if looks_for_forms else []
        self._forms = self._found(pages, [token for token, _ in lookers])

    def rows(self) -> Iterator[str]:
        """A line for each form."""
        with nothing_is_done():
            for name, form in sorted(self._forms.items()):
                yield self._row(name, form)

    def _found(self, pages: list[str], tokens: list[str]) -> dict[str, Form]:
        """One form for everything that can be done."""
        found: dict[str, Form] = {}
        for page in pages:
            for token in tokens:
                answer = self._client.get(page, headers=bearer(token))
                for form in forms_in(answer.text, page) if answer.status_code == 200 else ():
                    for pressed in form.buttons or [("", "")]:
                        action = form.actions.get(pressed, form.action)
                        fields = [*_filled(form), *([pressed] if pressed[0] else [])]
                        sent = replace(form, action=action, fields=fields)
                        does = "".join(f" {value}" for name, value in fields if name == "do")
                        name = f"{self._route(sent)[0]}{does}"
                        if name in _TICKED:
                            sent.fields.append(_TICKED[name])
                        found.setdefault(name, sent)
        return found

    def _route(self, form: Form) -> tuple[str, HTTPRouteHandler]:
        """Returns what takes a form; each address is asked about once for every device."""
        path = form.action.partition("?")[0]
        if path not in self._taking:
            self._taking[path] = self._route_of(path)
        return self._taking[path]

    def _route_of(self, path: str) -> tuple[str, HTTPRouteHandler]:
        for route in self._client.app.routes:
            if isinstance(route, HTTPRoute) and re.fullmatch(
                re.sub(r"\\{\w+:(\w+)\\}", _as_pattern, re.escape(route.path)), path
            ):
                for handler in route.route_handlers:
                    if "POST" in handler.http_methods:
                        return route.path, handler
        raise LookupError(f"no route takes {path}")

    def _row(self, name: str, form: Form) -> str:
        reached = self._sent(form, self._house)
        if reached not in _ANSWERS:
            return f"{name:<58} not asked: {reached}"
        letters: dict[Role, str] = dict.fromkeys(COLUMNS, "")
        for (role, letter), device in self._devices.items():
            if self._is_able(form, device, reached):
                letters[role] += letter
        if self._is_able(form, ("", NOBODY), reached):
            return line(f"{name} ", ("yes", *letters.values(), "yes"))
        strange = " elsewhere!" if any(self._is_able(form, each, reached) for each in self._strangers) else ""
        return line(f"{name} ", (f"yes{strange}", *letters.values(), ""))

    def _is_able(self, form: Form, device: tuple[str, Caller], reached: str) -> bool:
        """Whether a device gets as far as the house; who is kept off by the route is known without asking."""
        _, caller = device
        who = self._route(form)[1].opt["who"]
        stream = self._place.stream if who.of else None
        if not who.admits(caller, stream):
            return False
        return self._sent(form, device) == reached

    def _sent(self, form: Form, device: tuple[str, Caller]) -> str:
        """Returns the code of the answer to a form, or its status."""
        answer = self._posted(form, device[0])
        try:
            code = str(json.loads(answer.text).get("code", answer.status_code))
            return _SAID_ONCE.get(code, code)
        except (ValueError, AttributeError):
            return _REACHED if _TOLD in answer.text else str(answer.status_code)

    def _posted(self, form: Form, token: str) -> Any:
        headers = {**(bearer(token) if token else {}), "Accept": "application/json"}
        kind, content = "application/x-www-form-urlencoded", urlencode(form.fields).encode()
        if form.action == "/api/v1/photos":
            kind, content = "multipart/form-data; boundary=b", b"--b--\r\n"
        elif form.action.endswith("/lists/file"):
            kind, content = "multipart/form-data; boundary=b", _with_a_list(form.fields)
        elif form.fields and form.fields[0][0].startswith("text/"):
            kind, content = form.fields[0][0], form.fields[0][1].encode()
        elif form.action.startswith("/api/"):
            kind, content = "application/json", form.fields[0][1].encode()
        headers["Content-Type"] = kind
        return self._client.request(
            "POST", form.action, content=content, headers=headers, follow_redirects=False
        )


def _with_a_list(fields: list[tuple[str, str]]) -> bytes:
    """The fields of a form with a word list as a file."""
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields]
    parts.append('name="file"; filename="words.txt"\r\n\r\nQUIT\nQUOTES\n')
    return "".join(f"--b\r\nContent-Disposition: form-data; {each}\r\n" for each in parts).encode() + b"--b--"


def _filled(form: Form) -> Iterator[tuple[str, str]]:
    """Yields the fields, with something in those that are looked at before it is asked who sends them."""
    given = dict(form.fields)
    for name, value in form.fields:
        typed = given["seen"] if (name, "seen" in given) == ("board", True) else _TYPED.get(name, value)
        yield name, _USUAL.get(name, typed if value in ("", "x") else value)


def _as_pattern(found: re.Match[str]) -> str:
    return {"path": r".+", "int": r"\d+"}.get(found[1], r"[^/]+")
