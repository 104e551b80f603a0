//! The word graph: the words of one list, and whether a word is among them.

use std::fmt;
use std::sync::OnceLock;

use crate::check::{self, Totals};
use crate::error::GraphError;
use crate::letters::{Alphabet, Tile};
use crate::node::{Node, Nodes};

/// The words of one list as DAWG and GADDAG in one KWG array. Immutable and safe to share between threads.
pub struct WordGraph {
    alphabet: Alphabet,
    nodes: Nodes,
    starts: Starts,
    totals: OnceLock<Result<Totals, GraphError>>,
}

impl WordGraph {
    /// The graph in the nodes of a file made by anybody, checked whole before it is believed.
    pub fn read(nodes: Nodes, alphabet: Alphabet) -> Result<WordGraph, GraphError> {
        let totals = check::check(nodes.as_slice(), alphabet.size())?;
        let graph = WordGraph::open(nodes, alphabet)?;
        Ok(WordGraph {
            totals: OnceLock::from(Ok(totals)),
            ..graph
        })
    }

    /// The graph in nodes that are known to be good. Nodes that are not give wrong answers, but never a crash or an
    /// endless loop: what a search needs is checked before the first one.
    pub fn open(nodes: Nodes, alphabet: Alphabet) -> Result<WordGraph, GraphError> {
        Nodes::expect_size(size_of_val(nodes.as_slice()))?;
        Ok(WordGraph::trusted(alphabet, nodes))
    }

    pub(crate) fn trusted(alphabet: Alphabet, nodes: Nodes) -> WordGraph {
        WordGraph {
            starts: Starts::of(nodes.as_slice()),
            alphabet,
            nodes,
            totals: OnceLock::new(),
        }
    }

    /// The tiles that its words are made of.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The array, as it was read or built.
    pub fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// How many words it has; counted once.
    pub fn word_count(&self) -> Result<usize, GraphError> {
        self.totals
            .get_or_init(|| check::check_dawg(self.nodes.as_slice(), self.alphabet.size()))
            .as_ref()
            .map(|totals| totals.words as usize)
            .map_err(GraphError::clone)
    }

    /// The root of the DAWG, whose children are the first tiles of words.
    pub fn root(&self) -> Node {
        Node::from_bits(self.nodes.as_slice()[0])
    }

    /// The root of the GADDAG; without children if the file has only a DAWG.
    pub fn gaddag_root(&self) -> Node {
        Node::from_bits(self.nodes.as_slice()[1])
    }

    /// The children of a node, in the order of the alphabet.
    #[inline]
    pub fn children(&self, parent: Node) -> Children<'_> {
        children(self.nodes.as_slice(), parent)
    }

    /// The child of a node that `tile` leads to.
    #[inline]
    pub fn child(&self, parent: Node, tile: Tile) -> Option<Node> {
        child(self.nodes.as_slice(), parent, tile)
    }

    /// Whether the text is a word; a text that cannot be spelled is none.
    #[inline]
    pub fn contains(&self, text: &str) -> bool {
        self.alphabet
            .word(text)
            .is_ok_and(|word| self.contains_tiles(&word))
    }

    /// Whether these tiles are a word.
    #[inline]
    pub fn contains_tiles(&self, word: &[Tile]) -> bool {
        self.find(word).is_some_and(Node::accepts)
    }

    /// The node that these tiles lead to in the DAWG; none for no tiles.
    #[inline]
    pub fn find(&self, tiles: &[Tile]) -> Option<Node> {
        let nodes = self.nodes.as_slice();
        match *tiles {
            [] => None,
            [first] => child(nodes, self.root(), first),
            [first, second, ref rest @ ..] => {
                let start = self.starts.after(first, second)?;
                rest.iter()
                    .try_fold(start, |node, &tile| child(nodes, node, tile))
            }
        }
    }
}

impl fmt::Debug for WordGraph {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "WordGraph({} nodes)", self.nodes.as_slice().len())
    }
}

#[inline]
fn child(nodes: &[u32], parent: Node, tile: Tile) -> Option<Node> {
    children(nodes, parent)
        .find(|node| node.tile() >= tile)
        .filter(|node| node.tile() == tile)
}

#[inline]
fn children(nodes: &[u32], parent: Node) -> Children<'_> {
    let rest = match parent.child() {
        0 => &[],
        first => nodes.get(first..).unwrap_or_default(),
    };
    Children { rest }
}

/// The children of a node, in the order of the alphabet.
#[derive(Clone, Debug)]
pub struct Children<'nodes> {
    rest: &'nodes [u32],
}

impl Iterator for Children<'_> {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        let (bits, rest) = self.rest.split_first()?;
        let node = Node::from_bits(*bits);
        self.rest = if node.is_last() { &[] } else { rest };
        Some(node)
    }
}

/// The node of the DAWG behind each pair of first tiles: most of a search's steps through long lists, saved.
struct Starts(Box<[u32; STARTS]>);

const TILE_BITS: u32 = 6;
const STARTS: usize = 1 << (2 * TILE_BITS);

impl Starts {
    fn of(nodes: &[u32]) -> Starts {
        let mut starts = Box::new([0; STARTS]);
        for first in children(nodes, Node::from_bits(nodes[0])).take(1 << TILE_BITS) {
            for second in children(nodes, first).take(1 << TILE_BITS) {
                if let Some(place) = Self::place(first.tile(), second.tile()) {
                    starts[place] = second.bits();
                }
            }
        }
        Starts(starts)
    }

    #[inline]
    fn after(&self, first: Tile, second: Tile) -> Option<Node> {
        let bits = self.0[Self::place(first, second)?];
        (bits != 0).then_some(Node::from_bits(bits))
    }

    #[inline]
    fn place(first: Tile, second: Tile) -> Option<usize> {
        ((first | second) >> TILE_BITS == 0)
            .then_some(usize::from(first) << TILE_BITS | usize::from(second))
    }
}
