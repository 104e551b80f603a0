//! The array of a graph: owned, or borrowed from something that is kept alive.

use std::sync::Arc;

use crate::error::{Fault, GraphError};
use crate::node::MOST_NODES;

/// An array of nodes that cannot change, owned or borrowed; cheap to clone.
#[derive(Clone)]
pub struct Nodes(Arc<dyn AsRef<[u32]> + Send + Sync>);

impl Nodes {
    /// The nodes that `owner` holds (a memory map, say); it lives as long as they are used.
    pub fn shared(owner: Arc<dyn AsRef<[u32]> + Send + Sync>) -> Nodes {
        Nodes(owner)
    }

    /// A copy of the nodes in the bytes of a KWG file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Nodes, GraphError> {
        Nodes::expect_size(bytes.len())?;
        let nodes: Vec<u32> = bytes
            .chunks_exact(4)
            .map(|node| u32::from_le_bytes([node[0], node[1], node[2], node[3]]))
            .collect();
        Ok(nodes.into())
    }

    /// Refuses a number of bytes that cannot be the size of a KWG file.
    pub fn expect_size(byte_count: usize) -> Result<(), GraphError> {
        let count = byte_count / 4;
        let (fault, why) = if byte_count % 4 != 0 {
            (Fault::CutShort, "are not a whole number of four-byte nodes; the file was cut short".to_owned())
        } else if count < 2 {
            (Fault::CutShort, "are too few: a word graph has at least two nodes of four bytes".to_owned())
        } else if count > MOST_NODES {
            (Fault::TooLarge, format!("are too many: a word graph has at most {MOST_NODES} nodes of four"))
        } else {
            return Ok(());
        };
        Err(GraphError::new(fault, format!("{byte_count} bytes {why}")))
    }

    /// The bytes of the KWG file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.as_slice().iter().flat_map(|bits| bits.to_le_bytes()).collect()
    }

    /// The nodes as they lie in memory.
    pub fn as_slice(&self) -> &[u32] {
        (*self.0).as_ref()
    }
}

impl From<Vec<u32>> for Nodes {
    fn from(nodes: Vec<u32>) -> Nodes {
        Nodes(Arc::new(nodes))
    }
}
