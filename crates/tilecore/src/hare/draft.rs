//! A draft: a board while it is built, scored line by line.
//!
//! Only letters are kept. Which tiles are blanks follows from their numbers: where a letter is used more often
//! than there are tiles of it, blanks stand in, on the squares where they cost least.

use super::blanks::Spared;
use super::grid::{MOST_CELLS, MOST_LINES, Slot};
use super::puzzle::{EMPTY, Puzzle};
use super::words::MOST_LETTERS;
use crate::movegen::MOST_SIDE;

/// Rows as bits, with one empty row before and some after the board.
type Rows = [u32; MOST_SIDE + 3];

#[derive(Clone, Copy)]
pub(crate) struct Draft {
    pub cell: [u8; MOST_CELLS],
    pub count: [u8; MOST_LETTERS],
    /// Points of each line as if no tile were a blank.
    pub line_score: [i32; MOST_LINES],
    /// Bonus words that stand on each line, a bit each.
    pub(super) line_bonus: [u32; MOST_LINES],
    /// The sum of `line_score`.
    total: i32,
    /// Lines with a run of tiles that is no word.
    pub bad_lines: u64,
    dirty: u64,
    occupied: Rows,
}

/// What a draft comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Words and bonuses less the tiles left over.
    pub score: i32,
    /// The bonuses in it.
    pub bonus: i32,
    /// Which bonus words stand on the board, a bit each in the order of the plan.
    pub bonus_words: u32,
    /// Groups of tiles that hang together.
    pub pieces: i32,
    /// Letters used beyond tiles and blanks.
    pub over: i32,
    /// The value of the tiles left over.
    pub unplayed: i32,
}

impl Standing {
    /// Whether it is a board that a team could have built.
    pub fn is_complete(&self) -> bool {
        self.pieces <= 1 && self.over == 0
    }
}

impl Draft {
    /// The board with nothing but the fixed tiles.
    pub fn new(puzzle: &Puzzle) -> Draft {
        let mut draft = Draft {
            cell: [EMPTY; MOST_CELLS],
            count: [0; MOST_LETTERS],
            line_score: [0; MOST_LINES],
            line_bonus: [0; MOST_LINES],
            total: 0,
            bad_lines: 0,
            dirty: 0,
            occupied: [0; MOST_SIDE + 3],
        };
        for i in 0..puzzle.grid.cells {
            if puzzle.fixed[i] != EMPTY {
                draft.set(puzzle, i, puzzle.fixed[i]);
            }
        }
        draft.refresh(puzzle);
        draft
    }

    #[inline]
    pub fn set(&mut self, puzzle: &Puzzle, i: usize, letter: u8) {
        let old = self.cell[i];
        if old == letter {
            return;
        }
        let (row, col) = puzzle.grid.row_col(i);
        if old != EMPTY {
            self.count[usize::from(old)] -= 1;
        }
        if letter == EMPTY {
            self.occupied[row + 1] &= !(1 << (col + 1));
        } else {
            self.count[usize::from(letter)] += 1;
            self.occupied[row + 1] |= 1 << (col + 1);
        }
        self.cell[i] = letter;
        self.dirty |= 1 << row | 1 << (puzzle.grid.height + col);
    }

    #[inline]
    pub fn filled(&self, i: usize) -> bool {
        self.cell[i] != EMPTY
    }

    /// Whether no tile lies on the board.
    pub fn is_empty(&self) -> bool {
        self.occupied.iter().all(|&row| row == 0)
    }

    /// Whether tiles lie wherever they lie on another draft.
    pub fn covers(&self, other: &Draft) -> bool {
        self.occupied.iter().zip(&other.occupied).all(|(here, there)| there & !here == 0)
    }

