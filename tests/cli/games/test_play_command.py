"""`wordwaiter play`: games typed line by line at one keyboard."""

import json
from pathlib import Path

import pytest

from cli.conftest import Run

REAL_TILES = ("play", "--physical", "--rulebook")
BEGIN = "Ann draws A\nBen draws B\n"


def typed(run: Run, *arguments: str, lines: str) -> str:
    """What the game prints when these lines are typed."""
    done = run(*arguments, given=lines.encode())
    assert (done.status, done.err) == (0, "")
    return done.out


@pytest.mark.long
def test_a_play_is_tried_announced_and_explained(run: Run) -> None:
    out = typed(run, *REAL_TILES, "iowa", lines=f"{BEGIN}try 8D RETINA\nannounce\nexplain\nquit\n")
    assert out.count("RETINA: R1×2 E1 T1 I1 N1 A1 = 7, ×2 = 14") == 2
    assert "Ann 14   Ben 0" in out


def test_a_refusal_is_told_and_the_game_goes_on(run: Run) -> None:
    out = typed(run, *REAL_TILES, "iowa", lines=f"{BEGIN}8D R\nsing\n8D RETINA\nquit\n")
    assert "the first word needs at least 2 letters (iowa-1)" in out
    assert "unknown command 'sing'; type `help`" in out
    assert "Ann 14   Ben 0" in out


def test_the_list_rules_on_a_challenge_and_undo_takes_a_turn_back(run: Run) -> None:
    lines = f"{BEGIN}8D FROZED\nchallenge FROZED\n8D RETINA\nundo\nquit\n"
    out = typed(run, *REAL_TILES, "iowa", lines=lines)
    assert "The judge says: not good." in out
    assert "Ann: 8D FROZED taken back" in out
    assert out.rstrip().endswith("Ben>")


def test_the_saved_game_is_a_record_that_replays_without_a_difference(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.gcg"
    lines = f"{BEGIN}8D RETINA\nexchange 2\n7H AD\nchallenge AD AN DA\nend the hall closes\n"
    lines += "Ann has AEIOUST\nBen has BCFGHJK\n"
    out = typed(run, *REAL_TILES, "grand-island", "--save", str(saved), lines=lines)
    assert f"The game is in {saved}." in out
    replayed = run("replay", saved, "--rulebook", "grand-island", "--json")
    answer = json.loads(replayed.out)
    assert (replayed.status, answer["differences"]) == (0, [])
    assert answer["players"] == ["Ann", "Ben"]


def test_a_virtual_game_ends_by_itself_and_can_be_saved_as_a_script(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "game.table"
    lines = "pass\n" * 6 + f"script {script}\nAnn signs\nBen signs\nquit\n"
    out = typed(run, "play", "--seed", "3", lines=lines)
    assert "Tiles of Ann: " in out
    assert "(scoreless)." in out
    assert f"Saved in {script}." in out
    assert run("table", script, "-q").status == 0


def test_the_same_seed_draws_the_same_tiles(run: Run) -> None:
    def drawn(seed: str) -> list[str]:
        out = typed(run, "play", "--seed", seed, lines="quit\n")
        return [line for line in out.splitlines() if "draws" in line or line.startswith("Tiles of")]

    assert len(drawn("7")) >= 3
    assert drawn("7") == drawn("7")
    assert drawn("7") != drawn("8")


def test_a_team_plays_round_one_board(run: Run) -> None:
    arguments = (*REAL_TILES, "bee-tortoise", "--team", "Owls", "--start", "GLOW")
    out = typed(run, *arguments, lines="8H ....ING\npass\nquit\n")
    assert "Owls 29" in out
    assert out.rstrip().endswith("Cy>")


def test_the_end_of_the_input_ends_the_program(run: Run) -> None:
    assert typed(run, "play", "--seed", "1", lines="").rstrip().endswith("Ann>")


def test_what_cannot_be_saved_is_told_and_the_game_goes_on(run: Run, tmp_path: Path) -> None:
    out = typed(
        run, *REAL_TILES, "iowa", lines=f"{BEGIN}save {tmp_path}/no/where.gcg\nsave\n8D RETINA\nquit\n"
    )
    assert "nothing was saved" in out
    assert "name a file: save FILE" in out
    assert "Ann 14   Ben 0" in out


def test_the_tiles_not_seen_are_those_that_are_not_on_ones_own_rack(run: Run) -> None:
    out = typed(run, "play", "--seed", "3", lines="tiles\nquit\n")
    # Ann holds AACHIJS: the only J is hers, and nothing of Ben's rack may be told.
    assert "Tiles of Ann: A A C H I J S" in out
    assert "93 tiles not seen: A7 B2 C1 D4 E12 F2 G3 H1 I8 K1 L4 M2 N6 O8 P2 Q1 R6 S3 T6 U4" in out


def test_a_file_that_cannot_be_written_is_told_before_the_game_begins(run: Run, tmp_path: Path) -> None:
    done = run("play", "--save", str(tmp_path / "nowhere" / "game.gcg"), given=b"pass\n")
    assert (done.status, "nowhere" in done.err, "Ann>" in done.out) == (2, True, False)


def test_a_game_that_no_record_can_tell_goes_on_and_the_file_is_not_called_whole(
    run: Run, tmp_path: Path
) -> None:
    saved = tmp_path / "game.gcg"
    lines = f"{BEGIN}8D RETINA\nscores 12\nscores 7\nquit\n"
    out = typed(run, *REAL_TILES, "iowa", "--save", str(saved), lines=lines)
    assert f"{saved} was not written: some turns have only points" in out
    assert "Ann 21   Ben 12" in out
    assert f"{saved} has not the whole game." in out


def test_what_the_game_says_to_type_can_be_typed_until_a_teams_result_is_signed(run: Run) -> None:
    racks = "Ann has AEIOUST\nBen has AEIOURT\nCy has AEINRTD\nDi has EEEDDGG\n"
    signed = "scorekeeper signs\nAnn signs\nscorekeeper sings\nquit\n"
    lines = f"8H GLOWS\nfill\nend the hall closes\n{racks}{signed}"
    out = typed(run, *REAL_TILES, "bee-tortoise", "--start", "glow", lines=lines)
    assert "To be signed by scorekeeper and Ann: type `scorekeeper signs`." in out
    assert out.count("To be signed by") < out.count("points (agreed)")
    assert "unknown command 'sings'; type `help`" in out
