//! Skeletons: the few words on the best premiums, chosen before anything else.
//!
//! On the usual board each edge has room for a word over two triple-word squares, and so on: such lines carry two
//! thirds of the points and hardly touch each other, so a short annealing over them alone finds strong sets.

use super::draft::Draft;
use super::fill::FillRule;
use super::grid::Slot;
use super::pace::Pace;
use super::puzzle::{EMPTY, Puzzle};
use super::search::Search;

/// Steps of annealing for a skeleton.
const STEPS: usize = 2000;
const TEMPERATURE: (f64, f64) = (60.0, 8.0);
/// Points that a point of tile value is expected to bring outside the skeleton.
const WORTH_ELSEWHERE: f64 = 5.0;
const PIECE_COST: f64 = 60.0;
/// Steps between two looks at the clock.
const STRIDE: usize = 64;

/// A line with the best premiums, and where a word on it may stand.
#[derive(Clone, Debug)]
pub(crate) struct SkeletonLine {
    pub dir: usize,
    pub line: usize,
    pub slots: Vec<Slot>,
    /// Whether fixed tiles lie along it, which every word on it must contain.
    has_start: bool,
}

/// The highest factor of a word on each line, in the order of line numbers.
fn best_factors(puzzle: &Puzzle) -> Vec<i32> {
    let grid = &puzzle.grid;
    let mut best = vec![1; grid.height + grid.width];
    for slot in grid.slots(puzzle.longest) {
        let number = grid.line_number(slot.dir, slot.line);
        best[number] = best[number].max(grid.factor(&slot));
    }
    best
}

/// The lines whose premiums are two thirds of the best or more.
pub(crate) fn skeleton_lines(puzzle: &Puzzle) -> Vec<SkeletonLine> {
    let grid = &puzzle.grid;
    let best = best_factors(puzzle);
    let top = best.iter().copied().max().unwrap_or(1);
    let mut lines = Vec::new();
    for (number, &factor) in
        best.iter().enumerate().filter(|(_, factor)| **factor > 1 && **factor * 3 >= top * 2)
    {
        let (dir, line) = grid.line_of_number(number);
        let fixed: Vec<usize> =
            (0..grid.room(dir)).filter(|&pos| puzzle.fixed[grid.at(dir, line, pos)] != EMPTY).collect();
        let has_start = fixed.len() > 1;
        let fits = |slot: &Slot| {
            slot.dir == dir
                && slot.line == line
                && if has_start {
                    fixed.iter().all(|pos| (slot.start..slot.start + slot.len).contains(pos))
                } else {
                    grid.factor(slot) == factor
                }
        };
        let slots: Vec<Slot> = grid.slots(puzzle.longest).filter(fits).collect();
        if !slots.is_empty() {
            lines.push(SkeletonLine { dir, line, slots, has_start });
        }
    }
    lines
}

/// Long slots on lines with good premiums; those on the best lines stand here twice.
pub(crate) fn premium_slots(puzzle: &Puzzle) -> Vec<Slot> {
    let best = best_factors(puzzle);
    let top = best.iter().copied().max().unwrap_or(1);
    let mut slots = Vec::new();
    for slot in puzzle.grid.slots(puzzle.longest) {
        let factor = best[puzzle.grid.line_number(slot.dir, slot.line)];
        if slot.len + 2 < puzzle.longest || factor == 1 || factor * 9 < top * 4 {
            continue;
        }
        slots.push(slot);
        if factor == top {
            slots.push(slot);
        }
    }
    slots
}

