"""Word lists out of nothing, for tests that must hold for any list."""

from hypothesis import strategies as st

from wordwaiter.lexicon import shipped_tile_set

LETTERS = st.sampled_from(["english", "spanish"])


@st.composite
def words_of(draw: st.DrawFn, letters: str, *, max_size: int = 30) -> list[str]:
    """Words of one tile set, each once, in any order: few different tiles, so that they share beginnings."""
    labels = shipped_tile_set(letters).labels
    some = st.sampled_from(labels[:6] + labels[11:16])
    tiles = st.lists(some, min_size=2, max_size=6)
    spelled = draw(st.lists(tiles, min_size=1, max_size=max_size))
    words = {"".join(each) for each in spelled}
    # C and H that happen to meet are one tile, which alone makes no word.
    fitting = [word for word in words if len(shipped_tile_set(letters).spell(word)) > 1]
    return fitting or ["".join(labels[:2])]
