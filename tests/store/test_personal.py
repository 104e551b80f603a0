"""What is about people leaves a body and is kept apart."""

import sys
from types import FrameType
from typing import Any

from wordwaiter.store.facts import PersonalPart
from wordwaiter.store.personal import separated


def _people(count: int) -> list[dict[str, str]]:
    return [{"name": f"P{number}", "club": "Bath"} for number in range(count)]


def _parts(count: int) -> list[PersonalPart]:
    return [
        PersonalPart(("people", at, field), (f"t#{at}",), "")
        for at in range(count)
        for field in ("name", "club")
    ]


def test_what_is_about_people_is_taken_out_and_what_was_handed_in_stays() -> None:
    people = _people(3)
    body, rows = separated(
        {"people": people, "more": [1]}, [*_parts(3), PersonalPart(("more",), ("t#1",), [])]
    )
    left = [*body["people"], {"more": body["more"]}]
    assert [each["else"] for one in left for each in one.values()] == ["", "", "", "", "", "", []]
    assert [row.value for row in rows] == [
        *(f'"{each[field]}"' for each in people for field in ("name", "club")),
        "[1]",
    ]
    assert people == _people(3)


def test_a_list_twice_as_long_takes_twice_as_many_steps() -> None:
    """1,900 people were copied for each of their names, and everybody waited for seconds."""

    def steps(count: int) -> int:
        body, parts, seen = {"people": _people(count)}, _parts(count), 0

        def count_steps(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal seen
            frame.f_trace_opcodes = True
            seen += event == "opcode"
            return count_steps

        before = sys.gettrace()
        sys.settrace(count_steps)
        try:
            separated(body, parts)
        finally:
            sys.settrace(before)
        return seen

    assert steps(200) < 3 * steps(100)
