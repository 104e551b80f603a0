//! Annealing: a draft is changed again and again, and changes for the worse are accepted ever more seldom.

use super::draft::{Draft, Standing};
use super::fill::Filler;
use super::grid::Slot;
use super::pace::Pace;
use super::puzzle::Puzzle;
use super::skeleton::{SkeletonLine, premium_slots, skeleton_lines};
use super::solve::Control;
use crate::movegen::Random;

/// Steps between two looks at the clock.
const STRIDE: u64 = 32;

/// What a group of tiles that does not hang together with the others costs, at the beginning and at the end.
const PIECE_COST: (f64, f64) = (60.0, 150.0);
/// A board and what it comes to.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub score: i32,
    pub draft: Draft,
}

/// A part of an annealing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    /// From which temperature to which.
    pub temperature: (f64, f64),
    /// The share of the whole annealing that is over when it begins.
    pub before: f64,
    /// The share that is over when it ends.
    pub after: f64,
}

/// What an annealing comes to.
pub(crate) struct Annealed {
    /// The draft at its end, which may be no board yet.
    pub last: Draft,
    pub energy: f64,
    /// The best board on the way.
    pub top: Option<Found>,
}

/// One thread's search.
pub(crate) struct Search<'p> {
    pub filler: Filler<'p>,
    pub skeleton_lines: Vec<SkeletonLine>,
    pub premium_slots: Vec<Slot>,
    pub temperature: f64,
    piece_cost: f64,
    /// The energy from which on the present move will be accepted.
    pub needed: f64,
    /// Extra weight of bonus words: 1 when annealing begins and 0 when it ends, so that they find a place early.
    bonus_weight: f64,
}

impl<'p> Search<'p> {
    pub fn new(puzzle: &'p Puzzle) -> Search<'p> {
        Search {
            filler: Filler::new(puzzle, Random::new(0, 0)),
            skeleton_lines: skeleton_lines(puzzle),
            premium_slots: premium_slots(puzzle),
            temperature: 1.0,
            piece_cost: PIECE_COST.1,
            needed: f64::NEG_INFINITY,
            bonus_weight: 0.0,
        }
    }

    pub fn evaluate(&self, draft: &Draft) -> Standing {
        draft.evaluate(self.filler.puzzle, &self.filler.supply)
    }

    /// What annealing makes as great as it can.
    pub fn energy(&self, draft: &Draft) -> f64 {
        self.energy_of(&self.evaluate(draft))
    }

    pub fn energy_of(&self, standing: &Standing) -> f64 {
        f64::from(standing.score) + self.bonus_weight * f64::from(standing.bonus)
            - self.piece_cost * f64::from((standing.pieces - 1).max(0))
    }

    /// What a draft comes to if that is so much energy; pieces can only cost, so most drafts are told sooner.
    pub fn evaluate_above(&self, draft: &Draft, least: f64) -> Option<(f64, Standing)> {
        self.evaluate_with(draft, least, Draft::pieces)
    }

    /// The same of a draft that came from another one, in one piece, by filling a slot that touched it.
    pub fn evaluate_filled(&self, draft: &Draft, least: f64, from: &Draft) -> Option<(f64, Standing)> {
        self.evaluate_with(draft, least, |draft| if draft.covers(from) { 1 } else { draft.pieces() })
    }

    #[inline(always)]
    fn evaluate_with(
        &self,
        draft: &Draft,
        least: f64,
        pieces: impl Fn(&Draft) -> i32,
    ) -> Option<(f64, Standing)> {
        let mut standing = draft.tally(self.filler.puzzle, &self.filler.supply);
        if self.energy_of(&standing) < least {
            return None;
        }
        standing.pieces = pieces(draft);
        let energy = self.energy_of(&standing);
        (energy >= least).then_some((energy, standing))
    }

    /// Points that a fill may lose by its own count and still not cost energy: it does not count that it may join
    /// pieces, set a blank free or complete a bonus word.
    pub fn most_loss(&self, draft: &Draft, standing: &Standing) -> f32 {
        let puzzle = self.filler.puzzle;
        let blanks = draft.face_points() + standing.bonus
            - puzzle.unplayed_factor * standing.unplayed
            - standing.score;
        let pieces = self.piece_cost * f64::from((standing.pieces - 1).max(0));
        let missing: i32 = puzzle
            .bonuses
            .iter()
            .enumerate()
            .filter(|(id, _)| standing.bonus_words >> id & 1 == 0)
            .map(|(_, bonus)| bonus.points)
            .sum();
        blanks as f32 + pieces as f32 + 2.0 * missing as f32
    }

    /// Anneals a draft from one temperature to another, until the pace has run out.
    ///
    /// The further the whole annealing is, the more it costs what a board may not have in the end.
    pub fn anneal(&mut self, start: Draft, leg: &Leg, pace: &Pace<'_>, control: &Control) -> Annealed {
        let mut annealed = Annealed { last: start, energy: f64::NEG_INFINITY, top: None };
        let mut energy = 0.0;
        let mut steps = 0;
        loop {
            if steps % STRIDE == 0 {
                let share = pace.share(steps);
                let done = leg.before + (leg.after - leg.before) * share.unwrap_or(1.0);
                let between = |(from, to): (f64, f64), share: f64| from * (to / from).powf(share);
                self.bonus_weight = 1.0 - done;
                self.temperature = between(leg.temperature, share.unwrap_or(1.0));
                self.piece_cost = between(PIECE_COST, done);
                energy = self.energy(&annealed.last);
                if share.is_none() {
                    annealed.energy = energy;
                    return annealed;
                }
            }
            steps += 1;
            // Drawn before the move, so that one without hope can be given up.
            self.needed = energy + self.temperature * self.filler.random.unit().ln();
            let mut next = annealed.last;
            if !self.propose(&mut next) || next.bad_lines != 0 {
                continue;
            }
            if let Some((new, standing)) = self.evaluate_above(&next, self.needed) {
                annealed.last = next;
                energy = new;
                if standing.is_complete() && annealed.top.is_none_or(|top| standing.score > top.score) {
                    let found = Found { score: standing.score, draft: next };
                    if control.offer(self.filler.puzzle, &found) {
                        annealed.top = Some(found);
                    }
                }
            }
        }
    }
}
