"""Notes in a replay: written at a turn by those who were there, read by all, and taken along in the file."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, TABLE, bearer, begin_cup, finish, join, start_round
from wordwaiter.game.table import Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.paper.event import event_of
from wordwaiter.roles import Role
from wordwaiter.service.access.audit_log import AuditSearch, search_log
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tables.note_facts import STREAM
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """A game of the cup that ended after one play, when both passed."""
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        begin_cup(context)
        start_round(context)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        yield client


@pytest.fixture
def bo(context: Context) -> dict[str, str]:
    return bearer(join(context, Grant(Role.PLAYER, CUP, entrant=2), name="Bo Poe")[0])


def table(context: Context) -> Table:
    state: Table = context.states.of(TABLE).state
    return state


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def note(client: Client, who: dict[str, str], text: str, turn: str = "1", key: str = "") -> Any:
    form = {"turn": turn, "note": text, "sending": key}
    return client.post(f"/replays/{TABLE}", data=form, headers=who)


def test_a_player_notes_at_a_turn_and_everybody_reads_it(
    client: Client, context: Context, bo: dict[str, str]
) -> None:
    finish(context)
    text = "CATS #next time <b>\n 🐈 مرحبا"
    for _ in range(2):
        assert note(client, bo, text, key="c" * 32).status_code == 200
    assert context.journal.version(STREAM) == 1
    shown = client.get(f"/replays/{TABLE}?turn=1").text
    assert "CATS #next time &lt;b&gt; 🐈 مرحبا" in shown
    assert "Bo Poe" in plain(shown)
    assert "with a note" in plain(shown)
    assert "<textarea" not in shown, "a stranger reads, and does not write"
    assert '<blockquote class="note">' not in client.get(f"/replays/{TABLE}?turn=2").text
    gcg = client.get(f"/games/{TABLE}").content
    assert "#note Bo Poe: CATS #next time <b> 🐈 مرحبا" in gcg.decode()
    notes = [note for move in read_gcg(gcg, "game.gcg").record.moves for note in move.notes]
    assert "Bo Poe: CATS #next time <b> 🐈 مرحبا" in notes
    told = [line for line in search_log(context, OWNER, AuditSearch()) if line.stream == STREAM]
    assert (told[0].actor, told[0].sentence) == ("Bo Poe", f"a note is written at turn 1 of {TABLE}")


def test_whoever_asked_for_it_writes_by_initials(client: Client, context: Context) -> None:
    finish(context)
    ann = bearer(join(context, Grant(Role.PLAYER, CUP, entrant=1), name="Ann Leclerc")[0])
    note(client, ann, "mine")
    shown = client.get(f"/replays/{TABLE}?turn=1").text
    assert "A. L." in plain(shown)
    assert "Leclerc" not in shown + client.get(f"/games/{TABLE}").text
    (game,) = event_of(context.journal).games
    in_closing_pack = write_gcg(game.record).decode()
    assert "A. L.: mine" in in_closing_pack
    assert "Leclerc" not in in_closing_pack
    assert re.search(
        r"<textarea[^>]*>mine</textarea>", client.get(f"/replays/{TABLE}?turn=1", headers=ann).text
    )


def test_whoever_typed_another_name_is_shown_by_initials_to_all_but_officials(
    client: Client, context: Context
) -> None:
    finish(context)
    ann = bearer(join(context, Grant(Role.PLAYER, CUP, entrant=1), name="Anna Q. Leclerc")[0])
    note(client, ann, "mine")
    told = client.get(f"/replays/{TABLE}?turn=1").text + client.get(f"/games/{TABLE}").text
    (game,) = event_of(context.journal).games
    told += write_gcg(game.record).decode()
    assert "A. Q. L." in told
    assert "Leclerc" not in told
    judge = bearer(join(context, Grant(Role.JUDGE, CUP), name="Judy")[0])
    assert "Anna Q. Leclerc" in client.get(f"/replays/{TABLE}?turn=1", headers=judge).text


def test_a_note_is_changed_by_its_writer_and_taken_away(
    client: Client, context: Context, bo: dict[str, str]
) -> None:
    finish(context)
    judge = bearer(join(context, Grant(Role.JUDGE, CUP), name="Bo Poe")[0])
    note(client, bo, "first", "0")
    note(client, judge, "of the judge", "0")
    note(client, bo, "second", "0")
    shown = client.get(f"/replays/{TABLE}?turn=0", headers=bo).text
    assert re.search(r"<textarea[^>]*>second</textarea>", shown)
    assert "first" not in plain(shown).replace("Before the first turn", "").replace("first turn", "")
    assert "of the judge" in shown
    note(client, bo, "  ", "0")
    shown = client.get(f"/replays/{TABLE}?turn=0").text
    assert "second" not in shown
    assert "of the judge" in shown


def test_a_note_is_refused_before_the_end_by_strangers_and_beyond_the_game(
    client: Client, context: Context, bo: dict[str, str]
) -> None:
    assert note(client, bo, "too early").status_code == 409
    finish(context)
    stranger = bearer(join(context, Grant(Role.TREASURER, CUP), name="Tess")[0])
    assert note(client, stranger, "not mine").status_code == 403
    assert client.post(f"/replays/{TABLE}", data={"turn": "1", "note": "x"}).status_code == 401
    for turn in ("99", "-1", "one", ""):
        answer = note(client, bo, "where?", turn)
        assert answer.status_code == 422
        assert "where?" in answer.text, "what was typed is kept"
    assert "at most 500" in note(client, bo, "x" * 501).text
    assert not context.journal.version(STREAM)
