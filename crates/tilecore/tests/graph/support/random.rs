//! Numbers that look random and are the same in every run.

use tilecore::{Alphabet, Tile};

/// A generator (SplitMix64): the same seed gives the same numbers.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 up to and without `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'items, Item>(&mut self, items: &'items [Item]) -> &'items Item {
        &items[self.below(items.len())]
    }

    pub fn shuffle<Item>(&mut self, items: &mut [Item]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Tiles of an alphabet, from one to `longest` of them.
    pub fn tiles(&mut self, alphabet: &Alphabet, longest: usize) -> Vec<Tile> {
        let length = 1 + self.below(longest);
        (0..length).map(|_| 1 + self.below(alphabet.size()) as Tile).collect()
    }

    /// The texts of up to `most` words of up to `longest` tiles, with duplicates, in no order.
    pub fn words(&mut self, alphabet: &Alphabet, most: usize, longest: usize) -> Vec<String> {
        let count = self.below(most + 1);
        (0..count).map(|_| alphabet.text(&self.tiles(alphabet, longest))).collect()
    }
}