    /// Whether a cell has a neighbour across the direction.
    #[inline]
    pub fn crossed(&self, puzzle: &Puzzle, i: usize, dir: usize) -> bool {
        let (row, col) = puzzle.grid.row_col(i);
        let (row, col) = (row + 1, col + 1);
        if dir == 1 {
            self.occupied[row] & (0b101 << (col - 1)) != 0
        } else {
            (self.occupied[row - 1] | self.occupied[row + 1]) >> col & 1 != 0
        }
    }

    /// The run of tiles through a filled cell.
    #[inline]
    pub fn run(&self, puzzle: &Puzzle, i: usize, dir: usize) -> Slot {
        let grid = &puzzle.grid;
        let (line, pos) = grid.line_pos(dir, i);
        let (step, room) = (grid.step(dir), grid.room(dir));
        let (mut begin, mut end, mut at) = (pos, pos + 1, i);
        while begin > 0 && self.filled(at - step) {
            begin -= 1;
            at -= step;
        }
        at = i;
        while end < room && self.filled(at + step) {
            end += 1;
            at += step;
        }
        Slot { dir, line, start: begin, len: end - begin }
    }

    /// The points of all words as if no tile were a blank.
    pub fn face_points(&self) -> i32 {
        self.total
    }

    /// Scores the lines that were touched since the last call; whether all lines have only words.
    pub fn refresh(&mut self, puzzle: &Puzzle) -> bool {
        let mut dirty = self.dirty;
        self.dirty = 0;
        while dirty != 0 {
            self.rescore(puzzle, dirty.trailing_zeros() as usize);
            dirty &= dirty - 1;
        }
        self.bad_lines == 0
    }

    fn rescore(&mut self, puzzle: &Puzzle, number: usize) {
        let grid = &puzzle.grid;
        let (dir, line) = grid.line_of_number(number);
        let (first, step, room) = (grid.at(dir, line, 0), grid.step(dir), grid.room(dir));
        let (mut total, mut bonus, mut bad) = (0, 0, false);
        let (mut pos, mut i) = (0, first);
        while pos < room {
            if !self.filled(i) {
                pos += 1;
                i += step;
                continue;
            }
            let (mut len, mut key, mut factor, mut sum) = (0, 0, 1, 0);
            while pos < room {
                let x = self.cell[i];
                if x == EMPTY {
                    break;
                }
                key = puzzle.words.keys.push(key, x);
                factor *= grid.word_factor[i];
                sum += puzzle.values[usize::from(x) % MOST_LETTERS] * grid.letter_factor[i];
                len += 1;
                pos += 1;
                i += step;
            }
            if len < 2 {
                continue;
            }
            if len > puzzle.longest || !puzzle.words.has_key(key) {
                bad = true;
                continue;
            }
            total += sum * factor;
            for (id, word) in puzzle.bonuses.iter().enumerate() {
                bonus |= u32::from(word.key == key) << id;
            }
        }
        self.total += total - self.line_score[number];
        self.line_score[number] = total;
        self.line_bonus[number] = bonus;
        self.bad_lines = self.bad_lines & !(1 << number) | u64::from(bad) << number;
    }

    /// Tiles without any neighbour, as bits of rows from 1.
    pub fn lonely(&self) -> Rows {
        let mut lonely = [0; MOST_SIDE + 3];
        for row in 1..=MOST_SIDE {
            let here = self.occupied[row];
            lonely[row] = here & !(here << 1 | here >> 1 | self.occupied[row - 1] | self.occupied[row + 1]);
        }
        lonely
    }

    /// What the draft comes to, exactly where no line is bad. `supply` is what may be used of each letter.
    pub fn evaluate(&self, puzzle: &Puzzle, supply: &[u8; MOST_LETTERS]) -> Standing {
        let mut standing = self.tally(puzzle, supply);
        standing.pieces = self.pieces();
        standing
    }

