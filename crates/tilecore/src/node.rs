//! One node of a KWG array.

use std::fmt;

use crate::word::Tile;

const CHILD_BITS: u32 = 22;
const CHILD_MASK: u32 = (1 << CHILD_BITS) - 1;
const LAST: u32 = 1 << 22;
const ACCEPTS: u32 = 1 << 23;
const TILE_SHIFT: u32 = 24;

/// A graph has at most this many nodes: a child index has no more bits.
pub const MOST_NODES: usize = 1 << CHILD_BITS;

/// One node: a tile, whether a word ends here, where its children begin, and whether it is the last of its
/// siblings.
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

    /// The node that lies so in the array.
    pub const fn from_bits(bits: u32) -> Node {
        Node(bits)
    }

    /// How the node lies in the array.
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
