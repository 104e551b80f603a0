//! The chances of a tournament's players as a Python function.

use pyo3::prelude::*;
use tilecore::tournament::{Field, Rounds};

use crate::refuse;

/// Half points and spreads of the players, chances row by row, margins of games, the margin of a bye.
type FieldParts = (Vec<i32>, Vec<i32>, Vec<u32>, Vec<i32>, i32);

/// How often of `runs` each player ends at each place, a list for each player.
#[pyfunction]
#[pyo3(signature = (field, *, left, known, runs, seed))]
pub(crate) fn simulate_places(
    py: Python<'_>,
    field: FieldParts,
    left: usize,
    known: Option<Vec<(usize, usize)>>,
    runs: u64,
    seed: u64,
) -> PyResult<Vec<Vec<u64>>> {
    let (points, spreads, chances, margins, bye) = field;
    let field = Field { points, spreads, chances, margins, bye };
    let rounds = Rounds { left, known };
    field.check(&rounds).map_err(refuse)?;
    let counts = py.detach(|| field.places(&rounds, runs, seed));
    Ok(counts.chunks(field.points.len().max(1)).map(<[u64]>::to_vec).collect())
}
