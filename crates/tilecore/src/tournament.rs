//! The remaining rounds of a tournament, played out many times: how often each player ends at each place.
//!
//! Everything is counted in whole numbers, so that a plain program in another language finds exactly the same.

use std::cmp::Reverse;

use crate::movegen::{Random, Refusal};

/// Most players of a field, so that a table of chances stays small.
pub const MOST_PLAYERS: usize = 1000;

/// Where players stand, and what is known of their games to come.
#[derive(Clone, Debug)]
pub struct Field {
    /// Half points of each player: two for a win, one for a tie.
    pub points: Vec<i32>,
    /// Points for and against, added up.
    pub spreads: Vec<i32>,
    /// By player and opponent, row by row: how often of 2^32 games the player wins.
    pub chances: Vec<u32>,
    /// By how much games are won, each as likely as the others; zero is a tie.
    pub margins: Vec<i32>,
    /// The margin of a bye, which is a win.
    pub bye: i32,
}

/// The rounds that are left, and the games of the first of them that are known.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// How many, with the one under way.
    pub left: usize,
    /// The games of the round under way, if there is one; who is in none has played already.
    pub known: Option<Vec<(usize, usize)>>,
}

impl Field {
    /// Refuses numbers that do not belong together.
    pub fn check(&self, rounds: &Rounds) -> Result<(), Refusal> {
        let players = self.points.len();
        let fits = players <= MOST_PLAYERS
            && self.spreads.len() == players
            && self.chances.len() == players * players
            && !self.margins.is_empty();
        let known =
            rounds.known.iter().flatten().all(|&(one, other)| one.max(other) < players && one != other);
        if fits && known {
            return Ok(());
        }
        Err(Refusal::new("bad-field", "the numbers of the field do not belong together"))
    }

    /// How often of `runs` each player ends at each place, row by row; level ones keep the order they are given in.
    pub fn places(&self, rounds: &Rounds, runs: u64, seed: u64) -> Vec<u64> {
        let players = self.points.len();
        let mut counts = vec![0; players * players];
        let mut run = Run { points: vec![], spreads: vec![], order: (0..players).collect() };
        for number in 0..runs {
            run.points.clone_from(&self.points);
            run.spreads.clone_from(&self.spreads);
            self.play(rounds, &mut run, &mut Random::new(seed, number));
            for (place, &player) in run.order.iter().enumerate() {
                counts[player * players + place] += 1;
            }
        }
        counts
    }

    fn play(&self, rounds: &Rounds, run: &mut Run, random: &mut Random) {
        let mut left = rounds.left;
        if let (Some(games), 1..) = (&rounds.known, left) {
            for &(one, other) in games {
                self.game(run, one, other, random);
            }
            left -= 1;
        }
        while left > 0 {
            run.rank();
            self.round(run, left, random);
            left -= 1;
        }
        run.rank();
    }

    /// A round by factor: so many rounds are left, so far down the leaders meet; those below meet their neighbours.
    fn round(&self, run: &mut Run, left: usize, random: &mut Random) {
        let players = run.order.len();
        let factor = left.min(players / 2);
        for place in 0..factor {
            self.game(run, run.order[place], run.order[place + factor], random);
        }
        for place in (2 * factor..players - players % 2).step_by(2) {
            self.game(run, run.order[place], run.order[place + 1], random);
        }
        if players % 2 == 1 {
            let last = run.order[players - 1];
            run.points[last] += 2;
            run.spreads[last] += self.bye;
        }
    }

    fn game(&self, run: &mut Run, one: usize, other: usize, random: &mut Random) {
        let bits = random.bits();
        let margin = self.margins[(((bits & 0xffff_ffff) * self.margins.len() as u64) >> 32) as usize];
        let wins = (bits >> 32) < u64::from(self.chances[one * self.points.len() + other]);
        let (winner, loser) = if wins { (one, other) } else { (other, one) };
        if margin == 0 {
            run.points[one] += 1;
            run.points[other] += 1;
        } else {
            run.points[winner] += 2;
        }
        run.spreads[winner] += margin;
        run.spreads[loser] -= margin;
    }
}

/// One way the tournament may go.
struct Run {
    points: Vec<i32>,
    spreads: Vec<i32>,
    order: Vec<usize>,
}

impl Run {
    fn rank(&mut self) {
        let (points, spreads) = (&self.points, &self.spreads);
        self.order.sort_unstable_by_key(|&player| (Reverse((points[player], spreads[player])), player));
    }
}
