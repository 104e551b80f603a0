"""A table's facts as sentences that can be read out, and the clause by which each came about.

No sentence tells what is on a rack or in the bag, nor on what ground a word was ruled bad: those who may know
look at the table, or at the ruling.
"""

from collections.abc import Mapping
from typing import Final, assert_never

from wordwaiter.game import facts as f
from wordwaiter.game import hare_facts as h
from wordwaiter.game.facts import Tiles
from wordwaiter.rules.rulebook import Rulebook


def sentence_of(opened: f.TableOpened, fact: f.Fact) -> str:
    """What happened at the table that was opened so."""

    def name(seat: int) -> str:
        return opened.seats[seat].name

    match fact:
        case f.TableOpened(sides=sides, rulebook=rulebook):
            return f"the table of {' and '.join(sides)} is opened under {rulebook}"
        case f.FirstTileDrawn(seat=seat, tile=tile):
            return f"{name(seat)} draws {tile} for first play"
        case f.FirstDrawTied():
            return "the tiles for first play are equal; all draw again"
        case f.PlayBegan(seat=seat):
            return f"{name(seat)} begins"
        case f.TilesLaid(seat=seat):
            return f"{name(seat)} lays tiles"
        case f.TilesLifted(seat=seat):
            return f"{name(seat)} takes the tiles back"
        case f.PlayAnnounced(seat=seat, words=words, points=points):
            return f"{name(seat)} plays {', '.join(words)} for {points}"
        case f.TilesDrawn(seat=seat, tiles=tiles, inferred=inferred):
            return f"{name(seat)} draws {_how_many(tiles)}{', as it seems' if inferred else ''}"
        case f.TilesExchanged(seat=seat, tiles=tiles):
            return f"{name(seat)} exchanges {_how_many(tiles)}"
        case f.TurnPassed(seat=seat, cannot_play=cannot_play):
            return f"{name(seat)} passes{', having no play' if cannot_play else ''}"
        case f.TurnSkipped(seat=seat):
            return f"{name(seat)} loses the turn"
        case f.PointsReported(seat=seat, points=points):
            return f"{name(seat)} reports {points} points"
        case f.HoldCalled(seat=seat):
            return f"{name(seat)} calls hold"
        case f.HoldReleased(seat=seat):
            return f"{name(seat)} releases the hold"
        case f.PlayChallenged(seat=seat, words=words):
            return f"{name(seat)} challenges {', '.join(words)}"
        case f.RulingGiven(good=good):
            return f"the challenged play is {'good' if good else 'not good'}"
        case _:
            return _of_officials(opened, fact)


def _of_officials(
    opened: f.TableOpened,
    fact: (
        f.LateAllowed
        | f.ClockPaused
        | f.ClockResumed
        | f.ClockAdjusted
        | f.TimeCalled
        | f.TurnUndone
        | f.EndingUndone
        | f.TurnCorrected
        | f.GameEnded
        | f.RacksFilled
        | f.RackDeclared
        | f.ResultCounted
        | f.ResultSigned
        | f.ResultAccepted
    ),
) -> str:
    match fact:
        case f.LateAllowed():
            return "what comes too late is allowed once"
        case f.ClockPaused():
            return "the clocks are stopped"
        case f.ClockResumed():
            return "the clocks run again"
        case f.ClockAdjusted(clock=clock, side=side, by_ms=by_ms):
            whose = "" if side is None else f" of {opened.sides[side]}"
            return f"the {clock.value} clock{whose} is set by {by_ms / 1000:+.0f} s"
        case f.TimeCalled():
            return "time is called"
        case f.TurnUndone(number=number):
            return f"turn {number} is taken back"
        case f.EndingUndone():
            return "the ending is taken back"
        case f.TurnCorrected(number=number, scores=scores):
            words, points = scores[0]
            return f"turn {number} is put right: {', '.join(words)} for {points}"
        case f.GameEnded(reason=reason):
            return f"the game is over ({reason.value})"
        case f.RacksFilled():
            return "racks are filled for the count"
        case f.RackDeclared(seat=seat, tiles=tiles):
            return f"the rack of {opened.seats[seat].name} is told, {_how_many(tiles)}"
        case f.ResultCounted(adjustments=adjustments):
            told = (f"{opened.sides[each.side]} {each.points:+} ({each.cause.value})" for each in adjustments)
            return f"counted: {', '.join(told) or 'nothing to add'}"
        case f.ResultSigned(signer=signer):
            return f"{signer} signs the result"
        case f.ResultAccepted():
            return "the result is accepted"
        case _:
            assert_never(fact)


