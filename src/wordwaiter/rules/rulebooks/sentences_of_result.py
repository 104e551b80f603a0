"""Sentences about challenges, clock, score and end, for every value of each setting."""

from collections.abc import Iterator

from wordwaiter.rules.layout import BoardLayout, Premium
from wordwaiter.rules.rulebooks import choices as c
from wordwaiter.rules.rulebooks import result_choices as r
from wordwaiter.rules.rulebooks.phrases import Said, listed, minutes_and_seconds
from wordwaiter.rules.rulebooks.rulebook import (
    BoardChallenge,
    Clock,
    GameEnding,
    RoundEnding,
    Scoring,
    TurnChallenge,
)

# ---------------------------------------------------------------- challenges


def say_turn_challenge(challenge: TurnChallenge) -> Iterator[Said]:
    match challenge.window:
        case c.ChallengeWindow.BEFORE_DRAW:
            window = (
                "after its turn has ended and before its player draws; when the bag is empty, before the "
                "opponent's first tile or announcement"
            )
        case c.ChallengeWindow.BEFORE_NEXT_TURN:
            window = (
                "until the next side starts its turn, that is, lays a tile or announces an exchange or pass; "
                "drawing tiles does not close this"
            )
    yield "window", f"A play may be challenged {window}. A word that nobody challenges stands."
    seconds = (challenge.after_draw or 0) // 1000
    screens = f"for {seconds} seconds after the draw, or until the next play begins"
    yield (
        "after_draw",
        f"On a screen a play may also be challenged {screens}." if seconds else "On a screen the same holds.",
    )
    match challenge.last_play:
        case c.LastPlayWindow.BEFORE_COUNT_AGREED:
            yield (
                "last_play",
                "The play that ends the game may be challenged until both sides have signed the result; "
                "counting the racks does not close this.",
            )
    match challenge.hold:
        case c.Hold.UNTIL_DRAWN:
            yield (
                "hold",
                "Until tiles are drawn the opponent may call hold; then none are drawn until the "
                "word is verified.",
            )
        case None:
            yield "hold", "There is no hold."
    yield (
        "courtesy_draw",
        f"{minutes_and_seconds(challenge.courtesy_draw).capitalize()} after its play a side that is held may "
        "draw; the play may still be challenged until the hold is released, and if it comes off, the tiles "
        "go back."
        if challenge.courtesy_draw
        else "A side that is held waits with its draw until the hold ends.",
    )
    yield "ruling_by", _ruling_by(challenge.ruling_by)
    match challenge.clock:
        case c.WhileJudged.STOPS:
            yield "clock", "The clock of the table stands still from the challenge to the ruling."
        case c.WhileJudged.RUNS:
            yield "clock", "The clock runs on while a challenge is decided; nothing is given back."
    match challenge.if_bad:
        case c.BadWord.TILES_BACK_TURN_LOST:
            yield (
                "if_bad",
                "If a challenged word is not good, the player takes the tiles back, returns any "
                "drawn since to the "
                "bag, and loses the turn.",
            )
        case c.BadWord.PLAY_REFUSED:
            yield "if_bad", "The software looks words up and refuses a play with a word that is not good."
    yield "if_good", f"If all challenged words are good, {challenge.if_good.sentence()}."


def say_board_challenge(challenge: BoardChallenge) -> Iterator[Said]:
    match challenge.window:
        case c.BoardChallengeWindow.AFTER_ROUND:
            yield (
                "window",
                "A word on the board of another team of the division may be challenged when the "
                "round has ended and "
                "before its totals are accepted.",
            )
    often = {1: "once", 2: "twice"}.get(challenge.per_round, f"{challenge.per_round} times")
    yield "per_round", f"A team may challenge {often} a round; only its members may."
    yield "ruling_by", _ruling_by(challenge.ruling_by)
    match challenge.if_bad:
        case c.BadBoardWord.POINTS_CHANGE_HANDS:
            yield (
                "if_bad",
                "If the word is not good, the challenged team loses its points and the challenger "
                "gains them.",
            )
    yield "if_good", f"If the word is good, {challenge.if_good.sentence()}."


def _ruling_by(ruling_by: c.RulingBy) -> str:
    match ruling_by:
        case c.RulingBy.JUDGE:
            return "A judge rules."
        case c.RulingBy.JUDGE_OR_DIRECTOR:
            return "The adjudicator rules, or the convenor where there is none."
        case c.RulingBy.WORD_LIST:
            return "The words are looked up, and what the word list says is the ruling."


