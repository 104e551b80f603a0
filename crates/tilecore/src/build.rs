//! From words to the smallest graph, with its nodes in the canonical order.
//!
//! The GADDAG holds, for each way to cut a word in two, the first part backwards, a separator and the second part
//! (`CARE`: `ERAC`, `RAC@E`, `AC@RE`, `C@ARE`). What follows the separator is what follows the same first part in the
//! DAWG. So it is enough to put each beginning of a word backwards into order once, and to hang the DAWG's list for it
//! behind the separator: a quarter of the strings, and no string longer than a word.

use std::cmp::Ordering;
use std::collections::VecDeque;

use crate::error::{Fault, GraphError};
use crate::graph::WordGraph;
use crate::letters::{Alphabet, LONGEST_WORD, Misspelling, Tile};
use crate::lists::Lists;
use crate::node::{Node, Nodes};

/// Raised whenever the builder gives other nodes for the same words.
pub const FORMAT: u32 = 1;

const SEPARATOR: Tile = 0;

/// Collects the words of a list, in any order, and makes its graph.
pub struct GraphBuilder {
    alphabet: Alphabet,
    /// The tiles of all words, one word after another.
    tiles: Vec<Tile>,
    words: Vec<Span>,
}

/// Where a word, or the beginning of one, lies among the tiles.
#[derive(Clone, Copy)]
struct Span {
    /// The tiles in the order of comparison, six bits each, as many as there is room for.
    key: u128,
    start: u32,
    length: u8,
}

impl GraphBuilder {
    /// A builder without words.
    pub fn new(alphabet: Alphabet) -> GraphBuilder {
        GraphBuilder {
            alphabet,
            tiles: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Takes a word; a word that is there already does no harm.
    pub fn add(&mut self, word: &str) -> Result<(), GraphError> {
        let tiles = self.alphabet.word(word).map_err(|why| why.of(word))?;
        self.add_tiles(&tiles)
    }

    /// Takes a word as tiles of the alphabet.
    pub fn add_tiles(&mut self, word: &[Tile]) -> Result<(), GraphError> {
        if word.is_empty() {
            return Err(GraphError::new(
                Fault::EmptyWord,
                "a word has at least one tile",
            ));
        }
        if word.len() > LONGEST_WORD {
            return Err(Misspelling::TooLong.of(&self.alphabet.text(word)));
        }
        if let Some(tile) = word
            .iter()
            .find(|tile| self.alphabet.label(**tile).is_empty())
        {
            return Err(GraphError::new(
                Fault::Spelling,
                format!("the alphabet has no tile with the number {tile}"),
            ));
        }
        let start = u32::try_from(self.tiles.len())
            .map_err(|_| GraphError::new(Fault::TooLarge, "the list is too large"))?;
        self.tiles.extend_from_slice(word);
        self.words.push(Span {
            key: key(word.iter()),
            start,
            length: word.len() as u8,
        });
        Ok(())
    }

    /// The graph of the words.
    pub fn finish(mut self) -> Result<WordGraph, GraphError> {
        let tiles = &self.tiles;
        self.words
            .sort_unstable_by(|one, two| compare(*one, *two, tiles, Direction::Forwards));
        let mut lists = Lists::new();
        let mut beginnings = Vec::new();
        let dawg = build_dawg(&self.words, tiles, &mut lists, &mut beginnings)?;
        beginnings
            .sort_unstable_by(|one, two| compare(one.span, two.span, tiles, Direction::Backwards));
        let gaddag = build_gaddag(&beginnings, tiles, &mut lists)?;
        let nodes = in_canonical_order(lists.nodes(), dawg, gaddag);
        Ok(WordGraph::trusted(self.alphabet, Nodes::from(nodes)))
    }
}

impl WordGraph {
    /// The graph of `words`, in any order; duplicates are merged.
    pub fn build<W: AsRef<str>>(words: &[W], alphabet: Alphabet) -> Result<WordGraph, GraphError> {
        let mut builder = GraphBuilder::new(alphabet);
        for word in words {
            builder.add(word.as_ref())?;
        }
        builder.finish()
    }
}

/// The beginning of a word, with the node of the DAWG that it leads to.
struct Beginning {
    span: Span,
    node: Node,
}

#[derive(Clone, Copy)]
enum Direction {
    Forwards,
    Backwards,
}

const TILE_BITS: u32 = 6;
const TILES_IN_KEY: usize = 21;

fn key<'tile>(tiles: impl Iterator<Item = &'tile Tile>) -> u128 {
    let mut key = 0;
    let mut shift = 128;
    for &tile in tiles.take(TILES_IN_KEY) {
        shift -= TILE_BITS;
        key |= u128::from(tile) << shift;
    }
    key
}

/// The key of a beginning that goes on with `tile`, read backwards.
fn key_behind(tile: Tile, key: u128) -> u128 {
    // The two lowest bits belong to no tile; what moves into them is dropped.
    u128::from(tile) << (128 - TILE_BITS) | key >> TILE_BITS & !0b11
}

impl Span {
    fn tiles(self, all: &[Tile]) -> &[Tile] {
        &all[self.start as usize..][..usize::from(self.length)]
    }

