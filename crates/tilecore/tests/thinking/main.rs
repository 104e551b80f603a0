//! Tests of the solvers through their public face, against plain code that tries everything.

mod compare;
mod made_up;
#[path = "../movegen/support/mod.rs"]
mod support;

use compare::{endgame_agrees, pre_endgame_agrees};

const GAMES: u64 = 600;

#[test]
fn an_endgame_is_worth_what_trying_everything_gives() {
    let compared = (0..GAMES).filter(|&number| endgame_agrees(2026, number, 1)).count();
    assert!(compared > 300, "only {compared} were small enough");
}

#[test]
fn more_threads_find_the_same_value() {
    let compared = (0..GAMES / 6).filter(|&number| endgame_agrees(21, number, 3)).count();
    assert!(compared > 40, "only {compared} were small enough");
}

#[test]
fn a_play_before_the_bag_is_empty_wins_with_the_tiles_that_trying_everything_gives() {
    let compared = (0..GAMES / 2).filter(|&number| pre_endgame_agrees(2026, number, 1)).count();
    assert!(compared > 100, "only {compared} were small enough");
}

#[test]
fn more_threads_judge_plays_alike() {
    let compared = (0..GAMES / 20).filter(|&number| pre_endgame_agrees(21, number, 3)).count();
    assert!(compared > 10, "only {compared} were small enough");
}
