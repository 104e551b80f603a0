"""Who signs: a side or an official, whatever they are called."""

import pytest

from game.vocabulary import Told, late_in_the_game, refused
from wordwaiter.game import commands as c
from wordwaiter.game.facts import NamedSigner, ResultSigned, SideRenamed
from wordwaiter.game.result import outcome
from wordwaiter.game.signers import signer_name, signer_named, unsigned
from wordwaiter.game.table import EndReason, SigningOfficial, TableKind
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.rulebooks.reading import shipped_rulebook


def ended(opening: c.OpenTable, rulebook: str) -> Told:
    """A game that an official has ended before anybody played."""
    game = Told(shipped_rulebook(rulebook), opening)
    game.does(c.End("director", EndReason.AGREED, "the hall closes"))
    for seat in range(len(game.table.seats)):
        game.does(c.LeaveRackUnknown(seat))
    return game


@pytest.mark.clause("bee-tortoise-1")
def test_a_team_called_scorekeeper_does_not_sign_for_the_scorekeeper() -> None:
    words = announce(shipped_rulebook("bee-tortoise").table.tile_set, "GLOW", "TEA", ["EAT"])
    members = ("Ann", "Ben", "Cy", "Di")
    game = ended(c.OpenTable(TableKind.PHYSICAL, ("scorekeeper",), members, words), "bee-tortoise")
    game.does(c.Sign(0, "Ann", "Ann"))
    assert unsigned(game.table) == (SigningOfficial.SCOREKEEPER,)
    game.does(c.Sign(SigningOfficial.SCOREKEEPER, "Wanda"))
    assert unsigned(game.table) == ()
    assert [signer_name(game.table, signer) for signer in game.table.signatures] == ["scorekeeper"] * 2


@pytest.mark.clause("ontario-8")
def test_two_sides_of_one_name_sign_each_for_itself() -> None:
    opening = c.OpenTable(TableKind.PHYSICAL, ("Ann Lee", "Ann Lee"), contenders=(3, 8))
    game = Told(shipped_rulebook("ontario"), opening).does(c.DrawFirst(0, "A")).does(c.DrawFirst(1, "B"))
    game.does(c.End("director", EndReason.AGREED, "the hall closes"))
    for seat in range(2):
        game.does(c.LeaveRackUnknown(seat))
    game.does(c.Sign(1, "Ann Lee"))
    assert unsigned(game.table) == (0,)
    assert game.table.contenders == (3, 8)


def test_an_official_who_does_not_sign_by_the_rules_is_refused() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S").plays("Ann", "8D RETINAS")
    with refused(game, "no-such-signer"):
        game.does(c.Sign(SigningOfficial.SCOREKEEPER, "Wanda"))
    with refused(game, "no-such-signer"):
        game.does(c.Sign(2))


def test_a_signature_by_name_is_that_of_the_side_that_was_called_so() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S").plays("Ann", "8D RETINAS")
    game.happened(ResultSigned(0, "Ann", NamedSigner("Ann")))
    before = outcome(game.table)
    game.happened(SideRenamed(0, "director", 0, "Anna"))
    assert outcome(game.table) == before
    assert (game.table.sides, game.table.seats[0].name) == (("Anna", "Ben"), "Anna")
    assert game.table.signatures == (0,)
    with refused(game, "already-signed"):
        game.signs("Anna")
    game.happened(ResultSigned(0, "Ben", NamedSigner("Ben")))
    assert unsigned(game.table) == ()


def test_a_text_names_a_role_before_a_side_and_a_seat_signs_for_its_side() -> None:
    words = announce(shipped_rulebook("bee-tortoise").table.tile_set, "GLOW", "TEA", ["EAT"])
    members = ("scorekeeper", "Ben", "Cy", "Di")
    game = ended(c.OpenTable(TableKind.PHYSICAL, ("Owls",), members, words), "bee-tortoise")
    assert signer_named(game.table, "scorekeeper") is SigningOfficial.SCOREKEEPER
    assert signer_named(game.table, "Cy") == signer_named(game.table, "Owls") == 0
