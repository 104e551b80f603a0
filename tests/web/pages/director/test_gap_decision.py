"""After the program was away, the director is asked once on the room's page whether clocks ran meanwhile."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from litestar import Litestar
from litestar.testing import TestClient

from service.houses import Computer, crashed, library_night, round_begun
from web.room import bearer, join_as_owner
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.web.http.app import create_app
from wordwaiter.web.words import catalogue

JUDGE = Judge((Lexicon.of_words("house", ["QUOTES"]),))
QUESTION = "Did people keep playing?"


def went_away(place: Path, computer: Computer, *minutes: int) -> str:
    """A tournament with a round of 40 minutes, in which the program was away that often and that long."""
    context = Context.open(place, ContextParts(judge=JUDGE, time=computer.time))
    catch_up(context)
    stream = library_night(context)
    round_begun(context, stream, length_ms=40 * 60_000)
    crashed(context)
    for away in minutes[:-1]:
        computer.passes(away * 60_000)
        crashed(Context.open(place, ContextParts(judge=JUDGE, time=computer.time)))
    computer.passes(minutes[-1] * 60_000)
    return stream


@contextmanager
def directing(place: Path, computer: Computer) -> Iterator[TestClient[Litestar]]:
    """The program is there again, and the director of the house at its pages."""
    with Context.open(place, ContextParts(judge=JUDGE, time=computer.time)) as context:
        catch_up(context)
        token, _ = join_as_owner(context)
        with TestClient(create_app(context)) as client:
            client.headers.update(bearer(token))
            yield client


def test_the_director_decides_once_and_the_clock_follows(tmp_path: Path) -> None:
    computer, place = Computer(), tmp_path / "gap.db"
    stream = went_away(place, computer, 10)
    with directing(place, computer) as client:
        asked = client.get(f"/director/{stream}").text
        assert "down for 10 minutes while clocks were running" in asked
        assert ">30:00<" in asked
        assert client.post("/gaps", data={"gap": "1", "ran": "perhaps"}).status_code == 422
        assert client.post("/gaps", data={"ran": "no"}).status_code == 422
        decided = client.post("/gaps", data={"gap": "1", "ran": "no"}, follow_redirects=False)
        assert decided.status_code == 303
        after = client.get(f"/director/{stream}").text
        assert QUESTION not in after
        assert ">40:00<" in after
        assert client.post("/gaps", data={"gap": "1", "ran": "yes"}).status_code == 409


def test_each_button_sends_the_answer_that_it_shows(tmp_path: Path) -> None:
    computer, place = Computer(), tmp_path / "gap.db"
    stream = went_away(place, computer, 10)
    say = catalogue("en").say
    with directing(place, computer) as client:
        buttons = re.findall(r'name="ran" value="(\w+)">([^<]*)<', client.get(f"/director/{stream}").text)
    assert buttons == [("no", say("gap.stood")), ("yes", say("gap.ran"))]


def test_a_laptop_that_was_closed_twice_is_one_question(tmp_path: Path) -> None:
    computer, place = Computer(), tmp_path / "gap.db"
    stream = went_away(place, computer, 10, 3)
    with directing(place, computer) as client:
        asked = client.get(f"/director/{stream}").text
        assert asked.count(QUESTION) == 1
        assert "down 2 times while clocks were running, 13 minutes in total" in asked
        assert "Different answers?" in asked
        client.post("/gaps", data={"gap": ["1", "2"], "ran": "no"})
        after = client.get(f"/director/{stream}").text
        assert QUESTION not in after
        assert ">40:00<" in after
