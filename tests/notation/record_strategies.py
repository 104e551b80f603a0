"""Game records out of nothing, for tests that must hold for any record."""

from hypothesis import strategies as st

from wordwaiter.notation.record import (
    ChallengeSurvived,
    GameRecord,
    NumberExchanged,
    OpponentsRack,
    Overtime,
    OwnRack,
    Passed,
    PlayWithdrawn,
    Pragma,
    RecordedMove,
    RecordedPlayer,
    TilesExchanged,
    TilesPlayed,
)
from wordwaiter.rules.layout import Direction, Square

TILES = st.lists(st.sampled_from([*"AEINRSTQZÑÄ?", "CH", "LL"]), min_size=1, max_size=9).map(tuple)
_SIGNS = st.sampled_from([*"AEINRSTQZÑÄaeiñ.", "[CH]", "[ch]"])
_WORDS = st.lists(_SIGNS, min_size=1, max_size=15).map("".join).filter(lambda word: word.strip("."))
_SQUARES = st.builds(Square, st.integers(0, 20), st.integers(0, 20))
_LINES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=30).map(str.strip)
_NICKS = st.text(st.characters(categories=["L", "N", "P"], exclude_characters=":"), min_size=1, max_size=8)
_KEYWORDS = st.sampled_from(["title", "description", "id", "lexicon", "incomplete", "tile-set", "style"])

_MOVES = st.one_of(
    st.builds(TilesPlayed, _SQUARES, st.sampled_from(Direction), _WORDS),
    st.builds(TilesExchanged, TILES),
    st.builds(NumberExchanged, st.integers(1, 7)),
    st.builds(Passed),
    st.builds(PlayWithdrawn),
    st.builds(ChallengeSurvived),
    st.builds(Overtime),
)


@st.composite
def _recorded_moves(draw: st.DrawFn, players: int) -> RecordedMove:
    """A line whose total is what was meant: nothing that a reader would put right."""
    player = draw(st.integers(0, players - 1))
    points = draw(st.integers(-99, 999))
    total = draw(st.integers(1000, 2000))
    notes = tuple(draw(st.lists(_LINES, max_size=2)))
    closing = draw(st.sampled_from(["none", "none", "none", "own", "opponents"]))
    tiles = draw(TILES)
    if closing == "own":
        return RecordedMove(player, OwnRack(tiles), -abs(points), total, tiles, notes)
    if closing == "opponents":
        return RecordedMove(player, OpponentsRack(tiles), abs(points), total, None, notes)
    return RecordedMove(player, draw(_MOVES), points, total, draw(st.none() | TILES), notes)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Records that are tidy, whatever they tell."""
    nicks = draw(st.lists(_NICKS, min_size=1, max_size=4, unique_by=str.casefold))
    players = tuple(
        RecordedPlayer(nick, draw(_LINES.filter(bool)), draw(st.none() | TILES)) for nick in nicks
    )
    return GameRecord(
        players,
        tuple(draw(st.lists(_recorded_moves(len(players)), max_size=8))),
        tuple(draw(st.lists(st.builds(Pragma, _KEYWORDS, _LINES), max_size=3))),
        tuple(draw(st.lists(_LINES, max_size=2))),
    )
