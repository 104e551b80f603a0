//! An alphabet of tiles: text to tile numbers and back.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;

use crate::error::{Fault, GraphError};

/// The number of a tile in its alphabet, from 1; 0 is the separator of the GADDAG.
pub type Tile = u8;

/// No word of a graph has more tiles than this.
pub const LONGEST_WORD: usize = 64;

/// An alphabet has at most this many labels, so that a set of tiles fits in 64 bits.
pub const MOST_LABELS: usize = 63;

/// What a label may not have in it: these signs have a meaning in patterns and racks.
const SIGNS: &str = "?.*[]^";

/// A byte that has to be spelled the long way.
const LONG_WAY: Tile = 0;

/// The labels of the tiles in their order; tile 1 is the first.
///
/// Text is read in any case, and where a longer label fits (`CH`) it is taken before a shorter one (`C`).
#[derive(Clone, Debug)]
pub struct Alphabet {
    labels: Vec<String>,
    /// The tile of each ASCII byte that is a label by itself and begins no longer one.
    plain: [Tile; 256],
    /// The labels in upper case by their first letter, longest first.
    by_letter: HashMap<char, Vec<(String, Tile)>>,
}

/// Why a text cannot be spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misspelling {
    /// No tile begins with this letter, or none goes on as the text does.
    NoTile(char),
    /// It has more tiles than `LONGEST_WORD`.
    TooLong,
}

/// The tiles of one word.
#[derive(Clone, Copy)]
pub struct Word {
    tiles: [Tile; LONGEST_WORD],
    length: usize,
}

impl Word {
    fn push(&mut self, tile: Tile) -> Result<(), Misspelling> {
        *self
            .tiles
            .get_mut(self.length)
            .ok_or(Misspelling::TooLong)? = tile;
        self.length += 1;
        Ok(())
    }
}

impl Deref for Word {
    type Target = [Tile];

    #[inline]
    fn deref(&self) -> &[Tile] {
        &self.tiles[..self.length]
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl Alphabet {
    /// The alphabet of these labels, in their order.
    pub fn new<L: AsRef<str>>(labels: &[L]) -> Result<Alphabet, GraphError> {
        let wrong = |sentence: String| Err(GraphError::new(Fault::Labels, sentence));
        if labels.is_empty() || labels.len() > MOST_LABELS {
            return wrong(format!(
                "an alphabet has 1 to {MOST_LABELS} tiles, this one has {}",
                labels.len()
            ));
        }
        let mut by_letter: HashMap<char, Vec<(String, Tile)>> = HashMap::new();
        for (tile, label) in (1..).zip(labels) {
            let label = label.as_ref();
            let upper = label.to_uppercase();
            let Some(first) = upper.chars().next() else {
                return wrong(format!("tile {tile} of the alphabet has an empty label"));
            };
            if label.chars().any(|letter| {
                letter.is_whitespace() || letter.is_control() || SIGNS.contains(letter)
            }) {
                return wrong(format!(
                    "the label {label:?} has a blank, a control sign or one of {SIGNS} in it"
                ));
            }
            let rivals = by_letter.entry(first).or_default();
            if rivals.iter().any(|(rival, _)| *rival == upper) {
                return wrong(format!("the label {label:?} stands twice in the alphabet"));
            }
            rivals.push((upper, tile));
        }
        let mut plain = [LONG_WAY; 256];
        for (first, rivals) in &mut by_letter {
            rivals.sort_by_key(|(label, _)| std::cmp::Reverse(label.len()));
            match rivals.as_slice() {
                [(label, tile)] if first.is_ascii() && label.len() == 1 => {
                    plain[*first as usize] = *tile;
                    plain[first.to_ascii_lowercase() as usize] = *tile;
                }
                _ => {}
            }
        }
        Ok(Alphabet {
            labels: labels
                .iter()
                .map(|label| label.as_ref().to_owned())
                .collect(),
            plain,
            by_letter,
        })
    }

    /// How many tiles it has.
    pub fn size(&self) -> usize {
        self.labels.len()
    }

    /// The label of a tile; empty for a number that is none.
    pub fn label(&self, tile: Tile) -> &str {
        usize::from(tile)
            .checked_sub(1)
            .and_then(|index| self.labels.get(index))
            .map_or("", String::as_str)
    }

    /// The text of these tiles.
    pub fn text(&self, tiles: &[Tile]) -> String {
        let mut text = String::with_capacity(tiles.len());
        text.extend(tiles.iter().map(|&tile| self.label(tile)));
        text
    }

    /// The tiles of a word of at most `LONGEST_WORD` tiles.
    #[inline]
    pub fn word(&self, text: &str) -> Result<Word, Misspelling> {
        let mut word = Word {
            tiles: [0; LONGEST_WORD],
            length: 0,
        };
        self.spell(text, |tile| word.push(tile))?;
        Ok(word)
    }

    /// The tiles of a text of any length.
    pub fn tiles(&self, text: &str) -> Result<Vec<Tile>, Misspelling> {
        let mut tiles = Vec::with_capacity(text.len());
        self.spell(text, |tile| {
            tiles.push(tile);
            Ok(())
        })?;
        Ok(tiles)
    }

    #[inline]
    fn spell(
        &self,
        text: &str,
        mut put: impl FnMut(Tile) -> Result<(), Misspelling>,
    ) -> Result<(), Misspelling> {
        for (at, byte) in text.bytes().enumerate() {
            match self.plain[usize::from(byte)] {
                LONG_WAY => return self.spell_the_long_way(&text[at..], put),
                tile => put(tile)?,
            }
        }
        Ok(())
    }

    #[cold]
    fn spell_the_long_way(
        &self,
        text: &str,
        mut put: impl FnMut(Tile) -> Result<(), Misspelling>,
    ) -> Result<(), Misspelling> {
        let upper = text.to_uppercase();
        let mut rest = upper.as_str();
        while let Some(letter) = rest.chars().next() {
            let (label, tile) = self
                .by_letter
                .get(&letter)
                .and_then(|rivals| {
                    rivals
                        .iter()
                        .find(|(label, _)| rest.starts_with(label.as_str()))
                })
                .ok_or(Misspelling::NoTile(letter))?;
            put(*tile)?;
            rest = &rest[label.len()..];
        }
        Ok(())
    }
}

impl Misspelling {
    /// The error that says so of `text`.
    pub(crate) fn of(self, text: &str) -> GraphError {
        let shown: String = match text.char_indices().nth(40) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text.to_owned(),
        };
        match self {
            Misspelling::NoTile(letter) => GraphError::new(
                Fault::Spelling,
                format!("{shown:?} cannot be spelled: the alphabet has no tile for {letter:?}"),
            ),
            Misspelling::TooLong => GraphError::new(
                Fault::LongWord,
                format!("{shown:?} is too long: a word has at most {LONGEST_WORD} tiles"),
            ),
        }
    }
}
