//! The best few plays by equity, without generating the others.
//!
//! For a slot (see `slots.rs`) and a hand (see `hands.rs`) the score is linear in the tiles, and what is kept has a known
//! worth. That bounds what a slot can bring, in stages, each tighter and dearer than the one before:
//!
//! 1. best tiles on best weights plus best worth, for every slot, into a bucket queue;
//! 2. when a slot comes up: for each hand at once, its own best arrangement under the cross-sets plus its own worth, for
//!    hands that spell something with the tiles played through;
//! 3. for hands still good enough: the words, from the word map, each verified letter by letter.

#![allow(
    clippy::needless_range_loop,
    reason = "parallel arrays are read by one index, which becomes wide code"
)]

use super::board::{Board, NO_CROSS};
use super::hands::{Dealt, KnownHands, MOST_TILES, NEVER, QUARTER, WIDTH, Wide, ones};
use super::holding::{Holding, opening_cost};
use super::play::{Place, Record, THOUSAND};
use super::slots::{LANE_SLOTS, SLOT_LANES, Slot, SlotCache};
use super::tiles::{self, BLANK_FLAG};
use super::top::Top;
use super::wordmap::{MOST_BLANKS, MOST_LETTERS, Spelling, WordMap};
use crate::wide::compiled_twice;

/// No play is worth less, but an impossible hand is.
const LOWEST: i32 = -4_500_000;

/// A score whose bound is more might not fit 16 bits of quarter points.
const MOST_POINTS: i32 = i16::MAX as i32 / 4;

const BUCKETS: usize = 1024;
const BUCKET_ZERO: i32 = 200;
const NO_SLOT: u16 = u16::MAX;

/// What the rack can do at the empty squares of a lane that have a crossing word (the entries of other squares are stale
/// and never used).
#[derive(Clone, Copy)]
struct Fit {
    /// Tiles that fit, as bits.
    tiles: [u8; 24],
    /// Largest value among them; far below zero if there is none.
    value: [i16; 24],
}

/// A slot in the queue; `next` chains the slots of a bucket.
#[derive(Clone, Copy, Default)]
struct Queued {
    bound: i32,
    next: u16,
    /// Hands left by stage 2; 0 before it.
    hands: u64,
}

/// Working memory of the search by slots; its cache follows the board it was used with last.
pub(crate) struct SlotSearch {
    cache: SlotCache,
    dealt: Box<Dealt>,
    known: KnownHands,
    fits: Box<[Fit; SLOT_LANES]>,
    buckets: Box<[u16; BUCKETS]>,
    queue: Vec<Queued>,
}

/// What a search is about.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) map: &'a WordMap,
    pub(crate) board: &'a Board,
    pub(crate) holding: &'a Holding,
}

impl Question<'_> {
    /// Whether board and rack are within the limits of the search by slots.
    pub(crate) fn suits_slots(board: &Board, holding: &Holding) -> bool {
        let equipment = board.equipment();
        equipment.suits_slots
            && equipment.height.max(equipment.width) <= MOST_LETTERS
            && holding.size <= MOST_TILES
            && holding.tiles_of[0].count_ones() as usize <= MOST_BLANKS
    }
}

impl SlotSearch {
    pub(crate) fn new() -> SlotSearch {
        SlotSearch {
            cache: SlotCache::new(),
            dealt: Box::new(Dealt::NONE),
            known: KnownHands::new(),
            fits: Box::new([Fit { tiles: [0; 24], value: [0; 24] }; SLOT_LANES]),
            buckets: Box::new([NO_SLOT; BUCKETS]),
            queue: vec![Queued::default(); SLOT_LANES * LANE_SLOTS],
        }
    }

    compiled_twice! {
        /// Offers the best plays to `top`. Returns false, and offers nothing, if some play could score too much for the
        /// bounds.
        pub(crate) fn search(&mut self, question: Question<'_>, top: &mut Top<u64>) -> bool {
            search_wide or search_inlined
        }
    }

