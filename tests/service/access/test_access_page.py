"""docs/development/access.md says what the program does."""

from pathlib import Path

from wordwaiter.engine.review.game_review import MOST_MOVES
from wordwaiter.service.access.pin_misses import FIRST_LOCK_MS, LONGEST_LOCK_MS, MISSES_TO_LOCK
from wordwaiter.service.access.registry import IDLE_MS, LONGEST_MS
from wordwaiter.service.feed import LONGEST_TOPIC, MOST_TOPICS
from wordwaiter.service.tables.free_table_expiry import MOST_OPEN
from wordwaiter.store.sqlite import KEPT_FREE
from wordwaiter.web.http.aside import CHAMPIONS, GAMES, GUEST_PHOTOS, HINTS, PAPERS, PHOTOS, PICTURES, REVIEWS
from wordwaiter.web.http.connection_guard import MOST_FROM_ONE, WRITE_SECONDS
from wordwaiter.web.http.limits import GUEST_BYTES, MOST_STORED, Limits
from wordwaiter.web.http.request_body import MOST_ARRIVING, MOST_FILES
from wordwaiter.web.http.request_log import LONGEST_QUERY, MOST_PARAMETERS

PAGE = (Path(__file__).parents[3] / "docs" / "development" / "access.md").read_text("utf-8")


def test_the_limits_are_those_of_the_program() -> None:
    joins, writes = Limits().joins.rate, Limits().writes.rate
    assert (
        f"{joins.burst} codes, PINs or new free games from one address at once, "
        f"then {joins.per_second:.0f} a second" in PAGE
    )
    followers = Limits().followers
    assert f"{followers.most_from_one} pages that follow the feed from one address" in PAGE
    assert f"and {followers.most:,} in all" in PAGE
    games, bytes_ = Limits().games.rate, Limits().guest_bytes.rate
    assert f"{games.burst} free games or practice boards from one address at once" in PAGE
    assert games.per_second == 0.1
    assert f"{bytes_.burst // 1_000_000} MB into the journal" in PAGE
    assert (
        f"then {bytes_.per_second // 1000:.0f} kB a second; a command counts {GUEST_BYTES / 1000:g} kB"
        in PAGE
    )
    assert f"twice as long as it took; {PICTURES.most} wait, {PICTURES.most_of_one} of one address |" in PAGE
    assert f"behind all else; {HINTS.most} wait, {HINTS.most_of_one} of one address |" in PAGE
    assert f"| papers | two at a time; {PAPERS.most} wait |" in PAGE
    assert f"{GUEST_PHOTOS.most} of all guests, {GUEST_PHOTOS.most_of_one} of one address |" in PAGE
    assert f"until the journal has {MOST_STORED // 10**9} GB" in PAGE
    assert f"or its disk has {KEPT_FREE // 10**6} MB left" in PAGE
    assert f"{LONGEST_QUERY:,} after the question mark, with {MOST_PARAMETERS} fields" in PAGE
    assert f"{PHOTOS.most} wait, {PHOTOS.most_of_one} of one device" in PAGE
    assert f"{GAMES.most} wait, {GAMES.most_of_one} of one address |" in PAGE
    assert f"{CHAMPIONS.most} wait, {CHAMPIONS.most_of_one} of one address |" in PAGE
    assert f"of at most {MOST_MOVES} moves; {REVIEWS.most} wait, {REVIEWS.most_of_one} of one" in PAGE
    mb = MOST_ARRIVING // 1024**2
    assert f"{MOST_FILES} in a form, {mb} MB at once, {mb // 2} MB of one address" in PAGE
    assert f"{MOST_TOPICS}, of {LONGEST_TOPIC} characters each" in PAGE
    assert f"{MOST_FROM_ONE:,} from one address" in PAGE
    assert f"{WRITE_SECONDS} for a client that takes no answer" in PAGE
    assert f"{MOST_OPEN} free games and practice boards" in PAGE
    assert f"{writes.burst} commands of one device at once, then {writes.per_second:.0f} a second" in PAGE
    strangers = Limits().strangers.rate
    assert (
        f"{strangers.burst} without a token from one address, then {strangers.per_second:.0f} a second"
        in PAGE
    )
    assert f"{MISSES_TO_LOCK} wrong PINs from one address" in " ".join(PAGE.split())
    assert (FIRST_LOCK_MS, LONGEST_LOCK_MS) == (60_000, 15 * 60_000)
    assert (IDLE_MS, LONGEST_MS) == (24 * 60 * 60_000, 7 * 24 * 60 * 60_000)
