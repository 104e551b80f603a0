"""How somebody steers the big screen: what it shows, its slides, and the steps of the ceremony."""

from dataclasses import dataclass

from wordwaiter.tournament.standings.awards import Award, ceremony_steps
from wordwaiter.tournament.state import Screen, ScreenTurn, Tournament


@dataclass(frozen=True, slots=True)
class ScreenControl:
    """The choices for the big screen now."""

    chosen: Screen
    screens: tuple[Screen, ...]
    """All but the ceremony, which has a button of its own."""
    has_ceremony: bool
    """Whether there is a final result, and so a ceremony."""
    turns: tuple[ScreenTurn, ...]
    """The actions on the slides, where several take turns."""
    step: int
    """Of the ceremony, as it is shown."""
    last: int
    """The step that shows all winners."""
    coming: Award | None
    """One of those whom the next step shows."""

    @property
    def is_ceremony(self) -> bool:
        """Whether the ceremony is on the screen."""
        return self.has_ceremony and self.chosen is Screen.CEREMONY


def screen_control(tournament: Tournament) -> ScreenControl:
    """Returns what may be chosen now."""
    steps = ceremony_steps(tournament) if tournament.is_final else ()
    follows = tournament.screen is Screen.ROTATE
    turn = ScreenTurn.RESUME if tournament.screen_paused else ScreenTurn.PAUSE
    step = tournament.awards_shown
    return ScreenControl(
        chosen=tournament.screen,
        screens=tuple(each for each in Screen if each is not Screen.CEREMONY),
        has_ceremony=bool(steps),
        turns=(turn, ScreenTurn.SKIP) if follows else (),
        step=step,
        last=len(steps) + 1,
        coming=steps[step][0] if step < len(steps) else None,
    )
