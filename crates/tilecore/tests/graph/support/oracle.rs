//! The questions of a word graph, answered the plain and slow way from a sorted list of words.

use std::collections::BTreeSet;

use tilecore::{Alphabet, Tile};

/// One place of a pattern.
#[derive(Clone, Debug)]
pub enum Place {
    OneOf(BTreeSet<Tile>),
    Run,
}

/// A list of words as tiles, in their order, each once.
pub struct PlainList {
    alphabet_size: usize,
    words: BTreeSet<Vec<Tile>>,
}

impl PlainList {
    /// The list of these texts, all of which can be spelled.
    pub fn new(words: &[String], alphabet: &Alphabet) -> PlainList {
        let words = words.iter().map(|word| alphabet.tiles(word).expect("a word of the alphabet")).collect();
        PlainList { alphabet_size: alphabet.size(), words }
    }

    pub fn words(&self) -> Vec<Vec<Tile>> {
        self.words.iter().cloned().collect()
    }

    pub fn contains(&self, word: &[Tile]) -> bool {
        self.words.contains(word)
    }

    pub fn anagrams(&self, rack: &[Tile], blanks: usize) -> Vec<Vec<Tile>> {
        self.filtered(|word| word.len() == rack.len() + blanks && can_make(word, rack, blanks))
    }

    pub fn subanagrams(&self, rack: &[Tile], blanks: usize) -> Vec<Vec<Tile>> {
        self.filtered(|word| can_make(word, rack, blanks))
    }

    pub fn matching(&self, pattern: &[Place]) -> Vec<Vec<Tile>> {
        self.filtered(|word| matches(word, pattern))
    }

    pub fn containing(&self, part: &[Tile]) -> Vec<Vec<Tile>> {
        self.filtered(|word| part.is_empty() || word.windows(part.len()).any(|window| window == part))
    }

    pub fn front_hooks(&self, word: &[Tile]) -> Vec<Tile> {
        self.hooks(|tile| [&[tile], word].concat())
    }

    pub fn back_hooks(&self, word: &[Tile]) -> Vec<Tile> {
        self.hooks(|tile| [word, &[tile]].concat())
    }

    fn hooks(&self, hooked: impl Fn(Tile) -> Vec<Tile>) -> Vec<Tile> {
        (1..=self.alphabet_size as Tile).filter(|tile| self.contains(&hooked(*tile))).collect()
    }

    fn filtered(&self, wanted: impl Fn(&[Tile]) -> bool) -> Vec<Vec<Tile>> {
        self.words.iter().filter(|word| wanted(word)).cloned().collect()
    }
}

fn can_make(word: &[Tile], rack: &[Tile], blanks: usize) -> bool {
    let mut rack = rack.to_vec();
    let missing = word.iter().filter(|tile| match rack.iter().position(|held| held == *tile) {
        Some(place) => {
            rack.remove(place);
            false
        }
        None => true,
    });
    missing.count() <= blanks
}

fn matches(word: &[Tile], pattern: &[Place]) -> bool {
    match (pattern.split_first(), word.split_first()) {
        (None, _) => word.is_empty(),
        (Some((Place::Run, rest)), _) => (0..=word.len()).any(|taken| matches(&word[taken..], rest)),
        (Some((Place::OneOf(set), rest)), Some((tile, tail))) => set.contains(tile) && matches(tail, rest),
        (Some((Place::OneOf(_), _)), None) => false,
    }
}
