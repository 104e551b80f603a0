//! The whole solve: many boards from fresh skeletons, then more and more time for fewer and fewer of the best.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::draft::{Draft, Standing};
use super::pace::{Budget, Pace, Stopwatch};
use super::puzzle::Puzzle;
use super::search::{Found, Search};
use crate::movegen::{Random, Refusal};

/// More threads than any machine has use for.
const MOST_THREADS: usize = 1024;
/// Steps that one thread makes in a minute, roughly; stages are planned by it where steps are counted.
const STEPS_A_MINUTE: f64 = 1.5e6;

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
    stop: AtomicBool,
    best: Mutex<Option<Found>>,
}

impl Control {
    /// Ends the solve soon; it then gives its best board so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
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

/// A part of the solve.
#[derive(Clone, Copy, Debug)]
struct Stage {
    number: u64,
    /// The share of the budget that it takes.
    share: f64,
    boards: usize,
    /// The temperature at which annealing begins.
    hot: f64,
}

/// The parts of a solve that takes so many minutes of one thread.
///
/// More time buys more boards, and longer annealing for each. Boards are a multiple of `threads`.
fn stages(minutes: f64, threads: usize) -> [Stage; 3] {
    let many = |count: f64, power: f64| {
        ((count * minutes.powf(power)).round() as usize).max(1).next_multiple_of(threads)
    };
    [
        Stage { number: 0, share: 0.25, boards: many(10.0, 0.6), hot: 18.0 },
        Stage { number: 1, share: 0.4, boards: many(6.0, 0.4), hot: 14.0 },
        Stage { number: 2, share: 0.35, boards: many(1.0, 0.0), hot: 12.0 },
    ]
}

/// The best board that can be found. It never gives less than the fixed tiles alone.
pub fn solve(puzzle: &Puzzle, effort: &Effort, control: &Control) -> Result<Solution, Refusal> {
    if effort.threads == 0 || effort.threads > MOST_THREADS {
        let sentence =
            format!("a board is looked for on 1 to {MOST_THREADS} threads, not {}", effort.threads);
        return Err(Refusal::new("threads", sentence));
    }
    let (bare, standing) = puzzle.bare();
    let mut pool = vec![Found { score: standing.score, draft: bare }];
    control.offer(puzzle, &pool[0]);
    let (stages, watch) = match effort.budget {
        Budget::Steps(steps) => (stages(steps as f64 / STEPS_A_MINUTE, 1), None),
        Budget::Seconds(seconds) | Budget::CpuSeconds(seconds) => {
            if !(seconds >= 0.0 && seconds.is_finite()) {
                return Err(Refusal::new("seconds", "the time must be a number of seconds from 0"));
            }
            let watch = Stopwatch::start(false);
            (stages(seconds * effort.threads as f64 / 60.0, effort.threads), Some((seconds, watch)))
        }
    };
    let mut done = 0.0;
    for stage in &stages {
        let run = StageRun { puzzle, effort, control, stage, pool: &pool };
        let found = match &watch {
            None => run.by_steps(),
            Some((seconds, watch)) => {
                done += stage.share;
                let by_cpu = matches!(effort.budget, Budget::CpuSeconds(_));
                // By the clock, what one stage takes too long is taken from the next.
                let limit = if by_cpu { seconds * stage.share } else { seconds * done - watch.seconds() };
                run.by_time(limit, by_cpu)
            }
        };
        pool.extend(found);
        pool.sort_by_key(|found| -found.score);
        pool.dedup_by(|a, b| a.draft.cell == b.draft.cell);
    }
    Ok(solution(puzzle, &pool[0].draft))
}

/// One stage with what it works on.
struct StageRun<'a> {
    puzzle: &'a Puzzle,
    effort: &'a Effort,
    control: &'a Control,
    stage: &'a Stage,
    pool: &'a [Found],
}

impl StageRun<'_> {
    /// The boards of the stage, each with its share of the steps; who makes which does not matter.
    fn by_steps(&self) -> Vec<Found> {
        let Budget::Steps(all) = self.effort.budget else { return Vec::new() };
        let steps = (all as f64 * self.stage.share / self.stage.boards as f64) as u64;
        let next = AtomicUsize::new(0);
        self.on_threads(|search, _, give| {
            loop {
                let board = next.fetch_add(1, Ordering::Relaxed);
                if board >= self.stage.boards || steps == 0 {
                    return;
                }
                give(
                    board,
                    self.board(search, board, &mut Pace::Steps { all: steps, stop: &self.control.stop }),
                );
            }
        })
    }

    /// The boards of the stage, each thread making as many, one after the other.
    fn by_time(&self, limit: f64, by_cpu: bool) -> Vec<Found> {
        let threads = self.effort.threads;
        self.on_threads(|search, thread, give| {
            let watch = Stopwatch::start(by_cpu);
            let boards: Vec<usize> = (thread..self.stage.boards).step_by(threads).collect();
            for (nth, &board) in boards.iter().enumerate() {
                let from = watch.seconds();
                let until = limit * (nth + 1) as f64 / boards.len() as f64;
                if until > from {
                    let stop = &self.control.stop;
                    give(
                        board,
                        self.board(search, board, &mut Pace::Time { watch: &watch, from, until, stop }),
                    );
                }
            }
        })
    }

    fn board(&self, search: &mut Search<'_>, board: usize, pace: &mut Pace<'_>) -> Option<Found> {
        search.filler.random = Random::new(self.effort.seed, self.stage.number << 32 | board as u64);
        let start = match self.stage.number {
            0 => search.skeleton(pace),
            _ => self.pool[board % self.pool.len()].draft,
        };
        search.anneal(start, self.stage.hot, pace, self.control)
    }

    /// What `work` gives on each thread, in the order of the boards.
    fn on_threads(
        &self,
        work: impl Fn(&mut Search<'_>, usize, &mut dyn FnMut(usize, Option<Found>)) + Sync,
    ) -> Vec<Found> {
        let found = Mutex::new(Vec::new());
        let run = |thread: usize| {
            let mut search = Search::new(self.puzzle);
            work(&mut search, thread, &mut |board, top| {
                if let Some(top) = top {
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((board, top));
                }
            });
        };
        std::thread::scope(|scope| {
            let run = &run;
            for thread in 1..self.effort.threads {
                scope.spawn(move || run(thread));
            }
            run(0);
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(board, _)| *board);
        found.into_iter().map(|(_, top)| top).collect()
    }
}
