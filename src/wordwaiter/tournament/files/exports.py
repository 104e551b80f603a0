"""Standings, results and the ledger as lines under headings, for spreadsheets and programs."""

from wordwaiter.tournament.files.csv_text import Listing
from wordwaiter.tournament.rounds.rounds import Cancelled, Forfeited, Rest, Sitting
from wordwaiter.tournament.standings.standings import plain_value, standings
from wordwaiter.tournament.state import Tournament


def standings_csv(tournament: Tournament, division: str, after_round: int | None = None) -> str:
    """The standings of a division as CSV."""
    return standings_listing(tournament, division, after_round).csv()


def results_csv(tournament: Tournament, division: str) -> str:
    """The results of a division as CSV."""
    return results_listing(tournament, division).csv()


def ledger_csv(tournament: Tournament) -> str:
    """The ledger as CSV."""
    return ledger_listing(tournament).csv()


def standings_listing(tournament: Tournament, division: str, after_round: int | None = None) -> Listing:
    """The standings of a division, with a column for each thing that it is ranked by."""
    table = standings(tournament, division, after_round)
    lines = []
    for line in table.lines:
        values = [plain_value(key, value) for key, value in zip(table.criteria, line.values, strict=True)]
        shown = [" ".join(map(str, each)) if isinstance(each, list) else each for each in values]
        lines.append(["" if line.rank is None else line.rank, line.name, *shown, str(line.note)])
    return Listing(["rank", "entrant", *(each.value for each in table.criteria), "note"], lines)


def results_listing(tournament: Tournament, division: str) -> Listing:
    """Every board and every rest of a division's rounds."""
    names = {each.number: each.name for each in tournament.contenders_of(division)}
    lines = [
        line
        for played in tournament.rounds_of(tournament.division(division).name)
        for line in (
            *([played.number, *_sitting_cells(each, names)] for each in played.sittings),
            *([played.number, *_rest_cells(each, names)] for each in played.rests),
        )
    ]
    header = ["round", "table", "board", "first", "second", "first score", "second score", "state", "reason"]
    return Listing(header, lines)


def _sitting_cells(sitting: Sitting, names: dict[int, str]) -> list[object]:
    who = [names[side] for side in sitting.sides]
    outcome = sitting.outcome
    scores: list[object] = ["", ""]
    state, reason = sitting.state.value, ""
    if isinstance(outcome, Cancelled):
        state, reason = "cancelled", outcome.reason
    elif isinstance(outcome, Forfeited):
        absent = " and ".join(names[side] for side in outcome.absent)
        state, reason = "forfeited", f"without {absent}: {outcome.reason}"
    elif outcome is not None:
        scores = [*outcome.scores, ""][:2]
        state, reason = outcome.ground.value, outcome.reason
    return [sitting.table, sitting.board, *[*who, ""][:2], *scores, state, reason]


def _rest_cells(rest: Rest, names: dict[int, str]) -> list[object]:
    return ["", "", names[rest.contender], "", "", "", rest.kind.value, ""]


def ledger_listing(tournament: Tournament) -> Listing:
    """Every line of the ledger, in cents, reversals included."""
    lines = []
    for line in tournament.ledger:
        payment = line.payment
        team = "" if payment.team is None else tournament.contender(payment.team).name
        reverses = "" if line.reverses is None else line.reverses
        lines.append(
            [line.number, line.at_ms, line.by, payment.fund.value, payment.cents, payment.method.value, team,
             payment.note, reverses, payment.donor, payment.cheque]
        )  # fmt: skip
    head = ["line", "at ms", "by", "fund", "cents", "method", "team", "note", "reverses", "donor", "cheque"]
    return Listing(head, lines)
