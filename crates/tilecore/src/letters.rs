//! An alphabet of tiles: text to tile numbers and back.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::error::{Fault, GraphError};
use crate::word::{LONGEST_WORD, Tile, Word};

/// An alphabet has at most this many labels, so that a set of tiles fits in 64 bits.
pub const MOST_LABELS: usize = 63;

/// A label has at most this many letters.
pub const LONGEST_LABEL: usize = 8;

/// What a label may not have in it: these signs have a meaning in patterns and racks.
const SIGNS: &str = "?.*[]^";

/// Stands for a byte that is no tile by itself. No tile has this number, so it is in no graph.
const LONG_WAY: Tile = 0x80;

/// The labels of the tiles in their order; tile 1 is the first.
///
/// Text is read in any case, and where a longer label fits (`CH`) it is taken before a shorter one (`C`).
#[derive(Clone, Debug)]
pub struct Alphabet {
    labels: Vec<String>,
    /// The tile of each ASCII letter that is a label and begins no longer one.
    plain: [Tile; 256],
    /// The labels in upper case by their first letter, longest first.
    rivals: HashMap<char, Vec<(String, Tile)>>,
}

/// Why a text cannot be spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misspelling {
    /// No tile fits where this letter is.
    NoTile(char),
    /// It has more tiles than [`LONGEST_WORD`].
    TooLong,
}

impl Alphabet {
    /// The alphabet of these labels, in their order.
    pub fn new<Label: AsRef<str>>(labels: &[Label]) -> Result<Alphabet, GraphError> {
        if labels.is_empty() || labels.len() > MOST_LABELS {
            let sentence = format!("an alphabet has 1 to {MOST_LABELS} tiles, this one has {}", labels.len());
            return Err(GraphError::new(Fault::Labels, sentence));
        }
        let mut rivals: HashMap<char, Vec<(String, Tile)>> = HashMap::new();
        for (tile, label) in (1_u8..).zip(labels) {
            let (first, upper) = check_label(tile, label.as_ref())?;
            let same_letter = rivals.entry(first).or_default();
            if same_letter.iter().any(|(rival, _)| *rival == upper) {
                let sentence = format!("the label {:?} stands twice in the alphabet", label.as_ref());
                return Err(GraphError::new(Fault::Labels, sentence));
            }
            same_letter.push((upper, tile));
        }
        let mut plain = [LONG_WAY; 256];
        for (first, same_letter) in &mut rivals {
            same_letter.sort_by_key(|(label, _)| Reverse(label.len()));
            if let ([(label, tile)], Ok(byte)) = (same_letter.as_slice(), u8::try_from(*first)) {
                if byte.is_ascii() && label.len() == 1 {
                    plain[usize::from(byte)] = *tile;
                    plain[usize::from(byte.to_ascii_lowercase())] = *tile;
                }
            }
        }
        let labels = labels.iter().map(|label| label.as_ref().to_owned()).collect();
        Ok(Alphabet { labels, plain, rivals })
    }

    /// How many tiles it has.
    pub fn size(&self) -> usize {
        self.labels.len()
    }

    /// Whether it has a tile of this number.
    pub fn has(&self, tile: Tile) -> bool {
        (1..=self.size()).contains(&usize::from(tile))
    }

    /// The label of a tile; empty for a number that is none.
    pub fn label(&self, tile: Tile) -> &str {
        let index = usize::from(tile).wrapping_sub(1);
        self.labels.get(index).map_or("", String::as_str)
    }

    /// The text of these tiles.
    pub fn text(&self, tiles: &[Tile]) -> String {
        let mut text = String::with_capacity(tiles.len());
        text.extend(tiles.iter().map(|tile| self.label(*tile)));
        text
    }

