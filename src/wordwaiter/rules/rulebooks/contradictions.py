"""Settings of one rulebook that cannot stand together, and why."""

from collections.abc import Iterator
from dataclasses import dataclass

from wordwaiter.rules.rulebooks import choices as c
from wordwaiter.rules.rulebooks import result_choices as r
from wordwaiter.rules.rulebooks.rulebook import (
    BoardChallenge,
    Building,
    GameEnding,
    RoundEnding,
    Rulebook,
    TurnChallenge,
    Turns,
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Settings that exclude each other; the first is the one to look at."""

    settings: tuple[str, ...]
    reason: str


def contradictions(rulebook: Rulebook) -> tuple[Contradiction, ...]:
    """Everything in `rulebook` that cannot stand together."""
    topics = tuple(_topics(rulebook))
    # The rest asks each topic about the others, which makes sense only if they belong to one form of play.
    return topics or tuple(
        contradiction
        for find in (_table, _starting_word, _turns, _building, _challenge, _clock, _scoring, _ending, _lists)
        for contradiction in find(rulebook)
    )


def _builds(rulebook: Rulebook) -> bool:
    return isinstance(rulebook.table.form, c.OneTeamBuilding)


def _has_two_sides(rulebook: Rulebook) -> bool:
    return isinstance(rulebook.table.form, c.TwoSides)


def _topics(rulebook: Rulebook) -> Iterator[Contradiction]:
    if _builds(rulebook):
        if isinstance(rulebook.play, Turns):
            yield Contradiction(("table.form", "turns"), "a team that builds has [building], not [turns]")
        if isinstance(rulebook.ending, GameEnding):
            yield Contradiction(
                ("table.form", "ending"), "a team that builds has [round_ending], not [ending]"
            )
    else:
        if isinstance(rulebook.play, Building):
            yield Contradiction(("table.form", "building"), "where turns are taken there is no [building]")
        if isinstance(rulebook.ending, RoundEnding):
            yield Contradiction(
                ("table.form", "round_ending"), "where turns are taken there is [ending], not [round_ending]"
            )
    if _has_two_sides(rulebook) and isinstance(rulebook.challenge, BoardChallenge):
        yield Contradiction(
            ("table.form", "board_challenge"),
            "two sides challenge each other in [challenge], at their own board",
        )
    if not _has_two_sides(rulebook) and isinstance(rulebook.challenge, TurnChallenge):
        yield Contradiction(
            ("table.form", "challenge"),
            "a team alone at its board is challenged by others: [board_challenge]",
        )


def _table(rulebook: Rulebook) -> Iterator[Contradiction]:
    table = rulebook.table
    seats = 2
    match table.form:
        case c.OneTeamBuilding(least, most) | c.OneTeamInTurn(least, most):
            seats = most
            if least > most:
                yield Contradiction(("table.form",), f"at least {least} and at most {most} is nobody")
        case c.TwoSides():
            pass
    if _builds(rulebook) and table.rack_size is not None:
        yield Contradiction(
            ("table.rack_size", "table.form"), "a team that builds has no racks: it must be none"
        )
    if not _builds(rulebook):
        if table.rack_size is None:
            yield Contradiction(
                ("table.rack_size", "table.form"), "turns are played from racks: say how many tiles"
            )
        elif seats * table.rack_size > table.tile_set.size:
            yield Contradiction(
                ("table.rack_size", "table.tile_set", "table.form"),
                f"{seats} racks of {table.rack_size} are more than the set's {table.tile_set.size} tiles",
            )


def _starting_word(rulebook: Rulebook) -> Iterator[Contradiction]:
    word = rulebook.table.starting_word
    counted = rulebook.scoring.starting_word
    if word is None:
        if _builds(rulebook):
            yield Contradiction(
                ("table.starting_word", "table.form"), "a team that builds begins with a starting word"
            )
        if counted is not None:
            yield Contradiction(
                ("scoring.starting_word", "table.starting_word"),
                "there is no starting word that could be counted: it must be none",
            )
        return
    layout, longest = rulebook.table.layout, rulebook.table.longest_word
    room = layout.width - layout.start.col
    if word.least_letters > word.most_letters:
        yield Contradiction(
            ("table.starting_word",),
            f"at least {word.least_letters} and at most {word.most_letters} is no word",
        )
    if word.most_letters > room:
        yield Contradiction(
            ("table.starting_word", "table.layout"),
            f"{word.most_letters} letters do not fit: from {layout.start} to the edge there are {room}",
        )
    if longest is not None and word.most_letters > longest:
        yield Contradiction(
            ("table.starting_word", "table.longest_word"),
            f"a starting word of {word.most_letters} letters is longer than the longest word, {longest}",
        )
    match rulebook.table.form:
        case c.TwoSides():
            wanted: set[r.StartingWordScore | None] = {None}
        case c.OneTeamInTurn():
            wanted = {None, r.StartingWordScore.ONCE_FOR_TEAM}
        case c.OneTeamBuilding():
            wanted = {r.StartingWordScore.WITH_THE_BOARD}
    if counted not in wanted:
        words = " or ".join(sorted("none" if each is None else each.value for each in wanted))
        yield Contradiction(
            ("scoring.starting_word", "table.form"), f"for this form of table it must be {words}"
        )


def _turns(rulebook: Rulebook) -> Iterator[Contradiction]:
    turns, table = rulebook.play, rulebook.table
    if not isinstance(turns, Turns):
        return
    match turns.first_side:
        case c.DrawnTile():
            if not _has_two_sides(rulebook):
                yield Contradiction(("turns.first_side", "table.form"), "only two sides draw for first play")
        case c.TeamDecides():
            if _has_two_sides(rulebook):
                yield Contradiction(("turns.first_side", "table.form"), "two sides draw for first play")
    match turns.first_play:
        case c.JoinsStartingWord() if table.starting_word is None:
            yield Contradiction(
                ("turns.first_play", "table.starting_word"), "there is no starting word that it could join"
            )
        case c.OnStartSquare() if table.starting_word is not None:
            yield Contradiction(
                ("turns.first_play", "table.starting_word"), "the starting word lies on the start square"
            )
        case c.OnStartSquare(least):
            limits = (table.rack_size, table.longest_word)
            most = min((each for each in limits if each is not None), default=least)
            if least > most:
                yield Contradiction(
                    ("turns.first_play", "table.rack_size"), f"a first word of {least} letters cannot be laid"
                )
        case c.JoinsStartingWord():
            pass
    judged = turns.limit is not None and isinstance(rulebook.challenge, TurnChallenge)
    for key, value, needed in (
        ("turns.overrun", turns.overrun, turns.limit is not None),
        ("turns.limit_while_judged", turns.limit_while_judged, judged),
    ):
        if needed and value is None:
            yield Contradiction((key, "turns.limit"), "a turn has a limit, so it cannot be none")
        if not needed and value is not None:
            yield Contradiction(
                (key, "turns.limit"), "there is no limit to which it applies: it must be none"
            )
    by_clock = turns.ended_by is c.TurnEnd.ANNOUNCEMENT_OR_CLOCK
    if by_clock and not isinstance(rulebook.clock.game, c.ChessClockIfAny | c.SideBudget):
        yield Contradiction(
            ("turns.ended_by", "clock.game"), "there is no opponent's clock that could end the turn"
        )
    match turns.exchange:
        case c.BagHoldsAtLeast(tiles):
            if tiles > table.tile_set.size:
                yield Contradiction(
                    ("turns.exchange", "table.tile_set"),
                    f"the bag never holds {tiles} tiles; write none instead",
                )
        case c.BagHoldsWhatIsDrawn() | None:
            pass


def _building(rulebook: Rulebook) -> Iterator[Contradiction]:
    building, size = rulebook.play, rulebook.table.tile_set.size
    if not isinstance(building, Building):
        return
    if any(tiles >= size for tiles in building.tiles_removed):
        yield Contradiction(
            ("building.tiles_removed", "table.tile_set"), f"the set has {size} tiles; some must be left"
        )
    one_by_one = sum(building.tiles_removed) * building.tile_cents
    if building.all_tiles_cents > one_by_one:
        yield Contradiction(
            ("building.all_tiles_cents", "building.tile_cents"),
            f"all tiles together cost more than one by one ({one_by_one} cents)",
        )


def _challenge(rulebook: Rulebook) -> Iterator[Contradiction]:
    challenge = rulebook.challenge
    costs_a_turn = challenge.if_good.costs_turn
    if isinstance(challenge, BoardChallenge):
        if costs_a_turn:
            yield Contradiction(
                ("board_challenge.if_good",),
                "a challenge of another team's board can cost points, not a turn",
            )
        return
    if challenge.after_draw is not None and challenge.window is not c.ChallengeWindow.BEFORE_DRAW:
        yield Contradiction(
            ("challenge.after_draw", "challenge.window"),
            "the draw does not close the window here, so no time after it is needed",
        )
    if challenge.clock is c.WhileJudged.STOPS and isinstance(
        rulebook.clock.game, c.RoomClock | c.OrganisersRoomClock
    ):
        yield Contradiction(
            ("challenge.clock", "clock.game"), "one table cannot stop the clock of the room: it runs"
        )


def _clock(rulebook: Rulebook) -> Iterator[Contradiction]:
    match rulebook.clock.game, rulebook.play:
        case c.RoundClock(times), Building(tiles_removed):
            if len(times) != len(tiles_removed):
                yield Contradiction(
                    ("clock.game", "building.tiles_removed"),
                    f"there are times for {len(times)} rounds and removed tiles for {len(tiles_removed)}",
                )
            if not times:
                yield Contradiction(("clock.game",), "there must be at least one round")
        case c.RoundClock(), Turns():
            yield Contradiction(
                ("clock.game", "table.form"), "a time for each round is for a team that builds"
            )
        case _, Building():
            yield Contradiction(
                ("clock.game", "table.form"), "a team that builds needs a time for each round"
            )
        case c.ChessClockIfAny() | c.SideBudget(), Turns():
            if not _has_two_sides(rulebook):
                yield Contradiction(("clock.game", "table.form"), "a chess clock is for two sides")
        case c.TableAllowance() | c.RoomClock() | c.OrganisersRoomClock() | None, Turns():
            pass

    if not isinstance(rulebook.clock.game, c.SideBudget):
        for key in ("increment", "most_overtime", "most_overtime_points"):
            if getattr(rulebook.clock, key) is not None:
                yield Contradiction((f"clock.{key}", "clock.game"), "no side has time of its own")


def _scoring(rulebook: Rulebook) -> Iterator[Contradiction]:
    scoring, placing, builds = rulebook.scoring, rulebook.placing, _builds(rulebook)
    for key, is_for_building in (
        ("scoring.premium_life", scoring.premium_life is r.PremiumLife.FINISHED_BOARD),
        ("scoring.words_counted", scoring.words_counted is r.WordsCounted.ALL_ON_BOARD),
        ("placing.played_tiles", placing.played_tiles is c.PlayedTiles.MAY_BE_REARRANGED),
        ("placing.blanks", placing.blanks is c.BlankLetters.NAMED_TO_SCOREKEEPER),
    ):
        if is_for_building != builds:
            form = "where turns are taken" if is_for_building else "for a team that builds"
            yield Contradiction((key, "table.form"), f"this is not possible {form}")
    if builds and scoring.full_rack_bonus is not None:
        yield Contradiction(
            ("scoring.full_rack_bonus", "table.rack_size"),
            "there are no racks that could be played: it must be none",
        )
    if _has_two_sides(rulebook):
        for key, bonus in (
            ("scoring.surprise_word", scoring.surprise_word),
            ("scoring.sponsor_word", scoring.sponsor_word),
        ):
            if bonus is not None:
                yield Contradiction((key, "table.form"), "a board that two sides share has no bonus words")
    if rulebook.words.outside_words is c.OutsideWords.SPONSORS and scoring.sponsor_word is None:
        yield Contradiction(
            ("words.outside_words", "scoring.sponsor_word"), "no sponsors are announced under these rules"
        )


def _ending(rulebook: Rulebook) -> Iterator[Contradiction]:
    ending, two_sides = rulebook.ending, _has_two_sides(rulebook)
    topic = "ending" if isinstance(ending, GameEnding) else "round_ending"
    if (ending.sign_off is r.SignOff.BOTH_SIDES) != two_sides:
        wanted = r.SignOff.BOTH_SIDES if two_sides else r.SignOff.SCOREKEEPER_AND_MEMBER
        yield Contradiction(
            (f"{topic}.sign_off", "table.form"), f"for this form of table it must be {wanted.value}"
        )
    if not isinstance(ending, GameEnding):
        return
    runs_out = isinstance(rulebook.clock.game, c.TableAllowance | c.RoomClock | c.OrganisersRoomClock)
    if runs_out and ending.time is None:
        yield Contradiction(("ending.time", "clock.game"), "this clock runs out, so it cannot be none")
    if not runs_out and ending.time is not None:
        yield Contradiction(
            ("ending.time", "clock.game"), "there is no clock that could end the game: it must be none"
        )
    if ending.time is None and ending.racks_at_time is not None:
        reason = "time does not end the game: it must be none"
        yield Contradiction(("ending.racks_at_time", "ending.time"), reason)
    if ending.time is not None and ending.racks_at_time is None:
        reason = "time ends the game: it cannot be none"
        yield Contradiction(("ending.racks_at_time", "ending.time"), reason)
    if not two_sides:
        if ending.unplayed_when_out not in (r.UnplayedWhenOut.OWN_OFF, r.UnplayedWhenOut.NOTHING):
            yield Contradiction(
                ("ending.unplayed_when_out", "table.form"),
                "a team alone at its board has no others to gain from",
            )
        if ending.no_play is not r.NoPlay.NOBODY_CAN_PLAY:
            yield Contradiction(("ending.no_play", "table.form"), "this is for two sides")


def _lists(rulebook: Rulebook) -> Iterator[Contradiction]:
    words = rulebook.words
    lists: tuple[tuple[str, tuple[object, ...]], ...] = (
        ("words.dictionaries", words.dictionaries),
        ("words.lists", words.lists),
        ("words.refused_kinds", words.refused_kinds),
    )
    for key, values in lists:
        if len(set(values)) < len(values):
            yield Contradiction((key,), "something stands in this list twice")
