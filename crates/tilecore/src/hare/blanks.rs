//! Which tiles of a draft are blanks, what they cost, and which bonus words they spoil.

use super::draft::Draft;
use super::grid::{MOST_CELLS, Slot};
use super::puzzle::{EMPTY, Puzzle};
use super::words::MOST_LETTERS;
use crate::movegen::BLANK_FLAG;

impl Draft {
    /// What each point of a tile's value counts: the points lost if a blank lies there are its value times this.
    pub(super) fn cost(&self, puzzle: &Puzzle, i: usize) -> i32 {
        let grid = &puzzle.grid;
        let mut cost = 0;
        for dir in 0..2 {
            let run = self.run(puzzle, i, dir);
            if run.len > 1 {
                cost += grid.factor(&run) * grid.letter_factor[i];
            }
        }
        cost
    }

    /// The cells that blanks lie on: for each letter used too often the cheapest, outside spared words if it can be.
    ///
    /// Fixed tiles were laid before any others, so a blank is among them only where they lack a tile themselves.
    pub(super) fn blanks(&self, puzzle: &Puzzle, supply: &[u8; MOST_LETTERS], spared: &Spared) -> Blanks {
        let mut blanks = Blanks::default();
        for x in 0..puzzle.alphabet {
            let wanted = self.count[x].saturating_sub(supply[x]);
            if wanted == 0 {
                continue;
            }
            let mut costs: [(i32, u16); 16] = [(i32::MAX, 0); 16];
            let wanted = usize::from(wanted).min(costs.len());
            for i in 0..puzzle.grid.cells {
                if usize::from(self.cell[i]) != x {
                    continue;
                }
                let dear = if puzzle.fixed[i] != EMPTY {
                    i32::MAX / 2
                } else if spared.has(i) {
                    i32::MAX / 4
                } else {
                    0
                };
                let mut cost = (self.cost(puzzle, i) + dear, i as u16);
                for kept in &mut costs[..wanted] {
                    if cost < *kept {
                        std::mem::swap(&mut cost, kept);
                    }
                }
            }
            costs[..wanted].iter().for_each(|&(_, i)| blanks.push(i));
        }
        blanks
    }

    /// The cells of bonus words in which no blank may lie.
    pub(super) fn spared(&self, puzzle: &Puzzle) -> Spared {
        let mut spared = Spared::default();
        self.each_bonus(puzzle, |id, run| {
            if !puzzle.bonuses[id].blanks_allowed {
                (0..run.len).for_each(|k| spared.add(puzzle.grid.cell(run, k)));
            }
        });
        spared
    }

    /// The bonus words that count, given where the blanks lie.
    pub(super) fn unspoilt(&self, puzzle: &Puzzle, blanks: &Blanks) -> u32 {
        let mut good = 0;
        self.each_bonus(puzzle, |id, run| {
            let has_blank = || (0..run.len).any(|k| blanks.has(puzzle.grid.cell(run, k)));
            if puzzle.bonuses[id].blanks_allowed || !has_blank() {
                good |= 1 << id;
            }
        });
        good
    }

    /// Calls `visit` with each bonus word that stands somewhere, and with its place.
    fn each_bonus(&self, puzzle: &Puzzle, mut visit: impl FnMut(usize, &Slot)) {
        for (number, &on_line) in self.line_bonus.iter().enumerate() {
            if on_line == 0 {
                continue;
            }
            for run in self.runs(puzzle, number) {
                for (id, bonus) in puzzle.bonuses.iter().enumerate() {
                    let is_it =
                        || (0..run.len).all(|k| self.cell[puzzle.grid.cell(&run, k)] == bonus.word[k]);
                    if on_line >> id & 1 == 1 && run.len == bonus.word.len() && is_it() {
                        visit(id, &run);
                    }
                }
            }
        }
    }

    /// A byte for each square, row by row: 0 empty, a letter's number, 128 more for a blank.
    pub fn squares(&self, puzzle: &Puzzle) -> Vec<u8> {
        let blanks = self.blanks(puzzle, &puzzle.supply, &self.spared(puzzle));
        let square = |i: usize| match self.cell[i] {
            EMPTY => 0,
            x if blanks.has(i) => (x + 1) | BLANK_FLAG,
            x => x + 1,
        };
        (0..puzzle.grid.cells).map(square).collect()
    }
}

/// Cells that blanks lie on. Drafts that lack more tiles than this are told apart no further.
#[derive(Default)]
pub(crate) struct Blanks {
    cells: [u16; 32],
    count: usize,
}

impl Blanks {
    fn push(&mut self, i: u16) {
        if self.count < self.cells.len() {
            self.cells[self.count] = i;
            self.count += 1;
        }
    }

    pub fn cells(&self) -> &[u16] {
        &self.cells[..self.count]
    }

    fn has(&self, i: usize) -> bool {
        self.cells().contains(&(i as u16))
    }
}

/// A set of cells.
#[derive(Default)]
pub(crate) struct Spared([u64; MOST_CELLS.div_ceil(64)]);

impl Spared {
    fn add(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }
}
