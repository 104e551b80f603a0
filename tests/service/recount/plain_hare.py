"""A plain recount of Hare boards and sheets, round by round: it reads the journal as JSON and adds up itself.

It shares no code with the program. A round counts all words of its board, the bonuses of the words that were
announced for it, less the tiles in play that are not on the board (bee-7, bee-12, bee-surprise, bee-sponsor);
then come the rulings.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from service.recount.plain import VALUES, At, Body, Word, made_by, placed, square, tiles_of

_DISTRIBUTION = "A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1 ?2"
TILES = Counter({each[0]: int(each[1:]) for each in _DISTRIBUTION.split()})
"""The letter tile distribution of the document."""


@dataclass
class PlainBoard:
    """A team's board of one round as its facts tell it."""

    team: int
    tiles: dict[At, tuple[str, bool]]
    out: Counter[str]
    unseen: int
    """How many tiles are out that nobody noted."""
    surprise: str
    sponsors: tuple[str, ...]
    told: int = 0
    """What the tiles are worth that are left over, as the Word Waiter told it."""
    corrected: int = 0
    struck: dict[str, list[Word]] = field(default_factory=dict)
    """Words that do not count, by the fault for which a judge struck them."""

    @classmethod
    def of(cls, body: Body) -> "PlainBoard":
        told = body["announcement"]
        sponsors = tuple(each.upper() for each in told["sponsors"])
        out = body["removed"]
        return cls(
            body["contender"],
            tiles_of(body["starting_word"]),
            Counter() if isinstance(out, int) else Counter(out),
            out if isinstance(out, int) else 0,
            (told["surprise_word"] or "").upper(),
            sponsors,
        )

    def read(self, kind: str, body: Body) -> None:
        match kind:
            case "hare.squares_changed":
                for name in body["lifted"]:
                    del self.tiles[square(name)]
                self.tiles |= tiles_of(body["laid"])
            case "hare.tiles_bought_back" if isinstance(body["tiles"], int):
                self.unseen -= body["tiles"]
            case "hare.tiles_bought_back":
                self.out -= Counter(body["tiles"])
            case "hare.tiles_given_back" if isinstance(body["tiles"], int):
                self.unseen += body["tiles"]
            case "hare.tiles_given_back":
                self.out += Counter(body["tiles"])
            case "hare.removed_corrected" if isinstance(body["tiles"], int):
                self.unseen, self.out, self.told = body["tiles"], Counter(), 0
            case "hare.removed_corrected":
                self.unseen, self.out, self.told = 0, Counter(body["tiles"]), 0
            case "hare.unplayed_told":
                self.told = body["points"]
            case "hare.points_corrected":
                self.corrected += body["points"]
            case "hare.board_reopened":
                self.struck = {}
            case "hare.words_struck":
                self.struck[body["fault"]] = [placed(word) for word in body["words"]]
            case "hare.fault_ruling_undone":
                self.struck.pop(body["fault"], None)

    def words(self) -> dict[Word, int]:
        return made_by(self.tiles, {})

    def bonuses(self, words: Iterable[Word]) -> int:
        """What these words bring besides their points: each announced word once, however often it stands."""
        brought: dict[str, int] = {}
        for word in words:
            brought[word[0]] = max(brought.get(word[0], 0), self.bonus(word))
        return sum(brought.values())

    def bonus(self, word: Word) -> int:
        """What a word brings besides its points; a blank may stand in the surprise word alone."""
        text, row, col, direction = word
        down, across = (0, 1) if direction == "across" else (1, 0)
        has_blank = any(self.tiles[row + down * each, col + across * each][1] for each in range(len(text)))
        return 50 * (text == self.surprise) + 100 * (text in self.sponsors and not has_blank)

    def unplayed(self) -> int:
        if self.unseen:
            return self.told
        laid = Counter("?" if is_blank else letter for letter, is_blank in self.tiles.values())
        left = TILES - self.out - laid
        return sum(VALUES[tile] * count for tile, count in left.items())

    def total(self, off: Iterable[Word] = ()) -> int:
        """What the board counts without the words that judges struck, and without these."""
        gone = {word for words in self.struck.values() for word in words} | set(off)
        counted = {word: points for word, points in self.words().items() if word not in gone}
        return sum(counted.values()) + self.bonuses(counted) - self.unplayed() + self.corrected


