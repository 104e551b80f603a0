"""Commands become facts, or are refused with a code and the clause that forbids them."""

import random
from typing import assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import day, divisions
from wordwaiter.tournament.bee import decide as bee
from wordwaiter.tournament.entrants import absence, registration
from wordwaiter.tournament.facts import Fact
from wordwaiter.tournament.guards import Rulebooks
from wordwaiter.tournament.money import treasury
from wordwaiter.tournament.rounds import results, running
from wordwaiter.tournament.state import Tournament


def decide(
    tournament: Tournament,
    command: c.Command,
    now_ms: int,
    rng: random.Random,
    rulebooks: Rulebooks = shipped_rulebook,
) -> tuple[Fact, ...]:
    """What happens when `command` is given at `now_ms`; a refusal changes nothing."""
    if now_ms < tournament.at_ms:
        raise MalformedError(
            "time-went-back",
            f"the clock shows {now_ms} ms, before the last entry at {tournament.at_ms} ms; set the clock",
        )
    match command:
        case c.OpenDivision() | c.ChangeFormat() | c.MergeDivisions() | c.ProvideEquipment():
            return _division(tournament, command, now_ms, rulebooks)
        case (
            c.Register()
            | c.ChangeProfile()
            | c.RemoveEntrants()
            | c.CheckIn()
            | c.CancelCheckIn()
            | c.MoveEntrant()
            | c.Withdraw()
            | c.DeclareDefault()
            | c.Reinstate()
        ):
            return _entrant(tournament, command, now_ms)
        case c.StartRound():
            return running.start(tournament, command, now_ms, rng, rulebooks)
        case (
            c.PublishRound()
            | c.WithdrawRound()
            | c.AdjustRoomClock()
            | c.CallRoundTime()
            | c.CloseRound()
            | c.HaltRound()
            | c.ResumeRound()
            | c.ReopenRound()
        ):
            return _round(tournament, command, now_ms)
        case (
            c.HandInSheet()
            | c.TakeTableResult()
            | c.DecideResult()
            | c.CancelGame()
            | c.ForfeitGame()
            | c.CorrectResult()
            | c.WithdrawResult()
            | c.NoteFeat()
        ):
            return _result(tournament, command, now_ms)
        case c.BuyTiles():
            return bee.buy_tiles(tournament, command, now_ms, rng, rulebooks)
        case (
            c.AnnounceWords()
            | c.BuyPeek()
            | c.AnswerPeek()
            | c.BuyAllTiles()
            | c.ChallengeBoardWord()
            | c.RuleBoardWord()
        ):
            return _bee(tournament, command, now_ms, rulebooks)
        case c.TakeMoney() | c.ReverseMoney() | c.PayTab() | c.MakePledge() | c.SetTarget() | c.CountCash():
            return _money(tournament, command, now_ms)
        case (
            c.CallOfficial()
            | c.AnswerCall()
            | c.EndCall()
            | c.SetTimetable()
            | c.ShiftTimetable()
            | c.ChooseScreen()
        ):
            return _day(tournament, command, now_ms)
        case _:
            assert_never(command)


