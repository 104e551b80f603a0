"""An event's word list that is missing: told until it is added, or until a substitute is accepted."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wordwaiter.lexicon import Judge, Shelf, open_lexicon
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.missing_lists import (
    missing_for,
    missing_lists,
    replaced_for,
    replaced_in_journal,
    replaced_lists,
    use_added_list,
)
from wordwaiter.service.judging.word_lists import (
    ListFile,
    add_list,
    choose_lists,
    chosen_lists,
    judge_of_division,
)
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.web.render.missing_lists import (
    missing_sentence,
    missing_views,
    replaced_notes,
    replaced_sentence,
)
from wordwaiter.web.words import catalogue

DORA = director_of_everything("Dora")
CUP = "tournament-1"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """A tournament by Grand Island's rules, judged by ENABLE, and one of a club."""
    shelf = Shelf(tmp_path / "lists", tmp_path / "graphs")
    parts = ContextParts(judge=Judge([open_lexicon("enable")]), shelf=shelf)
    with Context.open(tmp_path / "wordwaiter.db", parts) as context:
        divisions = [
            c.OpenDivision("", name, shipped_format(name))
            for name in ("grand-island", "club", "androscoggin")
        ]
        begin_tournament(context, DORA, c.OpenTournament("", "Cup", names=PublicNames.FULL), divisions)
        yield context


@pytest.mark.clause("grand-island-9")
def test_a_list_that_is_not_here_is_told_until_somebody_solves_it(context: Context) -> None:
    """9: "The Official SCRABBLE players Dictionary, Sixth Edition, will be used for challenges." """
    (missing,) = missing_lists(context, CUP)  # a club and Androscoggin name no dictionary
    assert missing_for(context, DORA) == (missing,)
    assert missing_sentence(missing, catalogue("en")) == (
        "This event uses OSPD6, which is not on this computer. Until you add it, words are checked "
        "against ENABLE; words such as QI or ZA will be rejected."
    )
    choose_lists(context, DORA, CUP, missing.division.number, ("enable", "modern"))
    assert missing_lists(context, CUP) == ()
    choose_lists(context, DORA, CUP, missing.division.number, ())  # taken back
    assert missing_lists(context, CUP) == (missing,)
    assert replaced_lists(context, CUP) == ()


@pytest.mark.clause("grand-island-9")
def test_lists_that_were_accepted_instead_are_told_with_who_accepted_them_and_when(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "clock", lambda: datetime(2026, 11, 18, 12, tzinfo=UTC))
    choose_lists(context, DORA, CUP, 1, ("enable",))
    choose_lists(context, DORA, CUP, 1, ("enable", "modern"))
    choose_lists(context, DORA, CUP, 2, ("enable", "modern"))  # the club's rules name none
    (replaced,) = replaced_lists(context, CUP)
    assert replaced_for(context, DORA) == (replaced,)
    assert replaced_in_journal(context.journal, snapshot_of(context, CUP)) == (replaced,)
    assert replaced_sentence(replaced, catalogue("en")) == (
        "This event’s rules name OSPD6; words are checked against ENABLE, MODERN instead "
        "(accepted by Dora on November 18, 2026)."
    )
    assert "18 novembre" in replaced_sentence(replaced, catalogue("fr"))
    add_list(context, DORA, ListFile("words.txt", b"QI\nZA\n", "ospd6"))
    choose_lists(context, DORA, CUP, 1, ("ospd6",))
    assert replaced_lists(context, CUP) == ()


def test_nobody_is_asked_again_for_a_division_that_is_added_with_the_same_rules(context: Context) -> None:
    choose_lists(context, DORA, CUP, 1, ("enable", "modern"))
    add = c.OpenDivision("", "Second", shipped_format("grand-island"))
    execute(context, DORA, TOURNAMENTS, CUP, add)
    assert missing_lists(context, CUP) == ()
    number = snapshot_of(context, CUP).tournament.division("Second").number
    assert [each.name for each in chosen_lists(context, CUP, number)] == ["enable", "modern"]
    execute(context, DORA, TOURNAMENTS, CUP, c.OpenDivision("", "Pairs", shipped_format("ontario")))
    (missing,) = missing_lists(context, CUP)
    assert missing.division.name == "Pairs", "other rules name another dictionary"


def test_the_same_about_several_divisions_is_told_once(context: Context) -> None:
    iowa = [c.OpenDivision("", name, shipped_format("iowa")) for name in ("55-64", "65-74", "75+")]
    stream = begin_tournament(context, DORA, c.OpenTournament("", "Seniors"), iowa).stream
    words = catalogue("en")
    (told,) = missing_views(missing_lists(context, stream), words)
    assert told.numbers == (1, 2, 3)
    assert told.sentence.startswith("This event uses TWL06")  # of all divisions: none is named
    choose_lists(context, DORA, stream, 2, ("enable",))
    (rest,) = missing_views(missing_lists(context, stream), words)
    assert rest.sentence.startswith("55-64, 75+: This event uses TWL06")
    (note,) = replaced_notes(replaced_lists(context, stream), words)
    assert note.startswith("65-74: This event’s rules name TWL06")


@pytest.mark.clause("grand-island-9")
def test_an_added_list_is_used_at_once_where_the_rulebook_names_it(context: Context) -> None:
    card = add_list(context, DORA, ListFile("words.txt", b"QI\nZA\n", "ospd6"))
    (unused,) = missing_lists(context, CUP)
    assert (unused.missing, unused.unused) == ((), ("ospd6",))
    use_added_list(context, DORA, CUP, card)
    assert missing_lists(context, CUP) == ()
    judge = judge_of_division(context, CUP, unused.division.number)
    assert judge is not None
    assert judge.rule(("QI",)).good
