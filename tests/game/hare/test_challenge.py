"""A word on another team's board, challenged when the round has ended."""

from dataclasses import replace

import pytest

from game.hare.rounds import HARE, Round, named, opening
from rules.vocabulary import board_with, score
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.hare.challenge import (
    BoardRuling,
    ChallengedWord,
    Challenges,
    NamedTeam,
    PlacedWord,
    RoundPhase,
    WordChallenge,
    find_word,
    make_challenge,
    rule_challenge,
    scored_words,
)
from wordwaiter.game.hare.commands import SignalEnd
from wordwaiter.game.hare.decide import RoundStage, tally_of
from wordwaiter.game.hare.score import RoundScore, challenge_lines
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.scoring import WordScore, score_play

TORTOISE = shipped_rulebook("bee-tortoise")


def owls() -> Round:
    """The Owls' finished board has IRREGARDS, down through the R of ART.

    I 1 × 2, R 1, R 1 × 2, E 1, G 2, A 1, R 1 × 2, D 2, S 1 = 14.
    """
    played = Round(opening(start="ART"))
    played.does(SignalEnd("emcee"))
    played.paints("8H ART", "I7 IRREGARDS")
    return played


def on_owls_board(
    word: str = "IRREGARDS", square: str = "7I", direction: Direction = Direction.DOWN
) -> ChallengedWord:
    found = find_word(on_board(owls()), PlacedWord(word, parse_square(square), direction))
    assert found is not None
    return found


def on_board(played: Round) -> tuple[ChallengedWord, ...]:
    return scored_words(tally_of(played.state).words)


def by(challenger: str, target: ChallengedWord | None = None, challenged: str = "Owls") -> WordChallenge:
    return WordChallenge(named(challenger), named(challenged), target or on_owls_board(), "Cy", 1_000)


def made(*challenges: WordChallenge, phase: RoundPhase = RoundPhase.ENDED) -> Challenges:
    result: Challenges = ()
    for challenge in challenges:
        result = make_challenge(result, challenge, phase, HARE)
    return result


def ruled(challenges: Challenges, index: int, *, good: bool) -> Challenges:
    return rule_challenge(challenges, challenges[index], BoardRuling(good, "judge", 2_000))


def change(challenges: Challenges, team: str) -> int:
    return RoundScore(tuple(challenge_lines(challenges, named(team), HARE))).total


@pytest.mark.clause("bee-challenge")
def test_an_illegal_words_points_change_hands() -> None:
    challenges = ruled(made(by("Wrens")), 0, good=False)
    assert on_owls_board().points == 14
    assert change(challenges, "Owls") == -14
    assert change(challenges, "Wrens") == 14
    assert change(challenges, "Jays") == 0
    assert [line.sentence for line in challenge_lines(challenges, named("Owls"), HARE)] == [
        "I7 IRREGARDS was ruled not good, challenged by Wrens"
    ]


@pytest.mark.clause("bee-challenge")
def test_challenging_a_legal_word_costs_25() -> None:
    challenges = ruled(made(by("Wrens", on_owls_board("ART", "8H", Direction.ACROSS))), 0, good=True)
    assert change(challenges, "Wrens") == -25
    assert change(challenges, "Owls") == 0
    (line,) = challenge_lines(challenges, named("Wrens"), HARE)
    assert line.clause == "bee-challenge"


@pytest.mark.clause("bee-challenge")
def test_a_challenge_without_a_ruling_changes_nothing() -> None:
    challenges = made(by("Wrens"))
    assert change(challenges, "Wrens") == change(challenges, "Owls") == 0
    assert [each.is_open for each in challenges] == [True]
    assert [each.is_open for each in ruled(challenges, 0, good=True)] == [False]


@pytest.mark.clause("bee-challenge")
def test_a_team_is_known_by_its_number_whatever_it_is_called() -> None:
    challenges = ruled(made(by("Wrens")), 0, good=False)
    renamed, namesake = NamedTeam(2, "Robins"), NamedTeam(9, "Wrens")
    assert [line.points for line in challenge_lines(challenges, renamed, HARE)] == [14]
    assert list(challenge_lines(challenges, namesake, HARE)) == []
    # A fact of the first version has no number.
    assert [line.points for line in challenge_lines(challenges, NamedTeam(None, "Wrens"), HARE)] == [14]


@pytest.mark.clause("bee-challenge")
def test_a_team_challenges_once_a_round() -> None:
    other = on_owls_board("ART", "8H", Direction.ACROSS)
    for challenges in (made(by("Wrens")), ruled(made(by("Wrens")), 0, good=False)):
        with pytest.raises(IllegalError) as refused:
            make_challenge(challenges, by("Wrens", other), RoundPhase.ENDED, HARE)
        assert (refused.value.code, refused.value.clause) == ("no-challenge-left", "bee-challenge")
        assert len(make_challenge(challenges, by("Jays", other), RoundPhase.ENDED, HARE)) == 2


