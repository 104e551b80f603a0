//! Plays: as values, and packed small for lists of many.

use super::equipment::MOST_RACK;

/// Tiles put on consecutive empty squares of a lane; squares filled before are played through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    tiles: [u8; MOST_RACK],
    count: u8,
    /// Row, or `height` + column.
    pub lane: u8,
    /// Position in the lane of the first tile put down.
    pub first: u8,
    /// Points.
    pub score: i32,
    /// Score and worth of what is kept, in thousandths of a point.
    pub equity: i32,
    /// The tiles kept, as a set of the holding.
    pub kept: u16,
}

impl Play {
    /// The tiles put down, in the order of the squares; blanks flagged.
    #[inline]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..usize::from(self.count)]
    }

    /// The play of these tiles; what it scores is for the caller to say.
    pub(crate) fn new(lane: usize, first: usize, tiles: &[u8]) -> Play {
        let mut play = Play {
            tiles: [0; MOST_RACK],
            count: tiles.len() as u8,
            lane: lane as u8,
            first: first as u8,
            score: 0,
            equity: 0,
            kept: 0,
        };
        play.tiles[..tiles.len()].copy_from_slice(tiles);
        play
    }
}

/// The tiles of a play in one number, a byte each from the lowest.
pub(crate) trait TileWord: Copy + Ord + Default + Send {
    /// How many tiles fit.
    const ROOM: usize;
    /// With a tile before all others.
    fn prepend(self, tile: u8) -> Self;
    /// With a tile after `count` others.
    fn append(self, tile: u8, count: u32) -> Self;
    fn get(self, index: usize) -> u8;
    /// What sorts like the pair of both.
    type Order: Ord;
    fn after(self, rank: u64) -> Self::Order;
}

macro_rules! tile_word {
    ($number:ty, $order:ty, $after:expr) => {
        impl TileWord for $number {
            const ROOM: usize = size_of::<$number>();
            #[inline(always)]
            fn prepend(self, tile: u8) -> Self {
                self << 8 | <$number>::from(tile)
            }
            #[inline(always)]
            fn append(self, tile: u8, count: u32) -> Self {
                self | <$number>::from(tile) << (8 * count)
            }
            #[inline(always)]
            fn get(self, index: usize) -> u8 {
                (self >> (8 * index)) as u8
            }
            type Order = $order;
            #[inline(always)]
            fn after(self, rank: u64) -> $order {
                $after(rank, self)
            }
        }
    };
}

// One number is compared without a branch, which makes sorting a third faster than comparing pairs.
tile_word!(u64, u128, |rank, tiles| u128::from(rank) << 64 | u128::from(tiles));
tile_word!(u128, (u64, u128), |rank, tiles| (rank, tiles));

/// A play in a list: 16 bytes where racks have at most eight tiles.
///
/// The score is not kept: it is the equity less the worth of the tiles kept, which the list has by their set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct Record<T> {
    pub(crate) tiles: T,
    pub(crate) equity: i32,
    pub(crate) place: Place,
    /// Tiles kept, as bits.
    pub(crate) kept: u16,
}

/// Lane, position of the first tile put down, and number of tiles, in 16 bits that sort in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place(u16);

impl Place {
    #[inline(always)]
    pub(crate) fn new(lane: usize, first: usize, count: u32) -> Place {
        Place((lane << 10 | first << 5 | count as usize) as u16)
    }

    #[inline(always)]
    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn lane(self) -> usize {
        usize::from(self.0 >> 10)
    }

    #[inline(always)]
    pub(crate) fn first(self) -> usize {
        usize::from(self.0 >> 5 & 31)
    }

    #[inline(always)]
    pub(crate) fn count(self) -> usize {
        usize::from(self.0 & 31)
    }
}

impl<T: TileWord> Record<T> {
    /// The order of lists, and what decides between equal equities: best first, then rows before columns, from the top
    /// left, fewer tiles first, then the tiles from the last one back.
    #[inline(always)]
    pub(crate) fn rank(&self) -> T::Order {
        // The highest equity becomes the lowest number.
        let worst_last = !(self.equity as u32 ^ SIGN);
        self.tiles.after(u64::from(worst_last) << 16 | u64::from(self.place.0))
    }

    /// The play; `extra` is what its equity has beyond its score.
    pub(crate) fn play(&self, extra: i32) -> Play {
        let mut play = Play::new(self.place.lane(), self.place.first(), &[]);
        play.count = self.place.count() as u8;
        for index in 0..self.place.count() {
            play.tiles[index] = self.tiles.get(index);
        }
        play.score = (self.equity - extra) / THOUSAND;
        play.equity = self.equity;
        play.kept = self.kept;
        play
    }
}

/// The sign bit: turned round, signed numbers sort as unsigned ones.
const SIGN: u32 = 1 << 31;

/// Equities are counted in thousandths of a point.
pub(crate) const THOUSAND: i32 = 1000;
