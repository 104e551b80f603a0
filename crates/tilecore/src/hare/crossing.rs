//! What stands around a slot: which letters each of its cells may take, and what a letter brings there.

use super::draft::Draft;
use super::grid::Slot;
use super::puzzle::{EMPTY, Puzzle};
use super::words::{CrossCache, Letters, MOST_LETTERS};
use crate::movegen::MOST_SIDE;

/// For every cell of a slot the letters that its crossing allows, and the points that they bring in both
/// directions: `constant + slope * value`.
pub(crate) struct Crossings {
    pub allowed: [Letters; MOST_SIDE],
    pub slope: [f32; MOST_SIDE],
    pub constant: [f32; MOST_SIDE],
}

impl Crossings {
    /// Nothing if a cell can take no letter. `tile_price` is what a point of tile value is worth elsewhere.
    pub fn new(
        puzzle: &Puzzle,
        cache: &mut CrossCache,
        draft: &Draft,
        slot: &Slot,
        tile_price: f32,
    ) -> Option<Crossings> {
        let (grid, across) = (&puzzle.grid, 1 - slot.dir);
        let (step, room) = (grid.step(across), grid.room(across));
        let all = puzzle.all_letters;
        let factor = grid.factor(slot);
        let mut crossings =
            Crossings { allowed: [all; MOST_SIDE], slope: [0.0; MOST_SIDE], constant: [0.0; MOST_SIDE] };
        for k in 0..slot.len {
            let i = grid.cell(slot, k);
            let letter_factor = grid.letter_factor[i];
            let mut slope = factor * letter_factor + puzzle.unplayed_factor;
            if draft.crossed(puzzle, i, slot.dir) {
                let (_, pos) = grid.line_pos(across, i);
                let (mut before, mut up, mut after, mut down) = (0_u64, 0, 0_u64, 0);
                let (mut cross_factor, mut cross_sum) = (grid.word_factor[i], 0);
                let mut take = |j: usize| -> u8 {
                    let x = draft.cell[j];
                    cross_factor *= grid.word_factor[j];
                    cross_sum += puzzle.values[usize::from(x) % MOST_LETTERS] * grid.letter_factor[j];
                    x
                };
                let keys = &puzzle.words.keys;
                while up < pos && draft.filled(i - (up + 1) * step) {
                    before = before.wrapping_add(keys.shifted(take(i - (up + 1) * step), up));
                    up += 1;
                }
                while pos + down + 1 < room && draft.filled(i + (down + 1) * step) {
                    after = keys.push(after, take(i + (down + 1) * step));
                    down += 1;
                }
                if up + down + 1 > puzzle.longest {
                    return None;
                }
                crossings.allowed[k] = cache.letters(&puzzle.words, puzzle.alphabet, before, after, down);
                slope += cross_factor * letter_factor;
                crossings.constant[k] = (cross_factor * cross_sum) as f32;
            }
            if puzzle.fixed[i] != EMPTY {
                crossings.allowed[k] &= 1 << puzzle.fixed[i];
            }
            if crossings.allowed[k] == 0 {
                return None;
            }
            crossings.slope[k] = slope as f32 - tile_price;
        }
        Some(crossings)
    }

    /// What a letter brings in a cell of the slot.
    #[inline(always)]
    pub fn gain(&self, k: usize, value: i32) -> f32 {
        self.constant[k] + self.slope[k] * value as f32
    }
}

/// The letters that make a word of the run through a cell in a direction, in place of the one that is there.
pub(crate) fn fitting_letters(
    puzzle: &Puzzle,
    cache: &mut CrossCache,
    draft: &Draft,
    i: usize,
    dir: usize,
) -> Letters {
    let run = draft.run(puzzle, i, dir);
    if run.len < 2 {
        return puzzle.all_letters;
    }
    let (_, pos) = puzzle.grid.line_pos(dir, i);
    let keys = &puzzle.words.keys;
    let part = |from: usize, to: usize| {
        (from..to).fold(0, |key, k| keys.push(key, draft.cell[puzzle.grid.cell(&run, k)]))
    };
    let at = pos - run.start;
    cache.letters(&puzzle.words, puzzle.alphabet, part(0, at), part(at + 1, run.len), run.len - at - 1)
}

