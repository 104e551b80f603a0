//! The word graph in a layout that is quick to search.
//!
//! A KWG has one entry for each arc, so a search has to look at every sibling. Here a node is a short record in one
//! array of `u32`:
//!
//! ```text
//! [letters] [ends] [target of 1st arc] [target of 2nd arc] ...
//! ```
//!
//! `letters` has a bit for each arc (bit 0 is the GADDAG's separator) and `ends` a bit for each arc that completes a
//! word. A search ANDs `letters` with the rack and the square's cross-set and visits only what is left; the place of an
//! arc is the number of lower bits set in `letters`. An alphabet of more than 31 letters takes two cells for each set.

use std::ops::Range;

use super::bytes::{Room, Source};
use super::refusal::Refusal;
use super::tiles;
use crate::build::GraphBuilder;
use crate::graph::WordGraph;
use crate::node::Node;

/// Where a node's record begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct At(u32);

/// The node without arcs.
pub(crate) const DEAD_END: At = At(0);

const SEPARATOR: u64 = 1;
const NARROW_LETTERS: usize = 31;

/// What is known of the width of a graph's letter sets when code is compiled.
pub(crate) trait Width {
    /// Whether each set is known to fit one cell.
    const NARROW: bool;
}

/// At most 31 letters.
pub(crate) struct Narrow;

/// Any number of letters; the graph is asked.
pub(crate) struct AnyWidth;

impl Width for Narrow {
    const NARROW: bool = true;
}

impl Width for AnyWidth {
    const NARROW: bool = false;
}

/// The words of one list, laid out for the move generator.
pub struct CompactGraph {
    cells: Vec<u32>,
    wide: bool,
    /// The root for words read from left to right.
    pub(crate) dawg: At,
    /// The root for reversed beginnings, separator, rest of the word.
    pub(crate) gaddag: At,
}

impl CompactGraph {
    /// The graph of the same words; a graph that has only a DAWG gets its GADDAG built.
    pub fn new(graph: &WordGraph) -> Result<CompactGraph, Refusal> {
        let refuse = |error: crate::GraphError| Refusal::new("word-graph", error.sentence);
        if graph.word_count().map_err(refuse)? > 0 && graph.gaddag_root().child() == 0 {
            let mut builder = GraphBuilder::new(graph.alphabet().clone());
            for word in graph.words().map_err(refuse)? {
                builder.add(&word).map_err(refuse)?;
            }
            return CompactGraph::of_both_halves(&builder.finish().map_err(refuse)?);
        }
        CompactGraph::of_both_halves(graph)
    }

    fn of_both_halves(graph: &WordGraph) -> Result<CompactGraph, Refusal> {
        let wide = graph.alphabet().size() > NARROW_LETTERS;
        let mut layout = Layout {
            nodes: graph.nodes().as_slice(),
            letters: graph.alphabet().size(),
            head: if wide { 4 } else { 2 },
            // The dead end has no letters; its targets are never asked for.
            cells: vec![0; if wide { 4 } else { 2 }],
            places: vec![0; graph.nodes().as_slice().len()],
            pending: Vec::new(),
        };
        let dawg = layout.lay(graph.root())?;
        let gaddag = layout.lay(graph.gaddag_root())?;
        Ok(CompactGraph { cells: layout.cells, wide, dawg, gaddag })
    }

    /// How many bytes [`CompactGraph::write`] needs.
    pub(crate) fn written_size(&self) -> usize {
        size_of::<u32>() * (3 + self.cells.len())
    }

    /// Writes the graph into the bytes of a file.
    pub(crate) fn write(&self, room: &mut Room<'_>) {
        room.put_u32s([self.dawg.0, self.gaddag.0, self.cells.len() as u32]);
        room.put_u32s(self.cells.iter().copied());
    }

    /// The graph in bytes of [`CompactGraph::write`]; none if they cannot be one of an alphabet of `letters` letters.
    pub(crate) fn read(source: &mut Source<'_>, letters: usize) -> Option<CompactGraph> {
        let (dawg, gaddag, count) = (At(source.u32()?), At(source.u32()?), source.u32()? as usize);
        let cells = source.u32s(count)?;
        let graph = CompactGraph { cells, wide: letters > NARROW_LETTERS, dawg, gaddag };
        graph.is_sound(letters).then_some(graph)
    }

