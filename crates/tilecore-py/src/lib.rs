//! The Python module `wordwaiter._core`: converts types and errors, nothing else.

mod buffer;
mod champion;
mod endgame;
mod engine;
mod graph;
mod hare;
mod index;
mod simulate;
mod tournament;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::buffer::Bytes;

create_exception!(
    wordwaiter._core,
    GraphError,
    PyValueError,
    "Nodes, words or a question that cannot be used: `args` is (code, sentence)."
);

create_exception!(
    wordwaiter._core,
    EngineError,
    PyValueError,
    "Equipment, a position or a file that the engine refuses: `args` is (code, sentence)."
);

/// The Python error of a refusal.
fn refuse(refusal: tilecore::movegen::Refusal) -> PyErr {
    EngineError::new_err((refusal.code, refusal.sentence))
}

/// The Python error of a Rust one.
fn raise(error: tilecore::GraphError) -> PyErr {
    GraphError::new_err((error.fault.code(), error.sentence))
}

/// A fast 64-bit check value of `content`, against accidents and not against malice.
#[pyfunction]
fn checksum(py: Python<'_>, content: Bytes) -> u64 {
    py.detach(|| tilecore::checksum(&content))
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("FORMAT", tilecore::FORMAT)?;
    module.add("LONGEST_WORD", tilecore::LONGEST_WORD)?;
    module.add("GraphError", module.py().get_type::<GraphError>())?;
    module.add_class::<graph::WordGraph>()?;
    module.add("EngineError", module.py().get_type::<EngineError>())?;
    module.add_class::<engine::Engine>()?;
    module.add("INDEX_FORMAT", tilecore::movegen::INDEX_FORMAT)?;
    module.add_class::<index::WordIndex>()?;
    module.add_class::<engine::Leaves>()?;
    module.add_class::<engine::Observations>()?;
    module.add_class::<engine::PlayList>()?;
    module.add_class::<engine::SearchBoard>()?;
    module.add_class::<endgame::Control>()?;
    module.add_function(wrap_pyfunction!(endgame::solve_endgame, module)?)?;
    module.add_function(wrap_pyfunction!(endgame::solve_pre_endgame, module)?)?;
    module.add_function(wrap_pyfunction!(champion::champion_turn, module)?)?;
    module.add_class::<hare::HarePuzzle>()?;
    module.add_class::<hare::HareSearch>()?;
    module.add_class::<simulate::Simulation>()?;
    module.add_class::<simulate::Swings>()?;
    module.add_class::<simulate::WinModel>()?;
    module.add_function(wrap_pyfunction!(tournament::simulate_places, module)?)?;
    module.add_function(wrap_pyfunction!(checksum, module)?)
}
