"""Sentences about the table, its words, turns and tiles, for every value of each setting."""

from collections.abc import Iterator
from typing import Final

from wordwaiter.rules.rulebooks import choices as c
from wordwaiter.rules.rulebooks import result_choices as r
from wordwaiter.rules.rulebooks.phrases import Said, dollars, listed, minutes_and_seconds, spanned
from wordwaiter.rules.rulebooks.rulebook import Building, Placing, Table, Turns, Words


def say_table(table: Table) -> Iterator[Said]:
    match table.form:
        case c.TwoSides():
            yield "form", "Two sides, each a player or a team, take turns at one board."
        case c.OneTeamInTurn(least, most):
            seats = spanned(least, most)
            yield (
                "form",
                f"One team of {seats} players sits around one board; they take turns clockwise and "
                "share one total.",
            )
        case c.OneTeamBuilding(least, most):
            members = spanned(least, most)
            yield (
                "form",
                f"One team of {members} members builds on one board all at once; there are no turns.",
            )
    tiles = table.tile_set
    yield (
        "tile_set",
        f"The tiles are the {tiles.name.capitalize()} set of {tiles.size}, {tiles.blanks} of them blank.",
    )
    layout = table.layout
    yield (
        "layout",
        f"The board is the {layout.name} one of {layout.height} by {layout.width} squares; "
        f"its centre is {layout.start}.",
    )
    yield (
        "rack_size",
        f"A rack holds {table.rack_size} tiles."
        if table.rack_size is not None
        else "There are no racks: the tiles lie face up on the table.",
    )
    match table.starting_word:
        case c.AnnouncedWord(least, most):
            yield (
                "starting_word",
                f"The committee announces a starting word of {spanned(least, most)} letters; "
                "it is laid across, its first letter on the centre.",
            )
        case None:
            yield "starting_word", "There is no starting word."
    yield (
        "longest_word",
        f"No word has more than {table.longest_word} letters."
        if table.longest_word is not None
        else "A word may be as long as the board.",
    )


_KIND_WORDS: Final = {
    c.WordKind.CAPITALISED: "words that are always capitalised",
    c.WordKind.ABBREVIATION: "abbreviations",
    c.WordKind.AFFIX: "prefixes and suffixes standing alone",
    c.WordKind.HYPHEN: "words that need a hyphen",
    c.WordKind.APOSTROPHE: "words that need an apostrophe",
}


def say_words(words: Words) -> Iterator[Said]:
    yield (
        "dictionaries",
        f"A word is good if this has it: {'; or '.join(words.dictionaries)}."
        if words.dictionaries
        else "The organiser chooses the dictionary or word list.",
    )
    yield (
        "lists",
        f"In the software, the matching word list is {listed(words.lists, 'or')}."
        if words.lists
        else "No word list of the software is suggested.",
    )
    kinds = [_KIND_WORDS[kind] for kind in words.refused_kinds]
    yield (
        "refused_kinds",
        f"Not accepted: {listed(kinds, 'and')}."
        if kinds
        else "The dictionary alone decides which words are good.",
    )
    match words.outside_words:
        case c.OutsideWords.SPONSORS:
            yield (
                "outside_words",
                "The names and abbreviations of the event's sponsors are good though no dictionary has them; "
                "only announced ones earn the bonus.",
            )
        case None:
            yield "outside_words", "No word is good that the dictionary does not have."
    yield (
        "peek_cents",
        f"A team may pay {dollars(words.peek_cents)} for a peek: a judge looks up a spelling, and the "
        "answer is final."
        if words.peek_cents is not None
        else "No peeks at the dictionary are sold.",
    )


# ---------------------------------------------------------------- playing


