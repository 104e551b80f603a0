//! Hands: the ways to take tiles from a rack, laid out so that bounds are worked out for 32 hands at once.
//!
//! Tiles of the rack are numbered by falling value, blanks last. A hand is a set of tile numbers; sets of a size are
//! listed in numerical order, so the layout is the same for every rack and a shorter rack uses a prefix. Of hands with
//! the same letters only one counts, the others are worth [`NEVER`].

#![allow(
    clippy::needless_range_loop,
    reason = "parallel arrays are read by one index, which becomes wide code"
)]

use super::equipment::Equipment;
use super::holding::Holding;
use super::slots::Slot;
use super::tiles::BLANK;
use super::wordmap::{MOST_BLANKS, WordMap};

/// Tiles of the largest rack that is searched by hands.
pub(crate) const MOST_TILES: usize = 7;

/// Hands are handled this many at a time; there are at most 35 of a size.
pub(crate) const WIDTH: usize = 32;
pub(crate) type Wide<T> = [T; WIDTH];

/// In the bounds of whole hands equity is counted in quarter points, rounded up, so that it fits 16 bits. Sums saturate:
/// what is too large to be told stays as promising as anything.
pub(crate) const QUARTER: i32 = 250;
pub(crate) const NEVER: i16 = -20_000;

/// Worse than any play, in thousandths of a point.
pub(crate) const NOTHING: i32 = i32::MIN / 4;

/// An equity in quarter points, rounded up.
fn quarters(equity: i32) -> i16 {
    (equity.div_euclid(QUARTER) + 1).clamp(i32::from(NEVER) + 1, i32::from(i16::MAX)) as i16
}

const SIZES: usize = MOST_TILES + 1;
const SETS: usize = 1 << MOST_TILES;

/// The sets of `k` out of seven tiles.
struct Layout {
    set: [[u8; 2 * WIDTH]; SIZES],
    /// `nth[k][j][h]`: the j-th tile of set h.
    nth: [[[u8; 2 * WIDTH]; MOST_TILES]; SIZES],
    /// `has[k][t]`: 255 for sets with tile t.
    has: [[[Wide<u8>; 2]; MOST_TILES]; SIZES],
    /// `count[n][k]`: n over k.
    count: [[usize; SIZES]; SIZES],
}

static LAYOUT: Layout = layout();

const fn layout() -> Layout {
    let mut layout = Layout {
        set: [[0; 2 * WIDTH]; SIZES],
        nth: [[[0; 2 * WIDTH]; MOST_TILES]; SIZES],
        has: [[[[0; WIDTH]; 2]; MOST_TILES]; SIZES],
        count: [[0; SIZES]; SIZES],
    };
    let mut used = [0usize; SIZES];
    let mut set = 0usize;
    while set < SETS {
        let size = set.count_ones() as usize;
        let h = used[size];
        used[size] += 1;
        layout.set[size][h] = set as u8;
        let (mut tile, mut nth) = (0, 0);
        while tile < MOST_TILES {
            if set >> tile & 1 == 1 {
                layout.nth[size][nth][h] = tile as u8;
                layout.has[size][tile][h / WIDTH][h % WIDTH] = 255;
                nth += 1;
            }
            if set >> tile == 0 {
                layout.count[tile][size] += 1;
            }
            tile += 1;
        }
        layout.count[MOST_TILES][size] += 1;
        set += 1;
    }
    layout
}

/// All hands of one size.
#[derive(Clone, Copy)]
pub(crate) struct Hands {
    /// How many have no blank, at most one, at most two. In the last group are also some that count as never.
    pub(crate) up_to_blanks: [usize; MOST_BLANKS + 1],
    /// Sum of the letter keys.
    pub(crate) key: [u64; 2 * WIDTH],
    pub(crate) worth: [i32; 2 * WIDTH],
    /// The tiles kept, as a set of the holding.
    pub(crate) kept: [u16; 2 * WIDTH],
    /// The worth in quarter points; [`NEVER`] for repeated and missing hands.
    pub(crate) rough_worth: [Wide<i16>; 2],
    /// Tile values, largest first: `values[j]` has the j-th of each hand.
    pub(crate) values: [[Wide<i16>; 2]; MOST_TILES],
    /// By tile: its value plus one in hands that have it, zero in others.
    pub(crate) holds: [[Wide<u8>; 2]; MOST_TILES],
    /// Largest worth.
    pub(crate) most: i32,
    /// Bit for each hand, repeated ones left out.
    pub(crate) real: u64,
    /// Bit for each hand that may spell a word on its own, and their largest worth.
    pub(crate) alone: u64,
    pub(crate) most_alone: i32,
}

