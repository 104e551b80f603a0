"""Who may send what no form of an event's pages sends: the API, free games, practice, joining, the laptop."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from litestar.routes import HTTPRoute

from web.asgi_client import AsgiClient
from web.forms_on_pages import Form
from web.http.form_table import COLUMNS, FormTable, Place, line, nothing_is_done
from web.room import OWNER
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import NOBODY, Caller, Grant
from wordwaiter.service.context import Context
from wordwaiter.web.http.guards import anybody_who_joined

JSON: Final = "json"
"""The name of a field that is the whole body."""

_SENT: Final[Mapping[str, Mapping[str, str] | object]] = {
    "/director/{stream:str}/check-in": {"not-here": "1"},
    "/director/{stream:str}/sponsors": {"do": "list", "names": "Quill Ltd"},
    "/invitations/{number:int}/withdraw": {"reason": "lost"},
    "/api/v1/tournaments/examples": {"example": "iowa"},
    "/examples": {"example": "iowa"},
    "/gaps": {"gap": "1", "ran": "yes"},
    "/judge": {"word": "QUOTES"},
    "/judges": {"id": "call:tournament-1#1", "answer": "coming"},
    "/replays/{stream:path}": {"turn": "1", "note": "a note"},
    "/tallies/{stream:path}": {"board": "\n".join(["." * 15] * 15)},
    "/tiles/{stream:str}": {"do": "done", "team": "1", "round": "1"},
    "/practice/{stream:str}": {"do": "done"},
    "/api/v1/boards/{board:str}/commands": {"command": "signal-end"},
    "/api/v1/gaps/{number:int}": {"ran": True},
    "/api/v1/invitations/{number:int}/withdraw": {"reason": "lost"},
    "/api/v1/invitations": {"grants": [{"role": "player", "stream": "tournament-1", "entrant": 1}]},
    "/api/v1/judge": {"words": ["QUOTES"]},
    "/api/v1/judge/queue": {"id": "call:tournament-1#1", "answer": "coming"},
    "/api/v1/tables": {"rulebook": "club", "opening": {"kind": "physical", "sides": ["Ann", "Bo"]}},
    "/api/v1/tables/{table:str}/commands": {"command": "pass", "seat": 0},
    "/api/v1/tables/{table:str}/preview": {"play": "8D QUOTES"},
    "/api/v1/tournaments/{tournament:str}/commands": {
        "command": "call-official", "table": 1, "wanted": "judge", "reason": "a spill",
    },
    "/api/v1/tournaments/{tournament:str}/rounds/check": {"division": "A", "games": []},
}  # fmt: skip
"""Something about division A, its table 1 and Ann; nothing where the route alone decides."""
GUARD_ALONE: Final[Mapping[str, str]] = {
    "/join/takeover": "who knows a code",
    "/study/export": "asks nothing of who sends it",
    "/study/import": "asks nothing of who sends it",
    "/laptop": "there is no laptop of a club here",
    "/laptop/restore": "there is no laptop of a club here",
    "/judges/boards/{stream:path}": "rules by /api/v1/judge/queue",
    "/director/{stream:str}/sponsors/logo": "gives the command SetLogo",
}
"""Addresses at which nobody gets further here, and why their guard tells all there is to tell."""

_OF_NO_TOURNAMENT: Final = (
    "/judge", "/api/v1/judge", "/leave", "/api/v1/session/end", "/api/v1/photos", "/api/v1/tables",
)  # fmt: skip
"""A role of any tournament will do."""
LEAVES: Final = ("/leave", "/session/end", "/tournament-1/end")
"""Whoever may do this is gone afterwards."""


class PostTable(FormTable):
    """What is sent besides the forms of an event."""

    def __init__(
        self,
        context: Context,
        client: AsgiClient,
        place: Place,
        parameters: Mapping[str, str],
        rows: list[str],
        only: Collection[str] = (),
    ) -> None:
        """`rows` are known already; `only` are the addresses that are asked, if not all."""
        super().__init__(context, client, place, looks_for_forms=False)
        known = {row.split(" ")[0] for row in rows}
        ann = Grant(Role.PLAYER, place.stream, entrant=place.entrants[0])
        number = context.devices.invite(OWNER, [ann]).invitation.number
        for route in client.app.routes:
            if not isinstance(route, HTTPRoute) or (only and route.path not in only):
                continue
            if route.path not in known and _takes_posts(route):
                path = route.path.replace("invitations/{number:int}", f"invitations/{number}")
                for name, value in parameters.items():
                    path = path.replace(name, value)
                body = _SENT.get(route.path, {})
                is_json = path.startswith("/api/")
                fields = [(JSON, json.dumps(body))] if is_json else list(dict(body).items())  # type: ignore[call-overload]
                self._forms[route.path] = Form(path, fields)

    def rows(self) -> Iterator[str]:
        """A line for each address."""
        with nothing_is_done():
            for name, form in sorted(self._forms.items()):
                yield self._row(name, form)

    def _row(self, name: str, form: Form) -> str:
        """A line by what is answered; of those in GUARD_ALONE, by whom the address admits."""
        told = super()._row(name, form)
        if name in _OF_NO_TOURNAMENT:
            told = told.replace("yes elsewhere!", "yes       ")
        who = self._route(form)[1].opt["who"]
        if "not asked" not in told or who == anybody_who_joined:
            return told
        if name not in GUARD_ALONE:
            return told
        stream = self._place.stream if who.of else None
        letters: dict[Role, str] = dict.fromkeys(COLUMNS, "")
        for (role, letter), (_, caller) in self._devices.items():
            letters[role] += letter if who.admits(caller, stream) else ""
        return line(
            f"{name} ({GUARD_ALONE[name]}) ",
            ("yes", *letters.values(), "yes" if who.admits(NOBODY, stream) else ""),
        )

    def _sent(self, form: Form, device: tuple[str, Caller]) -> str:
        return "200" if form.action.endswith(LEAVES) else super()._sent(form, device)


def _takes_posts(route: HTTPRoute) -> bool:
    return any(handler.http_methods - {"GET", "HEAD", "OPTIONS"} for handler in route.route_handlers)


class OwnTable(PostTable):
    """What is sent to a game or a board of no tournament: by its own device, and by all others."""

    def rows_of(self, own: tuple[str, Caller], others: list[tuple[str, Caller]]) -> Iterator[str]:
        """A line for each address; the first column is its own device, not whoever runs the server."""
        self._house, self._strangers = own, others
        yield from self.rows()
