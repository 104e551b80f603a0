//! Tiles on racks, on the board and in plays.
//!
//! A *kind* is a letter's number from 1, or [`BLANK`]. On the board and in plays a blank that stands for a letter is
//! that letter with [`BLANK_FLAG`] set; the flag alone is a blank for which no letter was named. An empty square is 0.

use super::equipment::KINDS;

/// The kind of a blank tile.
pub const BLANK: u8 = 0;

/// Marks a letter that a blank stands for.
pub const BLANK_FLAG: u8 = 0x80;

/// The letter that a tile shows; 0 for a blank without one.
#[inline(always)]
pub fn face(tile: u8) -> u8 {
    tile & !BLANK_FLAG
}

/// The kind of tile that was taken from a rack to put `tile` on the board.
#[inline(always)]
pub fn kind(tile: u8) -> u8 {
    if tile & BLANK_FLAG == 0 { tile } else { BLANK }
}

/// How many of each kind somebody holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Rack {
    counts: [u8; KINDS],
    size: u8,
}

impl Default for Rack {
    fn default() -> Rack {
        Rack { counts: [0; KINDS], size: 0 }
    }
}

impl Rack {
    /// The rack of these kinds.
    pub fn of(kinds: impl IntoIterator<Item = u8>) -> Rack {
        let mut rack = Rack::default();
        kinds.into_iter().for_each(|kind| rack.add(kind));
        rack
    }

    /// How many tiles it holds.
    #[inline(always)]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// How many of a kind it holds.
    #[inline(always)]
    pub fn count(&self, kind: u8) -> u8 {
        self.counts[usize::from(kind) % KINDS]
    }

    /// Puts one more tile on it.
    #[inline]
    pub fn add(&mut self, kind: u8) {
        self.counts[usize::from(kind)] += 1;
        self.size += 1;
    }

    /// Takes a tile off it that is there.
    #[inline]
    pub fn remove(&mut self, kind: u8) {
        self.counts[usize::from(kind)] -= 1;
        self.size -= 1;
    }

    /// The kinds of its tiles, blanks first, then in the order of the alphabet.
    pub fn kinds(&self) -> impl Iterator<Item = u8> + '_ {
        (0..KINDS as u8).flat_map(|kind| std::iter::repeat_n(kind, usize::from(self.count(kind))))
    }

    /// Sum of the points printed on its tiles.
    pub fn points(&self, values: &[i32; KINDS]) -> i32 {
        self.counts.iter().zip(values).map(|(&count, value)| i32::from(count) * value).sum()
    }
}
