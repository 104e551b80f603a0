//! The tiles of one word.

use std::fmt;
use std::ops::Deref;

/// The number of a tile in its alphabet, from 1; 0 is the separator of the GADDAG.
pub type Tile = u8;

/// No word of a graph has more tiles than this.
pub const LONGEST_WORD: usize = 64;

/// The tiles of one word, at most [`LONGEST_WORD`] of them, without a heap.
#[derive(Clone, Copy)]
pub struct Word {
    tiles: [Tile; LONGEST_WORD],
    length: usize,
}

impl Word {
    /// A word without tiles.
    pub(crate) const EMPTY: Word = Word { tiles: [0; LONGEST_WORD], length: 0 };

    /// Adds a tile; says whether there was room for it.
    #[inline]
    pub(crate) fn push(&mut self, tile: Tile) -> bool {
        let Some(place) = self.tiles.get_mut(self.length) else {
            return false;
        };
        *place = tile;
        self.length += 1;
        true
    }

    /// Takes the last tile away.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.length = self.length.saturating_sub(1);
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
