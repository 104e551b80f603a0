//! Comparisons of solvers with plain code, for the tests and for the long run.

use tilecore::endgame::{Control, Effort, Endgame, Solution};
use tilecore::movegen::Rack;

use super::made_up::{Brute, Stand, without};
use super::support::plain::{found, lay};

/// Solves the endgame of that number both ways; whether it was small enough for plain code.
pub fn endgame_agrees(seed: u64, number: u64, threads: usize) -> bool {
    let Some(stand) = Stand::made_up(seed, number, 6) else { return false };
    let mut brute = Brute::new(&stand);
    let [mine, others] = &stand.racks;
    let Some(want) = brute.value(&stand.grid, [mine, others], stand.passed) else { return false };
    let board = stand.engine.board(&stand.grid.concat()).expect("the tiles that lie there");
    let racks = stand.racks.each_ref().map(|rack| Rack::of(rack.iter().copied()));
    let endgame = Endgame { engine: &stand.engine, board: &board, racks, passed: stand.passed };
    let effort = Effort { threads, seconds: None, plies: None };
    let got = endgame.solve(&effort, &Control::default()).expect("an endgame");
    let case = || format!("endgame {number} of seed {seed}: {:?}, {:?}", stand.grid, stand.racks);
    assert!(got.is_proven, "{}", case());
    assert_eq!(got.value, want, "{}", case());
    assert_eq!(got.at_least, Some(want), "{}", case());
    assert_eq!(worth_of_line(&stand, &got), want, "the line {:?}: {}", got.line, case());
    true
}

/// What a line of play comes to for the side that begins, by plain code; the line must go to the end of the game.
fn worth_of_line(stand: &Stand, solution: &Solution) -> i32 {
    let mut grid = stand.grid.clone();
    let mut racks = stand.racks.clone();
    let (mut value, mut passed, mut me, mut sign) = (0, stand.passed, 0, 1);
    for (index, step) in solution.line.iter().enumerate() {
        let is_last = index + 1 == solution.line.len();
        let points = [stand.points(&racks[me]), stand.points(&racks[1 - me])];
        match &step.play {
            None if passed => {
                assert!(is_last);
                return value + sign * i32::from(stand.unplayed.when_nobody_is_out) * (points[0] - points[1]);
            }
            None => passed = true,
            Some(play) => {
                let play = found(play, grid.len());
                assert!(stand.plain.plays(&grid, &racks[me]).contains(&play), "{play:?} is no play");
                lay(&mut grid, &play);
                racks[me] = without(&racks[me], &play.3);
                value += sign * play.4;
                passed = false;
                if racks[me].is_empty() {
                    assert!(is_last);
                    let swing = i32::from(stand.unplayed.to_out) - i32::from(stand.unplayed.to_holder);
                    return value + sign * swing * points[1];
                }
            }
        }
        (me, sign) = (1 - me, -sign);
    }
    panic!("the line ends before the game: {:?}", solution.line)
}
