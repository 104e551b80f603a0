//! Filling a slot: one word of those that fit is drawn, good ones more often.

use super::crossing::{Crossings, Ladder, prepare};
use super::draft::Draft;
use super::grid::Slot;
use super::puzzle::Puzzle;
use super::sieve::{CHUNK, Sieve, Tightest};
use super::stock::Stock;
use super::words::{Bucket, CrossCache, MOST_LETTERS};
use crate::movegen::Random;
use crate::wide::compiled_twice;

/// Look no further once so many words were found; the dearest come first.
const ENOUGH: usize = 60;
/// Words that bring so many temperatures less than the best are never drawn.
const REACH: f32 = 12.0;
/// How a fill chooses.
#[derive(Clone, Copy)]
pub(crate) struct FillRule {
    /// The higher, the more often lesser words are drawn; at 0 only the best.
    pub temperature: f32,
    /// Use only the dearest words.
    pub dear: bool,
    /// What a point of tile value is worth elsewhere.
    pub tile_price: f32,
    /// How many points a fill may lose against what stands in its place; more, and it is not even looked for.
    pub most_loss: f32,
}

/// A word that fits a slot.
#[derive(Clone, Copy)]
struct Fitting {
    gain: f32,
    id: u32,
}

/// Fills slots. One for each thread: it holds working memory and the dice.
pub(crate) struct Filler<'p> {
    pub puzzle: &'p Puzzle,
    pub random: Random,
    /// What may be used of each letter.
    pub supply: [u8; MOST_LETTERS],
    /// How many blanks may be used.
    pub blanks: usize,
    pub cache: CrossCache,
    sieve: Sieve,
    found: Vec<Fitting>,
    /// Fills tried so far.
    pub fills: u64,
}

impl<'p> Filler<'p> {
    pub fn new(puzzle: &'p Puzzle, random: Random) -> Filler<'p> {
        Filler {
            puzzle,
            random,
            supply: puzzle.supply,
            blanks: puzzle.blanks,
            cache: CrossCache::new(),
            sieve: Sieve::new(),
            found: Vec::new(),
            fills: 0,
        }
    }

    compiled_twice! {
        /// Puts a word into a slot, which is first widened over tiles that cannot be cleared.
        ///
        /// If nothing fits, the draft is spoilt and the caller restores it.
        pub fn fill(&mut self, draft: &mut Draft, slot: Slot, rule: &FillRule) -> bool {
            fill_wide or fill_inlined
        }
    }

    #[inline(always)]
    fn fill_inlined(&mut self, draft: &mut Draft, slot: Slot, rule: &FillRule) -> bool {
        self.fills += 1;
        let line_before = draft.line_score[self.puzzle.grid.line_number(slot.dir, slot.line)];
        let Some(slot) = prepare(self.puzzle, draft, slot) else { return false };
        let Some(crossings) = Crossings::new(self.puzzle, &mut self.cache, draft, &slot, rule.tile_price)
        else {
            return false;
        };
        let least = if rule.most_loss == f32::INFINITY {
            f32::NEG_INFINITY
        } else {
            crossings.standing(self.puzzle, draft, &slot, line_before) - rule.most_loss
        };
        let Some(id) = self.choose(draft, &slot, crossings, rule, least) else { return false };
        let word = self.bucket(&slot, rule).word(id);
        for k in 0..slot.len {
            draft.set(self.puzzle, self.puzzle.grid.cell(&slot, k), word[k]);
        }
        draft.refresh(self.puzzle)
    }

    /// Puts one word into a slot of its length, if what stands around it allows.
    pub fn place(&mut self, draft: &mut Draft, slot: Slot, word: &[u8]) -> bool {
        if prepare(self.puzzle, draft, slot) != Some(slot) {
            return false;
        }
        let Some(crossings) = Crossings::new(self.puzzle, &mut self.cache, draft, &slot, 0.0) else {
            return false;
        };
        for k in 0..slot.len {
            if crossings.allowed[k] >> word[k] & 1 == 0 {
                return false;
            }
            draft.set(self.puzzle, self.puzzle.grid.cell(&slot, k), word[k]);
        }
        draft.refresh(self.puzzle)
    }

    fn bucket(&self, slot: &Slot, rule: &FillRule) -> &'p Bucket {
        let words = &self.puzzle.words;
        if rule.dear { &words.dear[slot.len] } else { &words.makeable[slot.len] }
    }

