//! The race of the candidates: what each came to so far, and which are beaten beyond doubt.
//!
//! All candidates that are still in the race have been tried on the same draws, so two of them are compared by their
//! difference in each draw. That varies far less than either does. A candidate is dropped when the best one is ahead by
//! so much that the chance of this being luck, over all comparisons that are ever made, stays below what was asked for.

use super::rollout::Outcome;
use super::win_model::SURE;

/// Turns after a candidate of which averages are told: the other side's answer and one's own next turn.
pub const SHOWN_PLIES: usize = 2;

/// What a point of spread counts beside chances to win, which are counted in [`SURE`]: 20 points are a tenth of a per cent.
/// It decides only between turns that win alike.
const POINT: i32 = 3;

/// Two turns that differ by less than this are taken for equal: a tenth of a per cent.
const ALIKE: f64 = 0.001 * SURE as f64;

/// Averages of a turn that follows a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyTally {
    /// How often it was reached.
    pub turns: u64,
    /// Points, added up.
    pub points: i64,
    /// How often it was a play of a full rack.
    pub bingos: u64,
}

/// What a candidate came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Draws it was tried on.
    pub draws: u64,
    /// Its chances to win, added up.
    pub wins: i64,
    /// Their squares, added up.
    pub win_squares: i64,
    /// Points gained over the other side, added up, in thousandths.
    pub spread: i64,
    /// The squares of these in tenths of a point, added up.
    pub spread_squares: i64,
    /// What followed.
    pub plies: [PlyTally; SHOWN_PLIES],
    /// Whether it is beaten beyond doubt.
    pub is_dropped: bool,
    /// Chance to win and spread in one number, added up.
    value: i64,
}

/// Why a simulation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// One candidate is the best, or as good as any other, with the confidence asked for.
    Confident,
    /// The time was up.
    Time,
    /// All draws were made.
    Count,
    /// Somebody stopped it.
    Stopped,
}

/// What a simulation found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// By candidate.
    pub estimates: Vec<Estimate>,
    /// The best candidate.
    pub best: usize,
    /// How sure it is that no other is better by more than a tenth of a per cent, from 0 to 1.
    pub confidence: f64,
    /// Draws of those that are still in the race.
    pub draws: u64,
    /// Positions looked at.
    pub positions: u64,
    /// Why it ended.
    pub ended: Ended,
}

/// Sums over draws; integers, so that their order does not matter.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    pub(crate) estimates: Vec<Estimate>,
    /// By pair of candidates: the products of their values, added up.
    products: Vec<i64>,
    /// The values of the candidates in the draw at hand.
    row: Vec<i32>,
    pub(crate) positions: u64,
}

impl Sums {
    pub(crate) fn new(candidates: usize) -> Sums {
        Sums {
            estimates: vec![Estimate::default(); candidates],
            products: vec![0; candidates * candidates],
            row: vec![0; candidates],
            positions: 0,
        }
    }

    /// Notes what came of a candidate; `place` is its place in the list of those in the race.
    pub(crate) fn note(&mut self, number: usize, place: usize, outcome: &Outcome) {
        let estimate = &mut self.estimates[number];
        let value = outcome.win + POINT * (outcome.spread / 1000);
        let tenths = i64::from(outcome.spread / 100);
        estimate.draws += 1;
        estimate.wins += i64::from(outcome.win);
        estimate.win_squares += i64::from(outcome.win) * i64::from(outcome.win);
        estimate.spread += i64::from(outcome.spread);
        estimate.spread_squares += tenths * tenths;
        estimate.value += i64::from(value);
        for (ply, tally) in estimate.plies.iter_mut().enumerate() {
            if let Some(score) = outcome.scores[ply] {
                tally.turns += 1;
                tally.points += i64::from(score);
                tally.bingos += u64::from(outcome.bingos[ply]);
            }
        }
        self.row[place] = value;
        self.positions += u64::from(outcome.positions);
    }

    /// Ends a draw of these candidates.
    pub(crate) fn end_draw(&mut self, racing: &[usize]) {
        let width = self.estimates.len();
        for (place, &one) in racing.iter().enumerate() {
            for (other_place, &other) in racing[..=place].iter().enumerate() {
                self.products[one * width + other] +=
                    i64::from(self.row[place]) * i64::from(self.row[other_place]);
            }
        }
    }

