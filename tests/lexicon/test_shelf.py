"""The shelf of word lists."""

import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.strategies import LETTERS, words_of
from wordwaiter.errors import ConflictError, IllegalError, MalformedError, MalformedFileError
from wordwaiter.lexicon import DamagedList, ListCard, Shelf, shipped_tile_set
from wordwaiter.lexicon.cards import card_of

HELLO = ("HELLO", "WORLD")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "own", tmp_path / "cache")


def fresh(shelf: Shelf) -> Shelf:
    """The same lists, as a machine sees them that has never built a graph."""
    return Shelf(shelf.own, shelf.own.parent / "another cache")


def files(shelf: Shelf) -> list[Path]:
    return [path for path in shelf.own.rglob("*") if path.is_file()]


def test_a_list_that_was_added_can_be_opened_and_says_what_it_is(shelf: Shelf) -> None:
    card = card_of(HELLO, "Club", title='The "Club" \\ list', edition="2026", source="ours, Ñ")
    assert "HELLO" in shelf.add(card, HELLO)
    opened = fresh(shelf).open("club")
    assert opened.card == card
    assert opened.words() == list(HELLO)
    assert fresh(shelf).open("CLUB").name == "club"


@settings(max_examples=30)  # each waits for the disk
@given(st.data())
def test_any_list_comes_back_from_the_shelf_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    letters = data.draw(LETTERS)
    words = shipped_tile_set(letters).in_order(data.draw(words_of(letters)))
    root = tmp_path_factory.mktemp("shelf")
    Shelf(root / "own", root / "one").add(card_of(words, "any", letters=letters), words)
    for cache in ("one", "two"):
        assert Shelf(root / "own", root / cache).open("any").words() == words


def test_cards_are_shown_with_the_shipped_ones_first(shelf: Shelf) -> None:
    shelf.add(card_of(HELLO, "zebra"), HELLO)
    shelf.add(card_of(HELLO, "alpha"), HELLO)
    assert [card.name for card in shelf.cards()] == ["enable", "modern", "alpha", "zebra"]


def test_a_name_that_is_taken_is_refused_and_nothing_changes(shelf: Shelf) -> None:
    shelf.add(card_of(HELLO, "club"), HELLO)
    before = files(shelf)
    with pytest.raises(ConflictError) as caught:
        shelf.add(card_of(["OTHER"], "club"), ["OTHER"])
    assert caught.value.code == "list-exists"
    assert files(shelf) == before
    assert fresh(shelf).open("club").words() == list(HELLO)


def test_a_list_can_be_replaced_and_leaves_nothing_behind(shelf: Shelf) -> None:
    shelf.add(card_of(HELLO, "club"), HELLO)
    shelf.add(card_of(["OTHER"], "club"), ["OTHER"], replace=True)
    assert fresh(shelf).open("club").words() == ["OTHER"]
    assert len(files(shelf)) == 2


def test_a_list_can_be_replaced_by_the_same_words(shelf: Shelf) -> None:
    shelf.add(card_of(HELLO, "club", edition="1"), HELLO)
    shelf.add(card_of(HELLO, "club", edition="2"), HELLO, replace=True)
    assert fresh(shelf).open("club").edition == "2"
    assert len(files(shelf)) == 2


def test_replacing_a_list_that_is_not_there_adds_it(shelf: Shelf) -> None:
    assert "HELLO" in shelf.add(card_of(HELLO, "club"), HELLO, replace=True)


@pytest.mark.parametrize("name", ["enable", "modern"])
def test_a_shipped_list_can_be_neither_replaced_nor_removed(shelf: Shelf, name: str) -> None:
    with pytest.raises(IllegalError):
        shelf.add(card_of(HELLO, name), HELLO, replace=True)
    with pytest.raises(IllegalError):
        shelf.remove(name)
    assert not shelf.own.exists()


def test_a_list_that_was_removed_is_gone(shelf: Shelf) -> None:
    shelf.add(card_of(HELLO, "club"), HELLO)
    shelf.remove("Club")
    assert list(shelf.own.iterdir()) == []
    with pytest.raises(MalformedError, match="choose from: enable, modern"):
        shelf.open("club")
    with pytest.raises(MalformedError) as caught:
        shelf.remove("club")
    assert caught.value.code == "no-such-list"


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "a/b", "a b", "-a", "a-", "ä", "x" * 41, "a\n", "a.b", "CON", "lpt1"]
)
def test_a_name_that_is_no_plain_name_is_refused(shelf: Shelf, name: str) -> None:
    for ask in (shelf.card, shelf.open, shelf.remove):
        with pytest.raises(MalformedError) as caught:
            ask(name)
        assert caught.value.code == "bad-list-name"
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("remark", ["two\nlines", "\udcff", "x" * 301])
def test_a_remark_that_is_no_plain_line_is_refused(remark: str) -> None:
    with pytest.raises(MalformedError) as caught:
        card_of(HELLO, "club", edition=remark)
    assert caught.value.code == "bad-remark"


