"""Random commands of every role at a Bee: totals are those of a plain recount of boards and sheets.

The recount reads the journal as plain JSON and scores boards by itself: it shares no code with the program.
"""

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import bees
from service.houses import DORA, Computer, holder, serving
from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.roles import Role
from wordwaiter.rules.layout import parse_start
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.money.treasury import funds
from wordwaiter.tournament.standings.standings import standings

VALUES = {
    letter: points
    for letters, points in (
        ("AEIOULNRST", 1), ("DG", 2), ("BCMP", 3), ("FHVWY", 4), ("K", 5), ("JX", 8), ("QZ", 10)
    )
    for letter in letters
}  # fmt: skip
WHOLE_SET = 187
"""What all hundred tiles are worth together."""
CORNER = ("T..d...T", ".D...t..", "..D...d.", "d..D...d", "....D...", ".t...t..", "..d...d.", "T..d...D")
"""A quarter of the board with its middle lines: word premiums T and D, letter premiums t and d."""
PLAYS = ("I7 ZED", "K8 DOG", "1A CAT", "H8 RAN", "8H READER", "8H READS", "J7 LAX", "15L ACME", "I7 BEAD")
ON_PAPER = 3
"""The team that hands in its total alone."""
MEMBERS = ("Ann", "Bo", "Cy", "Di")


# ---------------------------------------------------------------- the plain recount


def premium(row: int, col: int) -> str:
    return CORNER[min(row, 14 - row)][min(col, 14 - col)]


def square(name: str) -> tuple[int, int]:
    digits = "".join(each for each in name if each.isdigit())
    (letter,) = (each for each in name if each.isalpha())
    return int(digits) - 1, ord(letter) - ord("A")


def words_on(board: dict[tuple[int, int], tuple[str, bool]]) -> dict[tuple[str, int, int, str], int]:
    """Each word of two letters or more, with its points."""
    found = {}
    for down, across, name in ((0, 1, "across"), (1, 0, "down")):
        for row, col in board:
            if (row - down, col - across) in board:
                continue
            text, points, times, at = "", 0, 1, (row, col)
            while at in board:
                letter, is_blank = board[at]
                here = premium(*at)
                points += 0 if is_blank else VALUES[letter] * {"d": 2, "t": 3}.get(here, 1)
                times *= {"D": 2, "T": 3}.get(here, 1)
                text, at = text + letter, (at[0] + down, at[1] + across)
            if len(text) > 1:
                found[text, row, col, name] = points * times
    return found


class Recount:
    """The totals as somebody counts them who reads all that happened, in its order."""

    def __init__(self) -> None:
        self.boards: dict[str, dict[tuple[int, int], tuple[str, bool]]] = {}
        self.teams: dict[str, int] = {}
        self.corrected: dict[str, int] = {}
        self.struck: dict[str, dict[str, list[tuple[str, int, int, str]]]] = {}
        self.sheets: dict[int, int] = {}
        self.challenges: dict[int, tuple[int, tuple[str, int, int, str]]] = {}
        self.rulings: dict[int, bool] = {}
        """Whether the word that a team challenged was ruled good."""
        self.peeks: dict[int, int] = {}
        self.ledger: dict[int, int] = {}
        """Cents of each line."""
        self.refused: dict[int, int] = {}
        """Points of words that a peek refused and a judge struck, by peek."""

    def read(self, stream: str, kind: str, body: dict[str, Any]) -> None:
        match kind:
            case "hare.round_opened":
                self.teams[stream], self.corrected[stream], self.struck[stream] = body["contender"], 0, {}
                self.boards[stream] = {}
                self.lay(stream, body["starting_word"])
            case "hare.squares_changed":
                for name in body["lifted"]:
                    self.boards[stream].pop(square(name))
                self.lay(stream, body["laid"])
            case "hare.points_corrected":
                self.corrected[stream] += body["points"]
            case "hare.board_reopened":
                self.struck[stream] = {}
            case "hare.words_struck":
                self.struck[stream][body["fault"]] = [self.place(word) for word in body["words"]]
            case "hare.fault_ruling_undone":
                self.struck[stream].pop(body["fault"], None)
            case "tournament.result_settled":
                self.sheets[body["table"]] = body["scores"][0]
            case "tournament.board_word_challenged":
                made = body["challenge"]
                target = self.place(made["target"])
                self.challenges[made["challenger"]["number"]] = made["challenged"]["number"], target
            case "tournament.board_word_ruled":
                self.rulings[body["challenger"]["number"]] = body["good"]
            case "tournament.board_ruling_undone":
                self.rulings.pop(body["challenger"]["number"], None)
            case "tournament.money_taken":
                self.ledger[body["line"]] = body["payment"]["cents"]
            case "tournament.money_reversed":
                self.ledger[body["line"]] = -self.ledger[body["reverses"]]
            case "tournament.peek_bought":
                self.peeks[body["number"]] = body["team"]
            case "tournament.refused_word_ruled":
                words = words_on(self.boards[self.board_of(self.peeks[body["number"]])])
                points = sum(words[self.place(word)] for word in body["words"])
                self.refused[body["number"]] = points if body["struck"] else 0
            case "tournament.refused_word_undone" | "tournament.peek_answer_undone":
                self.refused.pop(body["number"], None)
            case "tournament.result_withdrawn":
                here = f"/{body['table']}.1"
                for peek, team in self.peeks.items():
                    if self.board_of(team).endswith(here):
                        self.refused.pop(peek, None)

    def lay(self, stream: str, laid: list[list[str]]) -> None:
        for name, *tile in laid:
            self.boards[stream][square(name)] = tile[-1], len(tile) == 2

    def place(self, word: dict[str, Any]) -> tuple[str, int, int, str]:
        where = word["square"]
        row, col = square(where) if isinstance(where, str) else (where["row"], where["col"])
        return word["word"], row, col, word["direction"]

    def moved(self, challenger: int) -> dict[int, int]:
        """What a ruling gave and took; the points of the word are those on the board as it is now."""
        challenged, target = self.challenges[challenger]
        words = words_on(self.boards[self.board_of(challenged)])
        is_on_paper = challenged == ON_PAPER
        assert is_on_paper or target in words, "the judges ruled on a word that is not on the board any more"
        if self.rulings[challenger]:
            return {challenger: -25}
        return {challenger: words[target], challenged: -words[target]}

    def board_of(self, team: int) -> str:
        return next(stream for stream, owner in self.teams.items() if owner == team)

    def total_of_board(self, stream: str) -> int:
        board = self.boards[stream]
        words = words_on(board)
        gone = {word for words_gone in self.struck[stream].values() for word in words_gone}
        counted = sum(points for word, points in words.items() if word not in gone)
        bonus = sum(
            next((reward for word in words if word[0] == name and word not in gone), 0)
            for name, reward in (("ACME", 100), ("SNAIL", 50))
        )
        laid = sum(0 if is_blank else VALUES[letter] for letter, is_blank in board.values())
        return counted + bonus - (WHOLE_SET - laid) + self.corrected[stream]

    def moved_to(self, team: int) -> int:
        struck = sum(points for peek, points in self.refused.items() if self.peeks[peek] == team)
        return sum(self.moved(challenger).get(team, 0) for challenger in self.rulings) - struck


