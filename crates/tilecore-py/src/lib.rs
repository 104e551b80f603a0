//! The Python module `wordwaiter._core`: converts types and errors, nothing else.

use pyo3::prelude::*;

#[pymodule]
fn _core(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
