"""The fields of a form as text and numbers, and what stands for a form that is sent again."""

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.service.stream_kind import digest_of
from wordwaiter.web.http.authentication import PROOF_FIELD
from wordwaiter.web.pages.forms import Fields, key_in

FORM = {"do": ["play"], "play": ["8D RETINA"], "at_turn": ["3"], "sending": ["a" * 32], PROOF_FIELD: ["p"]}


def digest(path: str = "/tables/7", /, **changed: list[str]) -> str | None:
    return digest_with(changed, path)


def digest_with(changed: dict[str, list[str]], path: str = "/tables/7") -> str | None:
    return Fields(FORM | changed, path).meta.digest


def test_a_form_that_is_sent_again_is_the_same_in_whatever_order_its_fields_come() -> None:
    assert Fields(dict(reversed(FORM.items())), "/tables/7").meta.digest == digest()


@pytest.mark.parametrize("field", ["sending", PROOF_FIELD])
def test_what_a_page_adds_to_each_form_says_nothing_of_what_somebody_wants(field: str) -> None:
    assert digest_with({field: ["b" * 32]}) == digest()


def test_another_value_another_field_or_another_page_is_another_command() -> None:
    others = [
        digest(play=["8D RETAIN"]),
        digest(play=["8D RETINA", "8D RETAIN"]),
        digest(do=["exchange"]),
        digest(at_turn=["4"]),
        digest(sure=["on"]),
        digest("/tables/8"),
    ]
    assert len({digest(), *others}) == 7


def test_parts_of_a_command_lend_each_other_nothing() -> None:
    assert digest_of("ab", "c") != digest_of("a", "bc") != digest_of("abc") != digest_of("abc", "")
    assert digest_of("ab", b"c") == digest_of(b"ab", "c")
    assert len(digest_of("")) == 32


@pytest.mark.parametrize(
    ("text", "is_key"),
    [
        ("a" * 16, True),
        ("a" * 64, True),
        ("a" * 15, False),
        ("a" * 65, False),
        ("a" * 20 + "-", False),
        ("", False),
    ],
)
def test_a_key_has_16_to_64_letters_and_digits(text: str, is_key: bool) -> None:
    assert key_in(text) == (text if is_key else None)
    assert Fields({"sending": [text]}).meta.key == (text if is_key else None)


def test_fields_are_read_without_the_space_around_them_and_are_empty_where_there_is_none() -> None:
    fields = Fields(
        {"word": [" QI ", "ZA"], "list": ["Ann\r\n\n  Ben  \n"], "many": ["2", "1", "2"], "box": [""]}
    )
    assert (fields.text("word"), fields.text("other")) == ("QI", "")
    assert fields.texts("word") == ("QI", "ZA")
    assert fields.lines("list") == ("Ann", "Ben")
    assert fields.numbers("many") == (2, 1)
    assert (fields.has("box"), fields.has("other")) == (True, False)
    assert fields.number_if_any("other") is None


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("-12", -12), ("999999", 999_999), (" 7 ", 7)])
def test_whole_numbers_are_read(text: str, number: int) -> None:
    assert Fields({"n": [text]}).number("n") == number
    assert Fields({"n": [text]}).number_if_any("n") == number


@pytest.mark.parametrize("text", ["", "1.5", "1e3", "--1", "1000000", "²", "٣", "x", "1 2", "+1"])
def test_what_is_no_whole_number_of_up_to_six_digits_is_refused(text: str) -> None:
    with pytest.raises(MalformedError) as refused:
        Fields({"n": [text]}).number("n")
    assert refused.value.code == "not-a-number"