@pytest.mark.clause("bee-challenge")
def test_a_words_points_change_hands_once() -> None:
    for challenges in (made(by("Wrens")), ruled(made(by("Wrens")), 0, good=False)):
        with pytest.raises(ConflictError) as refused:
            make_challenge(challenges, by("Jays"), RoundPhase.ENDED, HARE)
        assert refused.value.code == "already-challenged"
    # The same letters on another team's board are another word.
    assert len(made(by("Wrens"), by("Jays", challenged="Larks"))) == 2
    # The board was entered again meanwhile and the word is worth more: it is still the same word.
    with pytest.raises(ConflictError):
        made(by("Wrens"), by("Jays", replace(on_owls_board(), points=40)))


@pytest.mark.clause("bee-challenge")
@pytest.mark.parametrize(
    ("phase", "code"), [(RoundPhase.RUNNING, "round-running"), (RoundPhase.ACCEPTED, "totals-accepted")]
)
def test_challenges_are_made_after_the_round_and_before_its_totals_are_accepted(
    phase: RoundPhase, code: str
) -> None:
    with pytest.raises(IllegalError) as refused:
        made(by("Wrens"), phase=phase)
    assert (refused.value.code, refused.value.clause) == (code, "bee-challenge")


def test_a_board_is_open_to_challenges_from_the_signal_until_it_is_accepted() -> None:
    assert {stage: stage.phase for stage in RoundStage} == {
        RoundStage.BUILDING: RoundPhase.RUNNING,
        RoundStage.ENTERING: RoundPhase.ENDED,
        RoundStage.SUBMITTED: RoundPhase.ENDED,
        RoundStage.ACCEPTED: RoundPhase.ACCEPTED,
    }


@pytest.mark.clause("bee-challenge")
def test_a_team_cannot_challenge_its_own_board() -> None:
    with pytest.raises(IllegalError) as refused:
        made(by("Owls"))
    assert refused.value.code == "own-board"


@pytest.mark.clause("bee-challenge")
def test_a_member_of_the_team_brings_the_challenge() -> None:
    with pytest.raises(MalformedError) as refused:
        made(replace(by("Wrens"), by=" "))
    assert refused.value.code == "no-member"


def test_only_a_word_that_is_on_the_board_can_be_challenged() -> None:
    for word, square, direction in (
        ("IRREGARDS", "7H", Direction.DOWN),
        ("IRREGARDS", "7I", Direction.ACROSS),
        ("IRREGARD", "7I", Direction.DOWN),
    ):
        assert find_word(on_board(owls()), PlacedWord(word, parse_square(square), direction)) is None


@pytest.mark.clause("bee-challenge")
def test_a_ruling_is_not_given_twice() -> None:
    challenges = ruled(made(by("Wrens")), 0, good=True)
    with pytest.raises(ConflictError) as refused:
        ruled(challenges, 0, good=False)
    assert refused.value.code == "already-ruled"
    with pytest.raises(MalformedError):
        rule_challenge(challenges, by("Jays"), BoardRuling(good=True, by="judge", at_ms=1))


@pytest.mark.clause("bee-challenge")
def test_a_tortoise_word_is_worth_what_its_turn_scored() -> None:
    # Two turns make the word, the first of them IRREGA, through the R of ART.
    board = Round(opening(start="ART")).state.board
    words: list[WordScore] = []
    for play in ("I7 IRREGA", "I7 IRREGARDS"):
        placement = parse_play(play, board)
        words += score_play(board, placement, TORTOISE).words
        board = board.with_tiles(placement.laid)
    # In the second turn the premiums under I and R are spent: I, R, R, E 4, G 2, A 1, R 1 × 2, D 2, S 1.
    wanted = PlacedWord("IRREGARDS", parse_square("7I"), Direction.DOWN)
    target = find_word(scored_words(words), wanted)
    assert target is not None
    assert target.points == 12
    challenge = by("Wrens", target)
    challenges = make_challenge((), challenge, RoundPhase.ENDED, TORTOISE)
    challenges = rule_challenge(challenges, challenge, BoardRuling(good=False, by="judge", at_ms=1))
    assert sum(line.points for line in challenge_lines(challenges, named("Owls"), TORTOISE)) == -12


def test_rules_without_other_boards_know_no_such_challenge() -> None:
    with pytest.raises(IllegalError) as refused:
        make_challenge((), by("Wrens"), RoundPhase.ENDED, shipped_rulebook("iowa"))
    assert refused.value.code == "no-board-challenge"


def test_of_a_word_that_was_scored_twice_the_last_score_is_at_stake() -> None:
    board = board_with("bee-tortoise", "8H GLOW")
    first = score("bee-tortoise", board_with("bee-tortoise"), "8H GLOW").words[0]
    last = score("bee-tortoise", board, "8H GLOWS").words[0]
    again = replace(last, letters=last.letters[:4])
    assert first.points != again.points
    wanted = PlacedWord("GLOW", parse_square("8H"), Direction.ACROSS)
    found = find_word(scored_words((first, again)), wanted)
    assert found is not None
    assert found.points == again.points