def say_turns(turns: Turns, rack_size: int | None) -> Iterator[Said]:
    match turns.first_side:
        case c.DrawnTile(blank):
            rank = (
                "a blank beats A" if blank is c.BlankInDraw.FIRST else "a blank comes after the last letter"
            )
            yield (
                "first_side",
                "Each side draws a tile: the letter nearest the start of the alphabet begins, "
                f"{rank}, and equal "
                "letters draw again. These tiles go back before racks are drawn, first player first.",
            )
        case c.TeamDecides():
            yield "first_side", "The team decides which of its players begins."
    match turns.first_play:
        case c.OnStartSquare(least):
            yield (
                "first_play",
                f"The first word has {least} letters or more, reads across or down, and covers the centre.",
            )
        case c.JoinsStartingWord():
            yield "first_play", "The first play joins the starting word."
    match turns.ended_by:
        case c.TurnEnd.ANNOUNCEMENT:
            ended = "its score is announced"
        case c.TurnEnd.ANNOUNCEMENT_OR_CLOCK:
            ended = "its score is announced or the opponent's clock is started"
    yield "ended_by", f"A turn ends when {ended}; until then its tiles may be taken back."
    match turns.refill:
        case c.Refill.AFTER_THE_TURN:
            yield "refill", f"The player then draws back to {rack_size} tiles, as long as the bag lasts."
    yield (
        "limit",
        f"A turn lasts {minutes_and_seconds(turns.limit)} at most."
        if turns.limit is not None
        else "A turn has no time limit.",
    )
    match turns.overrun:
        case c.Overrun.PASS_UNLESS_ALLOWED:
            overrun = "is a pass unless the table's scorekeeper or a judge allows the play or the challenge"
        case c.Overrun.SHOWN_ONLY:
            overrun = "is shown as such, and its play counts"
        case None:
            overrun = "does not exist"
    yield "overrun", f"A turn that overruns {overrun}."
    match turns.limit_while_judged:
        case c.WhileJudged.STOPS:
            yield "limit_while_judged", "The time of a turn stands still while a judge decides."
        case c.WhileJudged.RUNS:
            yield "limit_while_judged", "The time of a turn runs on while a judge decides."
        case None:
            yield "limit_while_judged", "There is no time of a turn that could stand still for a judge."
    match turns.exchange:
        case None:
            yield "exchange", "Tiles are not exchanged."
        case c.BagHoldsWhatIsDrawn() | c.BagHoldsAtLeast():
            bag = (
                f"at least {turns.exchange.tiles} tiles"
                if isinstance(turns.exchange, c.BagHoldsAtLeast)
                else "as many tiles as are drawn"
            )
            yield (
                "exchange",
                f"A turn may be used to exchange any or all tiles, for zero; the bag must hold {bag}. "
                "New tiles are drawn first, then the old ones are mixed in.",
            )
    match turns.passing:
        case c.Passing.ALLOWED:
            yield "passing", "A turn may be passed, for zero."
        case c.Passing.FORBIDDEN:
            yield "passing", "A turn may not be passed."


def say_building(building: Building) -> Iterator[Said]:
    removed = [
        f"{tiles or 'none'} for round {number}" for number, tiles in enumerate(building.tiles_removed, 1)
    ]
    yield "tiles_removed", f"Tiles picked at random are taken out: {listed(removed, 'and')}."
    yield (
        "tile_cents",
        f"A tile that was taken out, picked at random, costs {dollars(building.tile_cents)} at any "
        "time in the round.",
    )
    yield (
        "all_tiles_cents",
        f"All tiles that are taken out in all rounds cost {dollars(building.all_tiles_cents)} together.",
    )
    match building.starting_word:
        case r.StartingWordWhileBuilding.EXTENDED_NOT_MOVED:
            yield "starting_word", "The starting word may be extended; its letters stay where they are."
    match building.bonus_words:
        case r.BonusWords.NOT_ALTERED:
            yield "bonus_words", "A bonus word on the board is not altered."


def say_placing(placing: Placing, *, builds: bool) -> Iterator[Said]:
    match placing.line:
        case c.PlayLine.ONE_LINE if builds:
            yield "line", "Words read across or down, never diagonally."
        case c.PlayLine.ONE_LINE:
            yield (
                "line",
                "The tiles of one play lie in one row or column and make one complete word with any "
                "tiles between; "
                "every word made crosswise must be complete too. Nothing reads diagonally.",
            )
    match placing.joining:
        case c.Joining.TOUCHES_A_WORD if builds:
            yield (
                "joining",
                "Every word is connected to the starting word; none is begun apart and joined up later.",
            )
        case c.Joining.TOUCHES_A_WORD:
            yield (
                "joining",
                "A play adds to a word, crosses or extends one at right angles, or lies beside one "
                "so that all "
                "letters that touch make words.",
            )
    match placing.played_tiles:
        case c.PlayedTiles.STAY:
            yield "played_tiles", "A tile stays where it was played."
        case c.PlayedTiles.MAY_BE_REARRANGED:
            yield (
                "played_tiles",
                "Words may be altered or replaced at any time as long as connections are not lost.",
            )
    match placing.blanks:
        case c.BlankLetters.FIXED:
            yield (
                "blanks",
                "A blank stands for a letter that is named when it is played; it keeps that letter "
                "and its square "
                "for the whole game.",
            )
        case c.BlankLetters.NAMED_TO_SCOREKEEPER:
            yield (
                "blanks",
                "Blanks may be used anywhere; the scorekeeper is told which letter each stands for.",
            )
