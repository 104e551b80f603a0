"""After the program was away, the director is asked once on the room's page whether clocks ran meanwhile."""

from pathlib import Path

from litestar.testing import TestClient

from service.houses import Computer, crashed, library_night, round_begun
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.catching_up import catch_up
from wordwaiter.service.house import House, Parts
from wordwaiter.web.app import create_app

from .room import bearer, join_as_owner


def test_the_director_decides_once_and_the_clock_follows(tmp_path: Path) -> None:
    computer, place = Computer(), tmp_path / "gap.db"
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    house = House.open(place, Parts(judge=judge, time=computer.time))
    catch_up(house)
    stream = library_night(house)
    round_begun(house, stream, length_ms=40 * 60_000)
    crashed(house)
    computer.passes(10 * 60_000)
    with House.open(place, Parts(judge=judge, time=computer.time)) as house:
        catch_up(house)
        token, _ = join_as_owner(house)
        with TestClient(create_app(house)) as client:
            client.headers.update(bearer(token))
            asked = client.get(f"/director/{stream}").text
            assert "Did people play on meanwhile?" in asked
            assert ">30:00<" in asked
            decided = client.post("/gaps/1", data={"ran": "no"}, follow_redirects=False)
            assert decided.status_code == 303
            after = client.get(f"/director/{stream}").text
            assert "Did people play on meanwhile?" not in after
            assert ">40:00<" in after
            assert client.post("/gaps/1", data={"ran": "yes"}).status_code == 409
