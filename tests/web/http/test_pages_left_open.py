"""A round's forms without scripts: done is what they showed, and nothing where the room has gone on since."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, bearer, join
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Round
from wordwaiter.tournament.state import Official
from wordwaiter.web.http.app import create_app

ROUNDS = f"/director/{CUP}/rounds/1"
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")


class Room:
    """A director's device in a house with six players of one division."""

    def __init__(self, context: Context, client: TestClient[Any]) -> None:
        self.context, self.client = context, client
        club = shipped_format("club")
        opening = [c.OpenDivision("Cora", "A", club)]
        begin_tournament(context, OWNER, c.OpenTournament("Cora", "Cup", names=PublicNames.FULL), opening)
        self.give(c.Register("Cora", "A", tuple(single(Profile(name)) for name in NAMES)))
        self.give(c.CheckIn("Cora", (1, 2, 3, 4)))
        self.headers = bearer(join(context, Grant(Role.DIRECTOR, HOUSE), name="Cora")[0])

    def give(self, command: c.Command) -> None:
        """What another device does meanwhile."""
        execute(self.context, OWNER, TOURNAMENTS, CUP, command)

    def page(self, address: str = ROUNDS, **headers: str) -> str:
        return self.client.get(address, headers={**self.headers, **headers}).text

    def send(self, fields: dict[str, str | list[str]], **headers: str) -> tuple[int, str]:
        """The status and the text that a form brings."""
        answer = self.client.post(
            ROUNDS, data=fields, headers={**self.headers, **headers}, follow_redirects=False
        )
        return answer.status_code, " ".join(re.sub(r"<[^>]*>", " ", answer.text).split())

    @property
    def rounds(self) -> tuple[Round, ...]:
        return snapshot_of(self.context, CUP).tournament.rounds_of("A")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    parts = ContextParts(judge=Judge((Lexicon.of_words("house", ["CAT"]),)))
    with (
        Context.open(tmp_path / "wordwaiter.db", parts) as context,
        TestClient(create_app(context)) as client,
    ):
        yield Room(context, client)


def form_with(page: str, do: str, **typed: str) -> dict[str, str | list[str]]:
    """What the form of a page sends when its button is pressed, without any script."""
    (form,) = (
        each for each in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'name="do" value="{do}"' in each
    )
    sent: dict[str, list[str]] = {}
    for field in re.findall(r'<input type="hidden"[^>]*>', form):
        found = re.search(r'name="([^"]*)" value="([^"]*)"', field)
        assert found, field
        sent.setdefault(found[1], []).append(found[2])
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL):
        sent.setdefault(name, []).extend(re.findall(r'value="([^"]*)" selected', options))
    return {**sent, **{name: [text] for name, text in typed.items()}, "do": do}


def games_of(form: dict[str, str | list[str]]) -> list[tuple[int, ...]]:
    return [(int(one), int(other)) for one, other in zip(form["one"], form["other"], strict=True)]


# ---------------------------------------------------------------- a round before it is published


@pytest.mark.parametrize(
    "meanwhile",
    [c.CheckIn("Cora", (5,)), c.CancelCheckIn("Cora", (4,)), c.Withdraw("Cora", 4, "ill")],
    ids=lambda command: type(command).__name__,
)
def test_a_pairing_that_nobody_has_seen_is_not_published(room: Room, meanwhile: c.Command) -> None:
    shown = form_with(room.page(), "publish")
    room.give(meanwhile)
    status, text = room.send(shown)
    assert status == 409
    assert "People, tables or results have changed" in text
    assert room.rounds == ()
    assert room.send(form_with(room.page(), "publish"))[0] == 303


def test_the_draw_that_was_shown_is_published_though_other_things_happened(room: Room) -> None:
    room.give(c.CheckIn("Cora", (5, 6)))
    shown = form_with(room.page(), "publish")
    room.give(c.CallOfficial("Cora", 1, Official.JUDGE, "lost"))
    room.give(c.SetTarget("Cora", 100_00))
    assert room.send(shown)[0] == 303
    assert [each.sides for each in room.rounds[0].sittings] == games_of(shown)


def test_a_page_with_a_proposal_is_replaced_when_it_is_paired_otherwise_and_only_then(room: Room) -> None:
    def part() -> list[str]:
        return re.findall(r'id="paired-by-[^"]*"', room.page())

    before = part()
    assert len(before) == 1
    room.give(c.SetTarget("Cora", 100_00))
    assert part() == before
    room.give(c.CheckIn("Cora", (5,)))
    assert part() != before


