"""A plain recount of tables and score sheets: it reads the journal as JSON and adds up by itself.

It shares no code with the program. Tables are scored turn by turn; the end of a game adds and takes what the
five documents say.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Body = dict[str, Any]
At = tuple[int, int]
Word = tuple[str, int, int, str]
"""A word, where it begins, and whether it reads `across` or `down`."""

VALUES = {
    letter: points
    for letters, points in (
        ("AEIOULNRST", 1), ("DG", 2), ("BCMP", 3), ("FHVWY", 4), ("K", 5), ("JX", 8), ("QZ", 10), ("?", 0)
    )
    for letter in letters
}  # fmt: skip
WHOLE_SET = 187
"""What all hundred tiles are worth together."""
CORNER = ("T..d...T", ".D...t..", "..D...d.", "d..D...d", "....D...", ".t...t..", "..d...d.", "T..d...D")
"""A quarter of the board with its middle lines: word premiums T and D, letter premiums t and d."""

AT_THE_END = {"iowa": -1, "ontario": -1, "grand-island": -1, "androscoggin": 0, "bee-tortoise": -1}
"""What the value of each tile counts that is left when nobody has gone out; Androscoggin counts nothing."""
WHEN_OUT = {
    "iowa": (2, 0),
    "ontario": (2, 0),
    "grand-island": (1, -1),
    "androscoggin": (0, 0),
    "bee-tortoise": (0, -1),
}
"""What each point that the others hold counts for the side that went out, and for who holds it."""
BONUSES = (("ACME", 100), ("SNAIL", 50))
"""The announced sponsor, and the surprise word."""


def premium(at: At) -> str:
    row, col = at
    return CORNER[min(row, 14 - row)][min(col, 14 - col)]


def square(name: str) -> At:
    digits = "".join(each for each in name if each.isdigit())
    (letter,) = (each for each in name if each.isalpha())
    return int(digits) - 1, ord(letter) - ord("A")


def placed(word: Body) -> Word:
    where = word["square"]
    row, col = square(where) if isinstance(where, str) else (where["row"], where["col"])
    return word["word"], row, col, word["direction"]


@dataclass
class Turn:
    """One turn: its tiles, if any, and whether a judge took them off."""

    seat: int
    laid: dict[At, tuple[str, bool]] = field(default_factory=dict)
    is_off: bool = False


class PlainTable:
    """A table as its facts tell it."""

    def __init__(self, body: Body) -> None:
        self.rulebook: str = body["rulebook"]
        self.side_of = [seat["side"] for seat in body["seats"]]
        self.sides: int = len(body["sides"])
        self.contenders: list[int] = body["contenders"]
        self.start = tiles_of(body["starting_word"])
        self.turns: list[Turn] = []
        self.racks: dict[int, list[str]] = {}
        self.is_over = False
        self.out: int | None = None
        """The side whose last tile ended the game."""

    def read(self, kind: str, body: Body) -> None:
        match kind:
            case "game.play_announced":
                self.turns.append(Turn(body["seat"], tiles_of(body["placement"])))
            case "game.turn_passed" | "game.tiles_exchanged" | "game.turn_timed_out" | "game.turn_skipped":
                self.turns.append(Turn(body["seat"]))
            case "game.turn_undone":
                del self.turns[body["number"] - 1 :]
                self.goes_on()
            case "game.ending_undone":
                self.goes_on()
            case "game.turn_corrected":
                self.turns[body["number"] - 1].laid = tiles_of(body["placement"])
            case "game.ruling_given":
                self.turns[-1].is_off = not body["good"]
                if not body["good"]:
                    self.goes_on()
            case "game.ended":
                self.is_over = True
                self.out = self.side_of[self.turns[-1].seat] if body["reason"] == "out" else None
            case "game.rack_declared":
                self.racks[body["seat"]] = body["tiles"]

    def goes_on(self) -> None:
        self.racks, self.is_over, self.out = {}, False, None

    def counted(self) -> tuple[list[int], dict[Word, int], dict[At, tuple[str, bool]]]:
        """The points of each side by its turns, the points of each word when it was made, and the board."""
        totals, words = [0] * self.sides, {}
        board = dict(self.start)
        if self.start:
            words = made_by(self.start, {})
            totals[0] += sum(words.values())
        for turn in self.turns:
            if turn.is_off or not turn.laid:
                continue
            made = made_by(turn.laid, board)
            words |= made
            board |= turn.laid
            totals[self.side_of[turn.seat]] += sum(made.values()) + (50 if len(turn.laid) == 7 else 0)
        return totals, words, board

    def words(self) -> dict[Word, int]:
        """The words that stand on the board, with what each counted when it was made, and its bonus."""
        _, words, board = self.counted()
        standing = set(made_by(board, {}))
        return {word: points for word, points in words.items() if word in standing}

    def total(self) -> list[int]:
        """What each side has when its unplayed tiles and its bonus words are counted."""
        totals, _, board = self.counted()
        if self.out is None:
            for seat, tiles in self.racks.items():
                left = sum(VALUES[tile] for tile in tiles)
                totals[self.side_of[seat]] += AT_THE_END[self.rulebook] * left
        else:
            # The bag is empty: the others hold all that is not on the board.
            left = WHOLE_SET - sum(0 if is_blank else VALUES[letter] for letter, is_blank in board.values())
            gains, loses = WHEN_OUT[self.rulebook]
            totals[self.out] += gains * left
            totals[self.sides - 1 - self.out] += loses * left
        if self.rulebook == "bee-tortoise":
            totals[0] += sum(self.bonus(name) for name, _ in BONUSES)
        return totals

    def bonus(self, name: str) -> int:
        """What an announced word brings that stands whole on the board; a sponsor's without a blank."""
        _, _, board = self.counted()
        for text, row, col, direction in made_by(board, {}):
            step = (0, 1) if direction == "across" else (1, 0)
            at = [(row + step[0] * each, col + step[1] * each) for each in range(len(text))]
            if text == name and (name == "SNAIL" or not any(board[each][1] for each in at)):
                return dict(BONUSES).get(name, 0)
        return 0