impl Search<'_> {
    /// A skeleton, and the bonus words at the best places that it leaves.
    pub(super) fn skeleton(&mut self, pace: &Pace<'_>) -> Draft {
        let puzzle = self.filler.puzzle;
        let words: Vec<Vec<u8>> = puzzle
            .bonuses
            .iter()
            .map(|bonus| bonus.word.clone())
            .filter(|word| puzzle.can_stand(word))
            .collect();
        // Tiles of bonus words are held back, or the skeleton would take the rare ones.
        for &x in words.iter().flatten() {
            let left = &mut self.filler.supply[usize::from(x)];
            if *left > puzzle.fixed_count(x) {
                *left -= 1;
            } else {
                self.filler.blanks = self.filler.blanks.saturating_sub(1);
            }
        }
        let mut draft = self.skeleton_alone(pace);
        (self.filler.supply, self.filler.blanks) = (puzzle.supply, puzzle.blanks);
        for word in &words {
            self.place_best(&mut draft, word);
        }
        draft
    }

    /// Annealing over the best lines alone: each step empties one or two of them and fills them anew.
    fn skeleton_alone(&mut self, pace: &Pace<'_>) -> Draft {
        let mut draft = Draft::new(self.filler.puzzle);
        if self.skeleton_lines.is_empty() {
            return draft;
        }
        let mut worth = self.worth(&draft);
        let mut top = (worth, draft);
        for step in 0..STEPS {
            if step % STRIDE == 0 && pace.share(0).is_none() {
                break;
            }
            let share = step as f64 / STEPS as f64;
            let temperature = TEMPERATURE.0 * (TEMPERATURE.1 / TEMPERATURE.0).powf(share);
            let mut next = draft;
            if !self.change_lines(&mut next, temperature) {
                continue;
            }
            let new = self.worth(&next);
            if new >= worth || self.filler.random.unit() < ((new - worth) / temperature).exp() {
                draft = next;
                worth = new;
                if worth > top.0 {
                    top = (worth, draft);
                }
            }
        }
        top.1
    }

    fn worth(&self, draft: &Draft) -> f64 {
        let standing = self.evaluate(draft);
        let left =
            (WORTH_ELSEWHERE + f64::from(self.filler.puzzle.unplayed_factor)) * f64::from(standing.unplayed);
        f64::from(standing.score) + left - PIECE_COST * f64::from((standing.pieces - 1).max(0))
    }

    fn change_lines(&mut self, draft: &mut Draft, temperature: f64) -> bool {
        let tile_price = WORTH_ELSEWHERE as f32 + self.filler.puzzle.unplayed_factor as f32;
        let count = 1 + self.filler.random.below(2);
        let mut picked = [0; 2];
        for pick in &mut picked[..count] {
            *pick = self.filler.random.below(self.skeleton_lines.len());
            self.clear_line(draft, *pick);
        }
        if !self.mend(draft) {
            return false;
        }
        for &pick in &picked[..count] {
            let line = &self.skeleton_lines[pick];
            let slot = if line.has_start && self.filler.random.below(2) == 0 {
                let longest = line.slots.last().map_or(0, |slot| slot.len);
                let first = line.slots.partition_point(|slot| slot.len < longest);
                line.slots[first + self.filler.random.below(line.slots.len() - first)]
            } else {
                line.slots[self.filler.random.below(line.slots.len())]
            };
            let rule = FillRule {
                temperature: temperature as f32,
                dear: !line.has_start,
                tile_price,
                most_loss: f32::INFINITY,
            };
            let mut tried = *draft;
            if self.filler.fill(&mut tried, slot, &rule) {
                *draft = tried;
            }
        }
        true
    }

    fn clear_line(&mut self, draft: &mut Draft, pick: usize) {
        let puzzle = self.filler.puzzle;
        let SkeletonLine { dir, line, .. } = self.skeleton_lines[pick];
        for pos in 0..puzzle.grid.room(dir) {
            let i = puzzle.grid.at(dir, line, pos);
            if draft.filled(i) && puzzle.fixed[i] == EMPTY && !draft.crossed(puzzle, i, dir) {
                draft.set(puzzle, i, EMPTY);
            }
        }
    }

    /// Puts a word where it does most good, with a little chance; nowhere if there is no place for it.
    fn place_best(&mut self, draft: &mut Draft, word: &[u8]) {
        let puzzle = self.filler.puzzle;
        let mut top = (f64::MIN, *draft);
        for slot in puzzle.grid.slots(puzzle.longest).filter(|slot| slot.len == word.len()) {
            let mut tried = *draft;
            if !self.filler.place(&mut tried, slot, word) {
                continue;
            }
            let standing = self.evaluate(&tried);
            let worth = f64::from(standing.score)
                - 50.0 * f64::from(standing.pieces)
                - 100.0 * f64::from(standing.over)
                + 40.0 * self.filler.random.unit();
            if worth > top.0 {
                top = (worth, tried);
            }
        }
        *draft = top.1;
    }
}
