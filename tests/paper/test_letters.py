"""Names in any script: printed as they are, or told of before."""

import pypdfium2  # type: ignore[import-untyped]
import pytest
import typst

from paper.reading import MARKUP, ONTARIO, at_one_table, example, printed, renamed, squeezed
from wordwaiter.errors import MalformedError
from wordwaiter.paper import Document, certificates, name_badges, page_pictures, pdf, score_cards, unprintable
from wordwaiter.paper.typesetting import _IN_TYPST
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.tournament.state import Tournament

NAMES = {
    "Cyrillic": "Жанна Їжакевич",
    "Greek": "Ωρίων Ελύτης",
    "Vietnamese": "Nguyễn Thị Ánh",
    "Chinese": "漢字王小明",
    "Japanese": "さくら花子",
    "Korean": "김민준",
    "emoji": "Team 🐢🐇",
}
TURNED = {"Hebrew": "שרה כהן", "Arabic": "فاطمة حسن"}
"""Written from right to left: what is read back may stand in either order."""


def _called(name: str) -> Tournament:
    """A tournament of which one table is printed, at which somebody of that name sits."""
    return at_one_table(renamed(example(Example.ONTARIO), [name]), "Open")


@pytest.mark.parametrize("script", NAMES)
def test_a_name_is_printed_in_its_script_or_its_letters_are_named(script: str) -> None:
    name = NAMES[script]
    document = score_cards(_called(name), "Open", 1, ONTARIO)
    lacking = unprintable(document)
    assert set(lacking) <= set(name)
    if not lacking:
        assert squeezed(name) in squeezed(printed(document).text)


@pytest.mark.parametrize("script", TURNED)
def test_a_name_from_right_to_left_is_printed_whatever_fonts_there_are(script: str) -> None:
    name = TURNED[script]
    document = name_badges(renamed(example(Example.ONTARIO), [name]))
    assert unprintable(document) == ""
    text = printed(document).text
    for word in name.split():
        assert word in text or word[::-1] in text


def test_letters_that_no_font_has_are_named() -> None:
    name = "Q\U000e0fff"  # nothing was ever given that number
    document = score_cards(_called(name), "Open", 1, ONTARIO)
    assert unprintable(document) == "\U000e0fff"
    assert pdf(document).startswith(b"%PDF")


def test_letters_for_private_use_can_be_printed_too() -> None:
    document = score_cards(_called("Q\ue123"), "Open", 1, ONTARIO)
    assert "Q" in printed(document).text


def test_a_file_is_made_for_screen_readers() -> None:
    document = name_badges(example(Example.ONTARIO))
    file = pypdfium2.PdfDocument(pdf(document))
    try:
        assert file.get_metadata_value("Title") == document.title
        assert file.is_tagged()
    finally:
        file.close()
    assert b"pdfuaid:part" in pdf(document)


def test_typst_itself_has_the_letters_that_we_say_it_has() -> None:
    alone = typst.Compiler(font_paths=typst.Fonts(include_system_fonts=False))

    def picture(letter: str) -> bytes:
        answer = alone.compile(
            b"#set page(width: 20mm, height: 20mm)\n#sys.inputs.letter",
            format="png",
            sys_inputs={"letter": letter},
        )
        assert isinstance(answer, bytes)
        return answer

    box = picture("\U000e0fff")
    for letters in _IN_TYPST:
        assert picture(chr(letters[0])) != box
        assert picture(chr(letters[-1])) != box


def test_markup_is_printed_as_it_is_and_nothing_is_read() -> None:
    for document in (
        score_cards(_called(MARKUP), "Open", 1, ONTARIO),
        certificates(renamed(example(Example.ONTARIO), [MARKUP] * 24)),
        name_badges(renamed(example(Example.BEE), [MARKUP])),
    ):
        text = squeezed(printed(document).text)
        assert squeezed(MARKUP) in text
        assert "root:" not in text


def test_signs_that_no_file_may_hold_are_replaced() -> None:
    tournament = _called("A\x00\x07\ud800B")
    assert "A\ufffd\ufffd\ufffdB" in printed(score_cards(tournament, "Open", 1, ONTARIO)).text


def test_a_template_that_is_not_ours_cannot_be_asked_for() -> None:
    for name in ("nothing", "../typesetting", "/etc/passwd"):
        with pytest.raises(MalformedError) as refused:
            pdf(Document(name, "x", {}))
        assert refused.value.code == "no-such-template"


def test_a_template_cannot_reach_beyond_its_folder() -> None:
    from wordwaiter.paper.typesetting import _compiler

    for path in ("/../typesetting.py", "../typesetting.py", "/etc/passwd"):
        with pytest.raises(typst.TypstError):
            _compiler().compile(f'#read("{path}")'.encode(), format="pdf", sys_inputs={})


def test_the_same_document_is_the_same_file() -> None:
    document = name_badges(example(Example.ONTARIO))
    assert pdf(document) == pdf(document)
    assert len(page_pictures(document)) == 3
