"""Tables and Hare boards through the API."""

from collections import Counter

import pytest

from wordwaiter.roles import Role
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.web.api.wire import MOST_BOARDS, MOST_VALUES
from wordwaiter.web.pages.table.share_pictures import preview_card

from .conftest import Ask
from .person import Person, name_of, refused, told
from .venue import Venue


@pytest.fixture
def table(director: Person) -> str:
    """A free table at which real tiles are played, in the middle of nothing."""
    opening = {"kind": "physical", "sides": ["Ann", "Bob"]}
    opened = told(director.post("/tables", {"rulebook": "club", "opening": opening}), 201)
    stream: str = opened["table"]["table"]
    for seat, tile in enumerate("AB"):
        told(director.give_table(stream, "draw-first", seat=seat, tile=tile))
    return stream


def test_a_play_is_previewed_with_its_score_explained_and_then_made(director: Person, table: str) -> None:
    preview = told(director.post(f"/tables/{name_of(table)}/preview", {"play": "8D RETINA"}))
    assert preview["score"]["total"] == 14
    assert preview["score"]["lines"] == ["RETINA: R1×2 E1 T1 I1 N1 A1 = 7, ×2 = 14"]
    assert preview["faults"] == []
    made = told(director.give_table(table, "play", seat=0, placement="8D RETINA"))
    assert made["happened"] == ["game.tiles_laid", "game.play_announced"]
    assert made["table"]["board"][7] == "...RETINA......"
    assert made["table"]["scores"] == [14, 0]
    assert made["table"]["to_move"] == 1


def test_each_turn_is_explained_line_by_line(director: Person, public: Person, table: str) -> None:
    told(director.give_table(table, "play", seat=0, placement="8D RETINA"))
    told(director.give_table(table, "pass", seat=1))
    first, second = told(public.get(f"/tables/{name_of(table)}/turns"))
    assert first == {
        "number": 1,
        "seat": 0,
        "text": "8D RETINA +14",
        "points": 14,
        # R lies on a double letter: 2 + 1 + 1 + 1 + 1 + 1 = 7, and the star doubles the word.
        "lines": ["RETINA: R1×2 E1 T1 I1 N1 A1 = 7, ×2 = 14"],
    }
    assert (second["text"], second["lines"]) == ("passed", [])


def test_points_that_a_challenge_brings_are_a_line_of_the_turn(director: Person) -> None:
    """By the rules club-10 a play that was challenged and is good gains 10."""
    opening = {"kind": "physical", "sides": ["Ann", "Bob"]}
    opened = told(director.post("/tables", {"rulebook": "club-10", "opening": opening}), 201)
    table = opened["table"]["table"]
    for seat, tile in enumerate("AB"):
        told(director.give_table(table, "draw-first", seat=seat, tile=tile))
    told(director.give_table(table, "play", seat=0, placement="8D RETINA"))
    told(director.give_table(table, "challenge", seat=1, words=["RETINA"]))
    told(director.give_table(table, "rule", good=True))
    turns = told(director.get(f"/tables/{name_of(table)}/turns"))
    assert turns[0]["lines"][1:] == ["RETINA challenged, and good: +10"]
    assert told(director.get(f"/tables/{name_of(table)}"))["scores"] == [24, 0]


def test_what_is_wrong_with_a_play_is_told_with_its_clause(director: Person, table: str) -> None:
    (fault,) = told(director.post(f"/tables/{name_of(table)}/preview", {"play": "1A BEE"}))["faults"]
    assert fault["code"] == "not-on-centre"
    assert fault["clause"]
    problem = refused(director.give_table(table, "play", seat=0, placement="1A BEE"), 409, "not-on-centre")
    assert problem["clause"] in problem["sentence"]


def test_a_correction_is_read_on_the_board_of_its_turn(director: Person, table: str) -> None:
    told(director.give_table(table, "play", seat=0, placement="8D RETINA"))
    told(director.give_table(table, "play", seat=1, placement="D8 .ED"))
    corrected = told(
        director.give_table(table, "correct", number=1, placement="8D RETAIN", reason="misheard")
    )
    assert corrected["table"]["board"][7] == "...RETAIN......"


def test_a_command_may_say_in_which_turn_it_was_entered(director: Person, table: str) -> None:
    told(director.give_table(table, "pass", seat=0, at_turn=1))
    problem = refused(director.give_table(table, "pass", seat=1, at_turn=1), 409, "turn-over")
    assert problem["facts"]["meanwhile"] == "Ann passes"
    told(director.give_table(table, "pass", seat=1, at_turn=2))