    #[inline(always)]
    fn search_inlined(&mut self, question: Question<'_>, top: &mut Top<u64>) -> bool {
        let Question { map, board, holding } = question;
        self.cache.refresh(board, map);
        self.dealt.deal(map, board.equipment(), holding);
        self.fit(board.equipment().lanes());
        self.known.clear();
        let equipment = board.equipment();
        // Where rows and columns are alike, an opening going down mirrors one going across, and comes after it.
        let lanes = match board.is_empty() && equipment.mirrors && top.wants_one() {
            true => equipment.height,
            false => equipment.lanes(),
        };
        let Some(mut bucket) = self.queue_slots(lanes, top.at_least().max(LOWEST)) else {
            return false;
        };
        let mut bounds = [[NEVER; WIDTH]; 2];
        loop {
            let at_least = top.at_least().max(LOWEST);
            let id = usize::from(self.buckets[bucket]);
            if id == usize::from(NO_SLOT) {
                if bucket == 0 || bucket_top(bucket - 1) <= at_least {
                    return true;
                }
                bucket -= 1;
                continue;
            }
            let queued = self.queue[id];
            self.buckets[bucket] = queued.next;
            if queued.bound < at_least {
                continue;
            }
            // Stage 2.
            let lane = id / LANE_SLOTS;
            let slot = &self.cache.lanes[lane].slots[id % LANE_SLOTS];
            let size = usize::from(slot.count) & 7;
            let hands = &self.dealt.hands[size];
            let fit = &self.fits[lane].tiles[usize::from(slot.index) & 15..];
            // With few hands, asking for words first is cheaper.
            let mut maybe = hands.real;
            let mut asked = true;
            if queued.hands != 0 {
                maybe = queued.hands;
            } else if !slot.goes_through {
                maybe = hands.alone;
            } else {
                let known = self.known.of(slot);
                if size >= 6 {
                    maybe = self.dealt.spelling_in(map, known, slot, maybe);
                } else {
                    maybe &= known.not_ruled_out();
                    asked = false;
                }
                if maybe == 0 {
                    continue;
                }
            }
            let mut left = bound_hands(&self.dealt, slot, fit, at_least, maybe, &mut bounds);
            if queued.hands == 0 {
                if !asked {
                    left = self.dealt.spelling_in(map, self.known.of(slot), slot, left);
                }
                // Back into the queue if others now promise more.
                let mut bound = NEVER;
                for h in ones(left) {
                    bound = bound.max(bounds[h / WIDTH][h % WIDTH]);
                }
                let bound = i32::from(bound) * QUARTER;
                let lower = bucket_of(bound);
                if left != 0 && bound < i32::from(i16::MAX) * QUARTER && lower < bucket {
                    self.queue[id] = Queued { bound, next: self.buckets[lower], hands: left };
                    self.buckets[lower] = id as u16;
                    continue;
                }
            }
            if left == 0 {
                continue;
            }
            // Stage 3.
            let pattern = Pattern::new(board, lane, slot);
            let first = usize::from(self.cache.lanes[lane].position[usize::from(slot.index)]);
            let place = Place::new(lane, first, u32::from(slot.count));
            for h in ones(left) {
                if may_reach(bounds[h / WIDTH][h % WIDTH], top.at_least()) {
                    try_hand(question, &self.dealt, (slot, &pattern, place), h, top);
                }
            }
        }
    }

    /// Stage 1: bounds every slot and puts those good enough into the buckets. Gives the highest bucket in use, or nothing
    /// if some score may be too large for what follows.
    #[inline(always)]
    fn queue_slots(&mut self, lanes: usize, at_least: i32) -> Option<usize> {
        let most: [i32; MOST_TILES + 1] = std::array::from_fn(|size| self.dealt.hands[size].most);
        let most_alone: [i32; MOST_TILES + 1] = std::array::from_fn(|size| self.dealt.hands[size].most_alone);
        *self.buckets = [NO_SLOT; BUCKETS];
        let best_values = self.dealt.values;
        let mut highest = 0;
        let mut most_points = 0;
        for lane in 0..lanes {
            let slots = &self.cache.lanes[lane];
            let fit = &self.fits[lane];
            for (i, slot) in slots.slots[..slots.used].iter().enumerate() {
                let size = usize::from(slot.count) & 7;
                let index = usize::from(slot.index) & 15;
                let caps = fit.value[index..].first_chunk().unwrap_or(&[0; 8]);
                let points = slot.base + dots((&slot.free, &best_values), (&slot.tied, caps));
                most_points = most_points.max(points);
                let worth = if slot.goes_through { most[size] } else { most_alone[size] };
                let bound = points * THOUSAND + worth;
                if bound < at_least {
                    continue;
                }
                let id = lane * LANE_SLOTS + i;
                let bucket = bucket_of(bound);
                self.queue[id] = Queued { bound, next: self.buckets[bucket], hands: 0 };
                self.buckets[bucket] = id as u16;
                highest = highest.max(bucket);
            }
        }
        (most_points <= MOST_POINTS).then_some(highest)
    }