# ---------------------------------------------------------------- the evening


def begin(context: Context) -> str:
    """Three Hare teams in round 1: Owls and Foxes have boards, the Jays hand in sheets."""
    division = c.OpenDivision("", bees.HARE, shipped_format("bee-hare"))
    bee = tournaments.begin_tournament(
        context, DORA, c.OpenTournament("", "Bee", names=PublicNames.FULL), [division]
    ).stream
    teams = tuple(single(Profile(name, members=MEMBERS)) for name in ("Owls", "Foxes", "Jays"))
    words = c.AnnounceWords("", bees.HARE, 1, "READ", "SNAIL", ("ACME",))
    for command in (c.Register("", bees.HARE, teams), c.CheckIn("", (1, 2, 3)), words):
        execute(context, DORA, TOURNAMENTS, bee, command)
    tournaments.publish_next_round(context, DORA, bee, tournaments.RoundRequest(bees.HARE, "Dora"))
    execute(context, DORA, TOURNAMENTS, bee, c.StartRound("", bees.HARE))
    return bee


def end_with_boards(context: Context, bee: str) -> None:
    """Both boards are entered when time is called; their teams have asked for words that stand on them."""
    waiter = holder("Walt", Role.TABLE_SCOREKEEPER, bee)
    for team, word in ((1, "zed"), (2, "zed"), (1, "cat"), (2, "dog")):
        execute(context, waiter, TOURNAMENTS, bee, c.BuyPeek("Walt", team, word))
    execute(context, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    boards = bees.boards(context, bee)
    bees.paint(context, boards["Owls"], "I7 ZED", "1A CAT")
    bees.paint(context, boards["Foxes"], "I7 ZED", "K8 DOG")
    for name in ("Owls", "Foxes"):
        execute(context, waiter, BOARDS, boards[name], h.SubmitBoard("", "Ann"))


def placed(text: str) -> PlacedWord:
    start, _, word = text.partition(" ")
    return PlacedWord(word, *parse_start(start))


def one_command(context: Context, bee: str, rng: random.Random) -> None:
    """Something that somebody does, sensible or not."""
    boards = bees.boards(context, bee)
    stream = boards[rng.choice(("Owls", "Foxes"))]
    judge = holder("Judith", Role.JUDGE, bee)
    second = holder("Jules", Role.JUDGE, bee)
    waiter = holder("Walt", Role.TABLE_SCOREKEEPER, bee)
    team, other = rng.sample((1, 2, 3), 2)
    fault = rng.choice(("not-connected 1A CAT", "not-connected 15L ACME"))
    word = placed(rng.choice(("1A CAT", "15L ACME", "I7 ZED", "8H READ", "K8 DOG")))
    points = rng.choice((-7, 5, 12))
    table = int(boards["Jays"].rpartition("/")[2].partition(".")[0])
    peek = rng.randrange(1, 5)
    match rng.randrange(19):
        case 0 | 1:
            with suppress(StopIteration):
                bees.paint(context, stream, *rng.sample(PLAYS, rng.randrange(1, 4)))
        case 2 | 3:
            execute(context, waiter, BOARDS, stream, h.SubmitBoard("", rng.choice(MEMBERS)))
        case 4:
            execute(context, judge, BOARDS, stream, h.ReopenBoard("", "look again"))
        case 5:
            execute(context, judge, BOARDS, stream, h.CorrectPoints("", points, "a tile"))
        case 6:
            execute(context, judge, BOARDS, stream, h.StrikeWords("", fault, (word,), "not connected"))
        case 7:
            kind = rng.choice((h.AcceptFault, h.UndoFaultRuling))
            execute(context, judge, BOARDS, stream, kind("", fault, "why not"))
        case 8:
            challenge = c.ChallengeBoardWord(rng.choice(MEMBERS), 1, team, other, word)
            execute(context, holder("Fay", Role.PLAYER, bee, entrant=team), TOURNAMENTS, bee, challenge)
        case 9:
            rule = c.RuleBoardWord("", 1, team, rng.random() < 0.4, points=rng.choice((None, 999, -5)))
            execute(context, judge, TOURNAMENTS, bee, rule)
        case 10:
            kinds = (c.UndoBoardRuling("", 1, team, "a slip"), c.VoidBoardChallenge("", 1, team, "a slip"))
            execute(context, second, TOURNAMENTS, bee, rng.choice(kinds))
        case 11:
            sheet = c.HandInSheet("", bees.HARE, 1, table, (rng.randrange(400, 900),), (3,))
            execute(context, waiter, TOURNAMENTS, bee, sheet)
        case 12:
            kinds_ = (c.CallRoundTime("", bees.HARE), c.CloseRound("", bees.HARE))
            execute(context, DORA, TOURNAMENTS, bee, rng.choice(kinds_))
        case 13:
            answer = c.AnswerPeek("", peek, rng.random() < 0.2)
            execute(context, judge, TOURNAMENTS, bee, answer)
        case 14 | 15:
            ruling = c.RuleRefusedWord("", peek, rng.random() < 0.7, "why not")
            execute(context, judge, TOURNAMENTS, bee, ruling)
        case 16:
            undoing = rng.choice((c.UndoRefusedWord, c.UndoPeekAnswer))
            execute(context, second, TOURNAMENTS, bee, undoing("", peek, "a slip"))
        case 17:
            treasurer = holder("Tess", Role.TREASURER, bee)
            line = rng.randrange(1, 6)
            given = c.TakeMoney("", Fund.DONATION, 500, Method.CASH, team)
            reversed_ = c.ReverseMoney("", line, "a slip")
            execute(context, treasurer, TOURNAMENTS, bee, rng.choice((given, reversed_)))
        case 18:
            emcee = holder("Emma", Role.EMCEE, bee)
            told = c.AnnounceWords("", bees.HARE, rng.randrange(1, 3), "GLOW", "SNAIL", ("ACME",))
            execute(context, emcee, TOURNAMENTS, bee, rng.choice((told, c.ListSponsors("", ("ACME", "ZED")))))


def recount(context: Context, bee: str) -> Recount:
    counted = Recount()
    streams = (bee, *bees.boards(context, bee).values())
    facts = (fact for stream in streams for fact in context.journal.facts(stream))
    for fact in sorted(facts, key=lambda each: each.position):
        counted.read(fact.stream, fact.kind, dict(fact.body))
    return counted


@pytest.mark.clause("bee-7")
@pytest.mark.clause("bee-12")
@pytest.mark.clause("bee-challenge")
@pytest.mark.parametrize("seed", range(24))
def test_totals_are_those_of_a_plain_recount(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with serving(tmp_path / "house.db", Computer()) as context:
        bee = begin(context)
        end_with_boards(context, bee)
        for _ in range(90):
            with suppress(WordwaiterError):
                one_command(context, bee, rng)
        sheet = c.HandInSheet("", bees.HARE, 1, ON_PAPER, (500,), (ON_PAPER,))
        with suppress(WordwaiterError):
            execute(context, DORA, TOURNAMENTS, bee, sheet)
        counted = recount(context, bee)
        tournament = snapshot_of(context, bee).tournament
        played = tournament.round(bees.HARE, 1)
        expected = {}
        for team, name in ((1, "Owls"), (2, "Foxes"), (3, "Jays")):
            sitting = played.sitting_of(team)
            assert sitting is not None
            if sitting.outcome is not None:
                stream = bees.boards(context, bee)[name]
                base = counted.sheets[sitting.table] if team == ON_PAPER else counted.total_of_board(stream)
                expected[name] = base + counted.moved_to(team)
        lines = standings(tournament, bees.HARE).lines
        told = {line.name: line.values[0][0] for line in lines if line.name in expected}
        assert told == expected
        assert expected, "nothing came of it"
        assert funds(tournament).total_cents == sum(counted.ledger.values())
