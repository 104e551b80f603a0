"""RULINGS: rulings on plays outside a game. Each is in the log before anybody sees it.

A ruling that cannot be written down is not given. So the log is complete: nobody ever saw a verdict that is
not in it. An official who must rule while the disk is full has `wordwaiter judge` in the terminal.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Final

from wordwaiter.audience import Audience, ForJudges, declared
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon.judge import Ground, Judge, Verdict, parse_words
from wordwaiter.sentences import Wording, said
from wordwaiter.service.access.addresses import lasting_address
from wordwaiter.service.execute import execute
from wordwaiter.service.house_facts import HouseFact, house_facts, reader_of
from wordwaiter.service.judging.judge_access import Device, Room, check_admitted
from wordwaiter.service.stream_kind import Attempt, CommandMeta, StreamKind
from wordwaiter.store.facts import Fact
from wordwaiter.store.families import Family
from wordwaiter.store.journal import JournalReader

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

STREAM: Final = "judge"
LONGEST_QUESTION: Final = 500
"""Signs in a question; a play makes at most eight words of fifteen letters on the standard board."""

_TYPING_SLIPS: Final = frozenset({Ground.NO_SUCH_TILE, Ground.HYPHEN_OR_APOSTROPHE})
"""Grounds that no play on a board can have: there, such a sign is a slip of the keyboard."""


@dataclass(frozen=True, slots=True)
class ListUsed:
    """A word list as it was when it decided."""

    name: str
    title: str
    edition: str
    hash: str


@dataclass(frozen=True, slots=True)
class RuledWord:
    """A word of a play, and the code of the ground why it is not good."""

    word: str
    ground: str | None
    sponsor: bool = False
    """Whether it is good as the name of a sponsor."""


@dataclass(frozen=True, slots=True)
class PlayRuled(HouseFact):
    """The judge ruled on a play."""

    KIND: ClassVar = "judge.play_ruled"
    AUDIENCE: ClassVar = Audience.JUDGES
    BODY_VERSION: ClassVar = 2
    """In the first form of its body stood the address of the device, which is now the fact's own `device`."""
    good: ForJudges[bool]
    words: ForJudges[tuple[RuledWord, ...]]
    lists: ForJudges[tuple[ListUsed, ...]]
    longest: ForJudges[int | None]

    def sentence(self) -> Wording:
        pattern = "the judge is asked about {words}: not good"
        if self.good:
            pattern = "the judge is asked about {words}: good"
        return said(pattern, words=" ".join(word.word for word in self.words))


RULING_FACT_TYPES: Final = declared([PlayRuled])
"""Every kind of fact by its stable name."""

ruling_fact = reader_of(RULING_FACT_TYPES)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A play that was ruled on, as it stands in the log."""

    number: int
    time: datetime
    good: bool
    words: tuple[RuledWord, ...]
    lists: tuple[ListUsed, ...]
    longest: int | None
    address: str


@dataclass(frozen=True, slots=True)
class RulePlay:
    """Rule on a play by a judge's word lists."""

    judge: Judge
    text: str
    """Its words, as they were typed."""
    device: Device


def rule_play(context: "Context", judge: Judge, device: Device, text: str) -> Ruling:
    """Rules on the play whose words were typed as `text`; the ruling is already in the log."""
    meta = CommandMeta(device=lasting_address(device.address))
    command = RulePlay(judge, text, device)
    (fact,) = execute(context, device.caller, RULINGS, STREAM, command, meta).written
    return _ruling(fact)


def read_rulings(context: "Context", device: Device, *, newest: int | None = None) -> tuple[Ruling, ...]:
    """Returns the rulings in the log, oldest first."""
    check_admitted(context.door, device, Room.LOG)
    return rulings_in(context.journal, newest=newest)


def rulings_in(journal: JournalReader, *, newest: int | None = None) -> tuple[Ruling, ...]:
    """The rulings in a journal, oldest first; for whoever has the file, and so needs no door."""
    try:
        return tuple(
            _ruling(JUDGE_FAMILY.upgraded(fact))
            for fact in journal.facts(STREAM, newest=newest)
            if fact.kind == PlayRuled.KIND
        )
    except MalformedError as error:
        raise MalformedFileError("damaged-journal", journal.name, error.sentence) from error


def ground_sentence(code: str) -> str:
    """The ground of that code as it is said after the word; the code itself when we do not know it."""
    return next((said(ground.sentence) for ground in Ground if ground.code == code), said(code))


def _permit(attempt: Attempt["JudgeLog"], command: RulePlay) -> None:
    check_admitted(attempt.context.door, command.device, Room.JUDGE)


def _decide(
    _attempt: Attempt["JudgeLog"], _log: "JudgeLog", command: RulePlay
) -> tuple[tuple[PlayRuled, ...], None]:
    judge = command.judge
    return (_ruled(judge, _rule(judge, command.text)),), None


def _rule(judge: Judge, text: str) -> Verdict:
    if len(text) > LONGEST_QUESTION:
        raise MalformedError(
            "long-question",
            f"a play is shorter than {len(text):,} characters; type the words of one play",
            length=len(text),
        )
    words = [judge.tile_set.upper(word) for word in parse_words(text)]
    if not words:
        raise MalformedError("no-words", "type every word that is challenged")
    verdict = judge.rule(words)
    for ruling in verdict.words:
        if ruling.ground in _TYPING_SLIPS:
            raise MalformedError(
                "no-such-tile",
                f"{ruling.word} has a character that is not on a tile; type only letters",
                word=ruling.word,
            )
    return verdict


def _ruled(judge: Judge, verdict: Verdict) -> PlayRuled:
    return PlayRuled(
        good=verdict.good,
        words=tuple(
            RuledWord(each.word, each.ground and each.ground.code, each.word in verdict.sponsors)
            for each in verdict.words
        ),
        lists=tuple(ListUsed(each.name, each.title, each.edition, each.hash) for each in judge.lexicons),
        longest=judge.longest,
    )


def _ruling(fact: Fact) -> Ruling:
    ruled = ruling_fact(fact)
    return Ruling(
        fact.position, fact.time, ruled.good, ruled.words, ruled.lists, ruled.longest, address=fact.device
    )


def _with_device(fact: Fact) -> Fact:
    """The second form of a ruling's first one."""
    body = dict(fact.body)
    return replace(fact, kind_version=2, device=str(body.pop("address", "")), body=body)


@dataclass(frozen=True, slots=True)
class JudgeLog:
    """How many rulings were given, and the latest."""

    count: int
    latest: Ruling | None


RULINGS: Final = StreamKind(
    name="rulings",
    called="the log of rulings",
    state=JudgeLog,
    permit=_permit,
    decide=_decide,
    encode=house_facts,
    decode=ruling_fact,
    at_ms=lambda _log: 0,
    begin=JudgeLog(0, None),
    is_log=True,
)

JUDGE_FAMILY: Final = Family(
    name="judge",
    begin=lambda fact: JudgeLog(1, _ruling(fact)),
    evolve=lambda log, fact: JudgeLog(log.count + 1, _ruling(fact)),
    kinds=frozenset(RULING_FACT_TYPES),
    upgrades={(PlayRuled.KIND, 1): _with_device},
)
"""How the log of rulings is read."""