    /// Works out which tiles fit where there is a crossing word.
    #[inline(always)]
    fn fit(&mut self, lanes: usize) {
        let dealt = &self.dealt;
        for (lane, fit) in self.cache.lanes[..lanes].iter().zip(self.fits.iter_mut()) {
            for j in ones(u64::from(lane.tied)) {
                let allowed = lane.allowed[j];
                let mut tiles = if allowed != 0 { dealt.blanks } else { 0 };
                for (t, &kind) in dealt.tiles.iter().enumerate() {
                    // No letter has bit 0, which blanks have.
                    tiles |= (((allowed & !1) >> (kind & 63) & 1) as u8) << t;
                }
                fit.tiles[j] = tiles;
                fit.value[j] = match tiles {
                    0 => -1000,
                    _ => dealt.values[tiles.trailing_zeros() as usize & 7],
                };
            }
        }
    }
}

/// Sum of the products of bytes and numbers, of two pairs together.
#[inline(always)]
fn dots((a, x): (&[u8; 8], &[i16; 8]), (b, y): (&[u8; 8], &[i16; 8])) -> i32 {
    let mut sum = 0;
    for j in 0..8 {
        sum += i32::from(i16::from(a[j])) * i32::from(x[j]) + i32::from(i16::from(b[j])) * i32::from(y[j]);
    }
    sum
}

/// Whether a bound in quarter points, rounded up, reaches an equity.
#[inline(always)]
fn may_reach(bound: i16, at_least: i32) -> bool {
    bound > limit(at_least)
}

/// The largest bound in quarter points that does not reach an equity.
#[inline(always)]
fn limit(at_least: i32) -> i16 {
    (at_least.max(LOWEST) - 1).div_euclid(QUARTER).clamp(i32::from(NEVER), i32::from(i16::MAX) - 1) as i16
}

/// An upper bound for each hand of `wanted` in `slot`; gives a bit for each that reaches `at_least`.
///
/// Squares with a crossing word take the hand's best tile that fits there, the others take its best tiles in order of
/// weight.
#[inline(always)]
fn bound_hands(
    dealt: &Dealt,
    slot: &Slot,
    fit: &[u8],
    at_least: i32,
    wanted: u64,
    bounds: &mut [Wide<i16>; 2],
) -> u64 {
    let size = usize::from(slot.count) & 7;
    let hands = &dealt.hands[size];
    let (free, tied) = (slot.free, slot.tied);
    let tied_sum: i32 = tied.iter().map(|&weight| i32::from(weight)).sum();
    // What a hand holds counts one more than its value, so that zero means that nothing fits.
    let base = (slot.base - tied_sum).min(i32::from(i16::MAX)) as i16;
    let limit = limit(at_least);
    let mut above = 0u64;
    for c in 0..2 {
        if (wanted >> (c * WIDTH)) as u32 == 0 {
            continue;
        }
        let mut points = [base; WIDTH];
        for j in 0..size {
            if free[j] == 0 {
                break;
            }
            for l in 0..WIDTH {
                points[l] = points[l].saturating_add(i16::from(free[j]) * hands.values[j][c][l]);
            }
        }
        let mut least = [1u8; WIDTH];
        for j in 0..size {
            if tied[j] == 0 {
                continue;
            }
            let mut here = [0u8; WIDTH];
            let mut tiles = fit[j];
            while tiles != 0 {
                let tile = tiles.trailing_zeros() as usize;
                tiles &= tiles - 1;
                for l in 0..WIDTH {
                    here[l] = here[l].max(hands.holds[tile][c][l]);
                }
            }
            for l in 0..WIDTH {
                least[l] = least[l].min(here[l]);
                points[l] = points[l].saturating_add(i16::from(tied[j]) * i16::from(here[l]));
            }
        }
        let mut flags = [0u8; WIDTH];
        for l in 0..WIDTH {
            let double = points[l].saturating_add(points[l]);
            let bound = double.saturating_add(double).saturating_add(hands.rough_worth[c][l]);
            let bound = if least[l] == 0 { NEVER } else { bound };
            bounds[c][l] = bound;
            flags[l] = u8::from(bound > limit);
        }
        above |= u64::from(pack(&flags)) << (c * WIDTH);
    }
    above & wanted
}

