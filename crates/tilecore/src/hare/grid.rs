//! The squares of a board, their premiums, and the lines and slots that words stand in.

use crate::movegen::{MOST_SIDE, Premium, Refusal};

/// Squares of the largest board.
pub(crate) const MOST_CELLS: usize = MOST_SIDE * MOST_SIDE;
/// Rows and columns of the largest board.
pub(crate) const MOST_LINES: usize = 2 * MOST_SIDE;

/// No word may be multiplied by more than this, so that scores fit their types whatever the layout.
const MOST_FACTOR: i64 = 100_000;

/// A stretch of a row or column that a word may stand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    /// 0 across, 1 down.
    pub dir: usize,
    /// The row of an across slot, the column of a down slot.
    pub line: usize,
    pub start: usize,
    pub len: usize,
}

/// A board without tiles.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub width: usize,
    pub height: usize,
    pub cells: usize,
    pub letter_factor: [i32; MOST_CELLS],
    pub word_factor: [i32; MOST_CELLS],
    /// Row and column of each cell.
    place: [[u8; 2]; MOST_CELLS],
}

impl Grid {
    pub fn new(rows: &[Vec<Premium>], longest: usize) -> Result<Grid, Refusal> {
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let fits = |side: usize| (2..=MOST_SIDE).contains(&side);
        if !fits(height) || !fits(width) || rows.iter().any(|row| row.len() != width) {
            let sentence = format!("a board has 2 to {MOST_SIDE} rows and columns, all of the same length");
            return Err(Refusal::new("board-size", sentence));
        }
        let mut grid = Grid {
            width,
            height,
            cells: width * height,
            letter_factor: [1; MOST_CELLS],
            word_factor: [1; MOST_CELLS],
            place: [[0; 2]; MOST_CELLS],
        };
        for (i, premium) in rows.iter().flatten().enumerate() {
            grid.letter_factor[i] = i32::from(premium.letter);
            grid.word_factor[i] = i32::from(premium.word);
            grid.place[i] = [(i / width) as u8, (i % width) as u8];
        }
        if grid.highest_factor(longest) > MOST_FACTOR {
            let sentence = format!("premium squares may multiply a word by {MOST_FACTOR} at most");
            return Err(Refusal::new("premiums", sentence));
        }
        Ok(grid)
    }

    fn highest_factor(&self, longest: usize) -> i64 {
        let mut highest = 1;
        for slot in self.slots(longest) {
            let factor = (0..slot.len).fold(1_i64, |product, k| {
                product.saturating_mul(self.word_factor[self.cell(&slot, k)].into())
            });
            highest = highest.max(factor);
        }
        highest
    }

    /// Every slot of at most so many squares.
    pub fn slots(&self, longest: usize) -> impl Iterator<Item = Slot> + '_ {
        (0..2).flat_map(move |dir| {
            (0..self.lines(dir)).flat_map(move |line| {
                let room = self.room(dir);
                (2..=longest.min(room))
                    .flat_map(move |len| (0..=room - len).map(move |start| Slot { dir, line, start, len }))
            })
        })
    }

    /// How many lines run in a direction: rows across, columns down.
    #[inline]
    pub fn lines(&self, dir: usize) -> usize {
        if dir == 0 { self.height } else { self.width }
    }

    /// How many squares a line of this direction has.
    #[inline]
    pub fn room(&self, dir: usize) -> usize {
        if dir == 0 { self.width } else { self.height }
    }

    /// The number of a line among all: rows first, then columns.
    #[inline]
    pub fn line_number(&self, dir: usize, line: usize) -> usize {
        dir * self.height + line
    }

    /// Direction and line of a line number.
    #[inline]
    pub fn line_of_number(&self, number: usize) -> (usize, usize) {
        if number < self.height { (0, number) } else { (1, number - self.height) }
    }

    /// The cell at `pos` along a line.
    #[inline]
    pub fn at(&self, dir: usize, line: usize, pos: usize) -> usize {
        if dir == 0 { line * self.width + pos } else { pos * self.width + line }
    }

    /// The `k`th cell of a slot.
    #[inline]
    pub fn cell(&self, slot: &Slot, k: usize) -> usize {
        self.at(slot.dir, slot.line, slot.start + k)
    }

    /// The distance between neighbours along a direction.
    #[inline]
    pub fn step(&self, dir: usize) -> usize {
        if dir == 0 { 1 } else { self.width }
    }

    /// Line and position of a cell seen along a direction.
    #[inline]
    pub fn line_pos(&self, dir: usize, i: usize) -> (usize, usize) {
        let place = self.place[i];
        (usize::from(place[dir]), usize::from(place[1 - dir]))
    }

    #[inline]
    pub fn row_col(&self, i: usize) -> (usize, usize) {
        self.line_pos(0, i)
    }

    /// Steps between two cells, along rows and columns.
    pub fn distance(&self, a: usize, b: usize) -> usize {
        let ((row, col), (other_row, other_col)) = (self.row_col(a), self.row_col(b));
        row.abs_diff(other_row) + col.abs_diff(other_col)
    }

    /// What a word in this slot is multiplied by.
    pub fn factor(&self, slot: &Slot) -> i32 {
        (0..slot.len).map(|k| self.word_factor[self.cell(slot, k)]).product()
    }
}