    /// Whether the records fill the cells one after another and every target is one of them.
    fn is_sound(&self, letters: usize) -> bool {
        let mut is_start = vec![false; self.cells.len()];
        let mut place = 0;
        while place < self.cells.len() {
            let Some(targets) = self.sound_record(place, letters) else {
                return false;
            };
            is_start[place] = true;
            place = targets.end;
        }
        let leads_somewhere = |&at: &u32| is_start.get(at as usize) == Some(&true);
        let mut all_lead = leads_somewhere(&self.dawg.0) && leads_somewhere(&self.gaddag.0);
        let mut place = 0;
        while let Some(targets) = self.sound_record(place, letters).filter(|_| all_lead) {
            place = targets.end;
            all_lead = self.cells[targets].iter().all(leads_somewhere);
        }
        all_lead
    }

    /// Where the targets of the record at `place` are, if it can be one.
    fn sound_record(&self, place: usize, letters: usize) -> Option<Range<usize>> {
        let first = place + if self.wide { 4 } else { 2 };
        if first > self.cells.len() {
            return None;
        }
        let node = At(place as u32);
        let (arcs, ends) = (self.letters::<AnyWidth>(node), self.ends::<AnyWidth>(node));
        let end = first + arcs.count_ones() as usize;
        let known = u64::MAX >> (63 - letters);
        (end <= self.cells.len() && arcs & !known == 0 && ends & !arcs == 0).then_some(first..end)
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        size_of_val(self.cells.as_slice())
    }

    /// Whether the letters of a node fit one cell.
    pub(crate) fn is_narrow(&self) -> bool {
        !self.wide
    }

    #[inline(always)]
    fn cell(&self, at: u32) -> u32 {
        self.cells[at as usize]
    }

    /// Letters with an arc from `node`. `W` says what is known of the sets' width.
    #[inline(always)]
    pub(crate) fn letters<W: Width>(&self, node: At) -> u64 {
        let low = u64::from(self.cell(node.0));
        if W::NARROW || !self.wide { low } else { low | u64::from(self.cell(node.0 + 1)) << 32 }
    }

    /// Letters whose arc completes a word.
    #[inline(always)]
    pub(crate) fn ends<W: Width>(&self, node: At) -> u64 {
        if W::NARROW || !self.wide {
            u64::from(self.cell(node.0 + 1))
        } else {
            u64::from(self.cell(node.0 + 2)) | u64::from(self.cell(node.0 + 3)) << 32
        }
    }

    /// Where the arc for `bit` leads; `bit` must be one of `letters`, which are those of `node`.
    #[inline(always)]
    pub(crate) fn follow_known<W: Width>(&self, node: At, letters: u64, bit: u64) -> At {
        debug_assert!(letters & bit != 0);
        let head = if W::NARROW || !self.wide { 2 } else { 4 };
        At(self.cell(node.0 + head + (letters & (bit - 1)).count_ones()))
    }

    /// Where the letter of a tile leads; nowhere for a blank that has none.
    #[inline(always)]
    pub(crate) fn follow<W: Width>(&self, node: At, tile: u8) -> At {
        let letters = self.letters::<W>(node);
        let bit = 1u64 << tiles::face(tile);
        if letters & bit & !SEPARATOR == 0 {
            return DEAD_END;
        }
        self.follow_known::<W>(node, letters, bit)
    }

    /// Whether the letter of a tile completes a word from `node`.
    #[inline(always)]
    pub(crate) fn completes<W: Width>(&self, node: At, tile: u8) -> bool {
        (self.ends::<W>(node) & !SEPARATOR) >> tiles::face(tile) & 1 == 1
    }

    /// Letters that make `before` + letter + `after` a word; at least one of the two is not empty.
    #[inline(always)]
    pub(crate) fn letters_between(&self, before: &[u8], after: &[u8]) -> u64 {
        if self.wide {
            self.fitting::<AnyWidth>(before, after)
        } else {
            self.fitting::<Narrow>(before, after)
        }
    }

    /// The same, from the longer side: the more tiles are known, the fewer letters follow.
    #[inline(always)]
    fn fitting<W: Width>(&self, before: &[u8], after: &[u8]) -> u64 {
        if before.len() > after.len() {
            let node = before.iter().fold(self.dawg, |node, &tile| self.follow::<W>(node, tile));
            self.completed::<W>(node, after.iter())
        } else {
            let node = after.iter().rev().fold(self.gaddag, |node, &tile| self.follow::<W>(node, tile));
            self.completed::<W>(node, before.iter().rev())
        }
    }

