//! Whether every word of a graph can be told from its text.
//!
//! Text is read with the longest label that fits. Where an alphabet has the tiles C, H and CH, a word with C
//! and then H could be in a graph but never be found by its letters, and a judge would be wrong about it.

use crate::error::{Fault, GraphError};
use crate::graph::children;
use crate::letters::Alphabet;
use crate::node::Node;
use crate::word::Tile;

/// The longer labels that each tile may be mistaken for the beginning of.
pub(crate) struct Confusions<'alphabet> {
    alphabet: &'alphabet Alphabet,
    /// The labels in upper case, by tile.
    labels: Vec<String>,
    /// By tile, what the longer labels have more.
    endings: Vec<Vec<&'alphabet str>>,
}

impl<'alphabet> Confusions<'alphabet> {
    pub(crate) fn of(alphabet: &'alphabet Alphabet) -> Self {
        let tiles = 0..=alphabet.size() as Tile;
        Confusions {
            alphabet,
            labels: tiles.clone().map(|tile| alphabet.label(tile).to_uppercase()).collect(),
            endings: tiles.map(|tile| alphabet.longer_endings(tile)).collect(),
        }
    }

    /// Refuses a node whose tile and the tiles behind it are read as another tile.
    pub(crate) fn expect_none(&self, nodes: &[u32], index: usize) -> Result<(), GraphError> {
        let node = Node::from_bits(nodes[index]);
        for ending in &self.endings[usize::from(node.tile())] {
            if self.follows(nodes, node, ending) {
                let label = self.alphabet.label(node.tile());
                return Err(GraphError::new(
                    Fault::Ambiguous,
                    format!(
                        "node {index}: the tile {label} before {ending} is read as one tile, {label}{ending}"
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Whether some word goes on from `parent` with these letters. A label is short, so this is never deep.
    fn follows(&self, nodes: &[u32], parent: Node, letters: &str) -> bool {
        children(nodes, parent).any(|node| {
            let label = self.labels[usize::from(node.tile())].as_str();
            match letters.strip_prefix(label) {
                Some(rest) => rest.is_empty() || self.follows(nodes, node, rest),
                None => label.starts_with(letters),
            }
        })
    }
}