def hare_sentence_of(opened: h.RoundOpened, fact: h.HareFact) -> str:
    """What happened to a team's board in a round that was opened so."""
    team = opened.team
    match fact:
        case h.RoundOpened(number=number, removed=removed):
            return f"{team} begins round {number}, {_how_many(removed)} out of play"
        case h.SquaresChanged(laid=laid, lifted=lifted):
            return f"{team}: {len(laid.laid)} tiles laid, {len(lifted)} lifted"
        case h.TilesBoughtBack(tiles=tiles):
            return f"{team} buys {_how_many(tiles)} back"
        case h.TilesGivenBack(tiles=tiles, reason=reason):
            return f"{team} gives {_how_many(tiles)} back: {reason}"
        case h.TimeAdjusted(by_ms=by_ms):
            return f"the round of {team} is set by {by_ms / 1000:+.0f} s"
        case h.EndSignalled():
            return f"the end is signalled to {team}"
        case h.SignalWithdrawn():
            return f"the signal to {team} is taken back"
        case h.UnplayedTold(points=points):
            return f"{team} has {points} points unplayed"
        case h.BoardSubmitted(member=member):
            return f"the board of {team} is handed in, checked by {member}"
        case h.BoardReopened():
            return f"the board of {team} may be entered again"
        case h.PointsCorrected(points=points):
            return f"{team} gets {points:+} points"
        case h.BoardAccepted(total=total):
            return f"{team} has {total} in this round"
        case h.BestBoardFound(total=total):
            return f"the best board found for the tiles of {team} has {total}"
        case _:
            assert_never(fact)


_SETTINGS: Final[Mapping[str, str]] = {
    f.FirstTileDrawn.KIND: "turns.first_side",
    f.FirstDrawTied.KIND: "turns.first_side",
    f.PlayBegan.KIND: "turns.first_side",
    f.PlayAnnounced.KIND: "scoring.words_counted",
    f.TilesDrawn.KIND: "turns.refill",
    f.TilesExchanged.KIND: "turns.exchange",
    f.TurnPassed.KIND: "turns.passing",
    f.HoldCalled.KIND: "challenge.hold",
    f.HoldReleased.KIND: "challenge.hold",
    f.PlayChallenged.KIND: "challenge.window",
    f.LateAllowed.KIND: "challenge.window",
    f.TimeCalled.KIND: "ending.time",
    f.RacksFilled.KIND: "ending.racks_at_time",
    f.ResultSigned.KIND: "ending.sign_off",
    f.ResultAccepted.KIND: "ending.sign_off",
    h.RoundOpened.KIND: "building.tiles_removed",
    h.TilesBoughtBack.KIND: "building.tile_cents",
    h.TilesGivenBack.KIND: "building.tile_cents",
    h.EndSignalled.KIND: "round_ending.signal",
    h.UnplayedTold.KIND: "round_ending.unplayed",
    h.BoardSubmitted.KIND: "round_ending.sign_off",
    h.BoardAccepted.KIND: "scoring.words_counted",
}
"""The setting of the rulebook by which a fact came about, where it is always the same one."""


def clause_of(rulebook: Rulebook, fact: f.Fact | h.HareFact) -> str | None:
    """The clause by which a fact came about; nothing where no rule decided."""
    match fact:
        case f.TurnSkipped(clause=clause):
            return clause
        case f.RulingGiven(good=good):
            setting: str | None = f"challenge.if_{'good' if good else 'bad'}"
        case f.GameEnded(reason=reason):
            setting = _ENDINGS[reason.value]
        case f.ResultCounted(adjustments=adjustments):
            return adjustments[0].clause if adjustments else None
        case _:
            setting = _SETTINGS.get(fact.KIND)
    return None if setting is None or setting not in rulebook.origins else rulebook.clause_of(setting)


_ENDINGS: Final[Mapping[str, str]] = {
    "out": "ending.out",
    "no-play": "ending.no_play",
    "scoreless": "ending.scoreless_turns",
    "time": "ending.time",
    "agreed": "ending.agreement",
}


def _how_many(tiles: Tiles) -> str:
    count = tiles if isinstance(tiles, int) else len(tiles)
    return f"{count} {'tile' if count == 1 else 'tiles'}"
