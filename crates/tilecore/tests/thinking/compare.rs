//! Comparisons of solvers with plain code, for the tests and for the long run.

use std::collections::BTreeSet;

use tilecore::endgame::{Control, Effort, Endgame, Solution};
use tilecore::movegen::{Rack, Random};
use tilecore::pre_endgame::{Candidate, Outcome, PreEndgame, State};

use super::made_up::{Brute, Stand, some_tile, without};
use super::support::plain::{found, lay};

/// Solves the endgame of that number both ways; whether it was small enough for plain code.
pub fn endgame_agrees(seed: u64, number: u64, threads: usize) -> bool {
    let Some(stand) = Stand::made_up(seed, number, 6) else { return false };
    let mut brute = Brute::new(&stand);
    let [mine, others] = &stand.racks;
    let Some(want) = brute.value(&stand.grid, [mine, others], &[], stand.passed) else { return false };
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

/// Judges all plays of the pre-endgame of that number both ways; whether it was small enough for plain code.
pub fn pre_endgame_agrees(seed: u64, number: u64, threads: usize) -> bool {
    let Some(stand) = Stand::made_up(seed, number, 4) else { return false };
    let mut random = Random::new(seed, !number);
    let bag = 1 + random.below(2);
    let [mine, others] = &stand.racks;
    let mut unseen = others.clone();
    unseen.extend((0..bag).map(|_| some_tile(stand.plain.values.len(), &mut random)));
    let lead = random.below(40) as i32 - 20;
    let board = stand.engine.board(&stand.grid.concat()).expect("the tiles that lie there");
    let position = PreEndgame {
        engine: &stand.engine,
        board: &board,
        rack: Rack::of(mine.iter().copied()),
        unseen: Rack::of(unseen.iter().copied()),
        other: None,
        bag,
        lead,
        passed: stand.passed,
        exchanges: random.below(2) == 0,
    };
    let effort = Effort { threads, seconds: None, plies: None };
    let got = position.solve(&effort, &Control::default()).expect("a pre-endgame");
    let case =
        || format!("pre-endgame {number} of seed {seed}: {:?}, {:?}, bag {bag}", stand.grid, stand.racks);
    assert!(got.is_proven, "{}", case());
    let thrown = if position.exchanges { sets_of(mine, bag) } else { BTreeSet::new() };
    let turns = stand.plain.plays(&stand.grid, mine).len() + 1 + thrown.len();
    assert_eq!(got.candidates.len(), turns, "{}", case());
    let exchanged = got.candidates.iter().map(|each| each.thrown.clone()).filter(|set| !set.is_empty());
    assert_eq!(exchanged.collect::<BTreeSet<_>>(), thrown, "{}", case());
    let ways: u64 = (0..bag).map(|drawn| (unseen.len() - drawn) as u64).product();
    let mut merits = Vec::new();
    for candidate in &got.candidates {
        let Some(want) = plain_spreads(&stand, candidate, &unseen, lead) else { return false };
        expect_outcomes(candidate, &want, &case);
        let weight = |index: usize| candidate.draws[index].0.weight as i64;
        let half_points: i64 =
            want.iter().enumerate().map(|(at, w)| weight(at) * i64::from(1 + w.signum())).sum();
        let spread: i64 = want.iter().enumerate().map(|(at, w)| weight(at) * i64::from(*w)).sum();
        assert_eq!(candidate.ways(), ways, "{}", case());
        merits.push((half_points as f64 / candidate.ways() as f64, spread as f64 / candidate.ways() as f64));
    }
    let best = merits.iter().copied().max_by(|a, b| a.partial_cmp(b).expect("numbers"));
    assert_eq!(Some(merits[0]), best, "{}", case());
    true
}

/// The sets of one to so many of these tiles.
fn sets_of(tiles: &[u8], most: usize) -> BTreeSet<Vec<u8>> {
    let chosen = (1_u32..1 << tiles.len()).filter(|chosen| chosen.count_ones() as usize <= most);
    let set = |chosen: u32| {
        let mut set: Vec<u8> =
            (0..tiles.len()).filter(|at| chosen >> at & 1 == 1).map(|at| tiles[at]).collect();
        set.sort_unstable();
        set
    };
    chosen.map(set).collect()
}

/// By draw: how the game ends after a candidate, by plain code.
fn plain_spreads(stand: &Stand, candidate: &Candidate, unseen: &[u8], lead: i32) -> Option<Vec<i32>> {
    let mine = &stand.racks[0];
    let mut brute = Brute::new(stand);
    let spread = |(draw, _): &(tilecore::pre_endgame::Draw, Option<Outcome>)| {
        if !candidate.thrown.is_empty() {
            assert_eq!(draw.drawn.len(), candidate.thrown.len());
            // What is thrown lies in the bag, with what was not drawn.
            let others = without(&without(unseen, &draw.drawn), &without(&draw.rest, &candidate.thrown));
            let mut mine = without(mine, &candidate.thrown);
            mine.extend(&draw.drawn);
            let end = i32::from(stand.unplayed.when_nobody_is_out);
            return match stand.passed {
                true => Some(lead + end * (stand.points(&mine) - stand.points(&others))),
                false => Some(lead - brute.value(&stand.grid, [&others, &mine], &draw.rest, false)?),
            };
        }
        let others = without(&without(unseen, &draw.drawn), &draw.rest);
        let Some(play) = &candidate.play else {
            let end =
                i32::from(stand.unplayed.when_nobody_is_out) * (stand.points(mine) - stand.points(&others));
            let bag: Vec<u8> = draw.drawn.iter().chain(&draw.rest).copied().collect();
            return match stand.passed {
                true => Some(lead + end),
                false => Some(lead - brute.value(&stand.grid, [&others, mine], &bag, true)?),
            };
        };
        let mut grid = stand.grid.clone();
        let laid = found(play, grid.len());
        lay(&mut grid, &laid);
        let mut left = without(mine, play.tiles());
        left.extend(&draw.drawn);
        Some(lead + play.score - brute.value(&grid, [&others, &left], &draw.rest, false)?)
    };
    candidate.draws.iter().map(spread).collect()
}

/// What is said of a candidate must be so; one that was given up may say less.
fn expect_outcomes(candidate: &Candidate, want: &[i32], case: &impl Fn() -> String) {
    assert_ne!(candidate.state, State::Open);
    for (index, (_, outcome)) in candidate.draws.iter().enumerate() {
        let plain = match want[index].signum() {
            1 => Outcome::Win,
            0 => Outcome::Tie,
            _ => Outcome::Loss,
        };
        let is_said = outcome.is_some() || candidate.state == State::Decided;
        assert!(!is_said || *outcome == Some(plain), "{:?} {outcome:?}: {}", candidate.play, case());
        if let Some(spread) = candidate.spreads[index] {
            assert_eq!(spread, want[index], "{:?}: {}", candidate.play, case());
        }
    }
}
