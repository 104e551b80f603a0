//! The whole solve: boards from fresh skeletons are cooled together, leg by leg, and after each leg those that
//! promise little make room for copies of better ones. A longer solve does so on several islands, between which
//! nothing passes, and gives up one after the other. In the end the best board is polished.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::draft::{Draft, Standing};
use super::pace::{Budget, Pace, Stopwatch};
use super::polish::polish;
use super::puzzle::Puzzle;
use super::schedule::{LEGS, POLISHING, TRIES_A_STEP, islands, leg, population_size, time_share};
use super::search::{Annealed, Found, Leg, Search};
use crate::movegen::{Random, Refusal};

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

/// The best board that can be found. It never gives less than the fixed tiles alone.
pub fn solve(puzzle: &Puzzle, effort: &Effort, control: &Control) -> Result<Solution, Refusal> {
    if effort.threads == 0 || effort.threads > MOST_THREADS {
        let sentence =
            format!("a board is looked for on 1 to {MOST_THREADS} threads, not {}", effort.threads);
        return Err(Refusal::new("threads", sentence));
    }
    // Where steps are counted, threads must not change anything.
    let (minutes, multiple, seconds) = match effort.budget {
        Budget::Steps(steps) => (steps as f64 / STEPS_A_MINUTE, 1, 0.0),
        Budget::Seconds(seconds) | Budget::CpuSeconds(seconds) => {
            if !(seconds >= 0.0 && seconds.is_finite()) {
                return Err(Refusal::new("seconds", "the time must be a number of seconds from 0"));
            }
            (seconds * effort.threads as f64 / 60.0, effort.threads, seconds)
        }
    };
    let (bare, standing) = puzzle.bare();
    let mut best = Found { score: standing.score, draft: bare };
    control.offer(puzzle, &best);
    let watch = Stopwatch::start(false);
    let first_islands = islands(minutes, 0);
    let island_minutes = minutes / first_islands as f64;
    let mut size = population_size(island_minutes, (first_islands, multiple), 0);
    let mut population = vec![bare; first_islands * size];
    let mut random = Random::new(effort.seed, u64::MAX);
    for number in 0..LEGS {
        let leg = leg(number);
        let (before, after) = (time_share(number, island_minutes), time_share(number + 1, island_minutes));
        let stage = Stage { puzzle, effort, control, number, leg, population: &population };
        let annealed = match effort.budget {
            Budget::Steps(steps) => stage.by_steps(steps as f64 * (after - before)),
            // By the clock, what one leg takes too long is taken from the next.
            Budget::Seconds(_) => stage.by_time(seconds * after - watch.seconds(), false),
            Budget::CpuSeconds(_) => stage.by_time(seconds * (after - before), true),
        };
        for top in annealed.iter().filter_map(|(_, annealed)| annealed.top) {
            // Of equal ones the first, in the order of the boards, whoever made it sooner.
            if top.score > best.score {
                best = top;
            }
        }
        if number + 1 < LEGS && !annealed.is_empty() {
            let cooling = self::leg(number + 1).temperature;
            let left = islands(minutes, number + 1);
            let best_islands = raced(&annealed, size).into_iter().take(left);
            size = population_size(island_minutes, (left, multiple), number + 1);
            population =
                best_islands.flat_map(|island| resampled(island, cooling, size, &mut random)).collect();
        }
    }
    let watch = match effort.budget {
        Budget::CpuSeconds(_) => Stopwatch::start(true),
        _ => watch,
    };
    let stop = &control.stop;
    let pace = match effort.budget {
        Budget::Steps(steps) => Pace::Steps { all: (steps as f64 * POLISHING * TRIES_A_STEP) as u64, stop },
        Budget::Seconds(_) => Pace::Time { watch: &watch, from: 0.0, until: seconds, stop },
        Budget::CpuSeconds(_) => Pace::Time { watch: &watch, from: 0.0, until: seconds * POLISHING, stop },
    };
    let best = polish(puzzle, best, &pace);
    control.offer(puzzle, &best);
    Ok(solution(puzzle, &best.draft))
}

