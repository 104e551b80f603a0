"""One table of every text in a fact: stored apart, because it may tell of a person, or known not to."""

from service.access.personal_parts import KEPT, personal_parts

OF_THINGS = {
    # Names of things, hashes and days, and what the program writes itself.
    "rulebook", "division", "date", "venue", "source", "target", "stream", "table", "device", "day",
    "tournament", "sha256", "code_hash", "token_hash", "offered_hash", "salt", "pin_hash", "clause",
    "clauses", "choice", "origins", "title", "edition", "hash", "boot", "fault", "settings", "warnings",
    # Tiles and words; a sponsor's name is a word that may be played.
    "word", "words", "tile", "tiles", "bag", "racks", "drawn", "removed", "label", "laid", "scores", "points",
    "starting_word", "surprise_word", "sponsors", "sponsor",
    # Of a logo: a hash, and the file.
    "digest", "png",
    # Where a photo was taken, and what lies on the board.
    "at", "lines",
    # References, which tell nothing.
    "texts", "streams",
}  # fmt: skip
THINGS_WITH_NAMES = {
    "access.division_renamed name",
    "tournament.opened name",
    "tournament.details_changed name",
    "tournament.division_opened name",
    "tournament.division_changed name",
    "tournament.divisions_merged name",
    "tournament.division_opened format.name",
    "tournament.division_opened format.origins.1.note",
    "tournament.format_changed format.name",
    "tournament.format_changed format.origins.1.note",
    "tournament.timetable_set slots.*.name",
    "tournament.sponsors_listed names.*",
    "lists.added name",
    "lists.chosen lists.*.name",
    "judge.play_ruled lists.*.name",
    "judge.play_ruled words.*.ground",
}


def test_each_text_of_each_kind_of_fact_is_stored_apart_or_not_as_the_table_says() -> None:
    assert personal_parts() == KEPT.read_text().splitlines()


def test_what_is_not_stored_apart_is_of_a_thing() -> None:
    inside = [line.removesuffix(": in the fact") for line in personal_parts() if line.endswith("in the fact")]
    unknown = [
        line
        for line in inside
        if line not in THINGS_WITH_NAMES
        and next(step for step in reversed(line.split(".")) if step != "*").rpartition(" ")[2]
        not in OF_THINGS
    ]
    assert unknown == []