def tiles_of(laid: list[list[str]]) -> dict[At, tuple[str, bool]]:
    return {square(name): (tile[-1], len(tile) == 2) for name, *tile in laid}


def made_by(laid: dict[At, tuple[str, bool]], before: dict[At, tuple[str, bool]]) -> dict[Word, int]:
    """Each word that these tiles make or change, with its points; premiums count under them alone."""
    board, found = before | laid, {}
    for step, name in (((0, 1), "across"), ((1, 0), "down")):
        for at in laid:
            while (back := (at[0] - step[0], at[1] - step[1])) in board:
                at = back
            begin, text, points, times = at, "", 0, 1
            while at in board:
                letter, is_blank = board[at]
                here = premium(at) if at in laid else "."
                points += 0 if is_blank else VALUES[letter] * {"d": 2, "t": 3}.get(here, 1)
                times *= {"D": 2, "T": 3}.get(here, 1)
                text, at = text + letter, (at[0] + step[0], at[1] + step[1])
            if len(text) > 1:
                found[text, *begin, name] = points * times
    return found


@dataclass
class PlainRound:
    """Who sits where in a round, who rests, and what came of each board."""

    sides: dict[int, list[int]]
    rests: list[Body]
    results: dict[int, list[int]] = field(default_factory=dict)
    absent: dict[int, list[int]] = field(default_factory=dict)


