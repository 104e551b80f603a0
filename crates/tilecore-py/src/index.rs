//! `WordIndex` as a Python class.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use tilecore::movegen;

use crate::buffer::Bytes;
use crate::graph::WordGraph;
use crate::refuse;

/// The words of a list, laid out for searches. Immutable; engines may share it.
#[pyclass(frozen, module = "wordwaiter._core")]
pub(crate) struct WordIndex(Arc<movegen::WordIndex>);

impl WordIndex {
    pub(crate) fn inner(&self) -> &Arc<movegen::WordIndex> {
        &self.0
    }
}

#[pymethods]
impl WordIndex {
    /// The index of a graph's words; its word map is built when it is first needed.
    #[staticmethod]
    fn build(py: Python<'_>, graph: &WordGraph) -> PyResult<Self> {
        let index = py.detach(|| movegen::WordIndex::new(graph.inner())).map_err(refuse)?;
        Ok(WordIndex(Arc::new(index)))
    }

    /// The index in bytes that `write` made. The caller vouches for the words in them.
    #[staticmethod]
    fn read(py: Python<'_>, content: Bytes) -> PyResult<Self> {
        let index = py.detach(|| movegen::WordIndex::read(&content)).map_err(refuse)?;
        Ok(WordIndex(Arc::new(index)))
    }

    /// The whole index, the word map included, after `room` bytes of zeros.
    #[pyo3(signature = (room = 0))]
    fn write<'py>(&self, py: Python<'py>, room: usize) -> PyResult<Bound<'py, PyByteArray>> {
        let size = py.detach(|| self.0.written_size());
        PyByteArray::new_with(py, room + size, |bytes| {
            self.0.write(&mut bytes[room..]);
            Ok(())
        })
    }
}
