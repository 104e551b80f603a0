"""A table's facts as sentences that can be read out, and the clause by which each came about.

No sentence tells what is on a rack or in the bag, nor on what ground a word was ruled bad: those who may know
look at the table, or at the ruling.
"""

from collections.abc import Mapping
from typing import Final, assert_never

from wordwaiter.game import facts as f
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare import facts as h
from wordwaiter.game.table import Signer, SigningOfficial
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import Wording, counted, joined, listed, named, said


def sentence_of(opened: f.TableOpened, fact: f.Fact) -> Wording:
    """What happened at the table that was opened so."""

    def name(seat: int) -> str:
        return opened.seats[seat].name

    match fact:
        case f.TableOpened(sides=sides, rulebook=rulebook):
            return said(
                "the table of {sides} is opened under {rulebook}",
                sides=listed(sides),
                rulebook=rulebook,
            )
        case f.FirstTileDrawn(seat=seat, tile=tile):
            return said("{who} draws {tile} for first play", who=name(seat), tile=tile)
        case f.FirstDrawTied():
            return said("the tiles for first play are equal; all draw again")
        case f.PlayBegan(seat=seat):
            return said("{who} begins", who=name(seat))
        case f.TilesLaid(seat=seat):
            return said("{who} lays tiles", who=name(seat))
        case f.TilesLifted(seat=seat):
            return said("{who} takes the tiles back", who=name(seat))
        case f.PlayAnnounced(seat=seat, words=words, points=points):
            return said(
                "{who} plays {words} for {points}", who=name(seat), words=", ".join(words), points=points
            )
        case f.TilesDrawn(seat=seat, tiles=tiles, inferred=inferred):
            pattern = "{who} draws {tiles}, as it seems" if inferred else "{who} draws {tiles}"
            return said(pattern, who=name(seat), tiles=_how_many(tiles))
        case f.TilesExchanged(seat=seat, tiles=tiles):
            return said("{who} exchanges {tiles}", who=name(seat), tiles=_how_many(tiles))
        case f.TurnPassed(seat=seat, cannot_play=cannot_play):
            pattern = "{who} passes, having no play" if cannot_play else "{who} passes"
            return said(pattern, who=name(seat))
        case f.TurnSkipped(seat=seat):
            return said("{who} loses the turn", who=name(seat))
        case f.PointsReported(seat=seat, points=points):
            return said("{who} reports {n} points", who=name(seat), n=points)
        case f.HoldCalled(seat=seat):
            return said("{who} calls hold", who=name(seat))
        case f.HoldReleased(seat=seat):
            return said("{who} releases the hold", who=name(seat))
        case f.PlayChallenged(seat=seat, words=words):
            return said("{who} challenges {words}", who=name(seat), words=", ".join(words))
        case f.RulingGiven(good=good):
            return said("the challenged play is good" if good else "the challenged play is not good")
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
        | f.RackLeftUnknown
        | f.ResultCounted
        | f.ResultSigned
        | f.ResultAccepted
        | f.ResultReturned
        | f.SideRenamed
    ),
) -> Wording:
    match fact:
        case f.LateAllowed():
            return said("what comes too late is allowed once")
        case f.ClockPaused():
            return said("the clocks are stopped")
        case f.ClockResumed():
            return said("the clocks run again")
        case f.ClockAdjusted(clock=clock, side=side, by_ms=by_ms):
            which = {"clock": said(f"{clock.value} clock"), "seconds": f"{by_ms / 1000:+.0f}"}
            if side is None:
                return said("the {clock} is set by {seconds} s", **which)
            return said("the {clock} of {who} is set by {seconds} s", who=opened.sides[side], **which)
        case f.TimeCalled():
            return said("time is called")
        case f.TurnUndone(number=number):
            return said("turn {number} is taken back", number=number)
        case f.EndingUndone():
            return said("the ending is taken back")
        case f.TurnCorrected(number=number, scores=scores):
            words, points = scores[0]
            return said(
                "turn {number} is put right: {words} for {points}",
                number=number,
                words=", ".join(words),
                points=points,
            )
        case f.GameEnded(reason=reason):
            return said("the game is over ({reason})", reason=named(reason))
        case f.RacksFilled():
            return said("racks are filled for the count")
        case f.RackDeclared(seat=seat, tiles=tiles):
            return said(
                "the rack of {who} is told, {tiles}", who=opened.seats[seat].name, tiles=_how_many(tiles)
            )
        case f.RackLeftUnknown(seat=seat):
            return said(
                "nobody can tell the rack of {who}, so that nothing is counted for it",
                who=opened.seats[seat].name,
            )
        case f.ResultCounted(adjustments=adjustments):
            if not adjustments:
                return said("counted: nothing to add")
            told = (
                said(
                    "{who} {points} ({cause})",
                    who=opened.sides[each.side],
                    points=f"{each.points:+}",
                    cause=named(each.cause),
                )
                for each in adjustments
            )
            return said("counted: {all}", all=joined(", ", told))
        case f.ResultSigned(signer=signer):
            return said("{who} signs the result", who=_signer(opened, signer))
        case f.ResultAccepted():
            return said("the result is accepted")
        case f.ResultReturned():
            return said("the result is given back to the table")
        case f.SideRenamed(side=side, name=name):
            return said("{who} is called {name} now", who=opened.sides[side], name=name)
        case _:
            assert_never(fact)


