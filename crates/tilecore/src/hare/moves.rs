//! The moves of the search: something is cleared, what is broken is taken away, and the gaps are filled anew.

use super::crossing::fitting_letters;
use super::draft::Draft;
use super::grid::Slot;
use super::puzzle::EMPTY;
use super::search::Search;
use super::words::Letters;

/// Of a hundred moves: where a bonus word is missing, so many put one down.
const BONUS_MOVES: usize = 4;
/// Sides of a rectangle to clear, from 2 on: larger ones are hardly ever filled as well as they were.
const REGION_SIDES: usize = 5;

impl Search<'_> {
    /// Changes the draft in some way; false if that came to nothing, and the draft is spoilt.
    pub(super) fn propose(&mut self, draft: &mut Draft) -> bool {
        if !self.filler.puzzle.bonuses.is_empty() && self.percent(BONUS_MOVES) {
            return self.lay_bonus_word(draft);
        }
        match self.filler.random.below(100) {
            0..5 => {
                let rule = self.rule(1.0);
                self.random_slot(draft).is_some_and(|slot| self.filler.fill(draft, slot, &rule))
            }
            5..10 => self.swap_letters(draft),
            10..20 => self.drop_words(draft),
            20..70 => self.drop_region(draft),
            70..90 => self.refill_chain(draft),
            _ => self.force(draft),
        }
    }

    pub(super) fn percent(&mut self, share: usize) -> bool {
        self.filler.random.below(100) < share
    }

    /// A cell with a tile, if there is any.
    fn any_tile(&mut self, draft: &Draft) -> Option<usize> {
        if draft.is_empty() {
            return None;
        }
        loop {
            let i = self.filler.random.below(self.filler.puzzle.grid.cells);
            if draft.filled(i) {
                return Some(i);
            }
        }
    }

    /// Takes up the tiles of the word through a cell that no crossing word needs.
    fn remove_word(&mut self, draft: &mut Draft, i: usize, dir: usize) -> Option<Slot> {
        let puzzle = self.filler.puzzle;
        let run = draft.run(puzzle, i, dir);
        if run.len < 2 {
            return None;
        }
        for k in 0..run.len {
            let j = puzzle.grid.cell(&run, k);
            if puzzle.fixed[j] == EMPTY && !draft.crossed(puzzle, j, dir) {
                draft.set(puzzle, j, EMPTY);
            }
        }
        Some(run)
    }

    /// Takes out one to three words and fills the gaps.
    fn drop_words(&mut self, draft: &mut Draft) -> bool {
        let before = *draft;
        let words = 1 + self.filler.random.below(3);
        let near = self.filler.random.below(3) != 0;
        let Some(first) = self.any_tile(draft) else { return false };
        let dir = self.filler.random.below(2);
        self.remove_word(draft, first, dir);
        for _ in 1..words {
            for _ in 0..6 {
                let Some(i) = self.any_tile(draft) else { break };
                if !near || self.filler.puzzle.grid.distance(i, first) <= 6 {
                    let dir = self.filler.random.below(2);
                    self.remove_word(draft, i, dir);
                    break;
                }
            }
        }
        if !self.mend(draft) {
            return false;
        }
        let tries = 4 + self.filler.random.below(12);
        self.repair(draft, &before, tries)
    }

    /// Clears a rectangle and fills it anew.
    fn drop_region(&mut self, draft: &mut Draft) -> bool {
        let puzzle = self.filler.puzzle;
        let before = *draft;
        let grid = &puzzle.grid;
        let (height, width) = (
            2 + self.filler.random.below(REGION_SIDES.min(grid.height - 1)),
            2 + self.filler.random.below(REGION_SIDES.min(grid.width - 1)),
        );
        let row = self.filler.random.below(grid.height - height + 1);
        let col = self.filler.random.below(grid.width - width + 1);
        for r in row..row + height {
            for i in r * grid.width + col..r * grid.width + col + width {
                if draft.filled(i) && puzzle.fixed[i] == EMPTY {
                    draft.set(puzzle, i, EMPTY);
                }
            }
        }
        if !self.mend(draft) {
            return false;
        }
        let tries = 8 + self.filler.random.below(50);
        self.repair(draft, &before, tries)
    }

    /// Exchanges the letters of two cells where both make words of what stands around them.
    ///
    /// Filling anew would have to draw both words at once; here every pair of letters is looked at.
    fn swap_letters(&mut self, draft: &mut Draft) -> bool {
        let puzzle = self.filler.puzzle;
        let mut tiles: Vec<(usize, u8, Letters)> = Vec::with_capacity(128);
        for i in (0..puzzle.grid.cells).filter(|&i| draft.filled(i) && puzzle.fixed[i] == EMPTY) {
            let mut fitting = puzzle.all_letters;
            for dir in 0..2 {
                fitting &= fitting_letters(puzzle, &mut self.filler.cache, draft, i, dir);
            }
            tiles.push((i, draft.cell[i], fitting));
        }
        let mut picked = None;
        let mut pairs = 0;
        for (at, &(i, x, x_fits)) in tiles.iter().enumerate() {
            for &(j, y, y_fits) in &tiles[..at] {
                if x != y && x_fits >> y & 1 == 1 && y_fits >> x & 1 == 1 {
                    pairs += 1;
                    if self.filler.random.below(pairs) == 0 {
                        picked = Some((i, x, j, y));
                    }
                }
            }
        }
        let Some((i, x, j, y)) = picked else { return false };
        draft.set(puzzle, i, y);
        draft.set(puzzle, j, x);
        // Two cells of one word may each fit and not both.
        draft.refresh(puzzle)
    }

    /// Takes out two to four words and puts others in their slots, one after the other.
    fn refill_chain(&mut self, draft: &mut Draft) -> bool {
        let before = *draft;
        let mut slots = Vec::with_capacity(4);
        for _ in 0..2 + self.filler.random.below(3) {
            let Some(mut i) = self.any_tile(draft) else { break };
            let mut dir = self.filler.random.below(2);
            if slots.is_empty() && self.percent(50) {
                (i, dir) = self.tile_on_premium_line(draft).unwrap_or((i, dir));
            }
            slots.extend(self.remove_word(draft, i, dir));
        }
        if slots.is_empty() {
            return false;
        }
        let rule = self.rule(1.0);
        for mut slot in slots {
            if self.percent(25) {
                slot = self.nudged(slot);
            }
            let mut tried = *draft;
            if self.filler.fill(&mut tried, slot, &rule) {
                *draft = tried;
            }
        }
        if !self.mend(draft) {
            return false;
        }
        let tries = self.filler.random.below(12);
        self.repair(draft, &before, tries)
    }

    /// A tile on a line with the best premiums and the line's direction, if a few tries find one.
    fn tile_on_premium_line(&mut self, draft: &Draft) -> Option<(usize, usize)> {
        for _ in 0..6 {
            let (i, dir) = (self.any_tile(draft)?, self.filler.random.below(2));
            let (line, _) = self.filler.puzzle.grid.line_pos(dir, i);
            if self.skeleton_lines.iter().any(|known| (known.dir, known.line) == (dir, line)) {
                return Some((i, dir));
            }
        }
        None
    }

    /// The slot made longer or shorter at one end, where there is room.
    fn nudged(&mut self, mut slot: Slot) -> Slot {
        match self.filler.random.below(4) {
            0 if slot.start > 0 => {
                slot.start -= 1;
                slot.len += 1;
            }
            1 if slot.start + slot.len < self.filler.puzzle.grid.room(slot.dir) => slot.len += 1,
            2 if slot.len > 2 => {
                slot.start += 1;
                slot.len -= 1;
            }
            3 if slot.len > 2 => slot.len -= 1,
            _ => {}
        }
        slot
    }

    /// Clears what stands across a slot, fills it, and repairs around it.
    fn force(&mut self, draft: &mut Draft) -> bool {
        let Some(slot) = self.random_slot(draft) else { return false };
        let before = *draft;
        self.clear_across(draft, &slot);
        let rule = self.rule(1.0);
        if !self.mend(draft) || !self.filler.fill(draft, slot, &rule) {
            return false;
        }
        let tries = 6 + self.filler.random.below(24);
        self.repair(draft, &before, tries)
    }

    /// Takes up some of the words that cross a slot.
    fn clear_across(&mut self, draft: &mut Draft, slot: &Slot) {
        let puzzle = self.filler.puzzle;
        let keep = self.filler.random.below(100);
        let across = 1 - slot.dir;
        for k in 0..slot.len {
            let i = puzzle.grid.cell(slot, k);
            if !(draft.filled(i) || draft.crossed(puzzle, i, slot.dir)) || self.percent(keep) {
                continue;
            }
            if puzzle.fixed[i] == EMPTY {
                draft.set(puzzle, i, EMPTY);
            }
            let (line, pos) = puzzle.grid.line_pos(across, i);
            let at = |pos: usize| puzzle.grid.at(across, line, pos);
            let clear = |draft: &mut Draft, j: usize| {
                let is_tile = draft.filled(j);
                if is_tile && puzzle.fixed[j] == EMPTY && !draft.crossed(puzzle, j, across) {
                    draft.set(puzzle, j, EMPTY);
                }
                is_tile
            };
            let _ = (0..pos).rev().map(at).all(|j| clear(draft, j));
            let _ = (pos + 1..puzzle.grid.room(across)).map(at).all(|j| clear(draft, j));
        }
    }

    /// Puts a bonus word that is not on the board yet at a random place.
    fn lay_bonus_word(&mut self, draft: &mut Draft) -> bool {
        let puzzle = self.filler.puzzle;
        let have = draft.evaluate(puzzle, &self.filler.supply).bonus_words;
        let missing: Vec<&Vec<u8>> = puzzle
            .bonuses
            .iter()
            .enumerate()
            .filter(|(id, bonus)| have >> id & 1 == 0 && puzzle.can_stand(&bonus.word))
            .map(|(_, bonus)| &bonus.word)
            .collect();
        if missing.is_empty() {
            return false;
        }
        let word = missing[self.filler.random.below(missing.len())];
        let dir = self.filler.random.below(2);
        let (lines, room) = (puzzle.grid.lines(dir), puzzle.grid.room(dir));
        if word.len() > room {
            return false;
        }
        let line = self.filler.random.below(lines);
        let slot =
            Slot { dir, line, start: self.filler.random.below(room - word.len() + 1), len: word.len() };
        if !self.touches(draft, &slot) {
            return false;
        }
        let before = *draft;
        self.clear_across(draft, &slot);
        self.free_tiles(draft, word);
        if !self.mend(draft) || !self.filler.place(draft, slot, word) {
            return false;
        }
        let tries = 10 + self.filler.random.below(36);
        self.repair(draft, &before, tries)
    }

    /// Takes up a tile for each letter of a word of which none is left.
    fn free_tiles(&mut self, draft: &mut Draft, word: &[u8]) {
        let puzzle = self.filler.puzzle;
        for &x in word {
            if draft.count[usize::from(x)] < self.filler.supply[usize::from(x)] {
                continue;
            }
            let lying = |draft: &Draft| {
                (0..puzzle.grid.cells).filter(|&i| draft.cell[i] == x && puzzle.fixed[i] == EMPTY).collect()
            };
            let at: Vec<usize> = lying(draft);
            if !at.is_empty() {
                let i = at[self.filler.random.below(at.len())];
                draft.set(puzzle, i, EMPTY);
            }
        }
    }
}