# ---------------------------------------------------------------- clock, scoring, end


def say_clock(clock: Clock) -> Iterator[Said]:
    match clock.game:
        case None:
            text = "The game is not timed."
        case c.ChessClockIfAny():
            text = "A chess clock is used where a table has one; the organiser sets its time."
        case c.SideBudget(time, points):
            text = (
                f"Each side has {minutes_and_seconds(time)} for the game and loses {points} points for each "
                "minute over that "
                "has begun."
            )
        case c.TableAllowance(time):
            text = f"A game lasts {minutes_and_seconds(time)}, counted at each table for itself."
        case c.RoomClock(time):
            text = f"A game lasts {minutes_and_seconds(time)} by one clock for the room."
        case c.OrganisersRoomClock():
            text = "A round lasts as long as the organiser announces, by one clock for the room."
        case c.RoundClock(times):
            rounds = listed([minutes_and_seconds(time) for time in times], "and")
            text = f"Rounds last {rounds}, by one clock for the room."
    yield "game", text
    yield (
        "increment",
        f"Each turn adds {minutes_and_seconds(clock.increment)} to the clock of its side."
        if clock.increment
        else "Turns add no time.",
    )
    yield (
        "most_overtime_points",
        f"Overtime costs {clock.most_overtime_points} points at most."
        if clock.most_overtime_points
        else "Nothing limits what overtime costs.",
    )
    yield (
        "most_overtime",
        f"A side that is {minutes_and_seconds(clock.most_overtime)} over its time loses the game."
        if clock.most_overtime
        else "Nobody loses a game by overtime.",
    )
    yield (
        "overtime_margin",
        f"A game lost by overtime is lost by {clock.overtime_margin} points at least: the loser's total is "
        "lowered as far as that takes; if it is then below zero, both gain as many."
        if clock.overtime_margin
        else "A game lost by overtime is lost by 1 point at least.",
    )


def say_scoring(scoring: Scoring, layout: BoardLayout, rack_size: int | None) -> Iterator[Said]:
    match scoring.letter_values:
        case r.LetterValues.PRINTED_BLANK_ZERO:
            yield "letter_values", "A letter counts the number on its tile; a blank counts zero."
    match scoring.letter_premiums:
        case r.LetterPremiums.MULTIPLY_LETTER:
            yield "letter_premiums", "Light blue doubles a letter; dark blue triples it."
    match scoring.word_premiums:
        case r.WordPremiums.MULTIPLY_WORD_TOGETHER:
            centre = " The centre is pink." if layout.premium(layout.start) is Premium.DOUBLE_WORD else ""
            yield (
                "word_premiums",
                "Pink (light red) doubles a word and red (dark red) triples it, after letter "
                "premiums and under a "
                f"blank too. Two of them multiply: 4, 6 or 9 times.{centre}",
            )
    match scoring.premium_life:
        case r.PremiumLife.TURN_COVERED:
            yield "premium_life", "A premium counts only in the turn in which its square is covered."
        case r.PremiumLife.FINISHED_BOARD:
            yield "premium_life", "Premiums count on the finished board, in both words that cross on one."
    match scoring.words_counted:
        case r.WordsCounted.FORMED_OR_CHANGED:
            yield (
                "words_counted",
                "Every word that a play forms or changes is scored in full; a shared letter counts, "
                "with its premium, "
                "in each.",
            )
        case r.WordsCounted.ALL_ON_BOARD:
            yield "words_counted", "Every word on the finished board is scored, across and down."
    yield (
        "full_rack_bonus",
        f"Playing all {rack_size} tiles in one turn adds {scoring.full_rack_bonus}."
        if scoring.full_rack_bonus is not None
        else "Nothing is added for playing many tiles at once.",
    )
    match scoring.starting_word:
        case r.StartingWordScore.ONCE_FOR_TEAM:
            yield "starting_word", "The starting word is counted once, in the team's total."
        case r.StartingWordScore.WITH_THE_BOARD:
            yield "starting_word", "The starting word is counted like every other word on the board."
        case None:
            yield "starting_word", "No starting word is counted."
    yield "surprise_word", _bonus(scoring.surprise_word, "the surprise word of the round")
    yield "sponsor_word", _bonus(scoring.sponsor_word, "each announced sponsor's name")


def _bonus(bonus: r.WordBonus | None, what: str) -> str:
    if bonus is None:
        return f"Nothing is added for {what}."
    blanks = "may" if bonus.blanks is r.BlanksInBonus.ALLOWED else "may not"
    return f"{bonus.points} points are added for {what} on the board, unaltered; blanks {blanks} stand in it."