def test_a_text_that_is_no_play_says_how_to_write_one(director: Person, table: str) -> None:
    refused(director.give_table(table, "play", seat=0, placement="RETINA"), 422, "bad-play")
    refused(director.post(f"/tables/{name_of(table)}/preview", {"play": "8D ..."}), 422, "no-tile-there")


def test_a_table_of_a_tournament_is_played_by_whoever_keeps_it(venue: Venue, person: Ask) -> None:
    stream = venue.tables(venue.turns)[0]
    seen = told(person(Role.PUBLIC).get(f"/tables/{name_of(stream)}"))
    assert seen["table"] == stream
    refused(person(Role.PUBLIC).give_table(stream, "pause", reason="fire"), 401, "unknown-device")
    refused(person(Role.EMCEE).give_table(stream, "pause", reason="fire"), 403, "not-your-role")
    for seat, tile in enumerate("AB"):
        told(person(Role.TABLE_SCOREKEEPER).give_table(stream, "draw-first", seat=seat, tile=tile))
    told(person(Role.JUDGE).give_table(stream, "pause", reason="fire"))
    assert told(person(Role.PUBLIC).get(f"/tables/{name_of(stream)}"))["paused"] == "fire"
    told(person(Role.JUDGE).give_table(stream, "resume"))
    assert stream in told(person(Role.PUBLIC).get("/tables", tournament=venue.turns))


def test_a_rack_is_shown_to_its_owner_alone(venue: Venue, person: Ask) -> None:
    name = name_of(venue.free)
    player = person(Role.PLAYER)
    for seat in (0, 1):
        told(person(Role.DIRECTOR).give_table(venue.free, "draw-first", seat=seat))
        while told(player.get(f"/tables/{name}"))["stage"] == "drawing" and seat == 1:
            for again in (0, 1):
                person(Role.DIRECTOR).give_table(venue.free, "draw-first", seat=again)
    own = told(player.get(f"/tables/{name}"))
    assert own["side"] == 0
    assert [seat["rack"] is not None for seat in own["seats"]] == [True, False]
    for role in (Role.PUBLIC, Role.JUDGE, Role.DISPLAY):
        assert [seat["rack"] for seat in told(person(role).get(f"/tables/{name}"))["seats"]] == [None, None]


def test_a_preview_in_the_opponents_turn_tells_nothing_of_their_rack(venue: Venue, person: Ask) -> None:
    """Whoever waits looks at a play with their own tiles: what is missing would tell the other rack."""
    name, player, director = name_of(venue.free), person(Role.PLAYER), person(Role.DIRECTOR)
    while told(player.get(f"/tables/{name}"))["stage"] == "drawing":
        for seat in (0, 1):
            director.give_table(venue.free, "draw-first", seat=seat)
    if told(player.get(f"/tables/{name}"))["to_move"] == 0:
        told(player.give_table(venue.free, "pass", seat=0))
    seen = told(player.get(f"/tables/{name}"))
    assert seen["to_move"] == 1
    own = Counter(seen["seats"][0]["rack"])
    for tile in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        looked = told(player.post(f"/tables/{name}/preview", {"play": f"8H {tile}"}))
        is_missing = "tiles-not-held" in [fault["code"] for fault in looked["faults"]]
        assert is_missing == (own[tile] + own["?"] < 1), tile


def test_no_player_chooses_the_tile_that_is_drawn_for_first_play(venue: Venue, person: Ask) -> None:
    player = person(Role.PLAYER)
    refused(player.give_table(venue.free, "draw-first", seat=0, tile="A"), 403, "drawn-by-chance")


def test_a_preview_is_for_those_at_the_table(venue: Venue, person: Ask) -> None:
    path = f"/tables/{name_of(venue.tables(venue.turns)[0])}/preview"
    refused(person(Role.TREASURER).post(path, {"play": "8D RETINA"}), 403, "not-your-role")


def test_a_hare_board_is_painted_and_tallied(venue: Venue, person: Ask) -> None:
    stream = venue.tables(venue.bee)[0]
    scorekeeper = person(Role.TABLE_SCOREKEEPER)
    refused(person(Role.PUBLIC).get(f"/boards/{name_of(stream)}"), 409, "being-built")
    before = told(scorekeeper.get(f"/boards/{name_of(stream)}"))
    assert before["stage"] == "building"
    refused(scorekeeper.give_board(stream, "signal-end"), 403, "not-your-role")
    told(person(Role.EMCEE).give_board(stream, "signal-end"))
    rules = shipped_rulebook("bee-hare").table
    empty = empty_board(rules.layout, rules.tile_set)
    board = empty.with_tiles(parse_play("8H BOND", empty).laid)
    painted = told(scorekeeper.give_board(stream, "paint-board", board=board.text()))
    assert painted["board"]["rows"][7] == ".......BOND...."
    assert [word["word"] for word in painted["board"]["tally"]] == ["BOND"]
    assert sum(line["points"] for line in painted["board"]["lines"]) == painted["board"]["total"]
    changed = told(
        scorekeeper.give_board(
            stream, "change-squares", laid=[{"square": "8L", "letter": "S"}], lifted=["8H"]
        )
    )
    assert changed["board"]["rows"][7] == "........ONDS..."