impl Hands {
    const NONE: Hands = Hands {
        up_to_blanks: [0; MOST_BLANKS + 1],
        key: [0; 2 * WIDTH],
        worth: [0; 2 * WIDTH],
        kept: [0; 2 * WIDTH],
        rough_worth: [[NEVER; WIDTH]; 2],
        values: [[[0; WIDTH]; 2]; MOST_TILES],
        holds: [[[0; WIDTH]; 2]; MOST_TILES],
        most: NOTHING,
        real: 0,
        alone: 0,
        most_alone: NOTHING,
    };
}

/// What a search has found out about the hands of one size together with the same tiles played through.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// Key of the tiles played through.
    through: u64,
    /// Which search, and the size.
    tag: u64,
    /// Hands that a bitmap was asked about, and those of them that may spell a word.
    asked: u64,
    may: u64,
    /// Hands whose signature was looked up.
    looked_up: u64,
    /// By hand: the signature of its words, zero if there are none.
    places: [u64; 2 * WIDTH],
}

impl Known {
    /// Hands that may spell a word as far as is known.
    #[inline(always)]
    pub(crate) fn not_ruled_out(&self) -> u64 {
        self.may | !self.asked
    }
}

/// Pairs of a size and tiles played through that are remembered. On average a search comes upon 62.
const PAIRS: usize = 128;

/// What a search has found out, by size and tiles played through. Two slots share them on average. A newer pair takes the
/// place of an older.
pub(crate) struct KnownHands {
    search: u64,
    pairs: Box<[Known; PAIRS]>,
}

impl KnownHands {
    pub(crate) fn new() -> KnownHands {
        let nothing = Known { through: 0, tag: 0, asked: 0, may: 0, looked_up: 0, places: [0; 2 * WIDTH] };
        KnownHands { search: 0, pairs: Box::new([nothing; PAIRS]) }
    }

    /// Forgets everything.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.search += 1;
    }

    #[inline(always)]
    pub(crate) fn of(&mut self, slot: &Slot) -> &mut Known {
        let tag = self.search << 3 | u64::from(slot.count);
        let at = (slot.through >> 57) as usize ^ usize::from(slot.count) << 4;
        let known = &mut self.pairs[at % PAIRS];
        if known.tag != tag || known.through != slot.through {
            (known.tag, known.through) = (tag, slot.through);
            (known.asked, known.may, known.looked_up) = (0, 0, 0);
        }
        known
    }
}

/// A rack laid out for the search.
pub(crate) struct Dealt {
    /// Kinds by falling value, blanks last, then zeros.
    pub(crate) tiles: [u8; MOST_TILES],
    pub(crate) size: usize,
    /// Values of the tiles, then zeros.
    pub(crate) values: [i16; 8],
    /// Bits of the blanks.
    pub(crate) blanks: u8,
    /// By size.
    pub(crate) hands: [Hands; SIZES],
}

impl Dealt {
    pub(crate) const NONE: Dealt =
        Dealt { tiles: [0; MOST_TILES], size: 0, values: [0; 8], blanks: 0, hands: [Hands::NONE; SIZES] };