    /// The number of a word for the slot, drawn with a chance that grows with what it brings.
    #[inline(always)]
    fn choose(
        &mut self,
        draft: &Draft,
        slot: &Slot,
        mut crossings: Crossings,
        rule: &FillRule,
        least: f32,
    ) -> Option<usize> {
        let bucket = self.bucket(slot, rule);
        if bucket.count == 0 {
            return None;
        }
        let stock = Stock::new(self.puzzle, (self.supply, self.blanks), draft, slot)?;
        let reach = REACH * rule.temperature;
        self.found.clear();
        let left = if stock.spare() == 0 { !stock.gone } else { !0 };
        // Cells that nothing crosses need no test of their own: all letters of a word are asked for.
        for allowed in &mut crossings.allowed[..slot.len] {
            if *allowed != self.puzzle.all_letters {
                *allowed &= left;
            }
        }
        let extra = bucket.bonuses.iter().map(|&(_, points)| points as f32).sum();
        let ladder = crossings.ladder(self.puzzle, slot.len, left, extra)?;
        let trial =
            Trial { puzzle: self.puzzle, bucket, crossings: &crossings, stock: &stock, len: slot.len };
        self.climb(&trial, &ladder, least, reach);
        self.draw(rule.temperature, reach)
    }

    /// Gathers in `found` the words that fit, dearest first, until there are enough or no better ones to come.
    #[inline(always)]
    fn climb(&mut self, trial: &Trial<'_>, ladder: &Ladder, mut least: f32, reach: f32) {
        let Trial { bucket, crossings, stock, len, .. } = *trial;
        let end_block = |least: f32| ladder.least_face(least).map_or(0, |face| bucket.end_block(face));
        let (mut begin, mut end) = (bucket.first_block(ladder.top), end_block(least));
        let tightest = Tightest::new(crossings, len);
        while begin < end {
            let blocks = begin..end.min(begin + CHUNK);
            begin = blocks.end;
            let Some(from) = self.sieve.sieve(bucket, (crossings, &tightest), stock, &blocks) else {
                continue;
            };
            let mut top = f32::MIN;
            for (block, mut words) in blocks.zip(*self.sieve.candidates()) {
                while words != 0 {
                    let id = block * 64 + words.trailing_zeros() as usize;
                    words &= words - 1;
                    if !tightest.fits(from, crossings, bucket.word(id)) {
                        continue;
                    }
                    if let Some(fitting) = trial.fitting(id, least) {
                        self.found.push(fitting);
                        top = top.max(fitting.gain);
                    }
                }
                if self.found.len() >= ENOUGH {
                    return;
                }
            }
            if top - reach > least {
                least = top - reach;
                end = end_block(least);
            }
        }
    }

    /// One of the words that were found; those out of `reach` of the best are never drawn.
    #[inline(always)]
    fn draw(&mut self, temperature: f32, reach: f32) -> Option<usize> {
        if self.found.is_empty() {
            return None;
        }
        let top = self.found.iter().map(|fitting| fitting.gain).fold(f32::MIN, f32::max);
        if temperature <= 0.0 {
            self.found.retain(|fitting| fitting.gain == top);
            let count = self.found.len();
            return Some(self.found[self.random.below(count)].id as usize);
        }
        let mut total = 0.0;
        for fitting in &mut self.found {
            if fitting.gain >= top - reach {
                total += ((fitting.gain - top) / temperature).exp();
            }
            fitting.gain = total;
        }
        let wanted = self.random.unit() as f32 * total;
        let drawn = self.found.iter().find(|fitting| fitting.gain > wanted).or(self.found.last());
        drawn.map(|fitting| fitting.id as usize)
    }
}

/// A slot for which words are tried.
struct Trial<'a> {
    puzzle: &'a Puzzle,
    bucket: &'a Bucket,
    crossings: &'a Crossings,
    stock: &'a Stock<'a>,
    len: usize,
}

