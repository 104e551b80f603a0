//! Slots: the places where tiles can be put, kept up to date lane by lane.
//!
//! A *slot* is `count` consecutive empty squares of a lane, at least one of them an anchor. In a slot the score is linear
//! in the tiles,
//!
//! ```text
//! score = base + sum over squares of value(tile) * weight(square)
//! ```
//!
//! because the word multipliers are known. Slots depend on the board alone, and each play belongs to exactly one.

#![allow(
    clippy::needless_range_loop,
    reason = "parallel arrays are read by one index, which becomes wide code"
)]

use super::board::{Board, NO_CROSS};
use super::hands::MOST_TILES;
use super::tiles;
use super::wordmap::{MOST_LETTERS, WordMap};

/// Lanes of the largest board that is searched by slots.
pub(crate) const SLOT_LANES: usize = 2 * MOST_LETTERS;

/// At most this many slots in a lane: 9 starts with 7 sizes, then 6 + ... + 1.
pub(crate) const LANE_SLOTS: usize = 84;

/// Room for the empty squares of a lane and for reading eight at once from any of them.
const ROOM: usize = 24;

#[derive(Clone, Copy, Default)]
pub(crate) struct Slot {
    /// Weights of squares without a crossing word, largest first, then zeros.
    pub(crate) free: [u8; 8],
    /// Weights of squares with a crossing word, in the order of the board; zero elsewhere.
    pub(crate) tied: [u8; 8],
    /// Key of the tiles played through.
    pub(crate) through: u64,
    /// Signature of the tiles played through.
    pub(crate) places: u64,
    /// Points from tiles on the board, and the bonus for a full rack.
    pub(crate) base: i32,
    /// Tiles to put down.
    pub(crate) count: u8,
    /// Which empty square of the lane comes first.
    pub(crate) index: u8,
    /// The word's squares: `start..end`.
    pub(crate) start: u8,
    pub(crate) end: u8,
    /// Product of the word multipliers.
    pub(crate) multiplier: u8,
    /// Whether any tile is played through.
    pub(crate) goes_through: bool,
}

/// The slots of a lane, and its empty squares from left to right.
pub(crate) struct Lane {
    pub(crate) used: usize,
    pub(crate) slots: [Slot; LANE_SLOTS],
    pub(crate) position: [u8; ROOM],
    /// Letters that fit.
    pub(crate) allowed: [u64; ROOM],
    /// Bit for each empty square that has a crossing word.
    pub(crate) tied: u32,
}

/// The slots of one board, built again where the board has changed.
pub(crate) struct SlotCache {
    pub(crate) lanes: Vec<Lane>,
    board: u64,
    stamps: [u64; SLOT_LANES],
}

impl SlotCache {
    pub(crate) fn new() -> SlotCache {
        let empty = || Lane {
            used: 0,
            slots: [Slot::default(); LANE_SLOTS],
            position: [0; ROOM],
            allowed: [0; ROOM],
            tied: 0,
        };
        SlotCache {
            lanes: (0..SLOT_LANES).map(|_| empty()).collect(),
            board: 0,
            stamps: [u64::MAX; SLOT_LANES],
        }
    }

    /// Builds the lanes that are not those of the board as it is.
    #[inline(always)]
    pub(crate) fn refresh(&mut self, board: &Board, map: &WordMap) {
        if self.board != board.identity() {
            self.board = board.identity();
            self.stamps = [u64::MAX; SLOT_LANES];
        }
        for lane in 0..board.equipment().lanes() {
            if self.stamps[lane] != board.stamp(lane) {
                self.stamps[lane] = board.stamp(lane);
                self.lanes[lane].build(board, lane, map);
            }
        }
    }
}