/// One bit for each flag; flags are 0 or 1.
#[inline(always)]
fn pack(flags: &Wide<u8>) -> u32 {
    let mut bits = 0;
    for (i, eight) in flags.chunks_exact(8).enumerate() {
        let eight = u64::from_le_bytes(*eight.first_chunk().unwrap_or(&[0; 8]));
        // Moves the flag of byte i to bit 56 + i.
        let byte = eight.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= (byte as u32) << (8 * i);
    }
    bits
}

/// Buckets are 1024 thousandths wide; equities below the range share the first, those above it the last.
#[inline(always)]
fn bucket_of(bound: i32) -> usize {
    ((bound >> 10) + BUCKET_ZERO).clamp(0, BUCKETS as i32 - 1) as usize
}

/// No bound in the bucket is as high as this.
#[inline(always)]
fn bucket_top(bucket: usize) -> i32 {
    (bucket as i32 + 1 - BUCKET_ZERO) << 10
}

/// What the evaluation of one slot needs, by place in the word.
struct Pattern {
    allowed: [u64; 16],
    /// Zero for squares played through.
    weights: [i32; 16],
    length: usize,
}

impl Pattern {
    #[inline(always)]
    fn new(board: &Board, lane: usize, slot: &Slot) -> Pattern {
        let mut pattern =
            Pattern { allowed: [0; 16], weights: [0; 16], length: usize::from(slot.end - slot.start) };
        let (line, letters, points) =
            (board.lane_tiles(lane), board.lane_letters(lane), board.lane_points(lane));
        for pos in usize::from(slot.start)..usize::from(slot.end) {
            let at = (pos - usize::from(slot.start)) & 15;
            let pos = pos & 15;
            if line[pos] != 0 {
                pattern.allowed[at] = 1 << tiles::face(line[pos]);
            } else {
                let premium = board.equipment().premium(lane, pos);
                let crossing = if points[pos] == NO_CROSS { 0 } else { i32::from(premium.word) };
                pattern.allowed[at] = letters[pos];
                pattern.weights[at] = i32::from(premium.letter) * (i32::from(slot.multiplier) + crossing);
            }
        }
        pattern
    }
}

/// The search for the words of one hand in one slot.
struct Trial<'a> {
    question: Question<'a>,
    slot: &'a Slot,
    pattern: &'a Pattern,
    place: Place,
    kept: u16,
    worth: i32,
    /// Kinds of the hand, blanks last.
    hand: [u8; MOST_TILES],
    opening: bool,
}

/// Offers the plays of hand `h` in the slot.
#[inline(always)]
fn try_hand(
    question: Question<'_>,
    dealt: &Dealt,
    (slot, pattern, place): (&Slot, &Pattern, Place),
    h: usize,
    top: &mut Top<u64>,
) {
    let map = question.map;
    let size = usize::from(slot.count) & 7;
    let hands = &dealt.hands[size];
    let key = hands.key[h].wrapping_add(slot.through);
    let trial = Trial {
        question,
        slot,
        pattern,
        place,
        kept: hands.kept[h],
        worth: hands.worth[h],
        hand: dealt.hand(size, h),
        opening: question.board.is_empty(),
    };
    if h < hands.up_to_blanks[0] {
        trial.words(key, &[], top);
        return;
    }
    let letters = question.board.equipment().letters;
    for first in ones(letters) {
        let first = first as u8;
        let key = key.wrapping_add(map.key(first));
        if h < hands.up_to_blanks[1] {
            if map.may_spell(0, key) {
                trial.words(key, &[first], top);
            }
        } else if map.may_spell(1, key) {
            for second in ones(letters & !0 << first) {
                let second = second as u8;
                let key = key.wrapping_add(map.key(second));
                if map.may_spell(0, key) {
                    trial.words(key, &[first, second], top);
                }
            }
        }
    }
}

