//! The solvers as Python functions.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tilecore::endgame::{self, Effort, Endgame};
use tilecore::movegen::{Equipment, Play};
use tilecore::pre_endgame::{Candidate, Outcome, PreEndgame, State};

use crate::engine::{Engine, SearchBoard};
use crate::refuse;

/// A play in a line: row and column of its first tile, whether it goes down, tiles, score.
pub(crate) type TurnParts<'py> = (u8, u8, bool, Bound<'py, PyBytes>, i32);

/// Value, whether it is proven, what is proven at least, the line, plies, positions searched.
type EndgameParts<'py> = (i32, bool, Option<i32>, Vec<Option<TurnParts<'py>>>, u32, u64);

/// Ends a search from another thread, and tells how far it is.
#[pyclass(frozen, module = "wordwaiter._core")]
#[derive(Default)]
pub(crate) struct Control(Arc<endgame::Control>);

impl Control {
    pub(crate) fn inner(&self) -> &endgame::Control {
        &self.0
    }
}

#[pymethods]
impl Control {
    #[new]
    fn new() -> Control {
        Control::default()
    }

    /// Ends the search soon, with the best so far.
    fn stop(&self) {
        self.0.stop();
    }

    /// Positions searched so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

/// Solves a position with an empty bag; `effort` is threads, seconds and plies.
#[pyfunction]
pub(crate) fn solve_endgame<'py>(
    py: Python<'py>,
    engine: &Engine,
    board: &SearchBoard,
    racks: (Vec<u8>, Vec<u8>),
    passed: bool,
    effort: (usize, Option<f64>, Option<u32>),
    control: &Control,
) -> PyResult<EndgameParts<'py>> {
    let racks = [engine.rack(&racks.0)?, engine.rack(&racks.1)?];
    let endgame = Endgame { engine: engine.inner(), board: board.inner(), racks, passed };
    let (threads, seconds, plies) = effort;
    let effort = Effort { threads, seconds, plies };
    let found = py.detach(|| endgame.solve(&effort, control.inner())).map_err(refuse)?;
    let equipment = engine.inner().equipment();
    let line = found.line.iter().map(|step| step.play.as_ref().map(|play| turn_parts(py, equipment, play)));
    Ok((found.value, found.is_proven, found.at_least, line.collect(), found.depth, found.nodes))
}

/// So many draws of a turn that were not decided are told one by one; more are told as one without tiles. With four tiles
/// in the bag there are thousands for each turn.
const MANY_UNDECIDED: usize = 100;

/// A draw: tiles drawn, tiles left in the bag, how often it comes, the sign of the result, its points.
type DrawParts<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, u64, Option<i8>, Option<i32>);

/// The play, the kinds of the tiles exchanged, the draws, how far it was judged, whether it is an estimate.
type CandidateParts<'py> =
    (Option<TurnParts<'py>>, Bound<'py, PyBytes>, Vec<DrawParts<'py>>, &'static str, bool);

/// Judges all plays of a position with a few tiles in the bag; `tiles` is the rack, those unseen, and the other rack.
/// `rules` says whether a turn that scores nothing ends the game, and whether tiles may be exchanged.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve_pre_endgame<'py>(
    py: Python<'py>,
    engine: &Engine,
    board: &SearchBoard,
    tiles: (Vec<u8>, Vec<u8>, Option<Vec<u8>>),
    bag: usize,
    lead: i32,
    rules: (bool, bool),
    effort: (usize, Option<f64>, Option<u32>),
    control: &Control,
) -> PyResult<(Vec<CandidateParts<'py>>, bool, u64)> {
    let (rack, unseen, other) = tiles;
    let (passed, exchanges) = rules;
    let stand = PreEndgame {
        engine: engine.inner(),
        board: board.inner(),
        rack: engine.rack(&rack)?,
        unseen: engine.inner().pool(&unseen).map_err(refuse)?,
        other: other.map(|other| engine.rack(&other)).transpose()?,
        bag,
        lead,
        passed,
        exchanges,
    };
    let (threads, seconds, plies) = effort;
    let effort = Effort { threads, seconds, plies };
    let found = py.detach(|| stand.solve(&effort, control.inner())).map_err(refuse)?;
    let equipment = engine.inner().equipment();
    let candidates = found.candidates.iter().map(|candidate| candidate_parts(py, equipment, candidate));
    Ok((candidates.collect(), found.is_proven, found.nodes))
}

fn candidate_parts<'py>(
    py: Python<'py>,
    equipment: &Equipment,
    candidate: &Candidate,
) -> CandidateParts<'py> {
    let sign = |outcome: &Outcome| match outcome {
        Outcome::Win => 1,
        Outcome::Tie => 0,
        Outcome::Loss => -1,
    };
    let tiles = |kinds: &[u8]| PyBytes::new(py, kinds);
    let undecided = candidate.draws.iter().filter(|(_, outcome)| outcome.is_none());
    let is_one = undecided.clone().count() > MANY_UNDECIDED;
    let rest =
        is_one.then(|| (tiles(&[]), tiles(&[]), undecided.map(|(draw, _)| draw.weight).sum(), None, None));
    let told = candidate
        .draws
        .iter()
        .zip(&candidate.spreads)
        .filter(|((_, outcome), _)| !is_one || outcome.is_some());
    let draws = told.map(|((draw, outcome), spread)| {
        (tiles(&draw.drawn), tiles(&draw.rest), draw.weight, outcome.as_ref().map(sign), *spread)
    });
    let state = match candidate.state {
        State::Decided => "decided",
        State::GivenUp => "given up",
        State::Open => "open",
    };
    let turn = candidate.play.as_ref().map(|play| turn_parts(py, equipment, play));
    (turn, PyBytes::new(py, &candidate.thrown), draws.chain(rest).collect(), state, candidate.is_estimate)
}

pub(crate) fn turn_parts<'py>(py: Python<'py>, equipment: &Equipment, play: &Play) -> TurnParts<'py> {
    let (row, col, down) = equipment.square(play);
    (row, col, down, PyBytes::new(py, play.tiles()), play.score)
}