    /// What the draft comes to, without its pieces, which take longest to count.
    pub fn tally(&self, puzzle: &Puzzle, supply: &[u8; MOST_LETTERS]) -> Standing {
        let mut standing = Standing { score: self.total, pieces: 1, ..Standing::default() };
        let (mut played, mut excess) = (0, 0);
        for x in 0..MOST_LETTERS {
            played += i32::from(self.count[x]) * puzzle.values[x];
            excess += i32::from(self.count[x].saturating_sub(supply[x]));
        }
        let mut bonus_words = 0;
        if !puzzle.bonuses.is_empty() {
            self.line_bonus.iter().for_each(|&line| bonus_words |= line);
        }
        if excess > 0 {
            let spared = if bonus_words == 0 { Spared::default() } else { self.spared(puzzle) };
            let blanks = self.blanks(puzzle, supply, &spared);
            for &i in blanks.cells() {
                let value = puzzle.values[usize::from(self.cell[usize::from(i)])];
                standing.score -= value * self.cost(puzzle, usize::from(i));
                played -= value;
            }
            if bonus_words != 0 {
                bonus_words = self.unspoilt(puzzle, &blanks);
            }
            standing.over = (excess - puzzle.blanks as i32).max(0);
        }
        for (id, bonus) in puzzle.bonuses.iter().enumerate() {
            if bonus_words >> id & 1 == 1 {
                standing.bonus += bonus.points;
            }
        }
        standing.bonus_words = bonus_words;
        standing.unplayed = puzzle.supply_value - played;
        standing.score += standing.bonus - puzzle.unplayed_factor * standing.unplayed;
        standing
    }

    /// Groups of tiles that hang together side by side.
    pub fn pieces(&self) -> i32 {
        let mut rest = self.occupied;
        let mut pieces = 0;
        while let Some(row) = rest.iter().position(|&row| row != 0) {
            pieces += 1;
            let mut piece: Rows = [0; MOST_SIDE + 3];
            piece[row] = rest[row] & rest[row].wrapping_neg();
            let (mut first, mut last) = (row, row);
            loop {
                let mut changed = 0;
                // Down and up again: most boards are covered in a few sweeps.
                for row in (first..=last + 1).chain((first.saturating_sub(1)..=last).rev()) {
                    if row == 0 || row > MOST_SIDE {
                        continue;
                    }
                    let mut here = (piece[row] | piece[row - 1] | piece[row + 1]) & rest[row];
                    loop {
                        let wider = (here | here << 1 | here >> 1) & rest[row];
                        if wider == here {
                            break;
                        }
                        here = wider;
                    }
                    if here != piece[row] {
                        changed |= here ^ piece[row];
                        piece[row] = here;
                        first = first.min(row);
                        last = last.max(row);
                    }
                }
                if changed == 0 {
                    break;
                }
            }
            for row in 0..rest.len() {
                rest[row] &= !piece[row];
            }
        }
        pieces
    }

    /// The runs of two or more tiles on a line.
    pub fn runs<'a>(&'a self, puzzle: &'a Puzzle, number: usize) -> impl Iterator<Item = Slot> + 'a {
        let (dir, line) = puzzle.grid.line_of_number(number);
        let mut pos = 0;
        std::iter::from_fn(move || {
            while pos < puzzle.grid.room(dir) {
                let i = puzzle.grid.at(dir, line, pos);
                if !self.filled(i) {
                    pos += 1;
                    continue;
                }
                let run = self.run(puzzle, i, dir);
                pos = run.start + run.len;
                if run.len > 1 {
                    return Some(run);
                }
            }
            None
        })
    }

    /// The letters of every word on the board.
    pub fn words<'a>(&'a self, puzzle: &'a Puzzle) -> impl Iterator<Item = Vec<u8>> + 'a {
        let grid = &puzzle.grid;
        (0..grid.height + grid.width)
            .flat_map(move |number| self.runs(puzzle, number))
            .map(move |run| (0..run.len).map(|k| self.cell[grid.cell(&run, k)]).collect())
    }
}