    /// Lays a rack of at most seven tiles and two blanks out.
    #[inline(always)]
    pub(crate) fn deal(&mut self, map: &WordMap, equipment: &Equipment, holding: &Holding) {
        let n = holding.size.min(MOST_TILES);
        let mut order: [(i32, u8); MOST_TILES] = [(0, 0); MOST_TILES];
        for (index, entry) in order[..n].iter_mut().enumerate() {
            let kind = holding.kinds[index];
            // Blanks come after letters that are worth nothing either.
            let value = if kind == BLANK { -1 } else { equipment.values[usize::from(kind)] };
            *entry = (-value, index as u8);
        }
        order[..n].sort_unstable();
        let mut repeats = 0;
        let mut bit_of = [0u16; MOST_TILES];
        self.blanks = 0;
        self.values = [0; 8];
        self.tiles = [BLANK; MOST_TILES];
        for (t, &(value, index)) in order[..n].iter().enumerate() {
            let kind = holding.kinds[usize::from(index)];
            self.tiles[t] = kind;
            self.values[t] = -value.min(0) as i16;
            bit_of[t] = 1 << index;
            repeats |= usize::from(t > 0 && self.tiles[t - 1] == kind) << t;
            self.blanks |= u8::from(kind == BLANK) << t;
        }
        self.size = n;
        let blanks = self.blanks.count_ones() as usize;

        let mut keys = [0u64; SETS];
        let mut taken = [0u16; SETS];
        for t in 0..n {
            let key = map.key(self.tiles[t]);
            for below in 0..1 << t {
                keys[below | 1 << t] = keys[below].wrapping_add(key);
                taken[below | 1 << t] = taken[below] | bit_of[t];
            }
        }
        for hands in &mut self.hands[n + 1..] {
            (hands.most, hands.most_alone, hands.alone) = (NOTHING, NOTHING, 0);
            hands.up_to_blanks = [0; MOST_BLANKS + 1];
        }
        let all = holding.all();
        for size in 1..=n {
            let hands = &mut self.hands[size];
            let count = |tiles: usize| LAYOUT.count[tiles][size];
            hands.up_to_blanks = match blanks {
                0 => [count(n); 3],
                1 => [count(n - 1), count(n), count(n)],
                _ => [count(n - 2), count(n - 1), count(n)],
            };
            (hands.most, hands.most_alone) = (NOTHING, NOTHING);
            let mut real = 0u64;
            hands.rough_worth = [[NEVER; WIDTH]; 2];
            for h in 0..count(n) {
                let set = usize::from(LAYOUT.set[size][h]) % SETS;
                let kept = all & !taken[set];
                let worth = holding.worth[usize::from(kept)];
                hands.key[h] = keys[set];
                hands.worth[h] = worth;
                hands.kept[h] = kept;
                // A repeated letter may be taken only after the one before it.
                if set & repeats & !(set << 1) == 0 {
                    hands.rough_worth[h / WIDTH][h % WIDTH] = quarters(worth);
                    hands.most = hands.most.max(worth);
                    real |= 1 << h;
                }
            }
            for j in 0..size {
                for h in 0..count(n) {
                    let tile = usize::from(LAYOUT.nth[size][j][h]);
                    hands.values[j][h / WIDTH][h % WIDTH] = self.values[tile & 7];
                }
            }
            for t in 0..n {
                let value = self.values[t] as u8 + 1;
                for c in 0..count(n).div_ceil(WIDTH) {
                    for l in 0..WIDTH {
                        hands.holds[t][c][l] = LAYOUT.has[size][t][c][l] & value;
                    }
                }
            }
            let alone = self.spelling(map, 0, size, real);
            let hands = &mut self.hands[size];
            hands.real = real;
            hands.alone = alone;
            for h in ones(alone) {
                hands.most_alone = hands.most_alone.max(hands.worth[h]);
            }
        }
    }

    /// Of the hands of a size in `hands`, those that have a word with the tiles played through where they must be, as far
    /// as the bitmaps and signatures tell.
    #[inline(always)]
    pub(crate) fn spelling_in(&self, map: &WordMap, known: &mut Known, slot: &Slot, hands: u64) -> u64 {
        let size = usize::from(slot.count) & 7;
        let new = hands & !known.asked;
        if new != 0 {
            known.may |= self.spelling(map, slot.through, size, new);
            known.asked |= new;
        }
        let may = hands & known.may;
        let list = &self.hands[size];
        let without_blanks = may & ((1 << list.up_to_blanks[0]) - 1);
        let mut unsure = 0;
        for h in ones(without_blanks & !known.looked_up) {
            // Without branches, so that many entries are on their way from memory at a time.
            let (places, is_sure) = map.places_at_once(list.key[h].wrapping_add(slot.through));
            known.places[h] = places;
            unsure |= u64::from(!is_sure) << h;
        }
        for h in ones(unsure) {
            known.places[h] =
                map.find(list.key[h].wrapping_add(slot.through)).map_or(0, |entry| entry.places);
        }
        known.looked_up |= without_blanks;
        let mut fits = may & !without_blanks;
        for h in ones(without_blanks) {
            fits |= u64::from(known.places[h] & slot.places == slot.places) << h;
        }
        fits
    }

    /// Of the hands of a size in `hands` (a bit each), those that may spell a word together with the letters of `through`.
    #[inline(always)]
    pub(crate) fn spelling(&self, map: &WordMap, through: u64, size: usize, hands: u64) -> u64 {
        let list = &self.hands[size & 7];
        let mut found = 0;
        let mut left = hands;
        for blanks in 0..=MOST_BLANKS {
            let these = left & ((1 << list.up_to_blanks[blanks]) - 1);
            left &= !these;
            for h in ones(these) {
                let may = map.may_spell(blanks, list.key[h].wrapping_add(through));
                found |= u64::from(may) << h;
            }
            if left == 0 {
                break;
            }
        }
        found
    }

    /// The kinds of hand `h` of a size, blanks last, then zeros.
    pub(crate) fn hand(&self, size: usize, h: usize) -> [u8; MOST_TILES] {
        std::array::from_fn(
            |j| {
                if j < size { self.tiles[usize::from(LAYOUT.nth[size][j][h])] } else { BLANK }
            },
        )
    }
}

/// The places of the bits set.
#[inline(always)]
pub(crate) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let at = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(at)
    })
}
