"""What a page asks of somebody who enters, read into a profile."""

import pytest

from wordwaiter.web.pages.director.profile_forms import ProfileForm


@pytest.mark.parametrize(
    "typed",
    ["Ann Lee\nBo Poe\nCy", "Ann Lee, Bo Poe, Cy", "Ann Lee; Bo Poe\nCy,", " Ann Lee ,,\n\nBo Poe,Cy "],
)
def test_members_stand_on_lines_or_have_commas_between(typed: str) -> None:
    assert ProfileForm(name="Owls", members=typed).profile().members == ("Ann Lee", "Bo Poe", "Cy")
