//! Tiles to make words of.

use crate::error::GraphError;
use crate::letters::{Alphabet, MOST_LABELS};
use crate::search::Filter;
use crate::word::{LONGEST_WORD, Tile};

/// The sign for a blank.
const BLANK: &str = "?";

/// How many there are of each tile, and of blanks.
#[derive(Clone, Copy)]
pub(crate) struct Rack {
    counts: [u8; MOST_LABELS + 1],
    blanks: u8,
    /// How many tiles there are in all.
    total: usize,
}

impl Rack {
    /// The tiles of a text in which `?` is a blank.
    pub(crate) fn parse(text: &str, alphabet: &Alphabet) -> Result<Rack, GraphError> {
        let mut rack = Rack { counts: [0; MOST_LABELS + 1], blanks: 0, total: 0 };
        for (at, run) in text.split(BLANK).enumerate() {
            if at > 0 {
                rack.blanks = at_most_a_word(rack.blanks);
                rack.total += 1;
            }
            for tile in alphabet.tiles(run).map_err(|why| why.of(text))? {
                let count = &mut rack.counts[usize::from(tile)];
                *count = at_most_a_word(*count);
                rack.total += 1;
            }
        }
        Ok(rack)
    }

    pub(crate) fn using_all(self) -> impl Filter {
        Drawing { rack: self, least: self.total }
    }

    pub(crate) fn using_some(self) -> impl Filter {
        Drawing { rack: self, least: 0 }
    }
}

/// One more, but not more than a word can use.
fn at_most_a_word(count: u8) -> u8 {
    (count + 1).min(LONGEST_WORD as u8)
}

/// A rack that tiles are taken from, of which at least so many more have to be.
#[derive(Clone, Copy)]
struct Drawing {
    rack: Rack,
    least: usize,
}

impl Filter for Drawing {
    fn step(mut self, tile: Tile) -> Option<Drawing> {
        // The tile itself rather than a blank: a blank can stand for anything later.
        let count = &mut self.rack.counts[usize::from(tile)];
        let source = if *count > 0 { count } else { &mut self.rack.blanks };
        *source = source.checked_sub(1)?;
        self.least = self.least.saturating_sub(1);
        Some(self)
    }

    fn accepts(self) -> bool {
        self.least == 0
    }
}