impl Trial<'_> {
    /// Offers the words of `key`, with blanks for the letters given.
    fn words(&self, key: u64, blanks: &[u8], top: &mut Top<u64>) {
        let Some(entry) = self.question.map.find(key) else {
            return;
        };
        if !entry.may_have(self.slot.places) {
            return;
        }
        let values = &self.question.board.equipment().values;
        'words: for word in self.question.map.words(entry) {
            let mut score = self.slot.base;
            for i in 0..self.pattern.length {
                let letter = word[i & 15] & 63;
                if self.pattern.allowed[i & 15] >> letter & 1 == 0 {
                    continue 'words;
                }
                score += values[usize::from(letter)] * self.pattern.weights[i & 15];
            }
            if score * THOUSAND + self.worth >= top.at_least() && self.is_spelled(word, blanks) {
                self.place_blanks(word, blanks, 0, 0, score, top);
            }
        }
    }

    /// Whether the tiles of the hand are the letters to be put down, and the word has no more squares than the slot. They
    /// are unless two multisets share a hash entry; this makes sure.
    fn is_spelled(&self, word: &Spelling, blanks: &[u8]) -> bool {
        if word[self.pattern.length] != 0 {
            return false;
        }
        let size = self.place.count();
        let mut hand = self.hand;
        hand[size - blanks.len()..size].copy_from_slice(blanks);
        let mut used = 0u32;
        (0..self.pattern.length).filter(|&i| self.pattern.weights[i] > 0).all(|i| {
            let tile = (0..size).find(|&j| used >> j & 1 == 0 && hand[j] == word[i]);
            used |= tile.map_or(0, |j| 1 << j);
            tile.is_some()
        })
    }

    /// Turns letters from place `from` of the word on into the blanks that are left, and offers the play. `blanked` has a
    /// bit for each place that is a blank already.
    fn place_blanks(
        &self,
        word: &Spelling,
        blanks: &[u8],
        from: usize,
        blanked: u32,
        score: i32,
        top: &mut Top<u64>,
    ) {
        let Some((&letter, rest)) = blanks.split_first() else {
            self.offer(word, blanked, score, top);
            return;
        };
        for i in from..self.pattern.length {
            let weight = self.pattern.weights[i];
            if weight > 0 && word[i] == letter && blanked >> i & 1 == 0 {
                let value = self.question.board.equipment().values[usize::from(letter)];
                // Two blanks for the same letter: in order, so that each choice comes once.
                let from = if rest.first() == Some(&letter) { i + 1 } else { 0 };
                self.place_blanks(word, rest, from, blanked | 1 << i, score - value * weight, top);
            }
        }
    }

    fn offer(&self, word: &Spelling, blanked: u32, score: i32, top: &mut Top<u64>) {
        let mut equity = score * THOUSAND + self.worth;
        if equity < top.at_least() {
            return;
        }
        let mut packed = 0;
        let mut shift = 0;
        for i in 0..self.pattern.length {
            if self.pattern.weights[i] > 0 {
                let flag = if blanked >> i & 1 == 1 { BLANK_FLAG } else { 0 };
                packed |= u64::from(word[i] | flag) << shift;
                shift += 8;
            }
        }
        if self.opening {
            let tile = |index: usize| (packed >> (8 * index)) as u8;
            equity += opening_cost(self.question.board.equipment(), self.place, tile);
        }
        top.offer(Record { tiles: packed, equity, place: self.place, kept: self.kept });
    }
}
