//! The letters that a word in a slot may be made of: what is left, and what blanks must stand in for.

use std::cell::OnceCell;

use super::crossing::Crossings;
use super::draft::Draft;
use super::grid::Slot;
use super::puzzle::{EMPTY, Puzzle};
use super::words::{Bucket, GUARD, Letters, MOST_LETTERS, Need, room_of};

/// A blank for a letter that stands elsewhere too is expected to cost so many times its value.
const BLANK_ELSEWHERE: f32 = 4.0;

/// What a slot may draw on, with all that is known before any word is looked at.
pub(crate) struct Stock<'a> {
    puzzle: &'a Puzzle,
    supply: [u8; MOST_LETTERS],
    /// Letters on the board outside the slot.
    used: [u8; MOST_LETTERS],
    /// Blanks that stand in for letters already.
    blanks_used: i32,
    blanks: i32,
    /// Letters of which none is left.
    pub gone: Letters,
    /// Letters of which none or one is left, and whether it is none.
    short: [(u8, bool); MOST_LETTERS],
    shorts: usize,
    /// What is left, as words' needs are compared with it; most slots never ask.
    room: OnceCell<Need>,
}

impl<'a> Stock<'a> {
    /// Nothing if there are too few tiles even for what stands outside the slot.
    #[inline(always)]
    pub fn new(
        puzzle: &'a Puzzle,
        (supply, blanks): ([u8; MOST_LETTERS], usize),
        draft: &Draft,
        slot: &Slot,
    ) -> Option<Stock<'a>> {
        let mut used = draft.count;
        for k in 0..slot.len {
            let x = draft.cell[puzzle.grid.cell(slot, k)];
            if x != EMPTY {
                used[usize::from(x)] -= 1;
            }
        }
        let blanks_used = (0..MOST_LETTERS).map(|x| i32::from(used[x].saturating_sub(supply[x]))).sum();
        let blanks = blanks as i32;
        if blanks_used > blanks {
            return None;
        }
        let (mut gone, mut shorts) = (0, 0);
        let mut short = [(0, false); MOST_LETTERS];
        for x in 0..puzzle.alphabet {
            let left = supply[x].saturating_sub(used[x]);
            gone |= Letters::from(left == 0) << x;
            short[shorts] = (x as u8, left == 0);
            shorts += usize::from(left <= 1);
        }
        Some(Stock { puzzle, supply, used, blanks_used, blanks, gone, short, shorts, room: OnceCell::new() })
    }

    /// How many blanks are left.
    #[inline(always)]
    pub fn spare(&self) -> usize {
        (self.blanks - self.blanks_used) as usize
    }

    /// Letters of which none or one is left, and whether it is none.
    #[inline(always)]
    pub fn short(&self) -> &[(u8, bool)] {
        &self.short[..self.shorts]
    }

    /// What the blanks cost that a word needs; nothing if there are too few of them.
    #[inline(always)]
    pub fn blanks_cost(&self, bucket: &Bucket, id: usize, crossings: &Crossings, len: usize) -> Option<f32> {
        if (bucket.kinds(id) & self.gone).count_ones() as usize > self.spare() {
            return None;
        }
        // One subtraction compares all letter counts with what is left; where it borrows, letters are lacking.
        let (need, room) = (bucket.need(id), self.room.get_or_init(|| room_of(&self.supply, &self.used)));
        let after = [(room[0] | GUARD) - need[0], (room[1] | GUARD) - need[1]];
        if after[0] & after[1] & GUARD == GUARD {
            return Some(0.0);
        }
        let mut blanks = self.blanks_used;
        let mut cost = 0.0;
        for (part, after) in after.into_iter().enumerate() {
            let mut lacking = !after & GUARD;
            while lacking != 0 {
                let at = lacking.trailing_zeros() - 3;
                lacking &= lacking - 1;
                blanks += 8 - (after >> at & 15) as i32;
                if blanks > self.blanks {
                    return None;
                }
                // It goes where it costs least.
                let x = part * 32 + at as usize / 4;
                let value = self.puzzle.values[x];
                let mut least = if self.used[x] > 0 { value as f32 * BLANK_ELSEWHERE } else { f32::MAX };
                let letters = bucket.word(id);
                for k in 0..len {
                    if usize::from(letters[k]) == x {
                        least = least.min(crossings.gain(k, value));
                    }
                }
                cost += least;
            }
        }
        Some(cost)
    }
}
