//! Polishing: every way to fill a small rectangle of a finished board is tried, rectangle after rectangle.

use super::draft::Draft;
use super::pace::Pace;
use super::puzzle::{EMPTY, Puzzle};
use super::search::Found;

/// Squares of the rectangles that are searched, the smallest first.
const LEAST_AREA: usize = 4;
const MOST_AREA: usize = 15;
/// Tiles tried in one rectangle before it is left, in the first round; each round tries so many times more.
const TRIES: u64 = 10_000;
const MORE_TRIES: u64 = 8;
const ROUNDS: u32 = 4;
/// Tiles tried between two looks at the clock.
const STRIDE: u64 = 4096;

/// A part of the board that is cleared and filled anew.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    row: usize,
    col: usize,
    height: usize,
    width: usize,
}

/// All rectangles that are searched, the smallest first.
fn rectangles(puzzle: &Puzzle) -> Vec<Rectangle> {
    let grid = &puzzle.grid;
    let mut all = Vec::new();
    for height in 1..=grid.height {
        for width in (1..=grid.width).filter(|width| (LEAST_AREA..=MOST_AREA).contains(&(height * width))) {
            for row in 0..=grid.height - height {
                all.extend((0..=grid.width - width).map(|col| Rectangle { row, col, height, width }));
            }
        }
    }
    all.sort_by_key(|rectangle| rectangle.height * rectangle.width);
    all
}

/// A board that no small rectangle makes better, or as far as the pace allows.
pub(super) fn polish(puzzle: &Puzzle, start: Found, pace: &Pace<'_>) -> Found {
    let mut polisher = Polisher::new(puzzle, start, pace);
    let rectangles = rectangles(puzzle);
    for round in 0..ROUNDS {
        polisher.most_tries = TRIES * MORE_TRIES.pow(round);
        loop {
            let before = polisher.best.score;
            for &rectangle in &rectangles {
                if polisher.is_over {
                    return polisher.best;
                }
                polisher.search(rectangle);
            }
            if polisher.best.score == before {
                break;
            }
        }
    }
    polisher.best
}

struct Polisher<'a> {
    puzzle: &'a Puzzle,
    pace: &'a Pace<'a>,
    /// Dearest first, because a search that is left early should have tried these.
    letters: Vec<u8>,
    best: Found,
    /// The board that is worked on, and the rectangle that was cleared.
    draft: Draft,
    rectangle: Rectangle,
    most_tries: u64,
    /// When the present rectangle is left.
    tries_end: u64,
    tries: u64,
    is_over: bool,
}

