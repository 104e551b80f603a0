//! A shortcut past the longest lists of the DAWG.

use crate::graph::children;
use crate::letters::{Alphabet, MOST_LABELS};
use crate::node::Node;
use crate::word::Tile;

/// The node of the DAWG behind the first three tiles of a word, or behind all tiles of a shorter one.
pub(crate) struct Starts {
    /// One more than the size of the alphabet.
    radix: usize,
    /// By the three tiles, where 0 stands for no tile. A node of the DAWG has a tile, so 0 means none.
    nodes: Box<[u32]>,
}

impl Starts {
    pub(crate) fn of(nodes: &[u32], alphabet: &Alphabet) -> Starts {
        let radix = alphabet.size() + 1;
        let mut starts = Starts { radix, nodes: vec![0; radix.pow(3)].into() };
        // Nodes that were not checked may have lists without an end.
        let children = |parent: Node| children(nodes, parent).take(alphabet.size());
        for first in children(Node::from_bits(nodes[0])) {
            starts.put([first.tile(), 0, 0], first);
            for second in children(first) {
                starts.put([first.tile(), second.tile(), 0], second);
                for third in children(second) {
                    starts.put([first.tile(), second.tile(), third.tile()], third);
                }
            }
        }
        starts
    }

    fn put(&mut self, tiles: [Tile; 3], node: Node) {
        let place = self.place(tiles);
        if let Some(place) = self.nodes.get_mut(place) {
            *place = node.bits();
        }
    }

    /// The node behind these tiles; 0 stands for no tile, and any number above the alphabet leads nowhere.
    #[inline]
    pub(crate) fn get(&self, tiles: [Tile; 3]) -> Option<Node> {
        let [first, second, third] = tiles;
        if usize::from(first | second | third) > MOST_LABELS {
            return None;
        }
        match self.nodes.get(self.place(tiles)) {
            None | Some(0) => None,
            Some(bits) => Some(Node::from_bits(*bits)),
        }
    }

    #[inline]
    fn place(&self, [first, second, third]: [Tile; 3]) -> usize {
        (usize::from(first) * self.radix + usize::from(second)) * self.radix + usize::from(third)
    }
}
