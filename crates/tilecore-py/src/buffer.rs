//! The bytes of Python objects, used where they lie.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use tilecore::Nodes;

/// The bytes of a buffer.
///
/// Nobody should write to them meanwhile: the answer would be of neither the old bytes nor the new.
pub(crate) fn contiguous(buffer: &PyBuffer<u8>) -> PyResult<&[u8]> {
    let bytes = buffer
        .as_slice_ptr()
        .ok_or_else(|| PyBufferError::new_err("the bytes do not lie one after another"))?;
    if buffer.len_bytes() == 0 {
        return Ok(&[]);
    }
    // SAFETY: the buffer protocol keeps these bytes alive and in place until the buffer is released, which
    // cannot happen while it is borrowed.
    Ok(unsafe { bytes.as_ref() })
}

/// The nodes in the bytes of a buffer: in place if they cannot be written to and lie well, otherwise copied.
pub(crate) fn nodes(buffer: PyBuffer<u8>) -> PyResult<Nodes> {
    let bytes = contiguous(&buffer)?;
    Nodes::expect_size(bytes.len()).map_err(crate::raise)?;
    let lies_well = cfg!(target_endian = "little") && bytes.as_ptr().cast::<u32>().is_aligned();
    if lies_well && buffer.readonly() {
        Ok(Nodes::shared(Arc::new(InPlace(buffer))))
    } else {
        Nodes::from_bytes(bytes).map_err(crate::raise)
    }
}

/// A buffer whose bytes are aligned nodes in the machine's own order.
struct InPlace(PyBuffer<u8>);

impl AsRef<[u32]> for InPlace {
    fn as_ref(&self) -> &[u32] {
        let first = self.0.buf_ptr().cast::<u32>();
        // SAFETY: `nodes` has seen that the bytes are contiguous, aligned and not empty, and the buffer that
        // keeps them alive and in place is held by `self`. Any bits make a `u32`.
        unsafe { std::slice::from_raw_parts(first, self.0.len_bytes() / size_of::<u32>()) }
    }
}
