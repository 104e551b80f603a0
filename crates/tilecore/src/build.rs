//! From words to the smallest graph.
//!
//! The GADDAG holds, for each way to cut a word in two, the first part backwards, a separator and the second
//! part (`CARE`: `ERAC`, `RAC@E`, `AC@RE`, `C@ARE`). What follows the separator is what follows the same
//! first part in the DAWG. So it is enough to put each beginning of a word in order once, read backwards, and
//! to hang the DAWG's list for it behind the separator: a quarter of the strings, and none longer than a
//! word.

use std::sync::Arc;

use crate::error::{Fault, GraphError};
use crate::graph::WordGraph;
use crate::letters::Alphabet;
use crate::lists::Lists;
use crate::node::Node;
use crate::nodes::Nodes;
use crate::order::in_canonical_order;
use crate::span::{Direction, Span};
use crate::word::Tile;

/// Raised whenever the builder gives other nodes for the same words.
pub const FORMAT: u32 = 1;

const SEPARATOR: Tile = 0;

/// Collects the words of a list, in any order, and makes its graph.
pub struct GraphBuilder {
    alphabet: Arc<Alphabet>,
    /// The tiles of all words, one word after another.
    tiles: Vec<Tile>,
    words: Vec<Span>,
}

impl GraphBuilder {
    /// A builder without words.
    pub fn new(alphabet: impl Into<Arc<Alphabet>>) -> GraphBuilder {
        GraphBuilder { alphabet: alphabet.into(), tiles: Vec::new(), words: Vec::new() }
    }

    /// Takes a word; a word that is there already does no harm.
    pub fn add(&mut self, text: &str) -> Result<(), GraphError> {
        let word = self.alphabet.word(text).map_err(|why| why.of(text))?;
        if word.is_empty() {
            return Err(GraphError::new(Fault::EmptyWord, "a word has at least one tile"));
        }
        let start = u32::try_from(self.tiles.len())
            .map_err(|_| GraphError::new(Fault::TooLarge, "the words have more than four billion tiles"))?;
        self.tiles.extend_from_slice(&word);
        self.words.push(Span::of_word(&word, start));
        Ok(())
    }

    /// The graph of the words.
    pub fn finish(self) -> Result<WordGraph, GraphError> {
        let GraphBuilder { alphabet, tiles, mut words } = self;
        words.sort_unstable_by(|one, two| one.compare(*two, &tiles, Direction::Forwards));
        let mut lists = Lists::new();
        let (dawg, mut beginnings) = build_dawg(&words, &tiles, &mut lists)?;
        beginnings.sort_unstable_by(|one, two| one.span.compare(two.span, &tiles, Direction::Backwards));
        let gaddag = build_gaddag(&beginnings, &tiles, &mut lists)?;
        let nodes = in_canonical_order(lists.nodes(), dawg, gaddag);
        Ok(WordGraph::trusted(alphabet, Nodes::from(nodes)))
    }
}

impl WordGraph {
    /// The graph of `words`, in any order; duplicates are merged.
    pub fn build<Text: AsRef<str>>(
        words: &[Text],
        alphabet: impl Into<Arc<Alphabet>>,
    ) -> Result<WordGraph, GraphError> {
        let mut builder = GraphBuilder::new(alphabet);
        for word in words {
            builder.add(word.as_ref())?;
        }
        builder.finish()
    }
}

/// The beginning of a word, or all of it, with the node of the DAWG that it leads to.
struct Beginning {
    span: Span,
    node: Node,
}

/// The root list of the DAWG, and each beginning of a word once.
fn build_dawg(
    words: &[Span],
    tiles: &[Tile],
    lists: &mut Lists,
) -> Result<(usize, Vec<Beginning>), GraphError> {
    let mut path = Path::new();
    // What has been read on the path, one longer for each step.
    let mut read: Vec<Span> = Vec::new();
    let mut beginnings = Vec::new();
    let mut ascend_to = |depth: usize, path: &mut Path, read: &mut Vec<Span>| {
        while path.depth() > depth {
            let node = path.ascend(lists)?;
            beginnings.extend(read.pop().map(|span| Beginning { span, node }));
        }
        Ok(())
    };
    let mut before: Option<Span> = None;
    for &word in words {
        let common = before.map_or(0, |before| before.shared(word, tiles, Direction::Forwards));
        ascend_to(common, &mut path, &mut read)?;
        for (at, &tile) in word.tiles(tiles).iter().enumerate().skip(common) {
            path.descend(Node::new(tile, at + 1 == word.length(), 0));
            read.push(word.beginning(read.last().copied(), tile));
        }
        before = Some(word);
    }
    ascend_to(0, &mut path, &mut read)?;
    Ok((path.finish(lists)?, beginnings))
}

/// The root list of the GADDAG, from the beginnings of words in their order when read backwards.
fn build_gaddag(beginnings: &[Beginning], tiles: &[Tile], lists: &mut Lists) -> Result<usize, GraphError> {
    let mut path = Path::new();
    let mut before: Option<Span> = None;
    for &Beginning { span, node } in beginnings {
        let common = before.map_or(0, |before| before.shared(span, tiles, Direction::Backwards));
        while path.depth() > common {
            path.ascend(lists)?;
        }
        for at in common..span.length() {
            let ends_here = at + 1 == span.length() && node.accepts();
            path.descend(Node::new(span.tile(at, tiles, Direction::Backwards), ends_here, 0));
        }
        if node.child() != 0 {
            // The lowest of its siblings, and nothing has gone on from here yet: it comes first.
            path.add(Node::new(SEPARATOR, false, node.child()));
        }
        before = Some(span);
    }
    while path.depth() > 0 {
        path.ascend(lists)?;
    }
    path.finish(lists)
}

/// The lists of siblings along one path, each still open for more.
struct Path {
    /// The siblings of all depths, the deepest last.
    siblings: Vec<Node>,
    /// Where the siblings of each depth but the first begin.
    starts: Vec<usize>,
}

impl Path {
    fn new() -> Path {
        Path { siblings: Vec::new(), starts: Vec::new() }
    }

    fn depth(&self) -> usize {
        self.starts.len()
    }

    /// Adds a sibling to the deepest list.
    fn add(&mut self, node: Node) {
        self.siblings.push(node);
    }

    /// Adds a sibling to the deepest list and opens the list of its children.
    fn descend(&mut self, node: Node) {
        self.add(node);
        self.starts.push(self.siblings.len());
    }

    /// Closes the deepest list and gives its parent, which is now complete.
    fn ascend(&mut self, lists: &mut Lists) -> Result<Node, GraphError> {
        let start = self.starts.pop().expect("a list below the root is open");
        let list = lists.intern(&self.siblings[start..])?;
        self.siblings.truncate(start);
        let parent = self.siblings.last_mut().expect("a list below the root has a parent");
        *parent = parent.with_child(list);
        Ok(*parent)
    }

    /// Closes the root list.
    fn finish(self, lists: &mut Lists) -> Result<usize, GraphError> {
        lists.intern(&self.siblings)
    }
}