def test_games_by_hand_keep_the_draw_in_which_they_were_changed(room: Room) -> None:
    room.give(c.CheckIn("Cora", (5, 6)))
    shown = form_with(room.page(), "look")
    room.give(c.SetTarget("Cora", 100_00))
    ones, others = list(shown["one"]), list(shown["other"])
    ones[0], ones[1] = ones[1], ones[0]
    answer = room.client.post(ROUNDS, data={**shown, "one": ones}, headers=room.headers)
    looked_at = form_with(answer.text, "publish")
    assert looked_at["by-hand"] == ["1"]
    # What somebody has changed and looks at is not taken away.
    assert '<div id="round">' in answer.text
    room.give(c.SetTarget("Cora", 200_00))
    assert room.send(looked_at)[0] == 303
    whys = {each.sides: each.why for each in room.rounds[0].sittings}
    assert set(whys) == {(int(one), int(other)) for one, other in zip(ones, others, strict=True)}
    untouched = whys[int(ones[2]), int(others[2])]
    assert untouched
    assert untouched not in {whys[int(ones[0]), int(others[0])], whys[int(ones[1]), int(others[1])]}


def test_a_changed_seat_is_published_without_any_script_and_two_change_places(room: Room) -> None:
    shown = form_with(room.page(), "publish")
    (one, other), (third, fourth) = games_of(shown)
    # One seat alone is changed: whoever had it goes where the chosen one was.
    assert room.send({**shown, "one": [str(third), str(third)]})[0] == 303
    assert [each.sides for each in room.rounds[0].sittings] == [(third, other), (one, fourth)]


@pytest.mark.parametrize("do", ["look", "publish"])
def test_seats_that_cannot_be_stay_in_the_form_and_are_told(room: Room, do: str) -> None:
    shown = form_with(room.page(), do)
    (_, _), (third, fourth) = games_of(shown)
    twice = {**shown, "one": [str(third), str(third)], "other": [str(third), str(fourth)]}
    answer = room.client.post(ROUNDS, data=twice, headers={**room.headers, "Accept-Language": "fr"})
    assert room.rounds == ()
    assert f"{NAMES[third - 1]} est apparié" in answer.text
    assert games_of(form_with(answer.text, do)) == [(third, third), (third, fourth)]


# ---------------------------------------------------------------- a round that is over


def test_a_form_of_an_earlier_round_does_nothing_to_the_next(room: Room) -> None:
    publishing = form_with(room.page(), "publish")
    after = room.client.post(ROUNDS, data=publishing, headers=room.headers).text
    assert re.findall("<noscript>(.*?)</noscript>", after) == [
        '<p class="card" role="status">Round published.</p>'
    ]
    published = room.page()
    withdrawing = form_with(published, "withdraw-round", reason="a mistake")
    starting = form_with(published, "start-round")
    room.give(c.StartRound("Cora", "A"))
    halting = form_with(room.page(), "halt-round", reason="too early")
    for sitting in room.rounds[0].sittings:
        room.give(c.HandInSheet("Cora", "A", 1, sitting.table, (300, 200), sitting.sides))
    closing = form_with(room.page(), "close-round")
    room.give(c.CloseRound("Cora", "A"))
    next_one = form_with(room.page(), "publish")
    assert room.send({**publishing, "sending": "another-device-pressed"})[0] == 409
    assert room.send(next_one)[0] == 303
    before = room.rounds
    for form in (withdrawing, starting, halting, closing):
        status, text = room.send(form)
        assert status == 409
        assert "This was for round 1 of A, but round 2 is now in progress; reload the page" in text
    _, french = room.send(withdrawing, **{"Accept-Language": "fr"})
    assert "Cela concernait la ronde 1" in french
    assert room.rounds == before


def test_who_withdraws_from_a_game_leaves_a_result_to_be_entered_and_the_page_says_so(room: Room) -> None:
    assert room.send(form_with(room.page(), "publish"))[0] == 303
    table = next(each.table for each in room.rounds[0].sittings if 4 in each.sides)
    hint = f"Table {table} still needs a result for this round"
    leaving = {"do": "withdraw", "contender": "4", "reason": "ill"}
    entry = f"/director/{CUP}/entrants/4"
    assert hint not in room.client.post(entry, data=leaving, headers=room.headers).text
    room.give(c.Reinstate("Cora", 4, "well again"))
    room.give(c.StartRound("Cora", "A"))
    assert hint in room.client.post(entry, data=leaving, headers=room.headers).text
    room.give(c.Reinstate("Cora", 4, "well again"))
    told = room.client.post(
        f"/director/{CUP}/entrants", data=leaving, headers={**room.headers, "Accept": "application/json"}
    )
    assert hint in told.json()["said"]


def test_the_button_that_pairs_again_is_about_the_round_that_it_names(room: Room) -> None:
    assert room.send(form_with(room.page(), "publish"))[0] == 303
    room.give(c.Withdraw("Cora", 4, "ill"))
    again = [
        each
        for each in re.findall(r"<form.*?</form>", room.page(f"/director/{CUP}"), re.DOTALL)
        if "withdraw-round" in each
    ]
    assert len(again) == 1
    assert 'name="round" value="1"' in again[0]
