"""A result that is corrected when the next round is paired already: the director is told that it was."""

from litestar.testing import TestClient

from wordwaiter.service.house import House
from wordwaiter.service.tournaments import give
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds import Seating
from wordwaiter.web.app import create_app

from .room import CUP, OWNER, bearer, begin_cup, join_as_owner, start_round


def test_a_correction_tells_of_a_round_that_was_paired_before_it(house: House) -> None:
    begin_cup(house)
    start_round(house)
    for command in (
        c.DecideResult("Cora", "A", 1, 1, (300, 400), "as signed"),
        c.CloseRound("Cora", "A"),
        c.PublishRound("Cora", "A", (Seating(1, (2, 1)),)),
    ):
        give(house, OWNER, CUP, command)
    form = {"do": "correct", "round": "1", "table": "1", "board": "1", "first": "410", "second": "400"}
    with TestClient(create_app(house)) as client:
        client.headers.update({**bearer(join_as_owner(house)[0]), "Accept": "application/json"})
        answer = client.post(f"/director/{CUP}/rounds/1", data={**form, "reason": "swapped"})
    assert answer.status_code == 200
    assert "Round 2 was paired before that" in answer.json()["said"]
