//! Words and beginnings of words, put in order without touching their tiles.

use std::cmp::Ordering;

use crate::word::Tile;

/// Each tile takes this many bits of a key.
const TILE_BITS: u32 = 6;

/// How many whole tiles a key has room for. The bits left over may hold a part of one more.
const TILES_IN_KEY: usize = (u128::BITS / TILE_BITS) as usize;

/// Where a word, or the beginning of one, lies among the tiles of all words.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    /// The first tiles in the direction of the comparison, the first one highest.
    key: u128,
    start: u32,
    length: u8,
}

/// Which end of a span is read first.
#[derive(Clone, Copy)]
pub(crate) enum Direction {
    Forwards,
    Backwards,
}

impl Span {
    /// The span of a word that lies at `start`, to be read forwards.
    pub(crate) fn of_word(word: &[Tile], start: u32) -> Span {
        let places = (1..).map(|place| u128::BITS - TILE_BITS * place);
        let key = word
            .iter()
            .take(TILES_IN_KEY)
            .zip(places)
            .fold(0, |key, (tile, place)| key | u128::from(*tile) << place);
        Span { key, start, length: word.len() as u8 }
    }

    /// The beginning of this word that ends with `tile`, to be read backwards; `shorter` is without it.
    pub(crate) fn beginning(self, shorter: Option<Span>, tile: Tile) -> Span {
        let (key, length) = shorter.map_or((0, 0), |shorter| (shorter.key, shorter.length));
        let first = u128::from(tile) << (u128::BITS - TILE_BITS);
        Span { key: first | key >> TILE_BITS, start: self.start, length: length + 1 }
    }

    pub(crate) fn length(self) -> usize {
        usize::from(self.length)
    }

    pub(crate) fn tiles(self, all: &[Tile]) -> &[Tile] {
        &all[self.start as usize..][..self.length()]
    }

    /// The tile that is read at this place.
    pub(crate) fn tile(self, at: usize, all: &[Tile], direction: Direction) -> Tile {
        let tiles = self.tiles(all);
        match direction {
            Direction::Forwards => tiles[at],
            Direction::Backwards => tiles[tiles.len() - 1 - at],
        }
    }

    /// The order of the alphabet, in a direction that both keys were made for.
    pub(crate) fn compare(self, other: Span, all: &[Tile], direction: Direction) -> Ordering {
        self.key.cmp(&other.key).then_with(|| {
            let (one, two) = (self.tiles(all).iter(), other.tiles(all).iter());
            match direction {
                Direction::Forwards => one.cmp(two),
                Direction::Backwards => one.rev().cmp(two.rev()),
            }
        })
    }

    /// How many tiles both have in common before the first that differs.
    pub(crate) fn shared(self, other: Span, all: &[Tile], direction: Direction) -> usize {
        let shortest = self.length().min(other.length());
        let same_in_key = ((self.key ^ other.key).leading_zeros() / TILE_BITS) as usize;
        if same_in_key < TILES_IN_KEY {
            return same_in_key.min(shortest);
        }
        let differs = |at: &usize| self.tile(*at, all, direction) != other.tile(*at, all, direction);
        (TILES_IN_KEY..shortest).find(differs).unwrap_or(shortest)
    }
}
