"""The emcee's desk: the words of each round with what is wrong with them, and the signals for the room."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.engine.hare import Effort, HarePuzzle
from wordwaiter.engine.hare_check import WordCheck
from wordwaiter.engine.hare_check import check_words as look_at_words
from wordwaiter.lexicon.judge import Judge
from wordwaiter.platform import lower_thread_priority
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import (
    AnnouncedKind,
    Announcement,
    announce,
    check_announcement,
    starting_tiles,
)
from wordwaiter.rules.problem import Problem, ProblemCode
from wordwaiter.rules.rulebooks.choices import TableAllowance
from wordwaiter.rules.rulebooks.result_choices import WordBonus
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.sentences import said
from wordwaiter.service.access.callers import Caller, require
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.judging.judge_access import Device, Room, check_admitted
from wordwaiter.service.judging.word_lists import judge_of_division
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.service.tournaments.tournaments import room_clock_ms
from wordwaiter.tournament.bee.decide import words_lacking
from wordwaiter.tournament.next_step import NextStep, division_steps, next_step
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.state import Division, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class WordsWanted:
    """Which words the rules of a division have announced."""

    starting: bool
    surprise: bool
    sponsors: bool

    def __bool__(self) -> bool:
        return self.starting or self.surprise or self.sponsors


@dataclass(frozen=True, slots=True)
class EmceeWords:
    """The words of one round."""

    number: int
    announced: Announcement
    problems: tuple[str, ...]
    """Problems the emcee should know of before reading the words out, each with its clause."""


@dataclass(frozen=True, slots=True)
class EmceeDivision:
    """One division."""

    division: Division
    step: NextStep
    round: Round | None
    """The latest one."""
    remaining_ms: int | None
    """Of the room's clock, while it runs."""
    tables_have_clocks: bool
    """Whether each table has its own time, which no signal ends."""
    wanted: WordsWanted
    now: EmceeWords | None
    """Of the round that is played."""
    coming: EmceeWords | None
    """Of the round that has not begun: these can still change."""
    lacking: tuple[AnnouncedKind, ...]
    """Kinds of words still to be announced before that round starts, unless there are none."""
    without: tuple[AnnouncedKind, ...]
    """Kinds of words that this round does without, as was confirmed."""
    may_lack_start: bool
    """Whether the emcee may confirm that this round has no starting word, which it would else wait for."""


@dataclass(frozen=True, slots=True)
class EmceeDesk:
    """A tournament as its emcee sees it; what an emcee reads, the room hears, so some stand by initials."""

    stream: str
    now_ms: int
    tournament: Tournament
    next: NextStep | None
    divisions: tuple[EmceeDivision, ...]

    def division(self, number: int) -> EmceeDivision | None:
        """The division that was opened as that one."""
        return next((each for each in self.divisions if each.division.number == number), None)


def emcee_desk(context: "Context", caller: Caller, stream: str) -> EmceeDesk:
    """Returns everything on the emcee's page."""
    require(caller, stream, Role.EMCEE)
    tournament = tournament_for(caller, stream, snapshot_of(context, stream).tournament)
    now_ms = max(context.watch(), tournament.at_ms)
    steps = {each.division: each for each in division_steps(tournament, now_ms, context.rulebooks)}
    return EmceeDesk(
        stream=stream,
        now_ms=now_ms,
        tournament=tournament,
        next=next_step(tournament, now_ms, context.rulebooks),
        divisions=tuple(
            _division(tournament, each, steps[each.name], context.rulebooks(each.rulebook), now_ms)
            for each in tournament.divisions.values()
        ),
    )


def _division(
    tournament: Tournament, division: Division, step: NextStep, rulebook: Rulebook, now_ms: int
) -> EmceeDivision:
    latest = tournament.latest_round(division.name)
    is_published = latest is not None and latest.stage is RoundStage.PUBLISHED
    begun = 0 if latest is None else latest.number - is_published
    is_played = latest is not None and latest.stage in (RoundStage.RUNNING, RoundStage.ENDED)
    coming = begun + 1
    # Of a round for fun nobody knows whether it will be played before it is published.
    is_awaited = is_published or coming <= division.format.counted_rounds
    return EmceeDivision(
        division=division,
        step=step,
        round=latest,
        remaining_ms=room_clock_ms(tournament, division.name, now_ms),
        tables_have_clocks=isinstance(rulebook.clock.game, TableAllowance),
        wanted=_wanted(rulebook),
        now=_words(tournament, division.name, begun, rulebook) if is_played else None,
        coming=_words(tournament, division.name, coming, rulebook) if is_awaited else None,
        lacking=words_lacking(tournament, division, coming, rulebook) if is_awaited else (),
        without=tournament.words_without.get((division.name, coming), ()),
        may_lack_start=coming > 1
        and rulebook.table.starting_word is not None
        and not isinstance(rulebook.play, Building),
    )


def _wanted(rulebook: Rulebook) -> WordsWanted:
    return WordsWanted(
        starting=rulebook.table.starting_word is not None,
        surprise=isinstance(rulebook.setting("scoring.surprise_word"), WordBonus),
        sponsors=isinstance(rulebook.setting("scoring.sponsor_word"), WordBonus),
    )


def _words(tournament: Tournament, division: str, number: int, rulebook: Rulebook) -> EmceeWords:
    announced = tournament.announcement(division, number)
    return EmceeWords(number, announced, problems_of(announced, rulebook))


