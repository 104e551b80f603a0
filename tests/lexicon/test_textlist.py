"""Word lists in plain text."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter._core import LONGEST_WORD
from wordwaiter.errors import MalformedFileError
from wordwaiter.lexicon import Reading, shipped_tile_set
from wordwaiter.lexicon.textlist import LONGEST_LINE, parse_text_list

ENGLISH = shipped_tile_set("english")
SPANISH = shipped_tile_set("spanish")
PATH = Path("words.txt")


def read(content: str | bytes, *, letters: str = "english", lenient: bool = False) -> Reading:
    raw = content.encode() if isinstance(content, str) else content
    return parse_text_list(raw, PATH, shipped_tile_set(letters), lenient=lenient)


def refused(content: str | bytes, *, letters: str = "english", lenient: bool = False) -> MalformedFileError:
    with pytest.raises(MalformedFileError) as caught:
        read(content, letters=letters, lenient=lenient)
    return caught.value


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_on_any_system(line_end: str) -> None:
    assert read(line_end.join(["HELLO", "WORLD", ""])).words == ("HELLO", "WORLD")


def test_words_come_in_any_case_and_order() -> None:
    assert read("zebra\nApple\nmIxEd\n").words == ("APPLE", "MIXED", "ZEBRA")


@pytest.mark.parametrize(
    "text",
    [
        "# a list\n\nHELLO\n   \n  # more\n",
        "HELLO # greeting\n",
        "HELLO#\n",
        "  HELLO  \n",
        "\tHELLO",
        "\n\n\nhello",
    ],
)
def test_comments_and_blanks_around_a_word_do_not_count(text: str) -> None:
    reading = read(text)
    assert reading.words == ("HELLO",)
    assert reading.glossed == ()


@pytest.mark.parametrize(
    "line",
    [
        "AA rough cindery lava [n AAS]",
        "AA\trough, cindery lava",
        "AA,rough cindery lava",
        "AA;rough;lava",
        '"AA","rough, ""cindery"" lava"',
        '"AA" rough lava',
        "AA , lava",
        "AA 17 points, café's own re-do",
    ],
)
def test_a_definition_after_the_word_is_left_aside_and_counted(line: str) -> None:
    reading = read(f"{line}\nAB\n")
    assert reading.words == ("AA", "AB")
    assert reading.glossed == (1,)


def test_a_quoted_word_alone_is_the_word() -> None:
    assert read('"AA"\n" AB "\n') == Reading(("AA", "AB"))


def test_utf8_is_read_with_its_mark_and_without() -> None:
    assert read("\ufeffÑU\nSEÑOR\n", letters="spanish").words == ("ÑU", "SEÑOR")
    assert read("ÑU\nSEÑOR\n", letters="spanish").words == ("ÑU", "SEÑOR")


def test_what_is_not_utf8_is_read_as_latin_1() -> None:
    assert read("ñu\nseñor\n".encode("latin-1"), letters="spanish").words == ("ÑU", "SEÑOR")


def test_the_curly_quotes_of_windows_are_allowed_in_definitions() -> None:
    assert read("AA the Hawaiians’ lava – rough\n".encode("cp1252")).words == ("AA",)


def test_the_end_of_file_mark_of_dos_is_no_word() -> None:
    assert read(b"HELLO\r\n\x1a").words == ("HELLO",)


def test_spanish_words_are_sorted_and_counted_by_tiles() -> None:
    assert read("chico\ncuzco\nllave\nluz\n", letters="spanish").words == ("CUZCO", "CHICO", "LUZ", "LLAVE")


def test_words_that_only_an_accent_tells_apart_are_one_word_on_tiles() -> None:
    assert read("si\nsí\n", letters="spanish").words == ("SI",)


def test_one_word_with_an_accent_twice_is_still_a_repetition() -> None:
    error = refused("sí\nSÍ\n", letters="spanish")
    assert (error.code, error.line) == ("repeated-word", 2)


@pytest.mark.parametrize("content", [b"", b"\n\r\n\n", b"# only a comment\n", b"\xef\xbb\xbf", b"   "])
def test_a_list_without_words_is_refused(content: bytes) -> None:
    assert refused(content).code == "empty-list"
    assert refused(content, lenient=True).code == "empty-list"


@pytest.mark.parametrize(
    ("line", "code", "reason"),
    [
        ("AB3", "bad-word", "'AB3' has '3'"),
        ("3", "bad-word", "'3'"),
        ("CAFÉ", "bad-word", "'É'"),
        ("ДА", "bad-word", "'Д'"),
        ("CAN'T", "bad-word", "hyphen or apostrophe"),
        ("CAN’T", "bad-word", "hyphen or apostrophe"),
        ("RE-DO", "bad-word", "hyphen or apostrophe"),
        ("re–do", "bad-word", "hyphen or apostrophe"),
        ("ABANDON/DGS", "bad-word", "'/'"),
        ("//", "bad-word", "'/'"),
        ("A", "bad-word", "one tile only"),
        ("A" * (LONGEST_WORD + 1), "bad-word", "65 tiles"),
        ("HELLO", "repeated-word", "line 1"),
        ("hello", "repeated-word", "line 1"),
        (", a comma first", "bad-word", "','"),
        ('"AA', "bad-word", "'\"'"),
        ('"AA"BB', "bad-word", "'\"'"),
        ("A\u200bB", "bad-word", r"\\u200b"),
        ("x" * (LONGEST_LINE + 1), "long-line", "10,001 signs"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_number_and_reason(
    line: str, code: str, reason: str
) -> None:
    content = f"HELLO\r\n# comment\r\n{line}\r\nWORLD\r\n"
    error = refused(content)
    assert (error.code, error.line) == (code, 3)
    assert reason.replace("\\\\", "\\") in error.reason
    assert str(error).startswith("words.txt:3: ")
    assert len(str(error)) < 200

    reading = read(content, lenient=True)
    assert reading.words == ("HELLO", "WORLD")
    assert [(omission.code, omission.line) for omission in reading.omissions] == [(code, 3)]


def test_the_longest_word_may_stand_in_a_list() -> None:
    assert read("A" * LONGEST_WORD).words == ("A" * LONGEST_WORD,)


def test_one_tile_of_two_letters_is_no_word() -> None:
    assert refused("LL\n", letters="spanish").code == "bad-word"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_refused_by_its_name(codec: str) -> None:
    error = refused("HELLO\nWORLD\n".encode(codec))
    assert error.code == "utf-16-list"
    assert "save it as UTF-8" in error.reason


@pytest.mark.parametrize("content", [b"AA\nAB\nA\x00C\n", b"AA\rAB\rA\x07\r", b"AA\r\nAB\r\n\x7f"])
def test_bytes_that_no_text_has_are_refused_even_leniently(content: bytes) -> None:
    for lenient in (False, True):
        error = refused(content, lenient=lenient)
        assert (error.code, error.line) == ("binary-list", 3)


def test_bytes_that_are_in_neither_encoding_are_refused_with_their_line() -> None:
    error = refused(b"AA\nA\x81\xff\n")
    assert (error.code, error.line) == ("binary-list", 2)


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_words_or_our_refusal(content: bytes, lenient: bool) -> None:
    for tile_set in (ENGLISH, SPANISH):
        try:
            reading = parse_text_list(content, PATH, tile_set, lenient=lenient)
        except MalformedFileError:
            continue
        assert reading.words
        for word in reading.words:
            assert "".join(tile_set.spell(word)) == word


@given(st.text(max_size=100), st.booleans())
def test_any_text_is_words_or_our_refusal(content: str, lenient: bool) -> None:
    raw = content.encode("utf-8", "surrogatepass")
    try:
        reading = parse_text_list(raw, PATH, ENGLISH, lenient=lenient)
    except MalformedFileError:
        return
    assert list(reading.words) == sorted(set(reading.words))


def test_a_file_of_blank_lines_is_refused_before_they_are_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 32 million of them somebody waited for twenty seconds."""
    monkeypatch.setattr("wordwaiter.lexicon.textlist.MOST_LINES", 5)
    assert refused("\n" * 11 + "CAT").code == "long-list"
    assert read("\r\n" * 5 + "CAT").words == ("CAT",)
