"""The pages of docs/reference say what this program does."""

import pytest

from reference import FOLDER, PAGES


def test_every_page_of_the_reference_is_generated() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(PAGES)


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == PAGES[name](), "write it with: make reference"