def _division(
    tournament: Tournament, command: c.DivisionCommand, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    match command:
        case c.OpenDivision():
            return divisions.open_division(tournament, command, now_ms, rulebooks)
        case c.ChangeFormat():
            return divisions.change_format(tournament, command, now_ms)
        case c.MergeDivisions():
            return divisions.merge_divisions(tournament, command, now_ms)
        case c.ProvideEquipment():
            return divisions.provide_equipment(tournament, command, now_ms)


def _entrant(tournament: Tournament, command: c.EntrantCommand, now_ms: int) -> tuple[Fact, ...]:
    match command:
        case c.Register():
            return registration.register(tournament, command, now_ms)
        case c.ChangeProfile():
            return registration.change_profile(tournament, command, now_ms)
        case c.RemoveEntrants():
            return registration.remove_entrants(tournament, command, now_ms)
        case c.CheckIn():
            return registration.check_in(tournament, command, now_ms)
        case c.CancelCheckIn():
            return registration.cancel_check_in(tournament, command, now_ms)
        case c.MoveEntrant():
            return registration.move_entrant(tournament, command, now_ms)
        case c.Withdraw() | c.DeclareDefault():
            return absence.leave(tournament, command, now_ms)
        case c.Reinstate():
            return absence.reinstate(tournament, command, now_ms)


def _round(tournament: Tournament, command: c.RoundCommand, now_ms: int) -> tuple[Fact, ...]:
    match command:
        case c.PublishRound():
            return running.publish(tournament, command, now_ms)
        case c.WithdrawRound():
            return running.withdraw_round(tournament, command, now_ms)
        case c.AdjustRoomClock():
            return running.adjust_clock(tournament, command, now_ms)
        case c.CallRoundTime():
            return running.call_time(tournament, command, now_ms)
        case c.CloseRound():
            return running.close(tournament, command, now_ms)
        case c.HaltRound():
            return running.halt(tournament, command, now_ms)
        case c.ResumeRound():
            return running.resume(tournament, command, now_ms)
        case c.ReopenRound():
            return running.reopen(tournament, command, now_ms)


def _result(tournament: Tournament, command: c.ResultCommand, now_ms: int) -> tuple[Fact, ...]:
    match command:
        case c.HandInSheet():
            return results.hand_in(tournament, command, now_ms)
        case c.TakeTableResult():
            return results.take_table_result(tournament, command, now_ms)
        case c.DecideResult():
            return results.decide_result(tournament, command, now_ms)
        case c.CancelGame():
            return results.cancel_game(tournament, command, now_ms)
        case c.ForfeitGame():
            return results.forfeit_game(tournament, command, now_ms)
        case c.CorrectResult():
            return results.correct_result(tournament, command, now_ms)
        case c.WithdrawResult():
            return results.withdraw_result(tournament, command, now_ms)
        case c.NoteFeat():
            return results.note_feat(tournament, command, now_ms)


def _bee(
    tournament: Tournament, command: c.BeeCommand, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    match command:
        case c.AnnounceWords():
            return bee.announce_words(tournament, command, now_ms, rulebooks)
        case c.BuyPeek():
            return bee.buy_peek(tournament, command, now_ms, rulebooks)
        case c.AnswerPeek():
            return bee.answer_peek(tournament, command, now_ms, rulebooks)
        case c.BuyAllTiles():
            return bee.buy_all_tiles(tournament, command, now_ms, rulebooks)
        case c.ChallengeBoardWord():
            return bee.challenge_word(tournament, command, now_ms, rulebooks)
        case c.RuleBoardWord():
            return bee.rule_word(tournament, command, now_ms, rulebooks)


def _money(tournament: Tournament, command: c.MoneyCommand, now_ms: int) -> tuple[Fact, ...]:
    match command:
        case c.TakeMoney():
            return treasury.take_money(tournament, command, now_ms)
        case c.ReverseMoney():
            return treasury.reverse_money(tournament, command, now_ms)
        case c.PayTab():
            return treasury.pay_tab(tournament, command, now_ms)
        case c.MakePledge():
            return treasury.make_pledge(tournament, command, now_ms)
        case c.SetTarget():
            return treasury.set_target(tournament, command, now_ms)
        case c.CountCash():
            return treasury.count_cash(tournament, command, now_ms)


def _day(tournament: Tournament, command: c.DayCommand, now_ms: int) -> tuple[Fact, ...]:
    match command:
        case c.CallOfficial():
            return day.call_official(tournament, command, now_ms)
        case c.AnswerCall():
            return day.answer_call(tournament, command, now_ms)
        case c.EndCall():
            return day.end_call(tournament, command, now_ms)
        case c.SetTimetable():
            return day.set_timetable(tournament, command, now_ms)
        case c.ShiftTimetable():
            return day.shift_timetable(tournament, command, now_ms)
        case c.ChooseScreen():
            return day.choose_screen(tournament, command, now_ms)
