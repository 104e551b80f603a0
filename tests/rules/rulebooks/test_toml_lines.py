"""Where keys stand in a TOML text."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter.rules.rulebooks.toml_lines import key_lines


def test_keys_and_tables_have_the_line_they_begin_on() -> None:
    text = '''# a comment = 1
name = "x"

[a]
"quoted key" = 1
b.c = [
  1, # ]
  2,
]
d = """
[not.a.table]
e = 1
"""
[a.f]  # [g]
h = { i = "}", j = '#' }
[[k]]
l = 1
[[k]]
m = 2'''
    assert key_lines(text) == {
        ("name",): 2,
        ("a",): 4,
        ("a", "quoted key"): 5,
        ("a", "b"): 6,
        ("a", "b", "c"): 6,
        ("a", "d"): 10,
        ("a", "f"): 14,
        ("a", "f", "h"): 15,
        ("k",): 16,
        ("k", "l"): 17,
        ("k", "m"): 19,
    }


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing", "  \t# nothing\r\n"])
def test_a_text_without_keys_has_no_lines(text: str) -> None:
    assert key_lines(text) == {}


VALUES = (
    "1", "0x1F", "2026-01-01 07:32:00Z", "true", '"# [x] = {"', r'"\"q = 1\\"', r"'\'", '""', "[]", "[1,\n2]",
    '["]", # ]\n"#"]', "{ a = 1, b = [1, 2] }", "[\n\n[ 'a' ],\n]", '"""\nx = 1\n"""',
    '"""a\\\n"b" ""\\""""', "'''\n[y]\n'''''", '"""""a"""""',
)  # fmt: skip


@given(
    st.lists(
        st.tuples(
            st.booleans(),
            st.sampled_from(VALUES),
            st.sampled_from(["", "# a = 1\n", "\n", " \t\n", "#[z]\n"]),
            st.sampled_from(["", " # end", "\t"]),
            st.sampled_from(["k{}", '"k {}"', "'k.{}'", "k{} . x"]),
        ),
        max_size=12,
    )
)
def test_any_mixture_of_keys_tables_and_values_is_followed(
    drawn: list[tuple[bool, str, str, str, str]],
) -> None:
    text, table = "", ""
    expected: dict[tuple[str, ...], int] = {}
    for number, (opens_table, value, before, after, form) in enumerate(drawn):
        text += before
        if opens_table:
            table = f"t{number}"
            expected[table,] = text.count("\n") + 1
            text += f"[{table}]{after}\n"
        else:
            key = form.format(number)
            parts = tuple(part.strip(" \"'") for part in (key.split(".") if key.startswith("k") else [key]))
            path = (table, *parts) if table else parts
            for length in range(len(path) - len(parts) + 1, len(path) + 1):
                expected[path[:length]] = text.count("\n") + 1
            text += f"{key} = {value}{after}\n"
    tomllib.loads(text)
    assert key_lines(text) == expected