    /// Letters after which the tiles of `rest` complete a word from `node`.
    #[inline(always)]
    fn completed<'a, W: Width>(
        &self,
        node: At,
        mut rest: impl DoubleEndedIterator<Item = &'a u8> + Clone,
    ) -> u64 {
        let Some(&last) = rest.next_back() else {
            return self.ends::<W>(node);
        };
        let letters = self.letters::<W>(node);
        let mut fits = 0;
        let mut waiting = letters & !SEPARATOR;
        while waiting != 0 {
            let bit = waiting & waiting.wrapping_neg();
            waiting ^= bit;
            let node = self.follow_known::<W>(node, letters, bit);
            let node = rest.clone().fold(node, |node, &tile| self.follow::<W>(node, tile));
            if self.completes::<W>(node, last) {
                fits |= bit;
            }
        }
        fits
    }

    /// Hands every word of at most `longest` letters to `visit`, in the order of the alphabet.
    pub(crate) fn for_each_word(&self, longest: usize, visit: &mut impl FnMut(&[u8])) {
        self.spell(self.dawg, longest, &mut Vec::with_capacity(longest), visit);
    }

    fn spell(&self, node: At, longest: usize, word: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
        if word.len() == longest {
            return;
        }
        let letters = self.letters::<AnyWidth>(node);
        let mut waiting = letters & !SEPARATOR;
        while waiting != 0 {
            let bit = waiting & waiting.wrapping_neg();
            waiting ^= bit;
            word.push(bit.trailing_zeros() as u8);
            if self.ends::<AnyWidth>(node) & bit != 0 {
                visit(word);
            }
            self.spell(self.follow_known::<AnyWidth>(node, letters, bit), longest, word, visit);
            word.pop();
        }
    }
}

/// Lays the records down, depth first, so that a node lies near the one it was reached from.
struct Layout<'nodes> {
    nodes: &'nodes [u32],
    letters: usize,
    head: usize,
    cells: Vec<u32>,
    /// For each start of a list of siblings: where its record is; 0 is not yet placed.
    places: Vec<u32>,
    pending: Vec<usize>,
}

impl Layout<'_> {
    fn lay(&mut self, root: Node) -> Result<At, Refusal> {
        if root.child() == 0 {
            return Ok(DEAD_END);
        }
        let place = self.reserve(root.child())?;
        while let Some(list) = self.pending.pop() {
            self.fill(list)?;
        }
        Ok(At(place))
    }

    /// The place of the record for a list of siblings, newly reserved if need be.
    fn reserve(&mut self, list: usize) -> Result<u32, Refusal> {
        match self.places.get(list) {
            Some(0) => {}
            Some(&place) => return Ok(place),
            None => return Err(broken(list, "its children lie outside the file")),
        }
        let arcs = self.nodes[list..]
            .iter()
            .position(|&bits| Node::from_bits(bits).is_last())
            .ok_or_else(|| broken(list, "its siblings have no end"))?
            + 1;
        let place = self.cells.len() as u32;
        self.cells.resize(self.cells.len() + self.head + arcs, 0);
        self.places[list] = place;
        self.pending.push(list);
        Ok(place)
    }

    fn fill(&mut self, list: usize) -> Result<(), Refusal> {
        let at = self.places[list] as usize;
        let (mut letters, mut ends) = (0u64, 0u64);
        for arc in 0.. {
            let node = Node::from_bits(self.nodes[list + arc]);
            if usize::from(node.tile()) > self.letters || letters >> node.tile() != 0 {
                return Err(broken(list + arc, "its letter is out of order or not in the alphabet"));
            }
            letters |= 1 << node.tile();
            ends |= u64::from(node.accepts()) << node.tile();
            if node.child() != 0 {
                self.cells[at + self.head + arc] = self.reserve(node.child())?;
            }
            if node.is_last() {
                break;
            }
        }
        if self.head == 2 {
            self.cells[at] = letters as u32;
            self.cells[at + 1] = ends as u32;
        } else {
            self.cells[at] = letters as u32;
            self.cells[at + 1] = (letters >> 32) as u32;
            self.cells[at + 2] = ends as u32;
            self.cells[at + 3] = (ends >> 32) as u32;
        }
        Ok(())
    }
}

fn broken(node: usize, what: &str) -> Refusal {
    Refusal::new("word-graph", format!("node {node} of the word graph: {what}"))
}
