//! Simulations and win models as Python classes.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tilecore::movegen::{Match, Refusal};
use tilecore::simulate::{self, Candidate, Control, Effort, Ended, Estimate, Findings, Horizon, Position};

use crate::buffer::Bytes;
use crate::engine::{Engine, Leaves, SearchBoard, game_rules};
use crate::refuse;

/// Draws, chances to win and their squares, spreads in thousandths and their squares in tenths, all added up; whether it
/// is beaten; for each turn that follows: how often, points, plays of a full rack.
type EstimateParts = (u64, i64, i64, i64, i64, bool, Vec<(u64, i64, u64)>);

/// What each candidate came to, the best, how sure that is, draws, positions, why it ended.
type FindingsParts = (Vec<EstimateParts>, usize, f64, u64, u64, &'static str);

/// Bag, tiles needed for an exchange, scoreless turns that end the game.
type Rules = (Vec<u8>, usize, u32);

/// Row, column, whether it goes down, tiles and points of a play; what an exchange keeps; neither for a pass.
type CandidateParts = (Option<(usize, usize, bool, Vec<u8>, i32)>, Option<Vec<u8>>);

/// How often the side to move wins, by its lead and what it does not see. Immutable.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct WinModel(Arc<simulate::WinModel>);

impl WinModel {
    pub(crate) fn inner(&self) -> Arc<simulate::WinModel> {
        Arc::clone(&self.0)
    }
}

#[pymethods]
impl WinModel {
    /// The model that `write` wrote.
    #[staticmethod]
    fn read(content: Bytes) -> PyResult<Self> {
        let chances = content.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        simulate::WinModel::new(chances).map(|model| WinModel(Arc::new(model))).map_err(refuse)
    }

    /// Two bytes for each chance, the low one first, row by row.
    fn write<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self.0.chances().iter().flat_map(|chance| chance.to_le_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    /// The chance, from 0 to 1, that the side to move wins with this lead in thousandths of a point.
    fn chance(&self, lead: i32, unseen: usize) -> f64 {
        f64::from(self.0.chance(lead, unseen)) / f64::from(simulate::SURE)
    }

    /// Plays games and tells for each twentieth of chances: positions, chances added up, half points of the side to move.
    #[pyo3(signature = (engine, rules, *, games, threads, seed, leaves))]
    #[allow(clippy::too_many_arguments)]
    fn check(
        &self,
        py: Python<'_>,
        engine: &Engine,
        rules: Rules,
        games: (u64, u64),
        threads: usize,
        seed: u64,
        leaves: Option<&Leaves>,
    ) -> PyResult<Vec<(u64, f64, u64)>> {
        let (rules, leaves) = (game_rules(rules), leaves.map(Leaves::inner));
        let leaves = [leaves.as_deref(); 2];
        let found = py.detach(|| {
            let play = Match { engine: engine.inner(), rules: &rules, leaves, seed, mirrored: false };
            simulate::Calibration::check(&self.0, &play, games.0..games.1, threads)
        });
        let found = found.map_err(refuse)?;
        let expected = |bin: usize| found.expected[bin] as f64 / f64::from(simulate::SURE);
        Ok((0..simulate::BINS)
            .map(|bin| (found.positions[bin], expected(bin), found.half_points[bin]))
            .collect())
    }
}

/// How leads change until the end of games, to learn a win model from.
#[pyclass(module = "wordwaiter._core")]
pub(crate) struct Swings(simulate::Swings);

#[pymethods]
impl Swings {
    /// Nothing seen yet of games with so many tiles.
    #[new]
    fn new(tiles: usize) -> Self {
        Swings(simulate::Swings::new(tiles))
    }

    /// How many turns were seen.
    #[getter]
    fn turns(&self) -> u64 {
        self.0.turns()
    }

    /// Plays games and adds what was seen in them.
    #[pyo3(signature = (engine, rules, *, games, threads, seed, leaves))]
    #[allow(clippy::too_many_arguments)]
    fn watch(
        &mut self,
        py: Python<'_>,
        engine: &Engine,
        rules: Rules,
        games: (u64, u64),
        threads: usize,
        seed: u64,
        leaves: Option<&Leaves>,
    ) -> PyResult<()> {
        let (rules, leaves) = (game_rules(rules), leaves.map(Leaves::inner));
        let (leaves, swings) = ([leaves.as_deref(); 2], &mut self.0);
        py.detach(|| {
            let play = Match { engine: engine.inner(), rules: &rules, leaves, seed, mirrored: false };
            swings.watch(&play, games.0..games.1, threads)
        })
        .map_err(refuse)
    }

    /// The model that follows from what was seen.
    fn model(&self) -> PyResult<WinModel> {
        self.0.model().map(|model| WinModel(Arc::new(model))).map_err(refuse)
    }
}

/// What a simulation comes to, once it has ended.
#[derive(Default)]
struct Outcome {
    ended: Mutex<Option<Result<Findings, Refusal>>>,
    is_there: Condvar,
}

impl Outcome {
    fn lock(&self) -> MutexGuard<'_, Option<Result<Findings, Refusal>>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A simulation that goes on in the background. It stops when nobody holds it any more.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct Simulation {
    control: Arc<Control>,
    outcome: Arc<Outcome>,
}

#[pymethods]
impl Simulation {
    /// Begins to compare turns.
    #[new]
    #[pyo3(signature = (
        engine, rules, model, *, board, racks, standing, candidates, plies, draws, seconds, confidence,
        threads, seed
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        engine: Py<Engine>,
        rules: Rules,
        model: &WinModel,
        board: &SearchBoard,
        racks: (Vec<u8>, Vec<u8>),
        standing: (i32, u32),
        candidates: Vec<CandidateParts>,
        plies: usize,
        draws: u64,
        seconds: Option<f64>,
        confidence: f64,
        threads: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let rules = game_rules(rules);
        let native = engine.get();
        let position =
            Position::new(native.inner(), &rules, board.inner(), (&racks.0, &racks.1), native.leaves())
                .map_err(refuse)?
                .standing(standing.0, standing.1);
        let candidate = |parts: &CandidateParts| match parts {
            (Some((row, col, down, tiles, score)), _) => position.place((*row, *col, *down), tiles, *score),
            (None, Some(kept)) => position.exchange(kept, &rules),
            (None, None) => Ok(position.pass()),
        };
        let candidates: Vec<Candidate> =
            candidates.iter().map(candidate).collect::<Result<_, _>>().map_err(refuse)?;
        let simulation = Simulation { control: Arc::default(), outcome: Arc::default() };
        let (control, outcome) = (Arc::clone(&simulation.control), Arc::clone(&simulation.outcome));
        let effort = Effort { draws, seconds, confidence, threads, seed };
        let model = Arc::clone(&model.0);
        std::thread::Builder::new().name("simulate".to_owned()).spawn(move || {
            let native = engine.get();
            let found = simulate::simulate(
                (native.inner(), &rules, native.leaves()),
                &position,
                &candidates,
                Horizon { plies, model: &model },
                &effort,
                &control,
            );
            *outcome.lock() = Some(found);
            outcome.is_there.notify_all();
        })?;
        Ok(simulation)
    }

    /// Waits until it has ended, but no longer than so many milliseconds; whether it has.
    fn wait(&self, py: Python<'_>, most_ms: u64) -> bool {
        py.detach(|| {
            let going_on = |ended: &mut Option<_>| ended.is_none();
            let limit = Duration::from_millis(most_ms);
            let waited = self.outcome.is_there.wait_timeout_while(self.outcome.lock(), limit, going_on);
            waited.unwrap_or_else(PoisonError::into_inner).0.is_some()
        })
    }

    /// Ends it soon, with what it has found so far.
    fn stop(&self) {
        self.control.stop();
    }

    /// What it has found so far; nothing before the first comparison.
    fn latest(&self) -> Option<FindingsParts> {
        self.control.latest().map(|found| parts(&found))
    }

    /// What it ended with; nothing while it goes on.
    fn result(&self) -> PyResult<Option<FindingsParts>> {
        match &*self.outcome.lock() {
            None => Ok(None),
            Some(Ok(found)) => Ok(Some(parts(found))),
            Some(Err(refusal)) => Err(refuse(refusal.clone())),
        }
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        self.control.stop();
    }
}

fn parts(found: &Findings) -> FindingsParts {
    let ended = match found.ended {
        Ended::Confident => "confident",
        Ended::Time => "time",
        Ended::Count => "count",
        Ended::Stopped => "stopped",
    };
    let estimates = found.estimates.iter().map(estimate_parts).collect();
    (estimates, found.best, found.confidence, found.draws, found.positions, ended)
}

fn estimate_parts(found: &Estimate) -> EstimateParts {
    (
        found.draws,
        found.wins,
        found.win_squares,
        found.spread,
        found.spread_squares,
        found.is_dropped,
        found.plies.iter().map(|ply| (ply.turns, ply.points, ply.bingos)).collect(),
    )
}
