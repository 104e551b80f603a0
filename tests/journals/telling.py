"""What a journal comes to, in plain values that a later version can be compared with."""

from typing import Any

from service.houses import Computer
from wordwaiter.game.hare.round import HareRound, score_of
from wordwaiter.game.result import scores
from wordwaiter.game.signers import signer_name, unsigned
from wordwaiter.game.table import Table
from wordwaiter.service.access.registry import Registry
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.judging.rulings import JudgeLog
from wordwaiter.service.judging.word_list_facts import ListChoices
from wordwaiter.service.lifecycle import ServerRecord
from wordwaiter.service.streams import all_families
from wordwaiter.service.tables.note_facts import Notes
from wordwaiter.store.journal import Journal
from wordwaiter.tournament.money.treasury import funds
from wordwaiter.tournament.rounds.rounds import Cancelled, Forfeited, Outcome, Round, Scored, Sitting
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament

Plain = dict[str, Any]


def told_of(journal: Journal) -> Plain:
    """What each stream of a journal comes to, by its name."""
    families = all_families()
    told = {}
    for end in journal.stream_ends():
        state = families.of(end.kind).fold(journal.facts(end.stream))
        told[end.stream] = {"version": end.version, **_told(state)}
    return told


def told_of_devices(journal: Journal, tokens: dict[str, str], computer: Computer) -> Plain:
    """Who speaks on that day from the devices with these tokens, and in which roles."""
    devices = Context.at_desk(journal, ContextParts(time=computer.time)).devices
    return {
        name: sorted([grant.role.value, grant.stream] for grant in devices.caller_of(token).grants)
        for name, token in tokens.items()
    }


def told_of_tournament(tournament: Tournament) -> Plain:
    """Who is in a tournament, its rounds with their results, standings and funds."""
    money = funds(tournament)
    return {
        "name": tournament.name,
        "entrants": {each.name: each.division for each in tournament.entrants.values()},
        "here": sorted(tournament.contender(number).name for number in tournament.here),
        "gone": {
            tournament.contender(number).name: each.reason for number, each in tournament.departures.items()
        },
        "divisions": {name: _told_of_division(tournament, name) for name in tournament.divisions},
        "funds": [money.total_cents, money.cash_cents, money.tabs_cents],
        "peeks": [[each.word, each.good, each.answered_by] for each in tournament.peeks],
        "calls": [[each.table, each.reason, each.is_open] for each in tournament.calls],
        "feats": [[each.feat.value, each.points, each.text] for each in tournament.feats],
        "timetable": [[slot.name, slot.starts_ms, slot.length_ms] for slot in tournament.timetable],
        "screen": tournament.screen.value,
    }


def standings_of(tournament: Tournament, division: str) -> list[list[Any]]:
    """Rank and name of each entrant, and the values by which they are ranked."""
    return [[line.rank, line.name, *map(list, line.values)] for line in standings(tournament, division).lines]


def result_of(outcome: Outcome | None) -> list[Any] | None:
    """What a game of a round came to."""
    match outcome:
        case None:
            return None
        case Scored():
            return ["scored", list(outcome.scores), outcome.ground.value, outcome.by, outcome.reason]
        case Cancelled():
            return ["cancelled", outcome.by, outcome.reason]
        case Forfeited():
            return ["forfeited", list(outcome.absent), outcome.by, outcome.reason]


def _told(state: object) -> Plain:
    match state:
        case Table():
            return _told_of_table(state)
        case HareRound():
            return _told_of_board(state)
        case Tournament():
            return told_of_tournament(state)
        case Registry():
            return {
                "devices": [[each.name, each.revoked] for each in state.devices_in_order],
                "invitations": len(state.invitations_in_order),
                "ended": sorted(state.ended),
            }
        case ServerRecord():
            return {"gaps": [[gap.length_ms, len(gap.clocks), gap.ran] for gap in state.gaps]}
        case ListChoices():
            chosen = ([*where, [each.name for each in lists]] for where, lists in state.chosen.items())
            return {"chosen": sorted(chosen)}
        case Notes():
            noted = ([table, note.turn, note.by, note.text] for table in state.of for note in state.of[table])
            return {"notes": sorted(noted)}
        case JudgeLog():
            latest = () if state.latest is None else state.latest.words
            return {"rulings": state.count, "latest": [each.word for each in latest]}
        case _:
            raise AssertionError(f"nothing is told of {state!r}")


def _told_of_table(table: Table) -> Plain:
    return {
        "rules": table.rulebook.name,
        "sides": list(table.sides),
        "seats": [seat.name for seat in table.seats],
        "stage": table.stage.value,
        "turns": len(table.turns),
        "to_move": table.position.to_move,
        "points": [turn.points for turn in table.turns],
        "tiles": str(sorted(table.position.board.tile_counts().items())),
        "scores": list(scores(table)),
        "signed": [signer_name(table, signer) for signer in table.signatures],
        "unsigned": [signer_name(table, signer) for signer in unsigned(table)],
        "accepted_by": table.accepted_by,
        "returned": table.returned,
        "pause": table.pause,
        "challenged": None if table.challenge is None else list(table.challenge.words),
    }


def _told_of_board(built: HareRound) -> Plain:
    return {
        "team": built.team,
        "stage": built.stage.value,
        "tiles": str(sorted(built.board.tile_counts().items())),
        "removed": built.removed.count,
        "cents": built.cents,
        "checked_by": built.checked_by,
        "score": score_of(built).total,
        "accepted": built.accepted_total,
        "best": None if built.best is None else built.best.total,
    }


def _told_of_division(tournament: Tournament, name: str) -> Plain:
    return {
        "rulebook": tournament.division(name).rulebook,
        "rounds": [_told_of_round(tournament, each) for each in tournament.rounds_of(name)],
        "standings": standings_of(tournament, name),
    }


def _told_of_round(tournament: Tournament, played: Round) -> Plain:
    return {
        "stage": played.stage.value,
        "clock_ms": None if played.clock is None else played.clock.limit_ms,
        "sittings": [_told_of_sitting(tournament, each) for each in played.sittings],
        "rests": [[tournament.contender(each.contender).name, each.kind.value] for each in played.rests],
        "ruled": [[tournament.contender(number).name, points] for number, points, _ in played.ruled_points],
        "challenges": [
            [each.challenger.name, each.challenged.name, each.target.word, each.target.points]
            for each in played.challenges
        ],
    }


def _told_of_sitting(tournament: Tournament, sitting: Sitting) -> Plain:
    return {
        "place": [sitting.table, sitting.board],
        "sides": [tournament.contender(side).name for side in sitting.sides],
        "sheets": [[list(each.scores), list(each.signed)] for each in sitting.sheets],
        "state": sitting.state.value,
        "result": result_of(sitting.outcome),
    }