    /// The tile at this place, seen in a direction.
    fn tile(self, at: usize, all: &[Tile], direction: Direction) -> Tile {
        let tiles = self.tiles(all);
        match direction {
            Direction::Forwards => tiles[at],
            Direction::Backwards => tiles[tiles.len() - 1 - at],
        }
    }
}

fn compare(one: Span, two: Span, all: &[Tile], direction: Direction) -> Ordering {
    one.key.cmp(&two.key).then_with(|| {
        let (a, b) = (one.tiles(all).iter(), two.tiles(all).iter());
        match direction {
            Direction::Forwards => a.cmp(b),
            Direction::Backwards => a.rev().cmp(b.rev()),
        }
    })
}

/// How many tiles two spans share from their first on.
fn shared(one: Span, two: Span, all: &[Tile], direction: Direction) -> usize {
    let shortest = usize::from(one.length.min(two.length));
    let in_key = ((one.key ^ two.key).leading_zeros() / TILE_BITS) as usize;
    let mut shared = in_key.min(TILES_IN_KEY).min(shortest);
    if shared == TILES_IN_KEY {
        while shared < shortest
            && one.tile(shared, all, direction) == two.tile(shared, all, direction)
        {
            shared += 1;
        }
    }
    shared
}

/// The lists of siblings along one path, still open for more.
struct Path {
    /// The siblings of all depths, the deepest last.
    siblings: Vec<Node>,
    /// Where the siblings of each depth begin.
    starts: Vec<usize>,
}

impl Path {
    fn new() -> Path {
        Path {
            siblings: Vec::new(),
            starts: vec![0],
        }
    }

    /// How many tiles lead to the deepest node.
    fn depth(&self) -> usize {
        self.starts.len() - 1
    }

    /// Adds a sibling at the deepest list and goes on to its children.
    fn descend(&mut self, node: Node) {
        self.siblings.push(node);
        self.starts.push(self.siblings.len());
    }

    /// Closes the children of the deepest node and gives the finished node.
    fn ascend(&mut self, lists: &mut Lists) -> Result<Node, GraphError> {
        let start = self
            .starts
            .pop()
            .expect("a path is left as often as it was entered");
        let list = lists.intern(&self.siblings[start..])?;
        self.siblings.truncate(start);
        let parent = self.siblings.last_mut().expect("children have a parent");
        *parent = parent.with_child(list);
        Ok(*parent)
    }

