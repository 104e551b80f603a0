"""Entrants from a list and back as CSV: a preview of what would be read, and what is wrong in which line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.sentences import said
from wordwaiter.tournament.commands import Register
from wordwaiter.tournament.entrants.entrants import Application, Contender, Need, Profile, usual_name
from wordwaiter.tournament.entrants.finding import division_of_ages
from wordwaiter.tournament.entrants.names import parts, without_turning_signs
from wordwaiter.tournament.entrants.registration import name_taken, names_in, refusals, taken_names
from wordwaiter.tournament.files.csv_text import LineFault, Listing, Row, columns_of, plain_heading
from wordwaiter.tournament.files.list_rows import rows_of_list
from wordwaiter.tournament.formats.choices import Pairs, Teams
from wordwaiter.tournament.state import Division, Tournament

_OWN: Final = {
    "name": "name",
    "player": "name",
    "full name": "name",
    "team": "name",
    "club": "club",
    "town": "club",
    "age": "age",
    "set": "set",
    "brings set": "set",
    "board": "set",
    "brings board": "set",
    "clock": "clock",
    "brings clock": "clock",
    "needs": "needs",
    "rating": "rating",
    "email": "email",
    "e-mail": "email",
    "initials": "initials",
    "by initials": "initials",
}
_OWN_IN_FRENCH: Final = {
    "nom": "name",
    "joueur": "name",
    "joueuse": "name",
    "nom complet": "name",
    "equipe": "name",
    "ville": "club",
    "jeu": "set",
    "apporte un jeu": "set",
    "pendule": "clock",
    "apporte une pendule": "clock",
    "besoins": "needs",
    "cote": "rating",
    "courriel": "email",
    "initiales": "initials",
}
"""As they are written without accents; those that English has too, club and age, are there."""
_COLUMNS: Final = {
    **_OWN,
    **_OWN_IN_FRENCH,
    **{f"partner {heard}": f"partner {name}" for heard, name in _OWN.items()},
    **{f"{heard} du partenaire": f"partner {name}" for heard, name in (_OWN | _OWN_IN_FRENCH).items()},
    **{f"partenaire {heard}": f"partner {name}" for heard, name in (_OWN | _OWN_IN_FRENCH).items()},
    "partner": "partner name",
    "partenaire": "partner name",
    "pair": "pair",
    "paire": "pair",
    "division": "division",
    "members": "members",
    "membres": "members",
}
HEADER: Final = (
    "division", "name", "club", "age", "set", "clock", "needs", "rating", "email", "initials", "members",
    "pair", "partner", "partner club", "partner age", "partner set", "partner clock", "partner needs",
    "partner rating", "partner email", "partner initials",
)  # fmt: skip

_YES: Final = frozenset({"yes", "y", "1", "true", "x", "oui", "o"})
_NO: Final = frozenset({"no", "n", "0", "false", "-", "", "non"})
_NEEDS_IN_FRENCH: Final = {
    "une seule table": Need.ONE_TABLE,
    "sans marches": Need.STEP_FREE,
    "gros caracteres": Need.LARGE_PRINT,
}

_LONGEST_HEADINGS: Final = 80
"""More of a first line is not told: it may be no list of names at all."""
_MANY: Final = " / "
"""Written between the members of a team, and between needs, in one cell."""


@dataclass(frozen=True, slots=True)
class CsvEntry:
    """Somebody whom a line of the file enters."""

    line: int
    division: str
    application: Application


@dataclass(frozen=True, slots=True)
class EntryPreview:
    """A preview of an import: what a file would enter, and its faults; nothing has happened yet."""

    entries: tuple[CsvEntry, ...]
    faults: tuple[LineFault, ...]
    unread: tuple[str, ...] = ()
    """Headings of columns that mean nothing here; what stands under them is not kept."""

    def commands(self, by: str, *, leave_out_faulty: bool = False) -> tuple[Register, ...]:
        """The commands that enter them, one for each division; refused while lines are wrong."""
        if self.faults and not leave_out_faulty:
            more = f", and {len(self.faults) - 1} more" if len(self.faults) > 1 else ""
            raise MalformedError(
                "faulty-lines",
                f"{self.faults[0]}{more}; fix the file, or skip those lines",
                lines=[fault.line for fault in self.faults],
            )
        divisions = dict.fromkeys(entry.division for entry in self.entries)
        return tuple(
            Register(by, name, tuple(each.application for each in self.entries if each.division == name))
            for name in divisions
        )


def preview_entrants(tournament: Tournament, content: bytes, division: str | None = None) -> EntryPreview:
    """Returns a preview of a list's import; `division` is for lines that name none."""
    rows, unread = rows_of_list(content)
    if not rows:
        nothing = LineFault(1, "empty-file", said("there is nothing in this file"))
        return EntryPreview((), unread or (nothing,))
    header, *lines = rows
    columns, twice = columns_of(header, _COLUMNS)
    faults = [*twice, *_missing_columns(tournament, header, columns, division)]
    if not (faults or lines or unread):
        reason = said("there are headings and nobody under them; write a line for each entrant")
        faults = [LineFault(header.line, "empty-file", reason)]
    if faults:
        return EntryPreview((), tuple(faults))
    reader = _Reader(tournament, columns, division, len(header.cells))
    for row in lines:
        reader.read(row)
    faults = [*reader.faults, *reader.doubled(), *unread]
    known = set(columns.values())
    others = tuple(cell for index, cell in enumerate(header.cells) if cell and index not in known)
    return EntryPreview(tuple(reader.entries), tuple(sorted(faults)), others)


