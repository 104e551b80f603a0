//! The tiles that a player may come to hold, numbered so that every part of them is a set of bits.

use crate::movegen::{Equipment, Holding, KINDS, MOST_RACK, Outlook, Rack};

/// Some of the tiles of a pool. Of equal tiles those with the lowest numbers are taken first, so that equal tiles
/// make equal sets and "is a part of" is "has no other bits".
pub(crate) type TileSet = u16;

/// A player's tiles before the first play of a search.
pub(crate) struct Pool {
    /// The tiles in the order of their numbers, ready for walks; every play is worth its score and no more.
    pub(crate) holding: Holding,
    /// By set: the points on its tiles.
    points: Vec<i32>,
    /// By set: a random number.
    keys: Vec<u64>,
    /// Letters that the tiles can show, as bits.
    pub(crate) letters: u64,
}

impl Pool {
    /// The pool of these tiles; `salt` tells the pools of a search apart.
    pub(crate) fn new(rack: &Rack, equipment: &Equipment, salt: u64) -> Pool {
        debug_assert!(rack.size() <= MOST_RACK);
        let mut holding = Holding::new();
        holding.deal(rack, equipment, Outlook { bag: 2 * MOST_RACK, others_points: 0, leaves: None });
        let sets = 1usize << holding.size;
        let mut points = vec![0; sets];
        for (index, &kind) in holding.kinds().iter().enumerate() {
            for below in 0..1 << index {
                points[below | 1 << index] = points[below] + equipment.values[usize::from(kind)];
            }
        }
        let shown = holding.kinds_of[sets - 1];
        let mut pool = Pool {
            points,
            keys: Vec::new(),
            letters: if shown & 1 == 1 { equipment.letters } else { shown },
            holding,
        };
        pool.keys = (0..sets).map(|set| pool.key_of(set as TileSet, salt)).collect();
        pool
    }

    /// All tiles.
    pub(crate) fn all(&self) -> TileSet {
        self.holding.all()
    }

    /// The set of these tiles, all of which the pool has.
    pub(crate) fn set_of(&self, rack: &Rack) -> TileSet {
        rack.kinds().fold(0, |set, kind| self.added(set, kind))
    }

    /// The set with one more tile of a kind.
    #[inline(always)]
    pub(crate) fn added(&self, set: TileSet, kind: u8) -> TileSet {
        let free = self.holding.tiles_of[usize::from(kind)] & !set;
        set | free & free.wrapping_neg()
    }

    /// The set with one tile of a kind less.
    #[inline(always)]
    pub(crate) fn removed(&self, set: TileSet, kind: u8) -> TileSet {
        let held = self.holding.tiles_of[usize::from(kind)] & set;
        set & !(held & !(held >> 1))
    }

    /// The points on the tiles of a set.
    #[inline(always)]
    pub(crate) fn points(&self, set: TileSet) -> i32 {
        self.points[usize::from(set)]
    }

    /// A number that tells racks apart, whatever pool they are a part of.
    #[inline(always)]
    pub(crate) fn key(&self, set: TileSet) -> u64 {
        self.keys[usize::from(set)]
    }

    fn key_of(&self, set: TileSet, salt: u64) -> u64 {
        let mut counts = [0u64; KINDS];
        self.holding.kinds_in(set).for_each(|kind| counts[usize::from(kind)] += 1);
        let held = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        held.fold(0, |key, (kind, count)| key ^ mixed(salt << 32 | (kind as u64) << 8 | count))
    }
}

/// A number that looks random, made of another (splitmix64).
#[inline(always)]
pub(crate) fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
