"""Formats as data: read, checked whole, changed by the organiser, written down without loss."""

from pathlib import Path

import pytest

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament.formats.choices import Criterion, MatchPoints, PairingMethod, Pairs, Teams
from wordwaiter.tournament.formats.reading import (
    changed_format,
    differing_settings,
    examine_format,
    format_from_plain,
    parse_format,
    plain_format,
    shipped_format,
    shipped_formats,
)

every_format = pytest.mark.parametrize("name", shipped_formats())


@every_format
def test_a_shipped_format_reads_back_from_its_plain_values(name: str) -> None:
    assert format_from_plain(plain_format(shipped_format(name))) == shipped_format(name)


@every_format
def test_a_shipped_format_names_a_rulebook_that_exists_and_fits_its_tables(name: str) -> None:
    wanted = shipped_format(name)
    form = type(shipped_rulebook(wanted.rulebook).table.form).__name__
    assert (wanted.sides_at_a_table == 2) == (form == "TwoSides")


@every_format
def test_every_setting_says_where_it_comes_from(name: str) -> None:
    origins = shipped_format(name).origins
    assert all(bool(origin.clauses) != bool(origin.choice) for origin in origins.values())


def test_ontario_is_as_its_source_says() -> None:
    ontario = shipped_format("ontario")
    assert isinstance(ontario.entry.kind, Pairs)
    assert ontario.rounds.count == 3
    assert [ontario.length_ms(number) for number in (1, 2, 3)] == [50 * 60_000] * 3
    assert ontario.ranking.credit == MatchPoints(win=2, tie=1)
    assert ontario.pairing.later is PairingMethod.LAST_SCORES
    assert ontario.clause_of("ranking.credit") == "ontario-b-points"


@pytest.mark.clause("bee-divisions")
def test_the_bee_has_an_untimed_division_and_one_of_three_timed_rounds_for_teams_alone() -> None:
    hare, tortoise = shipped_format("bee-hare"), shipped_format("bee-tortoise")
    assert [hare.length_ms(number) for number in (1, 2, 3)] == [20 * 60_000, 15 * 60_000, 10 * 60_000]
    assert tortoise.length_ms(1) is None
    for each in (hare, tortoise):
        assert each.entry.kind == Teams(least_members=4, most_members=6)
        assert each.sides_at_a_table == 1
        assert each.ranking.order == (Criterion.TOTAL,)


def test_a_change_is_a_choice_with_its_reason() -> None:
    before = shipped_format("iowa")
    after = changed_format(before, "the hall closes at three", rounds_count=3)
    assert after.rounds.count == 3
    assert differing_settings(before, after) == ("rounds.count",)
    assert after.origins["rounds.count"].choice == "the hall closes at three"
    assert after.clause_of("rounds.count") == "iowa:rounds.count"


def test_a_change_is_held_to_the_same_checks_as_a_file() -> None:
    with pytest.raises(MalformedError) as refusal:
        changed_format(shipped_format("iowa"), "why not", rounds_count=0)
    assert refusal.value.code == "out-of-range"


def test_the_last_cap_of_the_spread_holds_on() -> None:
    capped = changed_format(shipped_format("club"), "as usual", ranking_spread_cap=(100, 150))
    assert [capped.spread_cap(number) for number in (1, 2, 3)] == [100, 150, 150]
    assert shipped_format("club").spread_cap(1) is None


OWN = 'name = "our-club"\ntitle = "Our club"\nbased_on = "club"\n'


def test_a_format_of_ones_own_changes_what_it_names_and_keeps_the_rest() -> None:
    own = parse_format(OWN + '[rounds]\ncount = { is = 4, choice = "Short evenings." }\n', Path("own.toml"))
    assert own.rounds.count == 4
    assert own.ranking == shipped_format("club").ranking
    assert own.rulebook == "club"


@pytest.mark.parametrize(
    ("added", "line", "code"),
    [
        ("colour = 1\n", 4, "unknown-setting"),
        ("[rounds]\ncount = 4\n", 5, "wrong-type"),
        ('[rounds]\ncount = { is = 0, choice = "x" }\n', 5, "out-of-range"),
        ('[rounds]\nlaps = { is = 4, choice = "x" }\n', 5, "unknown-setting"),
        ('[pairing]\nfirst = { is = "luck", choice = "x" }\n', 5, "unknown-value"),
        ('[ranking]\norder = { is = ["points"], choice = "x" }\n', 5, "contradiction"),
        ('[ranking]\norder = { is = [], choice = "x" }\n', 5, "contradiction"),
        ('[pairing]\nlater = { is = "alone", choice = "x" }\n', 5, "contradiction"),
        ('[pairing]\nbye = { is = "none", choice = "x" }\n', 5, "contradiction"),
        ('[rounds]\ncount = { is = 4, clause = "iowa-99" }\n', 5, "unknown-clause"),
        ("[rounds\n", 4, "not-toml"),
    ],
)
def test_a_wrong_format_is_refused_with_its_line(added: str, line: int, code: str) -> None:
    wanted, faults = examine_format(OWN + added)
    assert wanted is None
    assert (faults[0].line, faults[0].code) == (line, code)
    with pytest.raises(MalformedFileError) as refusal:
        parse_format(OWN + added, Path("own.toml"))
    assert (refusal.value.line, refusal.value.code) == (line, code)


def test_a_base_and_a_format_that_do_not_exist_are_refused() -> None:
    _, faults = examine_format('name = "a"\ntitle = "A"\nbased_on = "none-such"\nrulebook = "club"\n')
    assert (3, "unknown-value") in {(fault.line, fault.code) for fault in faults}
    with pytest.raises(MalformedError) as refusal:
        shipped_format("none-such")
    assert refusal.value.code == "no-such-format"
