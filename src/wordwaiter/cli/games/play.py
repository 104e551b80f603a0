"""`wordwaiter play`: a whole game in the terminal, between people at one keyboard."""

import random
import sys
from pathlib import Path

import typer

from wordwaiter.cli.games.drawing import LEGEND, draw_board
from wordwaiter.cli.games.finding import list_finder
from wordwaiter.cli.games.play_words import HELP, Asked, parse_typed
from wordwaiter.errors import IllegalError, MalformedError, WordwaiterError
from wordwaiter.game.commands import DrawFirst, OpenTable, Rule
from wordwaiter.game.deciders.count import racks_awaited
from wordwaiter.game.deciders.laying import preview
from wordwaiter.game.facts import FirstTileDrawn
from wordwaiter.game.finder import no_play_left
from wordwaiter.game.holdings import unseen_by
from wordwaiter.game.queries import bag_count, explain_count, left, to_move, turn_lines, turn_text
from wordwaiter.game.result import NobodyToBeat, Tied, Won, outcome, scores
from wordwaiter.game.signers import signer_name, signs_by_member, unsigned
from wordwaiter.game.table import Evidence, Signer, Stage, Table, TableKind
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.lexicon.folders import write_whole
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.script import Entry
from wordwaiter.notation.script_running import command_of
from wordwaiter.notation.script_words import JUDGE
from wordwaiter.notation.script_writing import write_script
from wordwaiter.notation.table_record import record_of
from wordwaiter.notation.watch import write_time
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.choices import OneTeamInTurn
from wordwaiter.rules.rulebooks.reading import read_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.tables.live_table import LiveTable, start_watch

_CLEAR = "\x1b[2J\x1b[H"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    names: str = typer.Option("", help="Who plays, with commas between: Ann,Ben."),
    team: str = typer.Option("Team", help="The team's name, where one team plays around one board."),
    start: str | None = typer.Option(None, help="The starting word, where the rulebook has one."),
    virtual: bool = typer.Option(
        True, "--virtual/--physical", help="Whether the computer draws the tiles, or you use real ones."
    ),
    seed: int | None = typer.Option(
        None, help="The seed for drawing tiles; the same seed draws the same tiles."
    ),
    lexicon: list[str] = typer.Option(["enable"], help="The word list of the judge; may be repeated."),
    save: Path | None = typer.Option(None, help="Keep the game in this file (GCG) after each turn."),
) -> None:
    """Play a whole game in the terminal, between people at one keyboard.

    Type `help` in the game to see what can be typed.
    """
    rules = read_rulebook(rulebook)
    judge = Judge([open_lexicon(name) for name in lexicon])
    kind = TableKind.VIRTUAL if virtual else TableKind.PHYSICAL
    opening = _opening(rules, kind, names, team, start)
    rng = random.Random(seed)  # noqa: S311 - tiles of a friendly game; with a seed they are meant to repeat
    live = LiveTable(rules, opening, rng, start_watch(), list_finder(lexicon))
    _Game(live, judge, save).run()


def _opening(rules: Rulebook, kind: TableKind, names: str, team: str, start: str | None) -> OpenTable:
    given = tuple(name.strip() for name in names.split(",") if name.strip())
    announcement = announce(rules.table.tile_set, start)
    if isinstance(rules.table.form, OneTeamInTurn):
        return OpenTable(kind, (team,), given or ("Ann", "Ben", "Cy", "Di"), announcement)
    return OpenTable(kind, given or ("Ann", "Ben"), announcement=announcement)