def _signer(opened: f.TableOpened, signer: Signer | f.NamedSigner) -> str:
    match signer:
        case int():
            return opened.sides[signer]
        case SigningOfficial():
            return signer.value
        case f.NamedSigner(name):
            return name


def hare_sentence_of(opened: h.RoundOpened, fact: h.HareFact) -> Wording:
    """What happened to a team's board in a round that was opened so."""
    team = opened.team
    match fact:
        case h.RoundOpened(number=number, removed=removed):
            return said(
                "{who} begins round {number}, {tiles} out of play",
                who=team,
                number=number,
                tiles=_how_many(removed),
            )
        case h.SquaresChanged(laid=laid, lifted=lifted):
            return said(
                "{who}: {laid} tiles laid, {lifted} lifted", who=team, laid=len(laid.laid), lifted=len(lifted)
            )
        case h.TilesBoughtBack(tiles=tiles):
            return said("{who} buys {tiles} back", who=team, tiles=_how_many(tiles))
        case h.TilesGivenBack(tiles=tiles, reason=reason):
            return said("{who} gives {tiles} back: {reason}", who=team, tiles=_how_many(tiles), reason=reason)
        case h.TimeAdjusted(by_ms=by_ms):
            return said("the round of {who} is set by {seconds} s", who=team, seconds=f"{by_ms / 1000:+.0f}")
        case h.EndSignalled():
            return said("the end is signalled to {who}", who=team)
        case h.SignalWithdrawn():
            return said("the signal to {who} is taken back", who=team)
        case h.UnplayedResponse(points=points):
            return said("{who} has {n} points unplayed", who=team, n=points)
        case h.BoardSubmitted(member=member):
            return said("the board of {who} is handed in, checked by {member}", who=team, member=member)
        case h.TeamRenamed(name=name):
            return said("{who} is called {name} now", who=team, name=name)
        case h.BoardReopened():
            return said("the board of {who} may be entered again", who=team)
        case h.PointsCorrected(points=points):
            return said("{who} gets {points} points", who=team, points=f"{points:+}")
        case h.BoardAccepted(total=total):
            return said("{who} has {total} in this round", who=team, total=total)
        case h.BestBoardFound(total=total):
            return said("the best board found for the tiles of {who} has {total}", who=team, total=total)
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
    h.UnplayedResponse.KIND: "round_ending.unplayed",
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


def _how_many(tiles: Tiles) -> Wording:
    return counted(tiles if isinstance(tiles, int) else len(tiles), "{n} tile", "{n} tiles")