def _missing_columns(
    tournament: Tournament, header: Row, columns: Mapping[str, int], division: str | None
) -> Iterator[LineFault]:
    wanted = {"name": "name"}
    if division is None and len(tournament.divisions) != 1 and not tournament.divides_by_age:
        wanted["division"] = "division"
    meant = [tournament.division(division)] if division else list(tournament.divisions.values())
    if meant and all(isinstance(each.format.entry.kind, Pairs) for each in meant):
        wanted["partner name"] = "partner"
    if meant and all(isinstance(each.format.entry.kind, Teams) for each in meant):
        wanted["members"] = "members"
    if any(map(_asks_age, meant)):
        wanted["age"] = "age"
        if "partner name" in wanted:
            wanted["partner age"] = "partner age"
    for name, heading in wanted.items():
        if name not in columns:
            there = shorten(", ".join(filter(None, header.cells)), _LONGEST_HEADINGS, placeholder=" ...")
            pattern = "there is no column '{column}'; the first line has: {there}"
            reason = said(pattern, column=said(_HEADING_PATTERNS[heading]), there=there)
            yield LineFault(header.line, "missing-column", reason)


_HEADING_PATTERNS: Final = {
    "name": "name",
    "division": "division",
    "partner": "partner",
    "members": "members",
    "age": "age",
    "partner age": "partner age",
    "rating": "rating",
    "set": "set",
    "clock": "clock",
    "initials": "initials",
}
"""Columns that a list may lack or have wrong, as the sentence about it names them."""


class _Reader:
    """Reads line by line, and knows the names of the lines before."""

    def __init__(
        self, tournament: Tournament, columns: Mapping[str, int], division: str | None, width: int
    ) -> None:
        self.tournament = tournament
        self.columns = columns
        only = list(tournament.divisions) if len(tournament.divisions) == 1 else [""]
        self.division = division or only[0]
        self.width = width
        self.taken = taken_names(tournament)
        self.line_of: dict[str, int] = {}
        self.entries: list[CsvEntry] = []
        self.faults: list[LineFault] = []
        self.faulty: list[Row] = []

    def read(self, row: Row) -> None:
        """One line: an entry, or its faults."""
        members = self.columns.get("members")
        if members is not None and members == self.width - 1:  # a comma between members parts cells, too
            row = replace(row, cells=(*row.cells[:members], ", ".join(filter(None, row.cells[members:]))))
        faults = list(self._faults(row))
        self.faults += faults
        if faults:
            self.faulty.append(row)
            return
        division = self._division(row)
        application = self._application(row, division)
        for name in names_in(application):
            self.line_of[name] = row.line
        self.taken |= names_in(application)
        self.entries.append(CsvEntry(row.line, division.name, application))

    def doubled(self) -> Iterator[LineFault]:
        """The names of faulty lines that others have too, the next fault once they are mended."""
        known = {fault.line for fault in self.faults if fault.code == "name-taken"}
        line_of = dict(self.line_of)
        for row in self.faulty:
            for column in ("name", "partner name"):
                name = self._cell(row, column)
                folded = name.casefold()
                if not name or row.line in known:
                    continue
                if folded in line_of or folded in self.taken:
                    reason = name_taken(name)
                    yield LineFault(row.line, "name-taken", _also_in(reason, line_of.get(folded)))
                line_of.setdefault(folded, row.line)

    def _faults(self, row: Row) -> Iterator[LineFault]:
        if any(row.cells[self.width :]):
            reason = said("has more cells than the first line; put a name with a comma in quotes")
            yield LineFault(row.line, "too-many-cells", reason)
            return
        name = self._cell(row, "division") or self.division
        if name not in self.tournament.divisions and not self._goes_by_age(row):
            known = ", ".join(self.tournament.divisions)
            yield LineFault(
                row.line, "no-such-division", f"there is no division {name!r}; there are: {known}"
            )
            return
        try:
            application = self._application(row, self._division(row))
        except MalformedError as error:
            yield LineFault(row.line, error.code, error.sentence)
            return
        for refusal in refusals(application, self._division(row), self.taken):
            earlier = [self.line_of[each] for each in names_in(application) if each in self.line_of]
            line = earlier[0] if refusal.code == "name-taken" and earlier else None
            yield LineFault(row.line, refusal.code, _also_in(refusal.sentence, line))

    def _division(self, row: Row) -> Division:
        if self._goes_by_age(row):
            partner = [self._profile(row, "partner ")] if self._cell(row, "partner name") else []
            return division_of_ages(self.tournament, [self._profile(row, ""), *partner])
        return self.tournament.division(self._cell(row, "division") or self.division)

    def _goes_by_age(self, row: Row) -> bool:
        """Checks whether a line names no division, and the age decides it."""
        return self.tournament.divides_by_age and not (self._cell(row, "division") or self.division)

    def _cell(self, row: Row, column: str) -> str:
        index = self.columns.get(column)
        return "" if index is None or index >= len(row.cells) else without_turning_signs(row.cells[index])

    def _application(self, row: Row, division: Division) -> Application:
        own = self._profile(row, "")
        if not isinstance(division.format.entry.kind, Pairs) and not self._cell(row, "partner name"):
            return Application(own.name, (own,))
        partner = self._profile(row, "partner ")
        name = self._cell(row, "pair") or usual_name((own, partner))
        return Application(name, (own, partner))

    def _profile(self, row: Row, whose: str) -> Profile:
        def cell(column: str) -> str:
            return self._cell(row, whose + column)

        return Profile(
            name=cell("name"),
            club=cell("club"),
            age=_number(cell("age"), "age"),
            members=() if whose else parts(cell("members")),
            brings_set=_is_yes(cell("set"), "set"),
            brings_clock=_is_yes(cell("clock"), "clock"),
            needs=_needs(cell("needs")),
            rating=_number(cell("rating"), "rating"),
            email=cell("email"),
            by_initials=_is_yes(cell("initials"), "initials"),
        )