class PlainDay:
    """A tournament of one division as its facts tell it."""

    def __init__(self) -> None:
        self.rounds: list[PlainRound] = []
        self.tables: dict[str, PlainTable] = {}
        self.sheets: dict[tuple[int, int], dict[int, list[int]]] = {}
        self.challenges: dict[int, tuple[int, Word]] = {}
        self.rulings: dict[int, bool] = {}
        """Whether the word that a team challenged was ruled good."""
        self.peeks: dict[int, int] = {}
        self.refused: dict[int, int] = {}
        self.ledger: dict[int, tuple[int, str, int | None]] = {}
        self.paid: Counter[str] = Counter()
        self.defaulted: set[int] = set()

    def read(self, stream: str, kind: str, body: Body) -> None:
        """Takes one fact; a result must be what its table or its sheets come to."""
        if kind == "game.table_opened":
            self.tables[stream] = PlainTable(body)
        elif kind.startswith("game."):
            self.tables[stream].read(kind, body)
        else:
            self.read_of_day(kind, body)

    def read_of_day(self, kind: str, body: Body) -> None:
        match kind:
            case "tournament.round_published":
                sides = {each["table"]: each["sides"] for each in body["seatings"]}
                self.rounds.append(PlainRound(sides, body["rests"]))
                self.sheets = {key: told for key, told in self.sheets.items() if key[0] != body["number"]}
            case "tournament.round_withdrawn":
                self.rounds.pop()
            case "tournament.contender_left" if body["how"] == "defaulted":
                self.defaulted.add(body["contender"])
            case "tournament.contender_reinstated":
                self.defaulted.discard(body["contender"])
            case "tournament.sheet_handed_in":
                told = self.sheets.setdefault((body["round"], body["table"]), {})
                told |= dict.fromkeys(body["signed"], body["scores"])
            case "tournament.result_settled":
                self.settle(body)
            case "tournament.result_withdrawn" | "tournament.game_cancelled" | "tournament.game_forfeited":
                played, table = self.rounds[body["round"] - 1], body["table"]
                played.results.pop(table, None)
                played.absent.pop(table, None)
                if kind.endswith("forfeited"):
                    played.absent[table] = body["absent"]
                if kind.endswith("withdrawn"):
                    self.sheets.pop((body["round"], table), None)
                    gone = [peek for peek, team in self.peeks.items() if played.sides[table] == [team]]
                    self.refused = {peek: told for peek, told in self.refused.items() if peek not in gone}
            case _:
                self.read_of_bee(kind, body)

    def settle(self, body: Body) -> None:
        played, table, scores = self.rounds[body["round"] - 1], body["table"], body["scores"]
        played.results[table] = scores
        played.absent.pop(table, None)
        match body["ground"]:
            case "table":
                at = self.table_of(played.sides[table])
                assert at.is_over
                assert scores == at.total(), "a table's result is not what its turns and racks come to"
            case "signed":
                told = self.sheets[body["round"], table]
                assert sorted(told) == sorted(played.sides[table])
                assert all(each == scores for each in told.values()), "the sheets say something else"

    def table_of(self, sides: list[int]) -> PlainTable:
        return [each for each in self.tables.values() if each.contenders == sides][-1]

    def read_of_bee(self, kind: str, body: Body) -> None:
        match kind:
            case "tournament.board_word_challenged":
                made = body["challenge"]
                told = made["challenged"]["number"], placed(made["target"])
                self.challenges[made["challenger"]["number"]] = told
            case "tournament.board_word_ruled":
                self.rulings[body["challenger"]["number"]] = body["good"]
            case "tournament.board_ruling_undone":
                self.rulings.pop(body["challenger"]["number"], None)
            case "tournament.peek_bought":
                self.peeks[body["number"]] = body["team"]
            case "tournament.refused_word_ruled":
                at = self.table_of([self.peeks[body["number"]]])
                words, struck = at.words(), [placed(word) for word in body["words"]]
                points = sum(words[word] for word in struck) + at.bonus(struck[0][0])
                self.refused[body["number"]] = points if body["struck"] else 0
            case "tournament.refused_word_undone" | "tournament.peek_answer_undone":
                self.refused.pop(body["number"], None)
            case "tournament.money_taken":
                paid = body["payment"]
                self.ledger[body["line"]] = paid["cents"], paid["method"], paid["team"]
            case "tournament.money_reversed":
                cents, method, team = self.ledger[body["reverses"]]
                self.ledger[body["line"]] = -cents, method, team
            case "tournament.tab_paid":
                self.paid[body["method"]] += body["cents"]

    # ------------------------------------------------------------ what it comes to

    def money(self) -> tuple[int, int]:
        """All that was given, and the cash that must be in the box."""
        cash = sum(cents for cents, method, _ in self.ledger.values() if method == "cash")
        return sum(cents for cents, _, _ in self.ledger.values()), cash + self.paid["cash"]

    def ruled(self, team: int) -> int:
        struck = sum(points for peek, points in self.refused.items() if self.peeks[peek] == team)
        return sum(self.moved(challenger).get(team, 0) for challenger in self.rulings) - struck

    def moved(self, challenger: int) -> dict[int, int]:
        """What a ruling gave and took; the points of the word are those on the board as it is now."""
        challenged, word = self.challenges[challenger]
        words = self.table_of([challenged]).words()
        assert word in words, "the judges ruled on a word that is not on the board any more"
        if self.rulings[challenger]:
            return {challenger: -25}
        return {challenged: -words[word], challenger: words[word]}

    def games_of(self, contender: int) -> list[tuple[int, int, int | None]]:
        """Of each game and bye: 2 for a win and 1 for a tie, the difference, and the own score.

        The results of one who defaulted are taken out.
        """
        games: list[tuple[int, int, int | None]] = []
        for played in self.rounds if contender not in self.defaulted else ():
            for table, sides in played.sides.items():
                if contender in sides and table in played.results:
                    games.append(self.game(sides, played.results[table], contender))
                elif contender in sides and table in played.absent:
                    is_there = contender not in played.absent[table]
                    games.append((2, 50, None) if is_there else (0, -50, None))
            games += [(2, 50, None) for rest in played.rests if rest["contender"] == contender]
        return games

    @staticmethod
    def game(sides: list[int], scores: list[int], contender: int) -> tuple[int, int, int | None]:
        own = scores[sides.index(contender)]
        if len(sides) == 1:
            return 0, 0, own
        spread = 2 * own - sum(scores)
        return 1 + (spread > 0) - (spread < 0), spread, own
