//! The word graph: the words of one list, and whether a word is among them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::check::{self, Totals};
use crate::error::GraphError;
use crate::letters::Alphabet;
use crate::node::Node;
use crate::nodes::Nodes;
use crate::starts::Starts;
use crate::word::Tile;

/// The words of one list as DAWG and GADDAG in one KWG array. Immutable and safe to share between threads.
pub struct WordGraph {
    alphabet: Arc<Alphabet>,
    nodes: Nodes,
    starts: Starts,
    totals: OnceLock<Result<Totals, GraphError>>,
}

impl WordGraph {
    /// The graph in the nodes of a file made by anybody, checked whole before it is believed.
    pub fn read(nodes: Nodes, alphabet: impl Into<Arc<Alphabet>>) -> Result<WordGraph, GraphError> {
        let alphabet = alphabet.into();
        Nodes::expect_size(size_of_val(nodes.as_slice()))?;
        let totals = check::check(nodes.as_slice(), &alphabet)?;
        Ok(WordGraph { totals: OnceLock::from(Ok(totals)), ..WordGraph::trusted(alphabet, nodes) })
    }

    /// The graph in nodes that are known to be good.
    ///
    /// Nodes that are not give wrong answers, but never a crash or an endless loop: what a search relies on is
    /// checked before the first one.
    pub fn open(nodes: Nodes, alphabet: impl Into<Arc<Alphabet>>) -> Result<WordGraph, GraphError> {
        Nodes::expect_size(size_of_val(nodes.as_slice()))?;
        Ok(WordGraph::trusted(alphabet.into(), nodes))
    }

    pub(crate) fn trusted(alphabet: Arc<Alphabet>, nodes: Nodes) -> WordGraph {
        WordGraph {
            starts: Starts::of(nodes.as_slice(), &alphabet),
            alphabet,
            nodes,
            totals: OnceLock::new(),
        }
    }

    /// The tiles that its words are made of.
    pub fn alphabet(&self) -> &Arc<Alphabet> {
        &self.alphabet
    }

    /// The array, as it was read or built.
    pub fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// How many words it has; counted once.
    pub fn word_count(&self) -> Result<usize, GraphError> {
        self.totals
            .get_or_init(|| check::check_dawg(self.nodes.as_slice(), &self.alphabet))
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
        match self.follow(self.alphabet.plain_tiles(text)) {
            Some(node) => node.accepts(),
            None => !self.alphabet.is_plain(text) && self.contains_spelled(text),
        }
    }

    #[cold]
    fn contains_spelled(&self, text: &str) -> bool {
        self.alphabet.word(text).is_ok_and(|word| self.contains_tiles(&word))
    }

    /// Whether these tiles are a word.
    pub fn contains_tiles(&self, word: &[Tile]) -> bool {
        self.find(word).is_some_and(Node::accepts)
    }

    /// The node that these tiles lead to in the DAWG; none for no tiles.
    pub fn find(&self, tiles: &[Tile]) -> Option<Node> {
        let known = tiles.iter().all(|tile| self.alphabet.has(*tile));
        known.then(|| self.follow(tiles.iter().copied())).flatten()
    }

    /// The node that these tiles, all of the alphabet, lead to in the DAWG; none for no tiles.
    #[inline]
    fn follow(&self, mut tiles: impl Iterator<Item = Tile>) -> Option<Node> {
        let mut take = || tiles.next().unwrap_or(0);
        let start = self.starts.get([take(), take(), take()])?;
        let nodes = self.nodes.as_slice();
        tiles.try_fold(start, |node, tile| child(nodes, node, tile))
    }
}

impl fmt::Debug for WordGraph {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "WordGraph({} nodes)", self.nodes.as_slice().len())
    }
}

#[inline]
fn child(nodes: &[u32], parent: Node, tile: Tile) -> Option<Node> {
    let mut index = parent.child();
    if index == 0 {
        return None;
    }
    loop {
        let node = Node::from_bits(*nodes.get(index)?);
        // One test for both ends of the search: the processor guesses it wrong once, not twice.
        if (node.tile() >= tile) | node.is_last() {
            return (node.tile() == tile).then_some(node);
        }
        index += 1;
    }
}

#[inline]
pub(crate) fn children(nodes: &[u32], parent: Node) -> Children<'_> {
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