impl Trial<'_> {
    /// A word that fits the crossings, if there are tiles for it and it brings enough.
    #[inline(always)]
    fn fitting(&self, id: usize, least: f32) -> Option<Fitting> {
        let mut gain = -self.stock.blanks_cost(self.bucket, id, self.crossings, self.len)?;
        let letters = self.bucket.word(id);
        for k in 0..self.len {
            gain += self.crossings.gain(k, self.puzzle.values[usize::from(letters[k]) % MOST_LETTERS]);
        }
        for &(bonus, points) in &self.bucket.bonuses {
            if bonus as usize == id {
                gain += points as f32;
            }
        }
        (gain >= least).then_some(Fitting { gain, id: id as u32 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hare::puzzle::PuzzlePlan;
    use crate::hare::search::Search;
    use crate::movegen::Premium;
    use crate::{Alphabet, WordGraph};

    const LETTERS: usize = 10;

    /// Half of all the words of two to four letters, so that those of four take more than one part of the sieve.
    fn list(random: &mut Random) -> WordGraph {
        let labels: Vec<String> = ('A'..='J').map(String::from).collect();
        let words: Vec<String> = (2..=4)
            .flat_map(|len| (0..LETTERS.pow(len)).map(move |number| (len, number)))
            .filter(|_| random.below(2) == 0)
            .map(|(len, number)| {
                (0..len).map(|k| (b'A' + (number / LETTERS.pow(k) % LETTERS) as u8) as char).collect()
            })
            .collect();
        WordGraph::build(&words, Alphabet::new(&labels).expect("ten letters")).expect("a graph")
    }

    /// The best score with a word in the slot, by trying them all, and how many words fit.
    fn best_by_trying(puzzle: &Puzzle, draft: &Draft, slot: &Slot) -> (i32, usize) {
        let bucket = &puzzle.words.makeable[slot.len];
        let scores = (0..bucket.count).filter_map(|id| {
            let mut tried = *draft;
            for k in 0..slot.len {
                tried.set(puzzle, puzzle.grid.cell(slot, k), bucket.word(id)[k]);
            }
            let is_good = tried.refresh(puzzle);
            let standing = tried.evaluate(puzzle, &puzzle.supply);
            (is_good && standing.over == 0).then_some(standing.score)
        });
        scores.fold((i32::MIN, 0), |(top, count), score| (top.max(score), count + 1))
    }

    /// A board of 6 rows and columns with premiums anywhere.
    fn puzzle(list: &WordGraph, random: &mut Random) -> Puzzle {
        let mut premium = || Premium { letter: 1 + random.below(3) as u8, word: 1 + random.below(3) as u8 };
        let plan = PuzzlePlan {
            rows: (0..6).map(|_| (0..6).map(|_| premium()).collect()).collect(),
            values: vec![1, 1, 2, 3, 1, 4, 8, 5, 1, 10],
            counts: vec![3, 2, 2, 1, 3, 1, 1, 1, 4, 1],
            blanks: 0,
            longest_word: Some(4),
            fixed: Vec::new(),
            bonuses: Vec::new(),
            unplayed_count: true,
            lists: vec![list],
            extra_words: Vec::new(),
        };
        Puzzle::new(&plan).expect("a puzzle")
    }

    #[test]
    fn a_fill_that_takes_nothing_away_leaves_one_piece() {
        let mut random = Random::new(3, 0);
        let list = list(&mut random);
        let puzzle = puzzle(&list, &mut random);
        let mut search = Search::new(&puzzle);
        let slots: Vec<Slot> = puzzle.grid.slots(4).collect();
        let rule = FillRule { temperature: 5.0, dear: false, tile_price: 0.0, most_loss: f32::INFINITY };
        let (mut grown, mut cut) = (0, 0);
        for _ in 0..200 {
            let mut draft = Draft::new(&puzzle);
            for _ in 0..12 {
                let slot = slots[random.below(slots.len())];
                let mut filled = draft;
                if !search.touches(&draft, &slot) || !search.filler.fill(&mut filled, slot, &rule) {
                    continue;
                }
                if draft.pieces() == 1 {
                    let by_growth = search.evaluate_filled(&filled, f64::NEG_INFINITY, &draft);
                    assert_eq!(by_growth, search.evaluate_above(&filled, f64::NEG_INFINITY));
                    *if filled.covers(&draft) { &mut grown } else { &mut cut } += 1;
                }
                draft = filled;
            }
        }
        assert!(grown > 100 && cut > 20, "{grown} fills only added tiles, and {cut} took some away");
    }

    #[test]
    fn a_cold_fill_is_the_best_of_all_words() {
        let mut random = Random::new(1, 0);
        let list = list(&mut random);
        let puzzle = puzzle(&list, &mut random);
        let mut filler = Filler::new(&puzzle, Random::new(2, 0));
        let cold = FillRule { temperature: 0.0, dear: false, tile_price: 0.0, most_loss: f32::INFINITY };
        let slots: Vec<Slot> = puzzle.grid.slots(4).collect();
        let mut compared = 0;
        for _ in 0..40 {
            let mut draft = Draft::new(&puzzle);
            for _ in 0..8 {
                let slot = slots[random.below(slots.len())];
                let mut prepared = draft;
                let Some(wide) = prepare(&puzzle, &mut prepared, slot) else { continue };
                let (top, fitting) = best_by_trying(&puzzle, &prepared, &wide);
                let mut filled = draft;
                let is_filled = filler.fill(&mut filled, slot, &cold);
                assert_eq!(is_filled, fitting > 0);
                if is_filled && fitting < ENOUGH {
                    assert_eq!(filled.evaluate(&puzzle, &puzzle.supply).score, top);
                    compared += 1;
                }
                if is_filled && random.below(2) == 0 {
                    draft = filled;
                }
            }
        }
        assert!(compared > 50, "only {compared} slots were tight enough to compare");
    }
}