    /// Closes the root list.
    fn finish(self, lists: &mut Lists) -> Result<u32, GraphError> {
        lists.intern(&self.siblings)
    }
}

/// The root list of the DAWG; notes each beginning of a word.
fn build_dawg(
    words: &[Span],
    all: &[Tile],
    lists: &mut Lists,
    beginnings: &mut Vec<Beginning>,
) -> Result<u32, GraphError> {
    let mut path = Path::new();
    let mut open: Vec<Span> = Vec::with_capacity(LONGEST_WORD);
    let mut before: Option<Span> = None;
    for &word in words {
        let common = before.map_or(0, |before| shared(before, word, all, Direction::Forwards));
        if before.is_some_and(|before| {
            before.length == word.length && common == usize::from(word.length)
        }) {
            continue;
        }
        close_dawg(&mut path, common, lists, &mut open, beginnings)?;
        let tiles = word.tiles(all);
        for (at, &tile) in tiles.iter().enumerate().skip(common) {
            path.descend(Node::new(tile, at + 1 == tiles.len(), 0));
            open.push(Span {
                key: key_behind(tile, open.last().map_or(0, |span| span.key)),
                start: word.start,
                length: at as u8 + 1,
            });
        }
        before = Some(word);
    }
    close_dawg(&mut path, 0, lists, &mut open, beginnings)?;
    path.finish(lists)
}

fn close_dawg(
    path: &mut Path,
    depth: usize,
    lists: &mut Lists,
    open: &mut Vec<Span>,
    beginnings: &mut Vec<Beginning>,
) -> Result<(), GraphError> {
    while path.depth() > depth {
        let node = path.ascend(lists)?;
        let span = open
            .pop()
            .expect("every node of the path has its beginning");
        beginnings.push(Beginning { span, node });
    }
    Ok(())
}

/// The root list of the GADDAG, from the beginnings of words in the order of their tiles read backwards.
fn build_gaddag(
    beginnings: &[Beginning],
    all: &[Tile],
    lists: &mut Lists,
) -> Result<u32, GraphError> {
    let mut path = Path::new();
    let mut before: Option<Span> = None;
    for beginning in beginnings {
        let span = beginning.span;
        let common = before.map_or(0, |before| shared(before, span, all, Direction::Backwards));
        while path.depth() > common {
            path.ascend(lists)?;
        }
        let length = usize::from(span.length);
        for at in common..length {
            let ends = at + 1 == length && beginning.node.accepts();
            path.descend(Node::new(span.tile(at, all, Direction::Backwards), ends, 0));
        }
        let list = beginning.node.child() as u32;
        if list != 0 {
            // The separator is the lowest tile, and longer strings come later: it is the first of its siblings.
            path.siblings.push(Node::new(SEPARATOR, false, list));
        }
        before = Some(span);
    }
    while path.depth() > 0 {
        path.ascend(lists)?;
    }
    path.finish(lists)
}

/// The array of the graph: the root pointers, the root lists, then every other list once, breadth first; the children
/// of a list are queued from its last sibling to its first. MAGPIE writes the same order.
fn in_canonical_order(lists: &[u32], dawg: u32, gaddag: u32) -> Vec<u32> {
    let mut order = Order {
        lists,
        place: vec![0; lists.len()],
        size: 2,
        queue: VecDeque::new(),
    };
    let mut nodes = vec![0; lists.len()];
    nodes[0] = Node::root(order.place_of(dawg)).bits();
    nodes[1] = Node::root(order.place_of(gaddag)).bits();
    while let Some(list) = order.queue.pop_front() {
        let place = order.place[list] as usize;
        let length = length_of(&lists[list..]);
        for at in (0..length).rev() {
            let node = Node::from_bits(lists[list + at]);
            nodes[place + at] = node.with_child(order.place_of(node.child() as u32)).bits();
        }
    }
    nodes
}

struct Order<'lists> {
    lists: &'lists [u32],
    /// The final index of each list that has one.
    place: Vec<u32>,
    size: usize,
    /// The lists that have a place and are not yet written.
    queue: VecDeque<usize>,
}

impl Order<'_> {
    /// The final index of a list, which is queued when it is met for the first time.
    fn place_of(&mut self, list: u32) -> u32 {
        let list = list as usize;
        if list != 0 && self.place[list] == 0 {
            self.place[list] = self.size as u32;
            self.size += length_of(&self.lists[list..]);
            self.queue.push_back(list);
        }
        self.place[list]
    }
}

fn length_of(list: &[u32]) -> usize {
    1 + list
        .iter()
        .take_while(|bits| !Node::from_bits(**bits).is_last())
        .count()
}
