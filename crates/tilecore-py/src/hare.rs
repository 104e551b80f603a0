//! The Hare solver as Python classes.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tilecore::hare::{self, BonusWord, Budget, Control, Effort, PuzzlePlan, Solution};
use tilecore::movegen::{Premium, Refusal};

use crate::graph::WordGraph;
use crate::refuse;

/// Squares, score, bonuses in it, value of the tiles left over.
type SolutionParts<'py> = (Bound<'py, PyBytes>, i32, i32, i32);

/// The best board to be built from tiles that lie face up. Immutable; safe to share between threads.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct HarePuzzle(Arc<hare::Puzzle>);

#[pymethods]
impl HarePuzzle {
    /// The puzzle; `rows` has a byte for each square: 16 * word multiplier + letter multiplier.
    #[new]
    #[pyo3(signature = (
        lists, *, rows, values, counts, blanks, longest_word, fixed, bonuses, unplayed_count, extra_words
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        lists: Vec<PyRef<'_, WordGraph>>,
        rows: Vec<Vec<u8>>,
        values: Vec<u8>,
        counts: Vec<u8>,
        blanks: usize,
        longest_word: Option<usize>,
        fixed: Vec<(usize, usize, u8)>,
        bonuses: Vec<(Vec<u8>, i32, bool)>,
        unplayed_count: bool,
        extra_words: Vec<Vec<u8>>,
    ) -> PyResult<Self> {
        let premium = |square: u8| Premium { letter: square & 15, word: square >> 4 };
        let bonus = |(word, points, blanks_allowed)| BonusWord { word, points, blanks_allowed };
        let plan = PuzzlePlan {
            rows: rows.into_iter().map(|row| row.into_iter().map(premium).collect()).collect(),
            values,
            counts,
            blanks,
            longest_word,
            fixed,
            bonuses: bonuses.into_iter().map(bonus).collect(),
            unplayed_count,
            lists: lists.iter().map(|list| list.inner()).collect(),
            extra_words,
        };
        py.detach(|| hare::Puzzle::new(&plan)).map(|puzzle| HarePuzzle(Arc::new(puzzle))).map_err(refuse)
    }

    /// Begins to look for the best board, on threads of its own; exactly one budget is to be given.
    #[pyo3(signature = (*, seed, threads, steps = None, seconds = None, cpu_seconds = None))]
    fn search(
        &self,
        seed: u64,
        threads: usize,
        steps: Option<u64>,
        seconds: Option<f64>,
        cpu_seconds: Option<f64>,
    ) -> PyResult<HareSearch> {
        let budget = match (steps, seconds, cpu_seconds) {
            (Some(steps), None, None) => Budget::Steps(steps),
            (None, Some(seconds), None) => Budget::Seconds(seconds),
            (None, None, Some(seconds)) => Budget::CpuSeconds(seconds),
            _ => {
                let sentence = "say how many steps, or how many seconds: one of them".to_owned();
                return Err(refuse(Refusal { code: "budget", sentence }));
            }
        };
        HareSearch::start(Arc::clone(&self.0), Effort { budget, threads, seed })
    }
}

/// What a search comes to, once it has ended.
#[derive(Default)]
struct Outcome {
    ended: Mutex<Option<Result<Solution, Refusal>>>,
    is_there: Condvar,
}

impl Outcome {
    fn lock(&self) -> MutexGuard<'_, Option<Result<Solution, Refusal>>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that goes on in the background. It stops when nobody holds it any more.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct HareSearch {
    puzzle: Arc<hare::Puzzle>,
    control: Arc<Control>,
    outcome: Arc<Outcome>,
}

impl HareSearch {
    fn start(puzzle: Arc<hare::Puzzle>, effort: Effort) -> PyResult<HareSearch> {
        let search = HareSearch { puzzle, control: Arc::default(), outcome: Arc::default() };
        let (puzzle, control, outcome) =
            (Arc::clone(&search.puzzle), Arc::clone(&search.control), Arc::clone(&search.outcome));
        std::thread::Builder::new().name("hare".to_owned()).spawn(move || {
            let found = hare::solve(&puzzle, &effort, &control);
            *outcome.lock() = Some(found);
            outcome.is_there.notify_all();
        })?;
        Ok(search)
    }
}

#[pymethods]
impl HareSearch {
    /// Waits until it has ended, but no longer than so many milliseconds; whether it has.
    fn wait(&self, py: Python<'_>, most_ms: u64) -> bool {
        py.detach(|| {
            let going_on = |ended: &mut Option<_>| ended.is_none();
            let limit = Duration::from_millis(most_ms);
            let waited = self.outcome.is_there.wait_timeout_while(self.outcome.lock(), limit, going_on);
            waited.unwrap_or_else(PoisonError::into_inner).0.is_some()
        })
    }

    /// Ends it soon, with the best board so far.
    fn stop(&self) {
        self.control.stop();
    }

    /// The best board so far; nothing before the first.
    fn best<'py>(&self, py: Python<'py>) -> Option<SolutionParts<'py>> {
        py.detach(|| self.control.best(&self.puzzle)).map(|found| parts(py, &found))
    }

    /// The board it ended with; nothing while it goes on.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<SolutionParts<'py>>> {
        match &*self.outcome.lock() {
            None => Ok(None),
            Some(Ok(found)) => Ok(Some(parts(py, found))),
            Some(Err(refusal)) => Err(refuse(refusal.clone())),
        }
    }
}

impl Drop for HareSearch {
    fn drop(&mut self) {
        self.control.stop();
    }
}

fn parts<'py>(py: Python<'py>, found: &Solution) -> SolutionParts<'py> {
    let standing = &found.standing;
    (PyBytes::new(py, &found.squares), standing.score, standing.bonus, standing.unplayed)
}