def damage(shelf: Shelf, suffix: str, content: bytes | None) -> None:
    (path,) = shelf.own.rglob(f"*{suffix}")
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)


@pytest.mark.parametrize("content", [None, b"", b"not gzip", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"])
def test_words_that_are_damaged_are_refused_and_never_judged_by(shelf: Shelf, content: bytes | None) -> None:
    shelf.add(card_of(HELLO, "club"), HELLO)
    damage(shelf, ".txt.gz", content)
    with pytest.raises(MalformedFileError, match="add it again") as caught:
        fresh(shelf).open("club")
    assert caught.value.code == "damaged-list"


def test_words_that_are_not_those_of_the_card_are_refused(shelf: Shelf) -> None:
    shelf.add(card_of(HELLO, "club"), HELLO)
    shelf.add(card_of(["OTHER"], "other"), ["OTHER"])
    (other,) = (shelf.own / "other").glob("*.gz")
    (club,) = (shelf.own / "club").glob("*.gz")
    club.write_bytes(other.read_bytes())
    with pytest.raises(MalformedFileError):
        fresh(shelf).open("club")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'name = "club"', b'name = "other"'),
        (b'name = "club"', b"name = 3"),
        (b'name = "club"', b""),
        (b"count = 2", b"count = 0"),
        (b"count = 2", b"count = true"),
        (b"count = 2", b"count = 2\ncolour = 3"),
        (b"count = 2", b"count = \xff"),
        (b'sha256 = "', b'sha256 = "x'),
        (b'letters = "english"', b'letters = "klingon"'),
        (b"count = 2", b"count = 3"),
        (b"count = 2", b"count = " + b"[" * 20_000),
        (b"count = 2", b"count = " + b"9" * 5_000),
        (b"count = 2", b"count" + b".a" * 30_000 + b" = 2"),
    ],
)
def test_a_card_that_is_damaged_is_refused(shelf: Shelf, old: bytes, new: bytes) -> None:
    shelf.add(card_of(HELLO, "club"), HELLO)
    path = shelf.own / "club" / "list.toml"
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new))
    with pytest.raises(MalformedError) as caught:
        fresh(shelf).open("club")
    assert str(caught.value).isprintable()


def test_a_damaged_list_is_shown_as_such_beside_the_others_and_can_be_removed(shelf: Shelf) -> None:
    shelf.add(card_of(HELLO, "club"), HELLO)
    damage(shelf, "list.toml", b"\xff")
    shipped, (club,) = shelf.cards()[:2], shelf.cards()[2:]
    assert all(isinstance(card, ListCard) for card in shipped)
    assert isinstance(club, DamagedList)
    shelf.remove("club")
    assert len(shelf.cards()) == 2


def test_a_card_that_cannot_be_opened_hides_no_other_list(shelf: Shelf) -> None:
    card = shelf.own / "club" / "list.toml"
    card.mkdir(parents=True)
    *others, damaged = shelf.cards()
    assert [other.name for other in others] == ["enable", "modern"]
    assert damaged == DamagedList("club", f"{card}: Is a directory")


def test_a_damaged_list_can_be_replaced(shelf: Shelf) -> None:
    shelf.add(card_of(HELLO, "club"), HELLO)
    damage(shelf, "list.toml", b"\xff")
    shelf.add(card_of(HELLO, "club"), HELLO, replace=True)
    assert fresh(shelf).open("club").words() == list(HELLO)


def test_of_many_who_add_the_same_name_at_once_one_succeeds(shelf: Shelf) -> None:
    start = threading.Barrier(8)
    ends: list[str] = []

    def add(word: str) -> None:
        start.wait()
        try:
            shelf.add(card_of([word], "club"), [word])
            ends.append(word)
        except ConflictError:
            ends.append("refused")

    threads = [
        threading.Thread(target=add, args=(word,))
        for word in ("AA", "AB", "AD", "AE", "AG", "AH", "AI", "AL")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (winner,) = (end for end in ends if end != "refused")
    assert ends.count("refused") == 7
    assert fresh(shelf).open("club").words() == [winner]
    assert len(files(shelf)) == 2
