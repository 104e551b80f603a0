//! One node of a KWG array, and the array itself: owned, or borrowed from something that is kept alive.

use std::fmt;
use std::sync::Arc;

use crate::error::{Fault, GraphError};
use crate::word::Tile;

const CHILD_BITS: u32 = 22;
const CHILD_MASK: u32 = (1 << CHILD_BITS) - 1;
const LAST: u32 = 1 << 22;
const ACCEPTS: u32 = 1 << 23;
const TILE_SHIFT: u32 = 24;

/// A graph has at most this many nodes: a child index has no more bits.
pub const MOST_NODES: usize = 1 << CHILD_BITS;

/// One node: a tile, whether a word ends here, where its children begin, and whether it is the last of its siblings.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node(u32);

impl Node {
    /// The node of these parts; `child` 0 means no children.
    pub(crate) fn new(tile: Tile, accepts: bool, child: usize) -> Node {
        let accepts = if accepts { ACCEPTS } else { 0 };
        Node(u32::from(tile) << TILE_SHIFT | accepts).with_child(child)
    }

    /// The pointer to a root list that lies at the head of the array.
    pub(crate) fn root(child: usize) -> Node {
        Node::new(0, false, child).as_last()
    }

    /// The node as it lies in the array.
    pub const fn from_bits(bits: u32) -> Node {
        Node(bits)
    }

    /// The node as it lies in the array.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The tile that leads here; 0 is the separator of the GADDAG.
    pub const fn tile(self) -> Tile {
        (self.0 >> TILE_SHIFT) as Tile
    }

    /// Whether a word ends here.
    pub const fn accepts(self) -> bool {
        self.0 & ACCEPTS != 0
    }

    /// Whether no sibling follows.
    pub const fn is_last(self) -> bool {
        self.0 & LAST != 0
    }

    /// The index of the first child; 0 means no children.
    pub const fn child(self) -> usize {
        (self.0 & CHILD_MASK) as usize
    }

    pub(crate) const fn as_last(self) -> Node {
        Node(self.0 | LAST)
    }

    pub(crate) fn with_child(self, child: usize) -> Node {
        debug_assert!(child < MOST_NODES);
        Node(self.0 & !CHILD_MASK | child as u32)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Node({}", self.tile())?;
        if self.accepts() {
            out.write_str(" accepts")?;
        }
        if self.is_last() {
            out.write_str(" last")?;
        }
        write!(out, " -> {})", self.child())
    }
}

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
        if byte_count % 4 != 0 {
            return Err(GraphError::new(
                Fault::CutShort,
                format!(
                    "{byte_count} bytes are not a whole number of four-byte nodes; the file was cut short"
                ),
            ));
        }
        let count = byte_count / 4;
        if count < 2 {
            return Err(GraphError::new(
                Fault::CutShort,
                format!("{byte_count} bytes are too few: a word graph has at least two nodes of four bytes"),
            ));
        }
        if count > MOST_NODES {
            return Err(GraphError::new(
                Fault::TooLarge,
                format!("{count} nodes are too many: a word graph has at most {MOST_NODES}"),
            ));
        }
        Ok(())
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