class PlainHares:
    """All rounds of a Hare division, as somebody counts them who reads all that happened, in its order."""

    def __init__(self) -> None:
        self.boards: dict[str, PlainBoard] = {}
        self.board_of: dict[tuple[int, int], PlainBoard] = {}
        """By round and team."""
        self.sides: dict[tuple[int, int], int] = {}
        """The team at each table of each round."""
        self.results: dict[tuple[int, int], tuple[str, int]] = {}
        """By round and team, on what ground a total stands and what was entered."""
        self.challenges: dict[tuple[int, int], tuple[int, Word]] = {}
        self.proposed: dict[tuple[int, int], int] = {}
        self.rulings: dict[tuple[int, int], bool] = {}
        """By round and challenger, whether the word was ruled good."""
        self.peeks: dict[int, tuple[int, int]] = {}
        self.refused: dict[int, list[Word]] = {}
        """Words that a peek refused and a judge struck, by peek."""
        self.ledger: dict[int, int] = {}
        self.seen: Counter[str] = Counter()

    def read(self, stream: str, kind: str, body: Body) -> None:
        self.seen[kind] += 1
        if kind == "hare.round_opened":
            board = self.boards[stream] = PlainBoard.of(body)
            self.board_of[body["number"], board.team] = board
        elif kind.startswith("hare."):
            self.boards[stream].read(kind, body)
        elif "challenger" in body or kind.endswith("challenged"):
            self.read_of_challenge(kind, body)
        else:
            self.read_of_day(kind, body)

    def read_of_challenge(self, kind: str, body: Body) -> None:
        made = body.get("challenge", body)
        at = body["round"], made["challenger"]["number"]
        match kind:
            case "tournament.board_word_challenged":
                self.challenges[at] = made["challenged"]["number"], placed(made["target"])
            case "tournament.board_points_proposed":
                self.proposed[at] = body["points"]
            case "tournament.board_word_ruled":
                self.rulings[at] = body["good"]
            case "tournament.board_ruling_undone":
                self.rulings.pop(at, None)
                self.proposed.pop(at, None)

    def read_of_day(self, kind: str, body: Body) -> None:
        match kind:
            case "tournament.round_published":
                for each in body["seatings"]:
                    self.sides[body["number"], each["table"]] = each["sides"][0]
            case "tournament.result_settled":
                at = body["round"], self.sides[body["round"], body["table"]]
                self.results[at] = body["ground"], body["scores"][0]
            case "tournament.result_withdrawn":
                at = body["round"], self.sides[body["round"], body["table"]]
                self.results.pop(at, None)
                for peek in [peek for peek, bought in self.peeks.items() if bought == at]:
                    self.refused.pop(peek, None)
            case "tournament.money_taken":
                self.ledger[body["line"]] = body["payment"]["cents"]
            case "tournament.money_reversed":
                self.ledger[body["line"]] = -self.ledger[body["reverses"]]
            case "tournament.peek_bought":
                self.peeks[body["number"]] = body["round"], body["team"]
            case "tournament.refused_word_ruled":
                struck = [placed(word) for word in body["words"]] if body["struck"] else []
                self.refused[body["number"]] = struck
            case "tournament.refused_word_undone" | "tournament.peek_answer_undone":
                self.refused.pop(body["number"], None)

    # ------------------------------------------------------------ what it comes to

    def total(self, team: int) -> int:
        """The cumulative score of a team: all its rounds that have a result."""
        return sum(self.of_round(*at) for at in self.results if at[1] == team)

    def of_round(self, number: int, team: int) -> int:
        ground, entered = self.results[number, team]
        base = self.board_of[number, team].total() if ground == "table" else entered
        assert base == entered, "what stands is not what the board comes to"
        won = sum(self.won(at) for at in self.rulings if at == (number, team))
        off = [
            word
            for peek, words in self.refused.items()
            if self.peeks[peek] == (number, team)
            for word in words
        ]
        lost = 0
        for at, good in self.rulings.items():
            challenged, word = self.challenges[at]
            if at[0] != number or challenged != team or good:
                continue
            if at in self.proposed:
                lost += self.proposed[at]
            else:
                assert word in self.board_of[number, team].words(), "a word was ruled on that is not there"
                off.append(word)
        if off:
            base = self.board_of[number, team].total(off)
        return base + won - lost

    def won(self, at: tuple[int, int]) -> int:
        """What a ruling gave to the challenger, or took: the word's points as its board is now, no bonus."""
        number = at[0]
        challenged, word = self.challenges[at]
        if self.rulings[at]:
            return -25
        points = self.proposed.get(at)
        return self.board_of[number, challenged].words()[word] if points is None else points