def say_game_ending(ending: GameEnding, form: c.TableForm) -> Iterator[Said]:
    one_team = not isinstance(form, c.TwoSides)
    who = "player" if one_team else "side"
    match ending.out:
        case r.Out.EMPTY_RACK_AND_BAG:
            yield "out", f"The game ends when the bag is empty and a {who} has played the last tile held."
    match ending.no_play:
        case r.NoPlay.NOBODY_CAN_PLAY:
            yield "no_play", "It ends when no play is left for anybody; the officials decide that it is so."
        case r.NoPlay.SAID_AND_MATCHED:
            yield (
                "no_play",
                "It ends when no play is left for anybody, or when one side says that it has none "
                "and the other "
                "passes; the officials decide that it is so.",
            )
        case r.NoPlay.SAID_BY_ONE:
            yield (
                "no_play",
                "It ends when no play is left for anybody, or when one team or the other says that it has "
                "made all its plays.",
            )
    match ending.time:
        case r.TimeEnding.UNANNOUNCED_DOES_NOT_COUNT:
            yield (
                "time",
                "It ends when time is up; a play not announced by then does not count, and its tiles "
                "go back to "
                "the rack.",
            )
        case None:
            yield "time", "Time does not end the game."
    match ending.racks_at_time:
        case r.RacksAtTime.FILLED:
            yield (
                "racks_at_time",
                "When time is up and the bag holds tiles, racks are filled before the final count, "
                "that of the side "
                "whose turn it is first.",
            )
        case r.RacksAtTime.LEFT:
            yield "racks_at_time", "When time is up, racks are left as they are."
        case None:
            yield "racks_at_time", "Racks are not filled at the end."
    yield (
        "scoreless_turns",
        f"It ends after {ending.scoreless_turns} turns in a row without points."
        if ending.scoreless_turns is not None
        else "Turns without points do not end the game.",
    )
    match ending.agreement:
        case r.Agreement.OFFICIAL_WITH_REASON:
            yield "agreement", "An official may end a game that cannot go on, and records the reason."
    match ending.unplayed_when_out:
        case r.UnplayedWhenOut.TWICE_TO_OUT:
            out = "A side that is out gains twice the sum of the other's unplayed tiles."
        case r.UnplayedWhenOut.OWN_OFF_AND_ADDED_TO_OUT:
            out = (
                "When a side is out, the other loses the sum of its unplayed tiles, and the side "
                "that is out gains it."
            )
        case r.UnplayedWhenOut.OWN_OFF if one_team:
            out = (
                "When a player is out, the team loses the sum of all unplayed tiles; nothing is "
                "gained by going out."
            )
        case r.UnplayedWhenOut.OWN_OFF:
            out = "When a side is out, the other loses the sum of its unplayed tiles."
        case r.UnplayedWhenOut.NOTHING:
            out = f"When a {who} is out, nothing is added or taken for unplayed tiles."
    yield "unplayed_when_out", out
    match ending.unplayed_otherwise:
        case r.UnplayedOtherwise.OWN_OFF if one_team:
            left = "When nobody is out, the team loses the sum of all unplayed tiles."
        case r.UnplayedOtherwise.OWN_OFF:
            left = "When nobody is out, each side loses the sum of its own unplayed tiles."
        case r.UnplayedOtherwise.NOTHING:
            left = "When nobody is out, nothing is added or taken for unplayed tiles."
    yield "unplayed_otherwise", left
    yield "sign_off", _sign_off(ending.sign_off)


def say_round_ending(ending: RoundEnding) -> Iterator[Said]:
    match ending.signal:
        case r.RoundSignal.EMCEE:
            yield "signal", "The emcee signals the end of the round; only the words on the board then count."
    match ending.unplayed:
        case r.UnplayedOtherwise.OWN_OFF:
            yield (
                "unplayed",
                "The sum of unplayed tiles is taken off; tiles that were taken out and not bought "
                "back are not "
                "among them.",
            )
        case r.UnplayedOtherwise.NOTHING:
            yield "unplayed", "Nothing is taken off for unplayed tiles."
    yield "sign_off", _sign_off(ending.sign_off)


def _sign_off(sign_off: r.SignOff) -> str:
    match sign_off:
        case r.SignOff.BOTH_SIDES:
            return "Both sides agree on the result and sign it."
        case r.SignOff.SCOREKEEPER_AND_MEMBER:
            return "The scorekeeper and one member of the team tally together and sign the result."