impl<'a> Polisher<'a> {
    fn new(puzzle: &'a Puzzle, best: Found, pace: &'a Pace<'a>) -> Polisher<'a> {
        let mut letters: Vec<u8> = (0..puzzle.alphabet as u8).collect();
        letters.sort_by_key(|&x| -puzzle.values[usize::from(x)]);
        Polisher {
            puzzle,
            pace,
            letters,
            draft: best.draft,
            best,
            rectangle: Rectangle { row: 0, col: 0, height: 0, width: 0 },
            most_tries: TRIES,
            tries_end: 0,
            tries: 0,
            is_over: pace.share(0).is_none(),
        }
    }

    /// Tries all ways to fill a rectangle of the best board.
    fn search(&mut self, rectangle: Rectangle) {
        self.draft = self.best.draft;
        self.rectangle = rectangle;
        let puzzle = self.puzzle;
        let mut is_changed = false;
        for at in 0..rectangle.height * rectangle.width {
            let i = self.cell(at);
            if self.draft.filled(i) && puzzle.fixed[i] == EMPTY {
                self.draft.set(puzzle, i, EMPTY);
                is_changed = true;
            }
        }
        if is_changed {
            let used: usize = (0..puzzle.alphabet)
                .map(|x| usize::from(self.draft.count[x].saturating_sub(puzzle.supply[x])))
                .sum();
            self.tries_end = self.tries + self.most_tries;
            self.fill_from(0, puzzle.blanks.saturating_sub(used));
        }
    }

    fn cell(&self, at: usize) -> usize {
        let Rectangle { row, col, width, .. } = self.rectangle;
        (row + at / width) * self.puzzle.grid.width + col + at % width
    }

    /// Fills the cells of the rectangle from one on, in every way.
    fn fill_from(&mut self, at: usize, blanks: usize) {
        if at == self.rectangle.height * self.rectangle.width {
            self.take_if_better();
            return;
        }
        let (puzzle, i) = (self.puzzle, self.cell(at));
        if puzzle.fixed[i] != EMPTY {
            if self.fits(at, i) {
                self.fill_from(at + 1, blanks);
            }
            return;
        }
        for place in 0..self.letters.len() {
            let x = self.letters[place];
            let has_tile = self.draft.count[usize::from(x)] < puzzle.supply[usize::from(x)];
            if !has_tile && blanks == 0 {
                continue;
            }
            self.tries += 1;
            if self.tries % STRIDE == 0 {
                self.is_over = self.pace.share(self.tries).is_none();
            }
            if self.is_over || self.tries >= self.tries_end {
                break;
            }
            self.draft.set(puzzle, i, x);
            if self.fits(at, i) {
                self.fill_from(at + 1, blanks - usize::from(!has_tile));
            }
        }
        self.draft.set(puzzle, i, EMPTY);
        if self.fits(at, i) {
            self.fill_from(at + 1, blanks);
        }
    }

    /// Whether the runs are words that end at a cell, or beside it where it is empty.
    fn fits(&self, at: usize, i: usize) -> bool {
        let Rectangle { height, width, .. } = self.rectangle;
        let grid = &self.puzzle.grid;
        let is_last = [at % width + 1 == width, at / width + 1 == height];
        (0..2).all(|dir| {
            let ((_, pos), step) = (grid.line_pos(dir, i), grid.step(dir));
            if self.draft.filled(i) {
                return !is_last[dir] || self.is_word(i, dir);
            }
            let is_good = |j: usize| !self.draft.filled(j) || self.is_word(j, dir);
            (pos == 0 || is_good(i - step))
                && (!is_last[dir] || pos + 1 == grid.room(dir) || is_good(i + step))
        })
    }

    /// Whether the run through a filled cell is a word, or a single tile.
    fn is_word(&self, i: usize, dir: usize) -> bool {
        let puzzle = self.puzzle;
        let run = self.draft.run(puzzle, i, dir);
        let cells = (0..run.len).map(|k| puzzle.grid.cell(&run, k));
        let key = cells.fold(0, |key, j| puzzle.words.keys.push(key, self.draft.cell[j]));
        run.len < 2 || run.len <= puzzle.longest && puzzle.words.has_key(key)
    }

    fn take_if_better(&mut self) {
        let puzzle = self.puzzle;
        if !self.draft.refresh(puzzle) || self.draft.tally(puzzle, &puzzle.supply).score <= self.best.score {
            return;
        }
        let standing = self.draft.evaluate(puzzle, &puzzle.supply);
        if standing.is_complete() && puzzle.is_good(&self.draft) {
            self.best = Found { score: standing.score, draft: self.draft };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::hare::puzzle::PuzzlePlan;
    use crate::movegen::{Premium, Random};
    use crate::{Alphabet, WordGraph};

    /// The best score of all ways to fill a board.
    fn best_of_all(puzzle: &Puzzle, draft: &mut Draft, at: usize) -> i32 {
        if at == puzzle.grid.cells {
            let is_good = draft.refresh(puzzle);
            let standing = draft.evaluate(puzzle, &puzzle.supply);
            return if is_good && standing.is_complete() { standing.score } else { i32::MIN };
        }
        if puzzle.fixed[at] != EMPTY {
            return best_of_all(puzzle, draft, at + 1);
        }
        let mut best = i32::MIN;
        for x in (0..puzzle.alphabet as u8).chain([EMPTY]) {
            draft.set(puzzle, at, x);
            best = best.max(best_of_all(puzzle, draft, at + 1));
        }
        best
    }

    #[test]
    fn a_rectangle_is_filled_as_well_as_it_can_be() {
        let labels: Vec<String> = ('A'..='C').map(String::from).collect();
        let mut random = Random::new(7, 0);
        for _ in 0..6 {
            let words: Vec<String> = (2..=3_u32)
                .flat_map(|len| (0..3_usize.pow(len)).map(move |number| (len, number)))
                .filter(|_| random.below(3) == 0)
                .map(|(len, number)| {
                    (0..len).map(|k| (b'A' + (number / 3_usize.pow(k) % 3) as u8) as char).collect()
                })
                .chain([String::from("AB")])
                .collect();
            let list = WordGraph::build(&words, Alphabet::new(&labels).expect("letters")).expect("a graph");
            let mut premium =
                || Premium { letter: 1 + random.below(3) as u8, word: 1 + random.below(3) as u8 };
            let plan = PuzzlePlan {
                rows: (0..3).map(|_| (0..3).map(|_| premium()).collect()).collect(),
                values: vec![1, 2, 5],
                counts: vec![2, 2, 1],
                blanks: 1,
                longest_word: None,
                fixed: vec![(1, 0, 1), (1, 1, 2)],
                bonuses: Vec::new(),
                unplayed_count: true,
                lists: vec![&list],
                extra_words: Vec::new(),
            };
            let puzzle = Puzzle::new(&plan).expect("a puzzle");
            let (bare, standing) = puzzle.bare();
            let stop = AtomicBool::new(false);
            let pace = Pace::Steps { all: u64::MAX, stop: &stop };
            let mut polisher = Polisher::new(&puzzle, Found { score: standing.score, draft: bare }, &pace);
            polisher.most_tries = u64::MAX;
            polisher.rectangle = Rectangle { row: 0, col: 0, height: 3, width: 3 };
            polisher.tries_end = u64::MAX;
            polisher.fill_from(0, 1);
            assert_eq!(polisher.best.score, best_of_all(&puzzle, &mut bare.clone(), 0));
        }
    }
}