def _also_in(reason: str, line: int | None) -> str:
    """Returns a fault of a name, with the other line that has the name too."""
    return reason if line is None else said("{what} (line {line})", what=reason, line=line)


def _number(text: str, column: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        pattern = "the {column} must be a whole number, not '{text}'"
        raise MalformedError("bad-number", said(pattern, column=said(_HEADING_PATTERNS[column]), text=text))
    return int(text)


def _is_yes(text: str, column: str) -> bool:
    if text.casefold() in _YES:
        return True
    if text.casefold() in _NO:
        return False
    pattern = "{column}: write yes or no, not '{text}'"
    raise MalformedError("bad-answer", said(pattern, column=said(_HEADING_PATTERNS[column]), text=text))


def _needs(text: str) -> tuple[Need, ...]:
    words = {need.value: need for need in Need}
    found = []
    for part in parts(text):
        heard = plain_heading(part)
        need = words.get(heard.replace(" ", "-")) or _NEEDS_IN_FRENCH.get(heard)
        if need is None:
            pattern = "needs are {known}, not '{text}'"
            raise MalformedError("bad-need", said(pattern, known=", ".join(words), text=part))
        found.append(need)
    return tuple(found)


# ---------------------------------------------------------------- what a list is to have


def columns_asked(division: Division) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns that a list for a division must have, and those that it may have beside them."""
    entry = division.format.entry
    needed = ["name"]
    further = ["club", "set", "clock", "needs", *(["rating"] if division.format.asks_ratings else [])]
    (needed if _asks_age(division) else further).append("age")
    if isinstance(entry.kind, Teams):
        needed.append("members")
        further = [each for each in further if each != "age"]
    if isinstance(entry.kind, Pairs):
        needed += ["partner", *(f"partner {each}" for each in needed if each != "name")]
        further += [*(f"partner {each}" for each in further), "pair"]
    return tuple(needed), tuple(further)


def sample_line(division: Division) -> dict[str, object]:
    """Somebody who could be entered in a division, by column."""
    kind = division.format.entry.kind
    floor = division.ages.least if division.ages is not None else division.format.entry.least_age
    ceiling = division.ages.most if division.ages is not None else None
    age = floor or ceiling or 70
    line: dict[str, object] = {"name": "Alex Martin", "age": age, "set": "x"}
    if isinstance(kind, Teams):
        members = [f"Alex {letter}." for letter in "ABCDEFGHIJ"][: kind.least_members]
        return line | {"name": "Owls", "members": _MANY.join(members)}
    if isinstance(kind, Pairs):
        return line | {"partner": "Sam Roy", "partner age": age}
    return line


def _asks_age(division: Division) -> bool:
    return division.ages is not None or division.format.entry.least_age is not None


def entrants_csv(tournament: Tournament) -> str:
    """All entrants as a file that can be read again."""
    return entrants_listing(tournament).csv()


def entrants_listing(tournament: Tournament) -> Listing:
    """All entrants, a line each, pairs with both partners in one."""
    lines = []
    for entrant in tournament.entrants.values():
        own, *others = entrant.contenders
        first = _cells(own)
        members = _MANY.join(own.profile.members)
        partner = [entrant.name, *_cells(others[0])] if others else [""] * 10
        lines.append([entrant.division, *first, members, *partner])
    return Listing(HEADER, lines)


def _cells(contender: Contender) -> list[object]:
    profile = contender.profile
    return [
        profile.name,
        profile.club,
        "" if profile.age is None else profile.age,
        "yes" if profile.brings_set else "no",
        "yes" if profile.brings_clock else "no",
        _MANY.join(need.value for need in profile.needs),
        "" if profile.rating is None else profile.rating,
        profile.email,
        "yes" if profile.by_initials else "no",
    ]
