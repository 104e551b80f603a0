"""An edit by hand is checked, and told what it breaks."""

from dataclasses import replace

import pytest

from wordwaiter.errors import IllegalError
from wordwaiter.tournament.pairing.by_hand import Breach, ByHand, Fault, changed_places
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.last_scores import ONTARIO_RULES
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules

from .vocabulary import NO_HISTORY, doubles, paired

FIELD = doubles("Ann Ben", "Cat Dan", "Eve Fay")
GOOD = ByHand((("Ann", "Cat"), ("Ben", "Eve"), ("Dan", "Fay")))


def changed(field: list[PairingContender], name: str, **needs: object) -> list[PairingContender]:
    return [replace(each, **needs) if each.id == name else each for each in field]  # type: ignore[arg-type]


def only(breaches: tuple[Breach, ...]) -> Breach:
    [breach] = breaches
    return breach


def test_games_that_break_nothing_pass() -> None:
    assert GOOD.check(FIELD, NO_HISTORY, ONTARIO_RULES) == ()
    pairings = paired(GOOD, FIELD, ONTARIO_RULES)
    assert [(game.first, game.second) for game in pairings.games] == list(GOOD.games)
    assert {game.why.sentence for game in pairings.games} == {"Set by hand"}


@pytest.mark.clause("ontario-2")
def test_partners_by_hand_are_forbidden() -> None:
    edit = ByHand((("Ann", "Ben"), ("Cat", "Eve"), ("Dan", "Fay")))
    breach = only(edit.check(FIELD, NO_HISTORY, ONTARIO_RULES))
    assert (breach.kind, breach.contenders, breach.forbidden) == (Concern.PARTNERS, ("Ann", "Ben"), True)
    assert breach.sentence == "Ann and Ben are partners (ontario-2)"
    with pytest.raises(IllegalError) as refused:
        paired(edit, FIELD, ONTARIO_RULES)
    assert refused.value.code == "by-hand-partners"


@pytest.mark.clause("ontario-2")
def test_a_bye_that_could_decide_a_medal_is_refused() -> None:
    edit = ByHand((("Ben", "Cat"), ("Dan", "Eve")), ("Ann",))
    lowest = [replace(each, standing=(0 if each.id == "Eve" else 1,)) for each in FIELD]
    field = changed(changed(lowest, "Fay", present=False), "Ann", in_medal_place=True)
    breach = only(edit.check(field, NO_HISTORY, ONTARIO_RULES))
    assert (breach.kind, breach.forbidden) == (Concern.MEDALS, True)
    assert breach.sentence == "Ann is in a medal place and Eve is not; let Eve rest (ontario-2)"
    with pytest.raises(IllegalError) as refused:
        paired(edit, field, ONTARIO_RULES)
    assert refused.value.code == "by-hand-medals"
    alone = changed(field, "Eve", can_be_ranked=False)
    breach = only(edit.check(alone, NO_HISTORY, ONTARIO_RULES))
    assert breach.sentence == "Eve cannot be ranked; let Eve rest instead of Ann (ontario-2)"
    dull = changed(alone, "Ann", in_medal_place=False)
    assert not only(edit.check(dull, NO_HISTORY, ONTARIO_RULES)).forbidden, "for the organiser to decide"


@pytest.mark.clause("ontario-2")
def test_a_medal_contender_may_rest_by_hand_where_nobody_else_can() -> None:
    # Ann and Ben are partners, and must not meet: of Ann, Ben and Cat nobody but one of them can rest.
    trio = doubles("Ann Ben", "Cat Dan")
    trio = changed(changed(trio, "Dan", present=False), "Ann", in_medal_place=True)
    trio = changed(trio, "Ben", in_medal_place=True)
    assert ByHand((("Ben", "Cat"),), ("Ann",)).check(trio, NO_HISTORY, ONTARIO_RULES) == ()
    everybody = [replace(each, in_medal_place=True) for each in changed(FIELD, "Fay", present=False)]
    edit = ByHand((("Ben", "Cat"), ("Dan", "Eve")), ("Ann",))
    assert edit.check(everybody, NO_HISTORY, ONTARIO_RULES) == ()


@pytest.mark.clause("ontario-2")
def test_a_medal_contender_does_not_rest_by_hand_where_all_can_play() -> None:
    field = changed(FIELD, "Ann", in_medal_place=True)
    breaches = ByHand((("Ben", "Cat"), ("Dan", "Fay")), ("Ann", "Eve")).check(
        field, NO_HISTORY, ONTARIO_RULES
    )
    (medal,) = (each for each in breaches if each.kind is Concern.MEDALS)
    assert (medal.sentence, medal.forbidden) == (
        "Ann is a medal contender, and all can play (ontario-2)",
        True,
    )