def test_so_many_boards_and_squares_are_sent_at_once_and_no_more(venue: Venue, person: Ask) -> None:
    """Two thousand boards took a fifth of a second to read, in which nobody else was answered."""
    stream = venue.tables(venue.bee)[0]
    scorekeeper = person(Role.TABLE_SCOREKEEPER)
    text = "\n".join(["." * 15] * 15)
    told(scorekeeper.give_board(stream, "paint-board", board=text, seen=[text] * MOST_BOARDS))
    too_many = scorekeeper.give_board(stream, "paint-board", board=text, seen=[text] * (MOST_BOARDS + 1))
    refused(too_many, 400, "malformed-request")
    squares = scorekeeper.give_board(stream, "change-squares", laid=[], lifted=["8H"] * (MOST_VALUES + 1))
    refused(squares, 400, "malformed-request")


def test_a_table_is_no_board_and_a_board_no_table(venue: Venue, public: Person) -> None:
    turns, built = venue.tables(venue.turns)[0], venue.tables(venue.bee)[0]
    assert public.get(f"/boards/{name_of(turns)}").status_code in (404, 409, 422)
    assert public.get(f"/tables/{name_of(built)}").status_code in (404, 409, 422)


def test_boards_are_drawn_as_pictures(venue: Venue, public: Person, person: Ask) -> None:
    judge = person(Role.JUDGE)
    turns, built = venue.tables(venue.turns)[0], venue.tables(venue.bee)[0]
    for path in (f"/tables/{name_of(turns)}/board.svg", f"/boards/{name_of(built)}/board.svg"):
        answer = judge.get(path, theme="dark")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg")
        refused(judge.get(path, theme="mauve"), 422, "no-such-theme")
    refused(public.get(f"/boards/{name_of(built)}/board.svg"), 409, "being-built")


def test_every_table_has_a_picture_at_an_address_that_can_be_shared(venue: Venue, public: Person) -> None:
    answer = public.client.get(f"/pictures/{venue.tables(venue.turns)[0]}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


def test_a_board_that_is_being_built_has_no_picture_for_rivals(venue: Venue, public: Person) -> None:
    answer = public.client.get(f"/pictures/{venue.tables(venue.bee)[0]}")
    assert answer.status_code == 409
    assert not answer.content.startswith(b"\x89PNG")


def test_the_shared_picture_of_a_table_shows_the_last_play_and_the_score(
    director: Person, venue: Venue, table: str
) -> None:
    told(director.give_table(table, "play", seat=0, placement="8D RETINA"))
    card = preview_card(scene_at(venue.context, NOBODY, table))
    assert card.shot.headline == "Ann 14 – Bob 0"
    assert card.shot.note == "Ann: 8D RETINA +14"
    assert card.svg().count("data-last") == 6


def test_a_game_is_written_down_once_it_is_over(director: Person, public: Person, table: str) -> None:
    path = f"/tables/{name_of(table)}/record"
    told(director.give_table(table, "play", seat=0, placement="8D RETINA"))
    refused(public.get(path), 409, "not-over")
    told(director.give_table(table, "end", reason="agreed", note="supper"))
    record = public.get(path)
    assert record.status_code == 200
    assert "8D RETINA" in record.text


def test_a_table_that_does_not_exist_is_not_there(public: Person) -> None:
    refused(public.get("/tables/table-999"), 404, "no-such-stream")


def test_a_form_that_no_page_of_ours_has_is_refused_and_no_mistake_of_ours(
    venue: Venue, director: Person
) -> None:
    stream = venue.tables(venue.turns)[0]
    for sent, code in (
        ({"do": "call", "wanted": "the police"}, "not-a-choice"),
        ({"do": "dance"}, "unknown-form"),
        ({}, "unknown-form"),
    ):
        answer = director.client.post(
            f"/tables/{stream}", data=sent, headers={**director.headers, "Accept": "application/json"}
        )
        refused(answer, 422, code)