def problems_of(announced: Announcement, rulebook: Rulebook) -> tuple[str, ...]:
    """Returns the reasons why these words cannot be laid, or earn nothing."""
    return tuple(problem.cited for problem in check_announcement(announced, rulebook))


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Words that somebody means to announce, and what is to be known of them; for emcee and director."""

    words: Announcement
    """As they were typed."""
    problems: tuple[str, ...]
    check: WordCheck | None
    """Whether they go together on one board; nothing where no board is built, or without a word list."""
    taken_out: int
    """Tiles that each team takes out at random in this round."""
    is_secret: bool = False
    """Whether a board with these words is for nobody: teams build from them now."""


def warnings_of(
    context: "Context", caller: Caller, stream: str, division: str, words: Announcement
) -> LookedAt:
    """Returns what rules and word lists say of words about to be announced; no board is searched for.

    A starting word that cannot begin a board is refused here already.
    """
    require(caller, stream, Role.EMCEE)
    of = snapshot_of(context, stream).tournament.division(division)
    rulebook = context.rulebooks(of.rulebook)
    meant = announce(rulebook.table.tile_set, words.starting_word, words.surprise_word, words.sponsors)
    starting_tiles(meant, rulebook)
    judge = None
    if context.door.admits(Device("", is_ours=False, caller=caller), Room.JUDGE):
        judge = judge_of_division(context, stream, of.number)
    return LookedAt(words, _known_of(words, meant, rulebook, judge), None, 0)


def _known_of(
    words: Announcement, meant: Announcement, rulebook: Rulebook, judge: Judge | None
) -> tuple[str, ...]:
    """All that is to be known of words as they were typed, without a look for a board."""
    unlisted = () if judge is None else _unlisted(meant, rulebook, judge)
    return (*_named_twice(words, rulebook), *problems_of(meant, rulebook), *unlisted)


def _unlisted(meant: Announcement, rulebook: Rulebook, judge: Judge) -> Iterator[str]:
    """The starting and the surprise word, where no list has them; sponsors' names need none."""
    starting, surprise = meant.starting_word, meant.surprise_word
    sentences = {
        word: said("{word} is not in the word list, so a team that lays it can be challenged", word=word)
        for word in (surprise,)
        if word is not None and word not in meant.sponsors
    }
    if starting is not None:
        sentences[starting] = said(
            "{word} is not in the word list, and every board begins with it; choose another", word=starting
        )
    for word, sentence in sentences.items():
        if not any(word in lexicon for lexicon in judge.lexicons):
            clause = rulebook.clause_of("words.dictionaries")
            yield Problem(ProblemCode.NOT_GOOD, sentence, clause, words=(word,)).cited


def _named_twice(words: Announcement, rulebook: Rulebook) -> Iterator[str]:
    """A sponsor that stands twice in the list, which may be a slip for another one."""
    names = Counter(rulebook.table.tile_set.upper(name.strip()) for name in words.sponsors)
    for name in (name for name, times in names.items() if times > 1):
        sentence = said("{word} stands twice among the sponsors, and counts once", word=name)
        clause = rulebook.clause_of("scoring.sponsor_word")
        yield Problem(ProblemCode.ANNOUNCED_TWICE, sentence, clause, words=(name,)).cited


_ASIDE: Final = ThreadPoolExecutor(1, "word-check", initializer=lower_thread_priority)
"""Words are looked at one after another, and let everything else go first."""

CHECKING: Final = Effort(seconds=2.0)
"""Somebody stands there with the words in hand and waits."""


def check_words(
    context: "Context",
    caller: Caller,
    stream: str,
    where: tuple[str, int],
    words: Announcement,
    effort: Effort = CHECKING,
) -> LookedAt:
    """Checks words for a division's round; nothing is written down.

    While a round runs, what a word list says of them is for judges' devices alone, as everywhere.
    """
    require(caller, stream, Role.EMCEE)
    name, number = where
    division = snapshot_of(context, stream).tournament.division(name)
    rulebook = context.rulebooks(division.rulebook)
    meant = announce(rulebook.table.tile_set, words.starting_word, words.surprise_word, words.sponsors)
    check, taken_out, judge = None, 0, None
    if isinstance(rulebook.play, Building):
        removed = rulebook.play.tiles_removed
        taken_out = removed[number - 1] if 1 <= number <= len(removed) else 0
        check_admitted(context.door, Device("", is_ours=False, caller=caller), Room.JUDGE)
        judge = judge_of_division(context, stream, division.number)
        if judge is not None and meant.starting_word is not None:
            puzzle = HarePuzzle(rulebook, meant, tuple(judge.lexicons))
            check = _ASIDE.submit(look_at_words, puzzle, effort).result()
    is_secret = check is not None and _is_built_from(context, meant.starting_word)
    return LookedAt(words, _known_of(words, meant, rulebook, judge), check, taken_out, is_secret)


def _is_built_from(context: "Context", starting_word: str | None) -> bool:
    """Checks whether a round is played here that begins with this word."""
    for stream in streams_in(context):
        tournament = snapshot_of(context, stream).tournament
        for name in tournament.divisions:
            latest = tournament.latest_round(name)
            if latest is not None and latest.stage in (RoundStage.RUNNING, RoundStage.ENDED):
                announced = tournament.announcement(name, latest.number)
                if announced.starting_word == starting_word:
                    return True
    return False