class _Game:
    """The conversation: what is shown, what is typed, what comes of it."""

    def __init__(self, live: LiveTable, judge: Judge, save: Path | None) -> None:
        self._live = live
        self._judge = judge
        self._save = save
        self._kept = False
        """Whether the file has the game as it stands."""
        self._seen_by: int | None = None

    @property
    def _table(self) -> Table:
        return self._live.table

    def run(self) -> None:
        print(f"{self._live.rulebook.title}. Type `help` for what you can type.")
        if self._save is not None:
            # A file that cannot be written is better known before the first tile is drawn.
            write_whole(self._save, write_gcg(record_of(self._table)))
        self._draw_for_first()
        self._show()
        while (line := self._read()) is not None:
            try:
                if not self._do(line):
                    break
            except WordwaiterError as error:
                print(f"  {error}")
        if self._save is not None:
            print(f"The game is in {self._save}." if self._kept else f"{self._save} has not the whole game.")

    def _draw_for_first(self) -> None:
        """At a virtual table the tiles for first play are drawn at once, until it is decided who begins."""
        while self._table.kind is TableKind.VIRTUAL and (drawn := self._table.first_draw) is not None:
            seat = drawn.index(None)
            drawing = self._live.give(DrawFirst(seat))
            print(
                *(
                    f"{self._name(seat)} draws {fact.tile}."
                    for fact in drawing
                    if isinstance(fact, FirstTileDrawn)
                )
            )

    def _read(self) -> str | None:
        """The next line that was typed; nothing when there is no more."""
        try:
            self._keep_private()
            return input(f"{self._prompt()}> ").strip()
        except EOFError:
            print()
            return None

    def _prompt(self) -> str:
        seat = to_move(self._table)
        if seat is None:
            return "table" if self._table.stage is Stage.DRAWING else "result"
        return "judge" if self._table.challenge is not None else self._name(seat)

    def _keep_private(self) -> None:
        """On a screen that both can see, a rack is shown only when its owner asks for it."""
        seat = to_move(self._table)
        if seat is None or seat == self._seen_by or self._table.challenge is not None:
            return
        self._seen_by = seat
        rack = self._table.position.racks[seat]
        if not isinstance(rack, Rack):
            return
        if sys.stdin.isatty() and sys.stdout.isatty():
            input(f"{self._name(seat)}, press Enter to see your tiles.")
        print(f"Tiles of {self._name(seat)}: {' '.join(rack.tiles)}")

    def _do(self, line: str) -> bool:
        """Checks whether the game goes on after what was typed."""
        typed = parse_typed(line, self._table)
        match typed:
            case Entry():
                self._give(typed)
            case Asked("quit", _):
                return False
            case Asked(word, rest):
                self._answer(word, rest)
            case None:
                pass
        return True

    def _give(self, entry: Entry) -> None:
        before = len(self._table.turns)
        self._live.give(command_of(entry, self._table))
        if entry.verb == "lays":
            self._show_preview()
        elif entry.verb == "challenges":
            self._rule()
        elif len(self._table.turns) != before or self._table.stage is Stage.ENDED:
            self._show()
        self._keep()

    def _rule(self) -> None:
        """The list rules on what was challenged; nobody learns more than the one verdict."""
        challenge = self._table.challenge
        if challenge is None:
            return
        good = self._judge.rule(challenge.words).good
        print("The judge says: good." if good else "The judge says: not good.")
        self._live.give(Rule(JUDGE, good))
        self._show()

    def _keep(self) -> None:
        """Put the game as it stands into the file; where that fails, say so and play on."""
        if self._save is None:
            return
        self._kept = False
        try:
            write_whole(self._save, write_gcg(record_of(self._table)))
            self._kept = True
        except (OSError, IllegalError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            print(f"  {self._save} was not written: {reason}; `script FILE` keeps the game too")

    # ------------------------------------------------------------ what is asked

    def _answer(self, word: str, rest: str) -> None:
        match word:
            case "help":
                print(HELP)
            case "board":
                self._show()
            case "tiles":
                self._show_unseen()
            case "clock":
                self._show_clock()
            case "explain":
                self._explain()
            case "left":
                self._show_play_left()
            case "save" | "script":
                self._save_as(word, rest)

    def _save_as(self, word: str, rest: str) -> None:
        if not rest:
            raise MalformedError("no-file", f"name a file: {word} FILE")
        content = write_gcg(record_of(self._table)) if word == "save" else self._script()
        try:
            write_whole(Path(rest), content)
        except OSError as error:
            print(f"  {rest}: {error.strerror}; nothing was saved")
            return
        print(f"Saved in {rest}.")

    def _script(self) -> bytes:
        return write_script(self._live.rulebook, self._live.facts).encode()

    def _show_unseen(self) -> None:
        seat = to_move(self._table)
        unseen = unseen_by(self._table.position, seat)
        labels = (*self._live.rulebook.table.tile_set.labels, BLANK)
        counts = " ".join(f"{label}{unseen[label]}" for label in labels if unseen[label])
        print(f"{unseen.total()} tiles not seen: {counts}")

    def _show_play_left(self) -> None:
        """An answer for the end of a game, when nobody can learn a word from it any more."""
        if bag_count(self._table) != 0:
            print("That is told when the bag is empty.")
            return
        match no_play_left(self._table, list_finder([each.name for each in self._judge.lexicons])):
            case Evidence.EXACT | Evidence.SAFE:
                print("No play is left.")
            case Evidence.PLAY_EXISTS:
                print("There is a play.")
            case Evidence.UNKNOWN:
                print("That cannot be known without the racks.")

    def _explain(self) -> None:
        played = len(self._table.turns)
        lines = turn_lines(self._table, played) if played else ()
        print("\n".join(f"  {line}" for line in lines) or "The last turn scored nothing.")

    # ------------------------------------------------------------ what is shown

    def _name(self, seat: int) -> str:
        return self._table.seats[seat].name

    def _show(self) -> None:
        table = self._table
        if sys.stdout.isatty():
            print(_CLEAR, end="")
        for line in draw_board(table.position.board):
            print(line)
        print(LEGEND)
        if table.turns:
            last = table.turns[-1]
            print(f"{self._name(last.seat)}: {turn_text(table, last.number)}")
        print("   ".join(f"{name} {score}" for name, score in zip(table.sides, scores(table), strict=True)))
        self._show_clock()
        if table.stage is Stage.ENDED:
            self._show_end()

    def _show_clock(self) -> None:
        table, remaining = self._table, left(self._table, self._live.now_ms)
        told = [f"{bag_count(table)} tiles in the bag"] if not table.position.partial else []
        times = [("game", remaining.game_ms), ("turn", remaining.turn_ms)]
        times += [(name, ms) for name, ms in zip(table.sides, remaining.sides_ms, strict=False)]
        told += [f"{name} {write_time(ms // 1000 * 1000)}" for name, ms in times if ms is not None]
        print(" · ".join(told))

    def _show_preview(self) -> None:
        seen = preview(self._table)
        if seen is None:
            return
        for fault in seen.faults:
            print(f"  {fault.sentence} ({fault.clause})")
        for line in seen.score.explain() if seen.score is not None else ():
            print(f"  {line}")
        print("Type `announce` to play it, or lay something else.")

    def _show_end(self) -> None:
        table = self._table
        for line in explain_count(table):
            print(line)
        if awaited := racks_awaited(table):
            names = " and ".join(self._name(seat) for seat in awaited)
            print(f"Count the tiles of {names}: type for example `{self._name(awaited[0])} has QE`.")
        result = outcome(table)
        if result is None:
            return
        match result.verdict:
            case Won(side):
                print(f"{table.sides[side]} wins ({result.reason.value}).")
            case Tied():
                print(f"A tie ({result.reason.value}).")
            case NobodyToBeat():
                print(f"{table.sides[0]}: {result.scores[0]} points ({result.reason.value}).")
        if to_sign := [_signer(table, signer) for signer in unsigned(table)]:
            print(f"To be signed by {' and '.join(to_sign)}: type `{to_sign[0]} signs`.")


def _signer(table: Table, signer: Signer) -> str:
    """Returns who is to sign: for a team its first member, who stands for any of them."""
    return table.seats[0].name if signs_by_member(table, signer) else signer_name(table, signer)
