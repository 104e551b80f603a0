//! A rack laid out for a search: its sets of tiles, and what it is worth to keep each.

use super::equipment::{Equipment, KINDS, MOST_RACK};
use super::leaves::Leaves;
use super::play::{Place, THOUSAND};
use super::tiles::{self, Rack};
use crate::wide::compiled_twice;

/// What plays are judged by, beyond their scores.
#[derive(Clone, Copy, Debug)]
pub struct Outlook<'a> {
    /// Tiles in the bag.
    pub bag: usize,
    /// Points on the other racks; they count when the bag is empty.
    pub others_points: i32,
    /// What it is worth to keep tiles while the bag is not empty.
    pub leaves: Option<&'a Leaves>,
}

/// What a turn is worth beyond its score and its leave when so many tiles are left in the bag after it, in thousandths
/// of a point; none from the end of the table on. Whoever leaves a few tiles lets the other see the end coming first, most
/// of all with a single one. It matters little: in 24,000 games it made no difference that could be told from chance.
const BAG_AFTER: [i32; 7] = [0, -4_000, -2_000, -2_000, -2_000, -2_000, -2_000];

/// What a player loses who keeps tiles when the bag is empty, beside what they count.
const NOT_OUT: i32 = -10_000;

/// Points that the other racks count at most; more would not fit an equity.
const MOST_OTHERS: i32 = 50_000;

/// What it costs an opening to put a vowel beside a letter premium.
const EXPOSED_VOWEL: i32 = -700;

/// A rack's tiles in the order of leaves (blanks first, then the alphabet); sets of them are bits in this order.
#[derive(Clone, Debug, Default)]
pub struct Holding {
    pub(crate) kinds: [u8; MOST_RACK],
    pub(crate) size: usize,
    /// By kind: the bits of its tiles.
    pub(crate) tiles_of: Vec<u16>,
    /// By set: the kinds in it, as bits.
    pub(crate) kinds_of: Vec<u64>,
    /// By set: what it is worth as a leave.
    pub(crate) leaves: Vec<i32>,
    /// By set: what it is worth to keep it after a play.
    pub(crate) worth: Vec<i32>,
    /// By set: how far its leave has been read.
    reached: Vec<(u32, u32)>,
}

impl Holding {
    /// An empty holding, to be dealt racks.
    pub fn new() -> Holding {
        Holding::default()
    }

    compiled_twice! {
        /// Lays out a rack of at most [`MOST_RACK`] tiles.
        pub fn deal(&mut self, rack: &Rack, equipment: &Equipment, outlook: Outlook<'_>) {
            deal_wide or deal_inlined
        }
    }

    #[inline(always)]
    fn deal_inlined(&mut self, rack: &Rack, equipment: &Equipment, outlook: Outlook<'_>) {
        self.size = 0;
        self.tiles_of.clear();
        self.tiles_of.resize(KINDS, 0);
        for kind in rack.kinds().take(MOST_RACK) {
            self.kinds[self.size] = kind;
            self.tiles_of[usize::from(kind)] |= 1 << self.size;
            self.size += 1;
        }
        let sets = 1 << self.size;
        self.kinds_of.clear();
        self.kinds_of.resize(sets, 0);
        self.leaves.clear();
        self.leaves.resize(sets, 0);
        self.worth.clear();
        self.worth.resize(sets, 0);
        for index in 0..self.size {
            for below in 0..1 << index {
                self.kinds_of[below | 1 << index] = self.kinds_of[below] | 1 << self.kinds[index];
            }
        }
        if let Some(leaves) = outlook.leaves {
            leaves.look_up(&self.kinds[..self.size], &mut self.reached, &mut self.leaves);
        }
        if outlook.bag == 0 {
            self.value_without_bag(equipment, outlook);
        } else {
            self.value_with_bag(outlook);
        }
    }

    /// The set of all tiles.
    #[inline(always)]
    pub(crate) fn all(&self) -> u16 {
        ((1u32 << self.size) - 1) as u16
    }

    /// The kinds of all tiles, blanks first.
    pub fn kinds(&self) -> &[u8] {
        &self.kinds[..self.size]
    }

    /// What a set is worth as a leave, in thousandths of a point.
    pub fn leave_value(&self, set: u16) -> i32 {
        self.leaves.get(usize::from(set)).copied().unwrap_or(0)
    }

    /// The kinds of the tiles of a set, blanks first.
    pub fn kinds_in(&self, set: u16) -> impl Iterator<Item = u8> + '_ {
        (0..self.size).filter(move |index| set >> index & 1 == 1).map(|index| self.kinds[index])
    }

    /// The most valuable set to keep in an exchange of at least one tile, and its value as a leave.
    pub fn best_exchange(&self) -> Option<(u16, i32)> {
        let all = self.all();
        let leaves = &self.leaves[..usize::from(all)];
        let best = *leaves.iter().max()?;
        let set = leaves.iter().position(|&value| value == best)?;
        Some((set as u16, best))
    }

    #[inline(always)]
    fn value_with_bag(&mut self, outlook: Outlook<'_>) {
        if outlook.bag >= self.size + BAG_AFTER.len() {
            self.worth.copy_from_slice(&self.leaves);
            return;
        }
        for (set, (worth, leave)) in self.worth.iter_mut().zip(&self.leaves).enumerate() {
            let played = self.size - set.count_ones() as usize;
            let after = outlook.bag.saturating_sub(played);
            *worth = leave + BAG_AFTER.get(after).copied().unwrap_or(0);
        }
    }

    #[inline(always)]
    fn value_without_bag(&mut self, equipment: &Equipment, outlook: Outlook<'_>) {
        self.leaves.fill(0);
        let point = THOUSAND * equipment.unplayed.swing();
        self.worth[0] = point * outlook.others_points.clamp(0, MOST_OTHERS);
        for index in 0..self.size {
            let value = -point * equipment.values[usize::from(self.kinds[index])];
            for below in 0..1 << index {
                let kept = if below == 0 { NOT_OUT } else { self.worth[below] };
                self.worth[below | 1 << index] = kept + value;
            }
        }
    }
}

/// What an opening loses by its vowels beside premium squares, in thousandths of a point (not above zero).
#[cold]
pub(crate) fn opening_cost(equipment: &Equipment, place: Place, tile: impl Fn(usize) -> u8) -> i32 {
    let exposed = equipment.exposed[place.lane()];
    let costs = |index: &usize| {
        let letter = tiles::face(tile(*index));
        exposed >> (place.first() + index) & 1 == 1 && equipment.vowels >> letter & 1 == 1
    };
    EXPOSED_VOWEL * (0..place.count()).filter(costs).count() as i32
}
