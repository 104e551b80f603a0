//! The whole solve: one long cooling, before it short ones for those who will not wait so long, and in the end the
//! best board is polished.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::cooling::cool;
use super::draft::{Draft, Standing};
use super::pace::{Budget, Pace, Stopwatch};
use super::polish::polish;
use super::puzzle::Puzzle;
use super::schedule::{POLISHING, TRIES_A_STEP, preludes};
use super::search::Found;
use crate::movegen::Refusal;

/// More threads than any machine has use for.
const MOST_THREADS: usize = 1024;
/// Steps that one thread makes in a minute, roughly; stages are planned by it where steps are counted.
const STEPS_A_MINUTE: f64 = 4e6;

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// What may be spent.
    pub budget: Budget,
    /// On how many threads.
    pub threads: usize,
    /// Where chance comes from.
    pub seed: u64,
}

/// A board that was found: a byte for each square, and what it comes to.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Row by row: 0 empty, a letter's number, 128 more for a blank.
    pub squares: Vec<u8>,
    /// Its score and what is in it.
    pub standing: Standing,
}

/// Lets others watch a solve and end it early.
#[derive(Default)]
pub struct Control {
    pub(super) stop: AtomicBool,
    best: Mutex<Option<Found>>,
}

impl Effort {
    /// Minutes that one thread would take, roughly.
    pub(super) fn minutes(&self) -> f64 {
        match self.budget {
            Budget::Steps(steps) => steps as f64 / STEPS_A_MINUTE,
            Budget::Seconds(seconds) | Budget::CpuSeconds(seconds) => seconds * self.threads as f64 / 60.0,
        }
    }

    /// The same with a share of what may be spent.
    fn part(&self, share: f64) -> Effort {
        let budget = match self.budget {
            Budget::Steps(steps) => Budget::Steps((steps as f64 * share) as u64),
            Budget::Seconds(seconds) => Budget::Seconds(seconds * share),
            Budget::CpuSeconds(seconds) => Budget::CpuSeconds(seconds * share),
        };
        Effort { budget, ..*self }
    }
}

impl Control {
    /// Ends the solve soon; it then gives its best board so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The best board so far.
    pub fn best(&self, puzzle: &Puzzle) -> Option<Solution> {
        let best = *self.best.lock().unwrap_or_else(PoisonError::into_inner);
        best.map(|found| solution(puzzle, &found.draft))
    }

    /// Takes note of a board if it is the best so far; false if it is no board at all, because a word only
    /// looked like one.
    pub(crate) fn offer(&self, puzzle: &Puzzle, found: &Found) -> bool {
        if !puzzle.is_good(&found.draft) {
            return false;
        }
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.is_none_or(|best| found.score > best.score) {
            *best = Some(*found);
        }
        true
    }
}

fn solution(puzzle: &Puzzle, draft: &Draft) -> Solution {
    Solution { squares: draft.squares(puzzle), standing: draft.evaluate(puzzle, &puzzle.supply) }
}

/// The best board that can be found. It never gives less than the fixed tiles alone.
pub fn solve(puzzle: &Puzzle, effort: &Effort, control: &Control) -> Result<Solution, Refusal> {
    if effort.threads == 0 || effort.threads > MOST_THREADS {
        let sentence =
            format!("a board is looked for on 1 to {MOST_THREADS} threads, not {}", effort.threads);
        return Err(Refusal::new("threads", sentence));
    }
    if let Budget::Seconds(seconds) | Budget::CpuSeconds(seconds) = effort.budget {
        if !(seconds >= 0.0 && seconds.is_finite()) {
            return Err(Refusal::new("seconds", "the time must be a number of seconds from 0"));
        }
    }
    let (bare, standing) = puzzle.bare();
    let mut best = Found { score: standing.score, draft: bare };
    control.offer(puzzle, &best);
    let watch = Stopwatch::start(false);
    let preludes = preludes(effort.minutes());
    let main = 1.0 - POLISHING - preludes.iter().sum::<f64>();
    for (course, &share) in preludes.iter().chain([&main]).enumerate() {
        if control.is_stopped() {
            break;
        }
        let part = match effort.budget {
            // What the preludes took too long is taken from the main part.
            Budget::Seconds(seconds) if course == preludes.len() => {
                let left = seconds * (1.0 - POLISHING) - watch.seconds();
                Effort { budget: Budget::Seconds(left.max(0.0)), ..*effort }
            }
            _ => effort.part(share),
        };
        if let Some(found) = cool(puzzle, &part, course as u64, control) {
            if found.score > best.score {
                best = found;
            }
        }
    }
    let watch = match effort.budget {
        Budget::CpuSeconds(_) => Stopwatch::start(true),
        _ => watch,
    };
    let stop = &control.stop;
    let pace = match effort.budget {
        Budget::Steps(steps) => Pace::Steps { all: (steps as f64 * POLISHING * TRIES_A_STEP) as u64, stop },
        Budget::Seconds(seconds) => Pace::Time { watch: &watch, from: 0.0, until: seconds, stop },
        Budget::CpuSeconds(seconds) => {
            Pace::Time { watch: &watch, from: 0.0, until: seconds * POLISHING, stop }
        }
    };
    let best = polish(puzzle, best, &pace);
    control.offer(puzzle, &best);
    Ok(solution(puzzle, &best.draft))
}
