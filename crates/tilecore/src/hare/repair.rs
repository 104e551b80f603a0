//! Repairing: what is broken is taken away, and slots at the gaps are filled anew.

use super::draft::Draft;
use super::fill::FillRule;
use super::grid::{MOST_CELLS, Slot};
use super::puzzle::EMPTY;
use super::search::Search;

/// Rounds of taking broken words away before a move is given up.
const MOST_MENDING: usize = 80;
/// Slots in a hundred that are looked for at cells just emptied.
const NEAR: usize = 85;
/// Of a hundred random slots, so many are long ones on a line with the best premiums.
const PREMIUM_SLOTS: usize = 12;
/// Shares of the word lengths 2, 3, ... in a hundred, added up; longer words share the last.
const LENGTHS: [usize; 8] = [8, 20, 32, 44, 54, 64, 76, 86];
/// What a repair can be hoped to gain yet: so many points at its beginning, falling by so many powers of e to its end.
const HOPE: (f64, f64) = (330.0, 4.8);
/// Of a hundred repairs, so many are never given up: now and then luck comes late.
const PATIENT: usize = 8;

impl Search<'_> {
    /// How a fill chooses at the present temperature.
    pub(super) fn rule(&self, share: f64) -> FillRule {
        FillRule {
            temperature: (self.temperature * 0.2 * share) as f32,
            dear: false,
            tile_price: 0.0,
            most_loss: f32::INFINITY,
        }
    }

    fn random_length(&mut self) -> usize {
        let longest = self.filler.puzzle.longest;
        let roll = self.filler.random.below(100);
        let len = match LENGTHS.iter().position(|&up_to| roll < up_to) {
            Some(place) => place + 2,
            None => 10 + self.filler.random.below(longest.saturating_sub(10) + 1),
        };
        len.min(longest)
    }

    /// A slot that touches what is on the board.
    pub(super) fn random_slot(&mut self, draft: &Draft) -> Option<Slot> {
        let puzzle = self.filler.puzzle;
        if self.percent(PREMIUM_SLOTS) && !self.premium_slots.is_empty() {
            let slot = self.premium_slots[self.filler.random.below(self.premium_slots.len())];
            return self.touches(draft, &slot).then_some(slot);
        }
        let dir = self.filler.random.below(2);
        let line = self.filler.random.below(puzzle.grid.lines(dir));
        let room = puzzle.grid.room(dir);
        let len = self.random_length().min(room);
        let slot = Slot { dir, line, start: self.filler.random.below(room - len + 1), len };
        self.touches(draft, &slot).then_some(slot)
    }

    /// A slot through a cell.
    fn slot_through(&mut self, draft: &Draft, i: usize) -> Option<Slot> {
        let dir = self.filler.random.below(2);
        let len = self.random_length();
        let grid = &self.filler.puzzle.grid;
        let (line, pos) = grid.line_pos(dir, i);
        let back = self.filler.random.below(len);
        if back > pos || pos - back + len > grid.room(dir) {
            return None;
        }
        let slot = Slot { dir, line, start: pos - back, len };
        self.touches(draft, &slot).then_some(slot)
    }

    /// Whether a word in the slot would hang together with something, or be the first one.
    pub(super) fn touches(&self, draft: &Draft, slot: &Slot) -> bool {
        let puzzle = self.filler.puzzle;
        let near = |i: usize| draft.filled(i) || draft.crossed(puzzle, i, slot.dir);
        (0..slot.len).any(|k| near(puzzle.grid.cell(slot, k))) || draft.is_empty()
    }

    /// Fills slots at the emptied cells and elsewhere, and keeps each fill that does not cost anything.
    ///
    /// It gives up, and says so by false, once it is unlikely to reach what would be accepted: of the moves that
    /// are, nine in ten are within 80 points of it after a quarter of the tries, and within 20 after half. It also
    /// gives up once everything lies as it lay before, which is how two in three of the others would end.
    pub(super) fn repair(&mut self, draft: &mut Draft, before: &Draft, tries: usize) -> bool {
        let puzzle = self.filler.puzzle;
        // Where nothing but the starting word lies, there is something to fill all the same.
        let is_bare = |draft: &Draft| (0..puzzle.grid.cells).all(|i| draft.cell[i] == puzzle.fixed[i]);
        if draft.cell == before.cell && !is_bare(draft) {
            return false;
        }
        let mut emptied = [0_u16; MOST_CELLS];
        let mut count = 0;
        for i in 0..puzzle.grid.cells {
            if before.filled(i) && !draft.filled(i) {
                emptied[count] = i as u16;
                count += 1;
            }
        }
        let standing = self.evaluate(draft);
        let mut energy = self.energy_of(&standing);
        let patient = self.percent(PATIENT);
        let mut rule = self.rule(0.5);
        rule.most_loss = self.most_loss(draft, &standing);
        let mut is_whole = standing.pieces == 1;
        for tried in 0..tries {
            let hope = HOPE.0 * (-HOPE.1 * tried as f64 / tries as f64).exp();
            if energy + hope < self.needed && !patient {
                return false;
            }
            let slot = if count > 0 && self.percent(NEAR) {
                let i = emptied[self.filler.random.below(count)];
                self.slot_through(draft, usize::from(i))
            } else {
                self.random_slot(draft)
            };
            let Some(slot) = slot else { continue };
            let mut filled = *draft;
            if self.filler.fill(&mut filled, slot, &rule) {
                let found = if is_whole {
                    self.evaluate_filled(&filled, energy, draft)
                } else {
                    self.evaluate_above(&filled, energy)
                };
                if let Some((now, standing)) = found {
                    if filled.cell == before.cell {
                        return false;
                    }
                    *draft = filled;
                    energy = now;
                    is_whole = standing.pieces == 1;
                    rule.most_loss = self.most_loss(draft, &standing);
                }
            }
        }
        true
    }

    /// Takes tiles up until every run is a word and no tile lies alone.
    pub(super) fn mend(&mut self, draft: &mut Draft) -> bool {
        let puzzle = self.filler.puzzle;
        for _ in 0..MOST_MENDING {
            for (row, lonely) in draft.lonely().into_iter().enumerate() {
                let mut cols = lonely;
                while cols != 0 {
                    let i = (row - 1) * puzzle.grid.width + cols.trailing_zeros() as usize - 1;
                    cols &= cols - 1;
                    if puzzle.fixed[i] == EMPTY {
                        draft.set(puzzle, i, EMPTY);
                    }
                }
            }
            if draft.refresh(puzzle) {
                return true;
            }
            let mut bad = draft.bad_lines;
            while bad != 0 {
                self.mend_line(draft, bad.trailing_zeros() as usize);
                bad &= bad - 1;
            }
        }
        false
    }

    fn mend_line(&mut self, draft: &mut Draft, number: usize) {
        let puzzle = self.filler.puzzle;
        let (dir, line) = puzzle.grid.line_of_number(number);
        let mut pos = 0;
        while pos < puzzle.grid.room(dir) {
            let i = puzzle.grid.at(dir, line, pos);
            if !draft.filled(i) {
                pos += 1;
                continue;
            }
            let run = draft.run(puzzle, i, dir);
            pos = run.start + run.len;
            if run.len < 2 {
                continue;
            }
            let cells = (0..run.len).map(|k| puzzle.grid.cell(&run, k));
            let key = cells.clone().fold(0, |key, j| puzzle.words.keys.push(key, draft.cell[j]));
            if run.len <= puzzle.longest && puzzle.words.has_key(key) {
                continue;
            }
            let (mut any, mut pick, mut seen) = (false, None, 0);
            for j in cells.filter(|&j| puzzle.fixed[j] == EMPTY) {
                seen += 1;
                if self.filler.random.below(seen) == 0 {
                    pick = Some(j);
                }
                if !draft.crossed(puzzle, j, dir) {
                    draft.set(puzzle, j, EMPTY);
                    any = true;
                }
            }
            if let (false, Some(j)) = (any, pick) {
                draft.set(puzzle, j, EMPTY);
            }
        }
    }
}