impl Crossings {
    /// What face values bring here, with letters that are left; nothing if a cell can take none of them.
    ///
    /// `extra` is what a word may bring beside its letters.
    #[inline(always)]
    pub fn ladder(&self, puzzle: &Puzzle, len: usize, left: Letters, extra: f32) -> Option<Ladder> {
        let mut ladder = Ladder { rungs: [(0.0, 0); MOST_SIDE], len, bottom: 0, top: 0, at_bottom: extra };
        let (mut known, mut values) = (0, (0, 0));
        for k in 0..len {
            let letters = self.allowed[k] & left;
            // Most cells are crossed by nothing, and the same letters fit them all.
            if letters != known {
                (known, values) = (letters, puzzle.value_range(letters)?);
            }
            let (cheapest, dearest) = values;
            ladder.bottom += cheapest;
            ladder.top += dearest;
            ladder.at_bottom += self.gain(k, cheapest);
            ladder.rungs[k] = (self.slope[k], dearest - cheapest);
        }
        ladder.rungs[..len].sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        Some(ladder)
    }

    /// What the tiles bring that a fill of the slot replaces, counted in the same way; blanks count in full.
    pub fn standing(&self, puzzle: &Puzzle, draft: &Draft, slot: &Slot, line_before: i32) -> f32 {
        let grid = &puzzle.grid;
        // The words of the line that stay are those outside the slot.
        let outside: i32 = draft
            .runs(puzzle, grid.line_number(slot.dir, slot.line))
            .filter(|run| run.start + run.len <= slot.start || run.start >= slot.start + slot.len)
            .map(|run| {
                let value = |k: usize| {
                    let i = grid.cell(&run, k);
                    puzzle.values[usize::from(draft.cell[i]) % MOST_LETTERS] * grid.letter_factor[i]
                };
                grid.factor(&run) * (0..run.len).map(value).sum::<i32>()
            })
            .sum();
        let factor = grid.factor(slot);
        let mut standing = (line_before - outside) as f32;
        for k in 0..slot.len {
            let i = grid.cell(slot, k);
            if draft.filled(i) {
                let value = puzzle.values[usize::from(draft.cell[i]) % MOST_LETTERS];
                // The word along the slot is in the line's points already.
                standing += self.gain(k, value) - (factor * grid.letter_factor[i] * value) as f32;
            }
        }
        standing
    }
}

/// What a word of some face value brings at most: points are dealt to the cells where they count most, as far as
/// the letters of each cell allow.
pub(crate) struct Ladder {
    /// What a point counts in a cell, and how many there is room for, best first.
    rungs: [(f32, i32); MOST_SIDE],
    len: usize,
    /// The lowest face value that fits, and the highest.
    bottom: i32,
    pub top: i32,
    at_bottom: f32,
}

impl Ladder {
    /// The lowest face value with which a word can bring so much; nothing if none can.
    #[inline(always)]
    pub fn least_face(&self, least: f32) -> Option<i32> {
        let (mut face, mut brings) = (self.bottom, self.at_bottom);
        if brings >= least {
            return Some(face);
        }
        for &(slope, points) in &self.rungs[..self.len] {
            if slope <= 0.0 {
                return None;
            }
            let most = brings + slope * points as f32;
            if most >= least {
                return Some(face + ((least - brings) / slope) as i32);
            }
            brings = most;
            face += points;
        }
        None
    }
}

/// Widens a slot over neighbours that must stay, and clears those that need not.
pub(crate) fn prepare(puzzle: &Puzzle, draft: &mut Draft, mut slot: Slot) -> Option<Slot> {
    let grid = &puzzle.grid;
    let (dir, line) = (slot.dir, slot.line);
    let room = grid.room(dir);
    let stays = |draft: &Draft, i: usize| {
        draft.filled(i) && (puzzle.fixed[i] != EMPTY || draft.crossed(puzzle, i, dir))
    };
    while slot.start > 0 && stays(draft, grid.at(dir, line, slot.start - 1)) {
        slot.start -= 1;
        slot.len += 1;
    }
    while slot.start + slot.len < room && stays(draft, grid.at(dir, line, slot.start + slot.len)) {
        slot.len += 1;
    }
    if slot.len > puzzle.longest || slot.len < 2 {
        return None;
    }
    let mut begin = slot.start;
    while begin > 0 && draft.filled(grid.at(dir, line, begin - 1)) {
        begin -= 1;
        let i = grid.at(dir, line, begin);
        if !stays(draft, i) {
            draft.set(puzzle, i, EMPTY);
        }
    }
    let mut end = slot.start + slot.len;
    while end < room && draft.filled(grid.at(dir, line, end)) {
        let i = grid.at(dir, line, end);
        if !stays(draft, i) {
            draft.set(puzzle, i, EMPTY);
        }
        end += 1;
    }
    Some(slot)
}