impl Lane {
    #[inline(always)]
    fn build(&mut self, board: &Board, lane: usize, map: &WordMap) {
        let equipment = board.equipment();
        self.used = 0;
        self.tied = 0;
        let anchors = board.anchors(lane);
        if anchors == 0 {
            return;
        }
        let length = equipment.length(lane);
        let (line, letters, crossing) =
            (board.lane_tiles(lane), board.lane_letters(lane), board.lane_points(lane));
        // Sums over the tiles before each position.
        let mut keys = [0u64; 16];
        let mut points = [0i32; 16];
        // By empty square: multipliers, and sums over the crossing words. One more square marks the end.
        let mut empties = [length; 16];
        let mut letter = [0i16; 16];
        let mut word = [0i16; 16];
        let mut crossed = [0i16; 16];
        let mut cross_sum = [0i32; 17];
        let mut n = 0;
        for pos in 0..length {
            let tile = line[pos];
            keys[pos + 1] = keys[pos];
            points[pos + 1] = points[pos];
            if tile != 0 {
                keys[pos + 1] = keys[pos].wrapping_add(map.key(tiles::face(tile)));
                points[pos + 1] += equipment.values[usize::from(tiles::kind(tile))];
                continue;
            }
            let premium = equipment.premium(lane, pos);
            let (l, w) = (i16::from(premium.letter), i16::from(premium.word));
            let is_crossed = crossing[pos] != NO_CROSS;
            empties[n] = pos;
            self.position[n] = pos as u8;
            self.allowed[n] = letters[pos];
            self.tied |= u32::from(is_crossed) << n;
            letter[n] = l;
            word[n] = w;
            crossed[n] = if is_crossed { l * w } else { 0 };
            cross_sum[n + 1] = cross_sum[n] + if is_crossed { crossing[pos] * i32::from(w) } else { 0 };
            n += 1;
        }
        // Nobody lays more, and only for so many are the weights known to be small.
        let most = MOST_TILES.min(equipment.rack_size);
        for i in 0..n {
            let first = empties[i];
            let start = if i == 0 { 0 } else { empties[i - 1] + 1 };
            let mut slot = Slot { index: i as u8, start: start as u8, ..Slot::default() };
            let reach = empties[(i + most).min(n) - 1];
            if anchors >> first << first & ((2 << reach) - 1) == 0 {
                continue;
            }
            let mut multiplier = 1;
            // As in the slot, but a byte each from the lowest.
            let (mut free, mut tied) = (0u64, 0u64);
            // Tiles before the first square are played through.
            let mut through_to = start;
            'sizes: for count in 1..=most.min(n - i) {
                let j = i + count - 1;
                let last = empties[j];
                if self.allowed[j] == 0 {
                    break;
                }
                // A word multiplier changes the weights seen before.
                let mut from = j;
                if word[j] != 1 {
                    multiplier *= word[j];
                    from = i;
                    (free, tied) = (0, 0);
                }
                for m in from..=j {
                    let weight = (letter[m] * multiplier + crossed[m]) as u64;
                    if crossed[m] == 0 {
                        free = insert(free, weight);
                    } else {
                        tied |= weight << (8 * (m - i));
                    }
                }
                let end = empties[j + 1];
                while through_to < end {
                    let tile = line[through_to];
                    if tile != 0 {
                        if tiles::face(tile) == 0 {
                            // No word goes through a blank that stands for nothing.
                            break 'sizes;
                        }
                        slot.places |= map.place_bit(through_to - start, tiles::face(tile));
                        slot.goes_through = true;
                    }
                    through_to += 1;
                }
                if end - start > equipment.longest_word {
                    break;
                }
                // Some square must be an anchor, and there must be a word.
                if anchors >> first << first & ((2 << last) - 1) == 0 {
                    continue;
                }
                if count == 1 && (end - start < 2 || (lane >= equipment.height && crossed[j] != 0)) {
                    continue;
                }
                let bonus = if count == equipment.rack_size { equipment.full_rack_bonus } else { 0 };
                let through = (points[end] - points[start]) * i32::from(multiplier);
                slot.through = keys[end].wrapping_sub(keys[start]);
                slot.base = through + cross_sum[j + 1] - cross_sum[i] + bonus;
                slot.free = free.to_le_bytes();
                slot.tied = tied.to_le_bytes();
                slot.count = count as u8;
                slot.end = end as u8;
                slot.multiplier = multiplier as u8;
                self.slots[self.used] = slot;
                self.used += 1;
            }
        }
    }
}

/// Inserts `weight` into bytes that fall from the lowest on (all below 128).
#[inline(always)]
fn insert(bytes: u64, weight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    // The top bit of each byte that is at least `weight` survives the subtraction.
    let at_least = ((bytes | TOPS) - weight * ONES) & TOPS;
    let shift = 8 * at_least.count_ones();
    let before = (1u64 << shift) - 1;
    bytes & before | weight << shift | (bytes & !before) << 8
}
