//! One cooling: boards from fresh skeletons are cooled together, leg by leg, and after each leg those that promise
//! little make room for copies of better ones. A longer one does so on several islands, between which nothing passes,
//! and gives up one after the other.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::draft::Draft;
use super::pace::{Budget, Pace, Stopwatch};
use super::puzzle::Puzzle;
use super::schedule::{LEGS, islands, leg, population_size, time_share};
use super::search::{Annealed, Found, Leg, Search};
use super::solve::{Control, Effort};
use crate::movegen::Random;

/// The best board of a cooling. Those of one solve are told apart by their number, which changes where chance comes from.
pub(super) fn cool(puzzle: &Puzzle, effort: &Effort, course: u64, control: &Control) -> Option<Found> {
    let minutes = effort.minutes();
    // Where steps are counted, threads must not change anything.
    let threads = if matches!(effort.budget, Budget::Steps(_)) { 1 } else { effort.threads };
    let first_islands = islands(minutes, 0);
    let island_minutes = minutes / first_islands as f64;
    let mut size = population_size(island_minutes, (first_islands, threads), 0);
    let mut population = vec![puzzle.bare().0; first_islands * size];
    let mut random = Random::new(effort.seed, u64::MAX - course);
    let watch = Stopwatch::start(false);
    let mut best: Option<Found> = None;
    for number in 0..LEGS {
        let (before, after) = (time_share(number, island_minutes), time_share(number + 1, island_minutes));
        let stage = Stage {
            puzzle,
            effort,
            control,
            is_first: number == 0,
            chance: course << 48 | (number as u64) << 32,
            leg: leg(number),
            population: &population,
        };
        let annealed = match effort.budget {
            Budget::Steps(steps) => stage.by_steps(steps as f64 * (after - before)),
            // By the clock, what one leg takes too long is taken from the next.
            Budget::Seconds(seconds) => stage.by_time(seconds * after - watch.seconds(), false),
            Budget::CpuSeconds(seconds) => stage.by_time(seconds * (after - before), true),
        };
        for top in annealed.iter().filter_map(|(_, annealed)| annealed.top) {
            // Of equal ones the first, in the order of the boards, whoever made it sooner.
            if best.is_none_or(|best| top.score > best.score) {
                best = Some(top);
            }
        }
        if control.is_stopped() {
            break;
        }
        if number + 1 < LEGS && !annealed.is_empty() {
            let cooling = leg(number + 1).temperature;
            let left = islands(minutes, number + 1);
            let best_islands = raced(&annealed, size).into_iter().take(left);
            size = population_size(island_minutes, (left, threads), number + 1);
            population =
                best_islands.flat_map(|island| resampled(island, cooling, size, &mut random)).collect();
        }
    }
    best
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
    is_first: bool,
    /// Where chance comes from; each board adds its own number.
    chance: u64,
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
                if board >= self.population.len() || steps == 0 || self.control.is_stopped() {
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
                if until > from && !self.control.is_stopped() {
                    let stop = &self.control.stop;
                    give(board, self.board(search, board, &Pace::Time { watch: &watch, from, until, stop }));
                }
            }
        })
    }

    fn board(&self, search: &mut Search<'_>, board: usize, pace: &Pace<'_>) -> Annealed {
        search.filler.random = Random::new(self.effort.seed, self.chance | board as u64);
        let start = if self.is_first { search.skeleton(pace) } else { self.population[board] };
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
