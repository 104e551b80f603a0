//! The bytes of Python objects: used in place where nobody can change them, otherwise copied.

use std::ops::Deref;
use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyMemoryView, PyType};
use tilecore::Nodes;

/// The bytes of a Python object. They stay the same while this lives, so they can be read without the GIL.
pub(crate) enum Bytes {
    InPlace(Constant),
    /// Copied by Python itself while the GIL was held.
    Copied(Vec<u8>),
}

impl FromPyObject<'_, '_> for Bytes {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Bytes> {
        let (py, buffer) = (object.py(), PyBuffer::get(&object)?);
        if !buffer.is_c_contiguous() {
            return Err(PyBufferError::new_err("the bytes do not lie one after another"));
        }
        match is_constant(py, &buffer)? {
            true => Ok(Bytes::InPlace(Constant(buffer))),
            false => buffer.to_vec(py).map(Bytes::Copied),
        }
    }
}

impl Bytes {
    /// Returns the nodes in the bytes: in place if possible, otherwise copied.
    pub(crate) fn into_nodes(self) -> PyResult<Nodes> {
        Nodes::expect_size(self.len()).map_err(crate::raise)?;
        let is_native = cfg!(target_endian = "little") && self.as_ptr().cast::<u32>().is_aligned();
        match self {
            Bytes::InPlace(bytes) if is_native => Ok(Nodes::shared(Arc::new(NodesInPlace(bytes)))),
            bytes => Nodes::from_bytes(&bytes).map_err(crate::raise),
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::InPlace(bytes) => bytes,
            Bytes::Copied(bytes) => bytes,
        }
    }
}

/// Checks whether the bytes of a buffer can never change, whatever Python code runs.
///
/// A buffer that is read-only is not enough: a read-only view of a `bytearray` or of a NumPy array changes with the object
/// behind it. So that object decides, and only two types are trusted, without their subclasses:
///
/// - `bytes`, which are immutable;
/// - `mmap` that is read-only, whose pages cannot be written to. The file behind it could be, which nobody can find out from
///   here: `_core.pyi` asks callers for files that are never changed, only replaced.
fn is_constant(py: Python<'_>, buffer: &PyBuffer<u8>) -> PyResult<bool> {
    static MMAP: PyOnceLock<Py<PyType>> = PyOnceLock::new();

    let Some(exporter) = buffer.obj(py).filter(|_| buffer.readonly()) else { return Ok(false) };
    let owner = match exporter.cast::<PyMemoryView>() {
        Ok(view) => &view.getattr("obj")?,
        Err(_) => exporter,
    };
    Ok(owner.is_exact_instance_of::<PyBytes>() || owner.is_exact_instance(MMAP.import(py, "mmap", "mmap")?))
}

/// A contiguous buffer whose bytes can never change: only `Bytes::extract` makes one.
pub(crate) struct Constant(PyBuffer<u8>);

impl Deref for Constant {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        if self.0.len_bytes() == 0 {
            return &[];
        }
        // SAFETY: the bytes are contiguous, and nobody writes to them (see `is_constant`). The buffer protocol keeps them
        // alive and in place until the buffer is released, which happens when `self` is dropped.
        unsafe { std::slice::from_raw_parts(self.0.buf_ptr().cast(), self.0.len_bytes()) }
    }
}

/// Constant bytes that are aligned nodes in the machine's own order: only `Bytes::into_nodes` makes one.
struct NodesInPlace(Constant);

impl AsRef<[u32]> for NodesInPlace {
    fn as_ref(&self) -> &[u32] {
        let buffer = &self.0.0;
        // SAFETY: as for `Constant`; `into_nodes` has also seen that the bytes are aligned and not empty, and any four bytes
        // make a `u32`.
        unsafe { std::slice::from_raw_parts(buffer.buf_ptr().cast(), buffer.len_bytes() / size_of::<u32>()) }
    }
}
