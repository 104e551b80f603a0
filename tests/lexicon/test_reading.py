"""Files of words, text or KWG."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon import kwg
from lexicon.strategies import LETTERS, words_of
from wordwaiter.errors import MalformedFileError
from wordwaiter.lexicon import Lexicon, Reading, open_lexicon, read_word_list, shipped_tile_set
from wordwaiter.lexicon.cards import canonical_text

ENGLISH = shipped_tile_set("english")


def read(
    folder: Path, content: bytes, name: str = "words", *, letters: str = "english", lenient: bool = False
) -> Reading:
    path = folder / name
    path.write_bytes(content)
    return read_word_list(path, shipped_tile_set(letters), lenient=lenient)


def test_a_kwg_file_is_recognised_by_its_content(tmp_path: Path) -> None:
    assert read(tmp_path, kwg.kwg(kwg.AB), "download").words == ("AB",)


def test_a_kwg_file_is_recognised_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(MalformedFileError, match="KWG"):
        read(tmp_path, b"HELLO\nWORLD\n", "WORDS.KWG")


@pytest.mark.long
def test_the_whole_of_enable_is_the_same_list_from_text_and_from_kwg(tmp_path: Path) -> None:
    enable = open_lexicon("enable")
    words = enable.words()
    assert read(tmp_path, canonical_text(words)).words == tuple(words)
    assert read(tmp_path, enable.kwg()).words == tuple(words)


@pytest.mark.long
@given(st.data())
def test_text_to_kwg_to_text_gives_the_same_words_and_hash(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    letters = data.draw(LETTERS)
    written = data.draw(words_of(letters))
    folder = tmp_path_factory.mktemp("round")

    from_text = read(folder, "\n".join(written).lower().encode(), letters=letters)
    first = Lexicon.of_words("first", from_text.words, letters=letters)
    from_kwg = read(folder, first.kwg(), letters=letters)
    second = Lexicon.of_words("second", from_kwg.words, letters=letters)
    again = read(folder, canonical_text(second.words()), letters=letters)

    assert from_text.words == from_kwg.words == again.words == tuple(first.words())
    assert first.hash == second.hash
    assert first.kwg() == second.kwg()


@given(st.binary(max_size=300), st.sampled_from(["words.txt", "words.kwg"]))
def test_any_file_is_words_or_our_refusal(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, name: str
) -> None:
    folder = tmp_path_factory.mktemp("any")
    with suppress(MalformedFileError):
        assert read(folder, content, name).words


@pytest.mark.long
@given(st.data())
def test_a_kwg_file_that_was_cut_or_changed_is_words_or_our_refusal(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    good = bytearray(Lexicon.of_words("some", data.draw(words_of("english"))).kwg())
    place = data.draw(st.integers(0, len(good) - 1))
    if data.draw(st.booleans()):
        del good[place:]
    else:
        good[place] ^= data.draw(st.integers(1, 255))
    with suppress(MalformedFileError):
        assert read(tmp_path_factory.mktemp("cut"), bytes(good), "cut.kwg").words


@pytest.mark.parametrize(
    ("nodes", "code"),
    [
        (kwg.kwg(kwg.AB)[:-4], "child-range"),
        (kwg.kwg(kwg.AB)[:-1], "cut-short"),
        (kwg.kwg(kwg.AB)[:4], "cut-short"),
        (kwg.kwg(kwg.CYCLE), "cycle"),
        (kwg.kwg(kwg.CHILD_OUT_OF_RANGE), "child-range"),
        (kwg.kwg(kwg.EXPLOSION), "too-many-words"),
        (kwg.kwg((kwg.node(), kwg.node())), "empty-list"),
        (kwg.kwg((kwg.node(child=2), kwg.node(), kwg.node(1, ends_word=True))), "bad-word"),
        (kwg.kwg((kwg.node(child=2), kwg.node(), kwg.node(27, ends_word=True))), "letter"),
        (b"", "empty-list"),
    ],
    ids=lambda value: value if isinstance(value, str) else "nodes",
)
def test_a_bad_kwg_file_is_refused(tmp_path: Path, nodes: bytes, code: str) -> None:
    with pytest.raises(MalformedFileError) as caught:
        read(tmp_path, nodes, "bad.kwg")
    assert caught.value.code == code
    assert str(caught.value).startswith(f"{tmp_path / 'bad.kwg'}: ")
    assert len(caught.value.reason) < 150


def test_a_file_of_more_nodes_than_a_kwg_can_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedFileError) as caught:
        read(tmp_path, bytes(1 << 25), "noise.kwg")
    assert caught.value.code == "too-large"


def test_words_of_a_kwg_file_that_cannot_be_played_are_left_out_leniently(tmp_path: Path) -> None:
    nodes = (kwg.node(child=2), kwg.node(), kwg.node(1, 3, ends_word=True), kwg.node(2, ends_word=True))
    reading = read(tmp_path, kwg.kwg(nodes), lenient=True)
    assert reading.words == ("AB",)
    assert [(omission.code, omission.line) for omission in reading.omissions] == [("bad-word", None)]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_text_is_not_taken_for_kwg(tmp_path: Path, codec: str) -> None:
    with pytest.raises(MalformedFileError) as caught:
        read(tmp_path, "HELLO\nWORLD\n".encode(codec))
    assert caught.value.code == "utf-16-list"
