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

/// A turn with what it leads to.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The play; none is a pass.
    pub play: Option<Play>,
    /// The draws after it, each with the outcome if it was decided.
    pub draws: Vec<(Draw, Option<Outcome>)>,
    /// By draw: the points by which the game ends, if they were worked out.
    pub spreads: Vec<Option<i32>>,
    /// By draw: the points by which the game ends at first sight.
    pub(crate) guesses: Vec<i32>,
    /// How far it was judged.
    pub state: State,
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

    /// Takes the outcomes from the spreads, all of which are known.
    pub(crate) fn conclude(&mut self) {
        for ((_, outcome), spread) in self.draws.iter_mut().zip(&self.spreads) {
            *outcome = spread.map(|spread| match spread.signum() {
                1 => Outcome::Win,
                0 => Outcome::Tie,
                _ => Outcome::Loss,
            });
        }
        self.state = State::Decided;
    }

    /// Sum of the spreads over all ways, if all are known.
    pub fn spread_sum(&self) -> Option<i64> {
        let each = self.draws.iter().zip(&self.spreads);
        each.map(|((draw, _), spread)| spread.map(|spread| i64::from(spread) * draw.weight as i64)).sum()
    }
}
