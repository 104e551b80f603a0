//! A play before the bag is empty, with what is known of it.

use super::draws::Draw;
use crate::movegen::Play;

/// How a game ends for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has more points than the other.
    Win,
    /// Both have as many.
    Tie,
    /// It has fewer.
    Loss,
}

/// How far a play was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// With all draws.
    Decided,
    /// Only until it could no longer be the best.
    GivenUp,
    /// Not to the end, for want of time.
    Open,
}

/// The bounds of points that nothing is known of.
pub(crate) const UNKNOWN: [i32; 2] = [i32::MIN, i32::MAX];

/// A turn with what it leads to.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The play; none is a pass or an exchange.
    pub play: Option<Play>,
    /// The kinds of the tiles that are exchanged, if any are, in order of the alphabet: they go into the bag.
    pub thrown: Vec<u8>,
    /// The draws after it, each with the outcome if it was decided.
    pub draws: Vec<(Draw, Option<Outcome>)>,
    /// By draw: the points by which the game ends, if they were worked out.
    pub spreads: Vec<Option<i32>>,
    /// By draw: the points by which the game is proven to end, at least and at most.
    pub(crate) bounds: Vec<[i32; 2]>,
    /// By draw: the points by which the game ends at first sight.
    pub(crate) guesses: Vec<i32>,
    /// How far it was judged.
    pub state: State,
    /// Whether its points were compared with those of the best as far as needed.
    pub(crate) is_settled: bool,
    /// Whether tiles stay in the bag, so that it is an estimate.
    pub is_estimate: bool,
    /// Half points expected at first sight, and the spread, for the order in which plays are tried.
    pub(crate) estimate: (i64, i64),
    /// Its place among all plays by score: of two that are as good, the first is taken.
    pub(crate) place: usize,
}

impl Candidate {
    /// How many ways of drawing there are.
    pub fn ways(&self) -> u64 {
        self.draws.iter().map(|(draw, _)| draw.weight).sum()
    }

    /// In how many of them it comes out so.
    pub fn ways_of(&self, outcome: Outcome) -> u64 {
        let so = self.draws.iter().filter(|(_, found)| *found == Some(outcome));
        so.map(|(draw, _)| draw.weight).sum()
    }

    /// Wins count two, ties one.
    pub(crate) fn half_points(&self) -> u64 {
        2 * self.ways_of(Outcome::Win) + self.ways_of(Outcome::Tie)
    }

    /// What it can come to at most.
    pub(crate) fn most_half_points(&self) -> u64 {
        2 * (self.ways() - self.ways_of(Outcome::Loss)) - self.ways_of(Outcome::Tie)
    }

    /// The draws in the order in which they are looked at: losses are what a play is given up for.
    pub(crate) fn likely_losses_first(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.draws.len()).collect();
        order.sort_by_key(|&index| self.guesses[index]);
        order
    }

    /// Takes in that a draw ends better than by so many points, or that it does not.
    pub(crate) fn learn(&mut self, index: usize, points: i32, is_better: bool) {
        let [least, most] = &mut self.bounds[index];
        match is_better {
            true => *least = points + 1,
            false => *most = points,
        }
        self.draws[index].1 = match (*least, *most) {
            (1.., _) => Some(Outcome::Win),
            (_, ..=-1) => Some(Outcome::Loss),
            (0, 0) => Some(Outcome::Tie),
            _ => None,
        };
        self.spreads[index] = (*least == *most).then_some(*least);
    }

    /// What is already known of whether a draw ends better than by so many points.
    pub(crate) fn known(&self, index: usize, points: i32) -> Option<bool> {
        let [least, most] = self.bounds[index];
        match (least > points, most <= points) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// The points to ask about next on the way to the exact ones of a draw: first the guess, then further and further
    /// from it, then what halves the rest; none if they are known.
    pub(crate) fn next_question(&self, index: usize) -> Option<i32> {
        let ([least, most], guess) = (self.bounds[index], self.guesses[index]);
        if least == most {
            return None;
        }
        let middle = || least + (most - least) / 2;
        Some(if most > guess && least <= guess {
            guess
        } else if most <= guess {
            let further = most - 1 - (guess - most);
            if least == UNKNOWN[0] { further } else { further.max(middle()) }
        } else {
            let further = least + (least - guess - 1);
            if most == UNKNOWN[1] { further } else { further.min(middle()) }
        })
    }

    /// The most that the spreads can add up to, if all are bounded.
    pub(crate) fn most_spread_sum(&self) -> Option<i64> {
        let each = self.draws.iter().zip(&self.bounds);
        each.map(|((draw, _), &[_, most])| {
            (most < UNKNOWN[1]).then_some(i64::from(most) * draw.weight as i64)
        })
        .sum()
    }

    /// Sum of the spreads over all ways, if all are known.
    pub fn spread_sum(&self) -> Option<i64> {
        let each = self.draws.iter().zip(&self.spreads);
        each.map(|((draw, _), spread)| spread.map(|spread| i64::from(spread) * draw.weight as i64)).sum()
    }
}
