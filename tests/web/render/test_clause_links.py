"""Clauses in sentences: a small link to the rule, which tells what it says and where it comes from."""

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from markupsafe import Markup

from wordwaiter.rules.clauses import catalogue
from wordwaiter.web.render.clause_links import say_with_links, tell_with_links, with_links
from wordwaiter.web.words import catalogue as words
from wordwaiter.web.words.sentences import plainly, without_codes


def link(clause: str, word: str = "rule") -> str:
    return f'<a class="rule" href="/rules/{clause}" target="_blank" rel="noopener">{word}</a>'


def test_a_clause_becomes_a_link_and_everything_else_is_escaped() -> None:
    text = with_links("<QZX> is not in the word list (iowa-8); take it back")
    assert text == f"&lt;QZX&gt; is not in the word list {link('iowa-8')}; take it back"
    assert isinstance(text, Markup)


@pytest.mark.parametrize("text", ["3 tiles (of 7) are left", "Ann (bee-keeper) has left", "no clause here"])
def test_what_is_no_clause_stays_as_it_is(text: str) -> None:
    assert with_links(text) == text
    assert not isinstance(with_links(text), Markup)
    assert without_codes(text) == text


def test_several_clauses_are_several_links() -> None:
    assert with_links("so (iowa-8, bee-11)") == f"so {link('iowa-8')} {link('bee-11')}"


def test_scripts_and_pictures_get_neither_code_nor_link() -> None:
    assert plainly("en", "QZX is not in the word list (iowa-8)") == "QZX is not in the word list"


def test_a_text_with_a_clause_or_a_marked_sentence_in_it_is_linked_and_escaped() -> None:
    say = words("en").say
    told = say_with_links(say, "en", "director.for-fun", clause="iowa-8")
    assert link("iowa-8") in told
    assert "iowa-8)" not in told
    reason = tell_with_links("en", "<b> (iowa-8)")
    because = say_with_links(say, "en", "audit.because", reason=reason)
    assert "&lt;b&gt;" in because
    assert link("iowa-8") in because


def test_in_french_the_link_is_french() -> None:
    assert link("iowa-8", "règle") in tell_with_links("fr", "so (iowa-8)")


def test_every_rule_has_a_page_with_its_source(onlooker: TestClient[Litestar]) -> None:
    for clause in (catalogue().clauses[0], catalogue()["bee-dictionary"]):
        page = onlooker.get(f"/rules/{clause.id}").text
        source = next(each for each in catalogue().sources if each.id == clause.source)
        assert str(Markup.escape(clause.says)) in page
        assert str(Markup.escape(source.name)) in page
    assert onlooker.get("/rules/nonsense").status_code == 404
