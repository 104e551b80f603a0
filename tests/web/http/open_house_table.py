"""Who may send what is open while no round runs: joining, tournaments, free games, analysis, imports."""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from web.asgi_client import AsgiClient
from web.forms_on_pages import Form
from web.http.form_table import Place
from web.http.post_table import JSON, PostTable
from web.room import OWNER
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.free_games import Wish, begin_game
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c

HEAD_OF_OPEN_HOUSE: Final = """
What anybody can reach while no round runs, and what waits for the end of a round. A code, a PIN and another
device that asks for a printed code are there to be tried.
"""

_POSITION: Final = f"{'/'.join(['15'] * 15)} QUOTES/ 0/0 0"
_GAME: Final = "#player1 Ann Ann\n#player2 Bo Bo\n>Ann: QUOTES 8C QUOTES +48 48\n"
_T_FILE: Final = "Leclerc, Ann 1500 2; 400\nPoe, Bo 1400 1; 300\n"
_LIST: Final = "name\nZed Zabel\n"

_SENT: Final[Mapping[str, Mapping[str, object] | tuple[str, str]]] = {
    "/analysis": {"game": _GAME, "rulebook": "club"},
    "/analysis/record": {"do": "begin", "first": "Ann", "second": "Bo"},
    # It is refused in the stream of the answer; so nobody waits for the engine.
    "/analysis/think": {"position": "none", "rulebook": "club"},
    "/analysis/try": {"position": _POSITION, "played": "-", "rulebook": "club"},
    "/api/v1/free-tables/{table:str}/end": {"reason": "over"},
    "/api/v1/join": {"code": "CODE", "name": "Zed"},
    "/api/v1/join/pin": {"invitation": 0, "pin": "PIN", "name": "Zed"},
    "/api/v1/tournaments": {"name": "New"},
    "/api/v1/tournaments/from-t": ("text/plain", _T_FILE),
    "/api/v1/tournaments/{tournament:str}/entrants/import": ("text/csv", _LIST),
    "/api/v1/tournaments/{tournament:str}/entrants/preview": ("text/csv", _LIST),
    "/api/v1/tournaments/{tournament:str}/rounds/propose": {"division": "A"},
    "/api/v1/tournaments/{tournament:str}/rounds/publish": {"division": "A"},
    "/invitations/{number:int}/takeover": {"asked": "ASKED", "answer": "yes"},
    "/join": {"code": "CODE", "name": "Zed"},
    "/join/pin": {"number": "0", "pin": "PIN", "name": "Zed"},
    "/play": {"rulebook": "club", "opponent": "here", "first": "Ann", "second": "Bo"},
    "/practice": {"name": "Ann", "minutes": "10", "starting": "quotes"},
    "/tournaments": {"format": "club", "name": "New"},
}
OPEN_HOUSE: Final = tuple(_SENT)
EXAMPLES: Final = ("/api/v1/tournaments/examples", "/examples")
"""Asked where there is no real tournament: an example would stand before it."""

_IN_ADDRESS: Final = {"from-t": "?name=Old", "import": "?division=A", "preview": "?division=A"}


def of_open_house(
    context: Context, client: AsgiClient, place: Place, parameters: Mapping[str, str]
) -> Iterator[str]:
    """A line for each address that is open while no round runs."""
    execute(context, OWNER, TOURNAMENTS, place.stream, c.WithdrawRound("Cora", "A", "paired anew"))
    devices = context.devices
    screen = Grant(Role.DISPLAY, place.stream)
    code, pin = devices.invite(OWNER, [screen]), devices.set_pin(OWNER, [screen])
    seed = keys.new_token()
    devices.invite_printed(OWNER, [("Screen", screen)], seed)
    (printed,) = devices.invited_by_sheet(OWNER, seed)
    devices.join(printed.secret, Joining("Sam"))
    devices.ask_takeover(printed.secret, Joining("Zed", token=keys.new_token()))
    waiting = devices.takeovers(OWNER)[0].waiting
    assert waiting is not None
    known: dict[object, object] = {
        "CODE": code.secret, "PIN": pin.secret, 0: pin.invitation.number,
        "0": str(pin.invitation.number), "ASKED": str(waiting.at_ms),
    }  # fmt: skip
    free = begin_game(context, "", Wish("club", ("Ann", "Bo"))).stream
    given = {
        "invitations/{number:int}": f"invitations/{printed.invitation.number}",
        **parameters,
        "{table:str}": free,
    }
    yield from _OpenTable(context, client, place, dict(_forms(given, known))).rows()


class _OpenTable(PostTable):
    """Forms that are given, and not looked for on pages or in the list of routes."""

    def __init__(self, context: Context, client: AsgiClient, place: Place, forms: Mapping[str, Form]) -> None:
        super().__init__(context, client, place, {}, [], only=["none"])
        self._forms = dict(forms)


def _forms(given: Mapping[str, str], known: Mapping[object, object]) -> Iterator[tuple[str, Form]]:
    for path, sent in _SENT.items():
        address = path
        for name, value in given.items():
            address = address.replace(name, value)
        if isinstance(sent, tuple):
            yield path, Form(address + _IN_ADDRESS.get(path.rpartition("/")[2], ""), [sent])
            continue
        told = {name: known.get(value, value) for name, value in sent.items()}
        fields = [(JSON, json.dumps(told))] if path.startswith("/api/") else list(told.items())
        yield path, Form(address, fields)  # type: ignore[arg-type]