def test_a_repeat_is_told_and_left_to_the_organiser() -> None:
    before = PairingHistory.of([[("Cat", "Ann")]])
    breach = only(GOOD.check(FIELD, before, ONTARIO_RULES))
    assert (breach.kind, breach.forbidden) == (Concern.REPEATS, False)
    first = paired(GOOD, FIELD, ONTARIO_RULES, before).games[0]
    assert first.why.sentence == "Set by hand; Ann and Cat have met once already (ontario-2)"


def test_club_mates_are_told_where_the_format_cares() -> None:
    field = changed(changed(FIELD, "Ann", club="Elm"), "Cat", club="Elm")
    assert GOOD.check(field, NO_HISTORY, ONTARIO_RULES) == ()
    rules = PairingRules(order=(Concern.CLUB_MATES,))
    assert only(GOOD.check(field, NO_HISTORY, rules)).sentence == "Ann and Cat are of one club, Elm"


def test_two_fixed_tables_are_told() -> None:
    field = changed(changed(FIELD, "Ann", fixed_table=1), "Cat", fixed_table=4)
    breach = only(GOOD.check(field, NO_HISTORY, ONTARIO_RULES))
    assert breach.kind is Concern.TABLES
    assert breach.sentence == "Ann stays at table 1 and Cat stays at table 4"


def test_the_wrong_one_playing_first_is_told_where_the_format_balances() -> None:
    field = changed(FIELD, "Ann", firsts=2)
    rules = PairingRules(order=(Concern.FIRSTS,), first_play=FirstPlay.BALANCED)
    assert only(GOOD.check(field, NO_HISTORY, rules)).sentence == (
        "Ann has played first more often than Cat; let Cat begin"
    )
    assert GOOD.check(field, NO_HISTORY, replace(rules, first_play=FirstPlay.BY_DRAW)) == ()


@pytest.mark.clause("ontario-2")
def test_a_second_bye_while_another_has_none_is_told() -> None:
    edit = ByHand((("Ann", "Cat"), ("Ben", "Eve")), byes=("Dan",))
    field = changed(changed(FIELD, "Dan", byes=1), "Fay", present=False)
    breach = only(edit.check(field, NO_HISTORY, ONTARIO_RULES))
    assert breach.sentence == "Dan has been without a game once and Ann never; let Ann rest (ontario-2)"
    assert paired(edit, field, ONTARIO_RULES).byes[0].why.sentence.endswith(breach.sentence)
    # Nobody is told to give the bye to a medal contender.
    others = ("Ann", "Ben", "Cat", "Eve")
    medals = [replace(each, in_medal_place=each.id in others) for each in field]
    assert edit.check(medals, NO_HISTORY, ONTARIO_RULES) == ()


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (ByHand((("Ann", "Cat"), ("Ben", "Eve"), ("Dan", "Fay"), ("Zoe", "Tom"))), Fault.UNKNOWN),
        (ByHand((("Ann", "Cat"), ("Ben", "Eve"), ("Dan", "Ann"), ("Fay", "Ben"))), Fault.TWICE),
        (ByHand((("Ann", "Ann"), ("Ben", "Eve"), ("Dan", "Fay")), byes=("Cat",)), Fault.TWICE),
        (ByHand((("Ann", "Cat"), ("Ben", "Eve"))), Fault.LEFT_OUT),
    ],
)
def test_a_list_that_cannot_be_played_is_refused(edit: ByHand, fault: Fault) -> None:
    breaches = edit.check(FIELD, NO_HISTORY, ONTARIO_RULES)
    assert breaches[0].kind is fault
    assert breaches[0].forbidden
    with pytest.raises(IllegalError) as refused:
        paired(edit, FIELD, ONTARIO_RULES)
    assert refused.value.code == f"by-hand-{fault}"


def test_one_who_is_away_cannot_be_paired() -> None:
    field = changed(FIELD, "Fay", present=False)
    assert only(GOOD.check(field, NO_HISTORY, ONTARIO_RULES)).kind is Fault.AWAY


def test_byes_are_questioned() -> None:
    edit = ByHand((("Ann", "Cat"), ("Ben", "Eve")), byes=("Dan", "Fay"))
    needless = only(edit.check(FIELD, NO_HISTORY, ONTARIO_RULES))
    assert (needless.kind, needless.forbidden) == (Fault.NEEDLESS_BYE, False)
    forbidden = edit.check(FIELD, NO_HISTORY, replace(ONTARIO_RULES, bye_allowed=False))[0]
    assert (forbidden.kind, forbidden.forbidden) == (Fault.BYE_NOT_ALLOWED, True)


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [
        ("ABCD", "ABCD"),
        ("CBCD", "CBAD"),
        ("CBAD", "CBAD"),
        ("CDCD", "CDAB"),
        ("BCAD", "BCAD"),
        ("BCCD", "BCAD"),
        # One in two seats, and one who was not there.
        ("CCCD", "CCCD"),
        ("XBCD", "XBCD"),
    ],
)
def test_whoever_is_chosen_for_a_seat_changes_places(chosen: str, seats: str) -> None:
    assert "".join(changed_places("ABCD", chosen)) == seats
