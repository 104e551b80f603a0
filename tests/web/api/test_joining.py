"""Joining by a code or a PIN, and looking after devices."""

from typing import Any

import pytest

from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys

from .conftest import Ask
from .person import Person, refused, told
from .venue import Venue


def invited(director: Person, venue: Venue, **more: Any) -> dict[str, Any]:
    grants = [{"role": "emcee", "stream": venue.turns}]
    made: dict[str, Any] = told(director.post("/invitations", {"grants": grants, **more}), 201)
    return made


def test_a_code_becomes_a_token_once(director: Person, public: Person, venue: Venue) -> None:
    made = invited(director, venue, name="Em")
    joined = told(public.post("/join", {"code": made["secret"].lower()}), 201)
    assert joined["session"]["name"] == "Em"
    assert joined["session"]["grants"] == [
        {"role": "emcee", "stream": venue.turns, "division": None, "table": None, "entrant": None}
    ]
    emcee = Person(director.client, {"Authorization": f"Bearer {joined['token']}"})
    assert told(emcee.get("/session")) == joined["session"]
    refused(public.post("/join", {"code": made["secret"], "name": "Mallory"}), 403, "code-used")
    refused(public.post("/join", {"code": "NOSUCHCODE", "name": "Mallory"}), 403, "wrong-code")


def test_an_answer_that_was_lost_can_be_asked_for_again(
    director: Person, public: Person, venue: Venue
) -> None:
    made, own = invited(director, venue, name="Em"), keys.new_token()
    first = told(public.post("/join", {"code": made["secret"], "token": own}), 201)
    again = told(public.post("/join", {"code": made["secret"], "token": own}), 201)
    assert first["session"] == again["session"]
    assert own not in (first["token"], again["token"])


@pytest.mark.long
@pytest.mark.usefixtures("wrong_pins_at_once")
def test_a_pin_opens_to_many_and_locks_after_wrong_ones(
    director: Person, public: Person, venue: Venue
) -> None:
    made = invited(director, venue, by_pin=True)
    number, pin = made["invitation"]["number"], made["secret"]
    for name in ("Em", "Emil"):
        told(public.post("/join/pin", {"invitation": number, "pin": pin, "name": name}), 201)
    wrong = "000000" if pin != "000000" else "111111"
    for _ in range(10):
        answer = public.post("/join/pin", {"invitation": number, "pin": wrong, "name": "Mallory"})
        refused(answer, 403, "wrong-pin")
    locked = public.post("/join/pin", {"invitation": number, "pin": pin, "name": "Em"})
    refused(locked, 429, "pin-locked")
    assert int(locked.headers["retry-after"]) == 60


def test_a_device_that_is_revoked_is_nobodys(director: Person, public: Person, venue: Venue) -> None:
    joined = told(public.post("/join", {"code": invited(director, venue, name="Gone")["secret"]}), 201)
    emcee = Person(director.client, {"Authorization": f"Bearer {joined['token']}"})
    number = int(joined["session"]["device"].removeprefix("device-"))
    left = told(director.post(f"/devices/{number}/revoke", {"reason": "lost"}))
    (revoked,) = [each for each in left if each["number"] == number]
    assert revoked["revoked"] == "lost"
    refused(emcee.get("/session"), 401, "unknown-device")
    assert revoked in told(director.get("/devices"))


def test_a_device_can_leave_by_itself(director: Person, public: Person, venue: Venue) -> None:
    joined = told(public.post("/join", {"code": invited(director, venue, name="Leaver")["secret"]}), 201)
    emcee = Person(director.client, {"Authorization": f"Bearer {joined['token']}"})
    assert told(emcee.post("/session/end"))["grants"] == []
    refused(emcee.get("/session"), 401, "unknown-device")


def test_an_invitation_can_be_withdrawn(director: Person, public: Person, venue: Venue) -> None:
    made = invited(director, venue, name="Nobody")
    number = made["invitation"]["number"]
    assert number in {each["number"] for each in told(director.get("/invitations"))}
    left = told(director.post(f"/invitations/{number}/withdraw", {"reason": "ill"}))
    assert number not in {each["number"] for each in left}
    refused(public.post("/join", {"code": made["secret"]}), 403, "code-used")
    refused(director.post("/invitations/99999/withdraw", {}), 404, "no-such-invitation")


def test_without_a_token_one_is_nobody(public: Person) -> None:
    assert told(public.get("/session")) == {"name": "", "device": "", "grants": []}


@pytest.mark.parametrize("path", ["/devices", "/invitations"])
def test_devices_are_looked_after_by_directors(person: Ask, path: str) -> None:
    refused(person(Role.PUBLIC).get(path), 401, "unknown-device")
    refused(person(Role.JUDGE).get(path), 403, "not-your-role")


def test_nobody_invites_to_more_than_they_have(person: Ask, venue: Venue) -> None:
    scorekeeper = person(Role.SCOREKEEPER)
    player = [{"role": "player", "stream": venue.turns, "entrant": 1}]
    told(scorekeeper.post("/invitations", {"grants": player}), 201)
    refused(
        scorekeeper.post("/invitations", {"grants": [{"role": "judge", "stream": venue.turns}]}),
        403,
        "not-your-role",
    )
