"""The clause by which a fact of a table or of a team's board came about."""

from collections.abc import Mapping
from typing import Final

from wordwaiter.game import facts as f
from wordwaiter.game.hare import facts as h
from wordwaiter.rules.rulebooks.rulebook import Rulebook

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
