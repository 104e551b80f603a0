//! Questions with many answers: each is a filter that a walk through the DAWG carries along.

use crate::anagram::Rack;
use crate::error::GraphError;
use crate::graph::WordGraph;
use crate::node::Node;
use crate::pattern::Pattern;
use crate::word::{LONGEST_WORD, Tile, Word};

/// What a walk knows on its way: which tiles may follow, and whether a word may end here.
pub(crate) trait Filter: Copy {
    /// What is known after one more tile; nothing if no answer lies that way.
    fn step(self, tile: Tile) -> Option<Self>;
    /// Whether a word that ends here is an answer.
    fn accepts(self) -> bool;
}

#[derive(Clone, Copy)]
struct Everything;

impl Filter for Everything {
    fn step(self, _tile: Tile) -> Option<Everything> {
        Some(Everything)
    }

    fn accepts(self) -> bool {
        true
    }
}

/// The answers come in the order of the alphabet, each once; a word comes before those that it begins.
impl WordGraph {
    /// Hands every word to `visit`.
    pub fn for_each_word(&self, visit: impl FnMut(&[Tile])) -> Result<(), GraphError> {
        self.search(Everything, visit)
    }

    /// All words.
    pub fn words(&self) -> Result<Vec<String>, GraphError> {
        let mut words = Vec::with_capacity(self.word_count()?);
        self.search(Everything, |word| words.push(self.alphabet().text(word)))?;
        Ok(words)
    }

    /// The words that use all of `tiles`; `?` is a blank.
    pub fn anagrams(&self, tiles: &str) -> Result<Vec<String>, GraphError> {
        self.answers(Rack::parse(tiles, self.alphabet())?.using_all())
    }

    /// The words that can be made of `tiles` or some of them; `?` is a blank.
    pub fn subanagrams(&self, tiles: &str) -> Result<Vec<String>, GraphError> {
        self.answers(Rack::parse(tiles, self.alphabet())?.using_some())
    }

    /// The words of a pattern.
    ///
    /// `?` or `.` is one tile, `*` any number, `[AEI]` one of these, `[^AEI]` one that is none of these.
    pub fn matching(&self, pattern: &str) -> Result<Vec<String>, GraphError> {
        self.answers(Pattern::parse(pattern, self.alphabet())?.start())
    }

    /// The words that have `part` somewhere in them, tile by tile.
    pub fn containing(&self, part: &str) -> Result<Vec<String>, GraphError> {
        let tiles = self.alphabet().tiles(part).map_err(|why| why.of(part))?;
        if tiles.len() > LONGEST_WORD {
            return Ok(Vec::new());
        }
        self.answers(Pattern::around(&tiles).start())
    }

    /// The labels of the tiles that make a word when put before `word`, which need not be a word itself.
    pub fn front_hooks(&self, word: &str) -> Result<Vec<String>, GraphError> {
        let tiles = self.alphabet().tiles(word).map_err(|why| why.of(word))?;
        let mut longer = vec![0];
        longer.extend(tiles);
        Ok(self.labels(self.children(self.root()).map(Node::tile).filter(|tile| {
            longer[0] = *tile;
            self.contains_tiles(&longer)
        })))
    }

    /// The labels of the tiles that make a word when put after `word`, which need not be a word itself.
    pub fn back_hooks(&self, word: &str) -> Result<Vec<String>, GraphError> {
        let tiles = self.alphabet().tiles(word).map_err(|why| why.of(word))?;
        let stem = if tiles.is_empty() { Some(self.root()) } else { self.find(&tiles) };
        let ends = stem.into_iter().flat_map(|stem| self.children(stem)).filter(|node| node.accepts());
        Ok(self.labels(ends.map(Node::tile)))
    }

    fn labels(&self, tiles: impl Iterator<Item = Tile>) -> Vec<String> {
        tiles.map(|tile| self.alphabet().label(tile).to_owned()).collect()
    }

    fn answers(&self, filter: impl Filter) -> Result<Vec<String>, GraphError> {
        let mut words = Vec::new();
        self.search(filter, |word| words.push(self.alphabet().text(word)))?;
        Ok(words)
    }

    fn search(&self, filter: impl Filter, mut visit: impl FnMut(&[Tile])) -> Result<(), GraphError> {
        // Counting proves that every path ends, which a graph that was only opened has not shown yet.
        self.word_count()?;
        let mut word = Word::EMPTY;
        self.walk(self.root(), filter, &mut word, &mut visit);
        Ok(())
    }

    /// Goes no deeper than the longest word.
    fn walk<F: Filter>(&self, parent: Node, filter: F, word: &mut Word, visit: &mut impl FnMut(&[Tile])) {
        for node in self.children(parent) {
            let Some(filter) = filter.step(node.tile()) else {
                continue;
            };
            if !word.push(node.tile()) {
                return;
            }
            if node.accepts() && filter.accepts() {
                visit(word);
            }
            self.walk(node, filter, word, visit);
            word.pop();
        }
    }
}