    /// Adds what another thread has gathered and forgets it there.
    pub(crate) fn take_from(&mut self, other: &mut Sums) {
        for (mine, theirs) in self.estimates.iter_mut().zip(&mut other.estimates) {
            mine.draws += theirs.draws;
            mine.wins += theirs.wins;
            mine.win_squares += theirs.win_squares;
            mine.spread += theirs.spread;
            mine.spread_squares += theirs.spread_squares;
            mine.value += theirs.value;
            for (ply, more) in mine.plies.iter_mut().zip(&theirs.plies) {
                ply.turns += more.turns;
                ply.points += more.points;
                ply.bingos += more.bingos;
            }
            *theirs = Estimate::default();
        }
        for (mine, theirs) in self.products.iter_mut().zip(&mut other.products) {
            *mine += std::mem::take(theirs);
        }
        self.positions += std::mem::take(&mut other.positions);
    }

    /// The best of the candidates in the race; of equal ones the first.
    pub(crate) fn best(&self, racing: &[usize]) -> usize {
        let better = |best: usize, next: usize| {
            if self.estimates[next].value > self.estimates[best].value { next } else { best }
        };
        racing.iter().copied().reduce(better).unwrap_or(0)
    }

    /// By how much the value of `best` is above that of `other` in a draw, and how far that mean may be off (one standard
    /// error).
    fn ahead(&self, best: usize, other: usize) -> (f64, f64) {
        let width = self.estimates.len();
        let product = |a: usize, b: usize| self.products[a.max(b) * width + a.min(b)] as f64;
        let draws = self.estimates[best].draws as f64;
        let mean = (self.estimates[best].value - self.estimates[other].value) as f64 / draws;
        let squares = product(best, best) + product(other, other) - 2.0 * product(best, other);
        let variance = (squares / draws - mean * mean).max(0.0);
        (mean, (variance / draws).sqrt())
    }

    /// The candidates that `best` has beaten with a doubt of at most this each, and whether the rest cannot be better than
    /// it by more than a trifle.
    pub(crate) fn beaten(&self, best: usize, racing: &[usize], doubt: f64) -> (Vec<usize>, bool) {
        let errors = errors_for(doubt);
        let others = racing.iter().copied().filter(|&other| other != best);
        let (beaten, left): (Vec<usize>, Vec<usize>) = others.partition(|&other| {
            let (mean, error) = self.ahead(best, other);
            mean > errors * error && mean > 0.0
        });
        let alike = left.iter().all(|&other| {
            let (mean, error) = self.ahead(best, other);
            mean + ALIKE > errors * error
        });
        (beaten, alike)
    }

    /// How sure it is that no other candidate in the race is better than `best` by more than a trifle.
    pub(crate) fn confidence(&self, best: usize, racing: &[usize]) -> f64 {
        let others = racing.iter().copied().filter(|&other| other != best);
        let doubts = others.map(|other| {
            let (mean, error) = self.ahead(best, other);
            doubt_of((mean + ALIKE) / error.max(f64::MIN_POSITIVE))
        });
        (1.0 - doubts.sum::<f64>()).max(0.0)
    }
}

/// How many standard errors a mean must be above zero for a doubt of at most this: the chance of a normal variable to be
/// `x` standard deviations above its mean is at most exp(-x² / 2) times the smaller of 1/2 and 1 / (x √2π).
fn errors_for(doubt: f64) -> f64 {
    let mut errors = (-2.0 * (2.0 * doubt).min(1.0).ln()).sqrt();
    if errors > 1.0 {
        // Each step comes closer from above and below in turn; the larger of two is on the safe side.
        let step = |errors: f64| (-2.0 * (doubt * errors * TWO_PI_ROOT).ln()).max(1.0).sqrt();
        for _ in 0..4 {
            errors = step(errors);
        }
        errors = errors.max(step(errors));
    }
    errors
}

/// The doubt that is left when a mean is so many standard errors above zero.
fn doubt_of(errors: f64) -> f64 {
    let bound = 0.5f64.min(1.0 / (errors.max(f64::MIN_POSITIVE) * TWO_PI_ROOT));
    if errors <= 0.0 { 1.0 } else { bound * (-0.5 * errors * errors).exp() }
}

const TWO_PI_ROOT: f64 = 2.506_628_274_631;