    /// The tiles of a word of at most [`LONGEST_WORD`] tiles.
    pub fn word(&self, text: &str) -> Result<Word, Misspelling> {
        let mut word = Word::EMPTY;
        self.spell(text, |tile| if word.push(tile) { Ok(()) } else { Err(Misspelling::TooLong) })?;
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

    /// Whether each byte of a text is plainly a tile, so that [`Alphabet::plain_tiles`] are its tiles.
    pub(crate) fn is_plain(&self, text: &str) -> bool {
        self.plain_tiles(text).all(|tile| tile != LONG_WAY)
    }

    /// A tile for each byte of a text: the quick way for nearly all words.
    ///
    /// Where a byte is not plainly a tile, it is a number that no tile has.
    #[inline]
    pub(crate) fn plain_tiles(&self, text: &str) -> impl Iterator<Item = Tile> {
        text.bytes().map(|byte| self.plain[usize::from(byte)])
    }

    /// The longer labels, in upper case, that begin as the label of `tile` does: what they have more.
    pub(crate) fn longer_endings(&self, tile: Tile) -> Vec<&str> {
        let label = self.label(tile).to_uppercase();
        let same_letter = label.chars().next().and_then(|first| self.rivals.get(&first));
        let rivals = same_letter.into_iter().flatten();
        rivals
            .filter_map(|(rival, _)| rival.strip_prefix(label.as_str()))
            .filter(|ending| !ending.is_empty())
            .collect()
    }

    fn spell(
        &self,
        text: &str,
        mut put: impl FnMut(Tile) -> Result<(), Misspelling>,
    ) -> Result<(), Misspelling> {
        for (at, tile) in self.plain_tiles(text).enumerate() {
            if tile == LONG_WAY {
                // Every byte before it was a letter by itself, so the text can be cut here.
                return self.spell_the_long_way(&text[at..], put);
            }
            put(tile)?;
        }
        Ok(())
    }

    fn spell_the_long_way(
        &self,
        text: &str,
        mut put: impl FnMut(Tile) -> Result<(), Misspelling>,
    ) -> Result<(), Misspelling> {
        let upper = text.to_uppercase();
        let mut rest = upper.as_str();
        while let Some(letter) = rest.chars().next() {
            let same_letter = self.rivals.get(&letter).into_iter().flatten();
            let mut fitting = same_letter.filter(|(label, _)| rest.starts_with(label.as_str()));
            let (label, tile) = fitting.next().ok_or(Misspelling::NoTile(letter))?;
            put(*tile)?;
            rest = &rest[label.len()..];
        }
        Ok(())
    }
}

/// The first letter of a label and all of it, in upper case.
fn check_label(tile: Tile, label: &str) -> Result<(char, String), GraphError> {
    let wrong = |sentence: String| Err(GraphError::new(Fault::Labels, sentence));
    let strange = |letter: char| letter.is_whitespace() || letter.is_control() || SIGNS.contains(letter);
    if label.contains(strange) {
        return wrong(format!("the label {label:?} of tile {tile} may not have a space or one of {SIGNS}"));
    }
    let upper = label.to_uppercase();
    match upper.chars().next() {
        None => wrong(format!("tile {tile} of the alphabet has an empty label")),
        Some(_) if upper.chars().count() > LONGEST_LABEL => {
            wrong(format!("the label of tile {tile} has more than {LONGEST_LABEL} letters"))
        }
        Some(first) => Ok((first, upper)),
    }
}

impl Misspelling {
    /// The error that says so of `text`.
    pub(crate) fn of(self, text: &str) -> GraphError {
        let text = shortened(text);
        match self {
            Misspelling::NoTile(letter) => GraphError::new(
                Fault::Spelling,
                format!("{text} cannot be spelled: no tile of the alphabet fits at {letter:?}"),
            ),
            Misspelling::TooLong => GraphError::new(
                Fault::LongWord,
                format!("{text} is too long: a word has at most {LONGEST_WORD} tiles"),
            ),
        }
    }
}

/// The text in quotes, or the beginning of a long one.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
