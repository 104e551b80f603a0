"""Whether a play was left when nobody could play: what a judge and a director read before the signatures."""

from collections.abc import Collection
from dataclasses import dataclass

from wordwaiter.game.commands import DeclareRack
from wordwaiter.game.finder import BestPlay
from wordwaiter.service.judging.plays_left import Evidence
from wordwaiter.service.tables.scene import Scene
from wordwaiter.web.words import Catalogue


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """The answer about plays that were left, and the racks that can be entered to know more."""

    lines: tuple[str, ...]
    to_enter: tuple[tuple[int, str], ...]
    """The seats whose tiles can be entered here, with their names."""


def evidence_view(scene: Scene, entered_elsewhere: Collection[int], words: Catalogue) -> EvidenceView | None:
    """Returns what the lists say; for some racks the page has fields already."""
    if scene.evidence is None:
        return None
    found = scene.evidence.found
    may_enter = DeclareRack in scene.granted and bool(scene.seats) and not scene.is_signed
    unknown = found.unknown if found is not None and found.is_open and not found.plays else ()
    ask = "table.evidence-enter" if may_enter else "table.evidence-not-told"
    names = {seat: scene.table.seats[seat].name for seat in unknown}
    lines = (*_lines(scene, scene.evidence, words), *(words.say(ask, who=who) for who in names.values()))
    to_enter = [(seat, who) for seat, who in names.items() if may_enter and seat not in entered_elsewhere]
    return EvidenceView(lines, tuple(to_enter))


def _lines(scene: Scene, evidence: Evidence, words: Catalogue) -> tuple[str, ...]:
    lists = ", ".join(each.upper() for each in evidence.lists)
    found = evidence.found
    if not lists:
        return (words.say("table.evidence-no-list"),)
    if found is None:
        return (words.say("table.evidence-board", lists=lists),)
    if not found.plays and not found.is_open:
        return (words.say("table.evidence-none", lists=lists),)
    first = words.say("table.evidence-left" if found.plays else "table.evidence-open", lists=lists)
    return (first, *(_of_seat(scene, seat, play, words) for seat, play in found.best))


def _of_seat(scene: Scene, seat: int, play: BestPlay | None, words: Catalogue) -> str:
    who = scene.table.seats[seat].name
    if play is None:
        return words.say("table.evidence-no-play-of", who=who)
    return words.say("table.evidence-play-of", who=who, play=play.text, n=play.points)
