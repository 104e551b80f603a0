//! The tiles of a draw: the side to move draws from one end, the other side from the other, so that what one draws does
//! not depend on how many the other drew.

use crate::movegen::Random;

/// A shuffled bag.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bag {
    tiles: Vec<u8>,
    front: usize,
    back: usize,
}

impl Bag {
    /// Fills the bag with tiles that are shuffled already.
    pub(crate) fn fill(&mut self, tiles: &[u8]) {
        self.tiles.clear();
        self.tiles.extend_from_slice(tiles);
        (self.front, self.back) = (0, tiles.len());
    }

    /// Tiles in it.
    pub(crate) fn len(&self) -> usize {
        self.back - self.front
    }

    /// Takes a tile out for a side: 0 from the front, 1 from the back.
    pub(crate) fn draw(&mut self, side: usize) -> Option<u8> {
        if self.len() == 0 {
            return None;
        }
        if side == 0 {
            self.front += 1;
            return Some(self.tiles[self.front - 1]);
        }
        self.back -= 1;
        Some(self.tiles[self.back])
    }

    /// Puts a tile that somebody exchanged anywhere among the others.
    pub(crate) fn put_back(&mut self, side: usize, tile: u8, random: &mut Random) {
        // As a rule there is room where the new tiles were drawn from.
        let at = match side {
            0 if self.front == 0 => {
                self.tiles.insert(0, tile);
                self.back += 1;
                0
            }
            0 => {
                self.front -= 1;
                self.front
            }
            _ => {
                self.tiles.insert(self.back, tile);
                self.back += 1;
                self.back - 1
            }
        };
        self.tiles[at] = tile;
        let other = self.front + random.below(self.len());
        self.tiles.swap(at, other);
    }
}