/// The boards of each island, of so many boards each; the one with the best board first.
fn raced(annealed: &[(usize, Annealed)], size: usize) -> Vec<&[(usize, Annealed)]> {
    let mut islands: Vec<_> = annealed.chunk_by(|(a, _), (b, _)| a / size == b / size).collect();
    let top = |island: &[(usize, Annealed)]| {
        island.iter().filter_map(|(_, annealed)| annealed.top).map(|top| top.score).max()
    };
    islands.sort_by_key(|island| Reverse(top(island)));
    islands
}

/// So many drafts, each as often as its energy promises when it cools from `now` to `next`: those that are worse
/// than the others vanish, and those that are better may be there twice.
fn resampled(
    island: &[(usize, Annealed)],
    (now, next): (f64, f64),
    size: usize,
    random: &mut Random,
) -> Vec<Draft> {
    let top = island.iter().map(|(_, each)| each.energy).fold(f64::NEG_INFINITY, f64::max);
    let cooling = 1.0 / next - 1.0 / now;
    let weights: Vec<f64> = island.iter().map(|(_, each)| ((each.energy - top) * cooling).exp()).collect();
    let step = weights.iter().sum::<f64>() / size as f64;
    let mut at = random.unit() * step;
    let mut passed = 0.0;
    let mut chosen = Vec::with_capacity(size);
    for ((_, each), weight) in island.iter().zip(&weights) {
        passed += weight;
        while at < passed && chosen.len() < size {
            chosen.push(each.last);
            at += step;
        }
    }
    // Rounding may leave one place free.
    chosen.resize(size, island[island.len() - 1].1.last);
    chosen
}

/// One stage with what it works on.
struct Stage<'a> {
    puzzle: &'a Puzzle,
    effort: &'a Effort,
    control: &'a Control,
    number: usize,
    leg: Leg,
    population: &'a [Draft],
}

impl Stage<'_> {
    /// The population annealed, each board with its share of the steps; who does which does not matter.
    fn by_steps(&self, all: f64) -> Vec<(usize, Annealed)> {
        let steps = (all / self.population.len() as f64) as u64;
        let next = AtomicUsize::new(0);
        self.on_threads(|search, _, give| {
            loop {
                let board = next.fetch_add(1, Ordering::Relaxed);
                if board >= self.population.len() || steps == 0 {
                    return;
                }
                give(board, self.board(search, board, &Pace::Steps { all: steps, stop: &self.control.stop }));
            }
        })
    }

    /// The population annealed, each thread taking as many boards, one after the other.
    fn by_time(&self, limit: f64, by_cpu: bool) -> Vec<(usize, Annealed)> {
        let threads = self.effort.threads;
        self.on_threads(|search, thread, give| {
            let watch = Stopwatch::start(by_cpu);
            let boards: Vec<usize> = (thread..self.population.len()).step_by(threads).collect();
            for (nth, &board) in boards.iter().enumerate() {
                let (from, until) = (watch.seconds(), limit * (nth + 1) as f64 / boards.len() as f64);
                if until > from {
                    let stop = &self.control.stop;
                    give(board, self.board(search, board, &Pace::Time { watch: &watch, from, until, stop }));
                }
            }
        })
    }

    fn board(&self, search: &mut Search<'_>, board: usize, pace: &Pace<'_>) -> Annealed {
        search.filler.random = Random::new(self.effort.seed, (self.number as u64) << 32 | board as u64);
        let start = if self.number == 0 { search.skeleton(pace) } else { self.population[board] };
        search.anneal(start, &self.leg, pace, self.control)
    }

    /// What `work` gives on each thread, in the order of the boards, each with its place in the population.
    fn on_threads(
        &self,
        work: impl Fn(&mut Search<'_>, usize, &mut dyn FnMut(usize, Annealed)) + Sync,
    ) -> Vec<(usize, Annealed)> {
        let given = Mutex::new(Vec::new());
        let run = |thread: usize| {
            let mut search = Search::new(self.puzzle);
            work(&mut search, thread, &mut |board, annealed| {
                given.lock().unwrap_or_else(PoisonError::into_inner).push((board, annealed));
            });
        };
        std::thread::scope(|scope| {
            let run = &run;
            for thread in 1..self.effort.threads {
                scope.spawn(move || run(thread));
            }
            run(0);
        });
        let mut given = given.into_inner().unwrap_or_else(PoisonError::into_inner);
        given.sort_by_key(|(board, _)| *board);
        given
    }
}
