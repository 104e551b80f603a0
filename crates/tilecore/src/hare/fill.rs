//! Filling a slot: one word of those that fit is drawn, good ones more often.

use super::crossing::{Crossings, prepare};
use super::draft::Draft;
use super::grid::Slot;
use super::puzzle::{EMPTY, Puzzle};
use super::words::{Bucket, CrossCache, GUARD, Letters, MOST_LETTERS, room_of};
use crate::movegen::{MOST_SIDE, Random};

/// Look no further once so many words were found; the dearest come first.
const ENOUGH: usize = 60;
/// Words that bring so many temperatures less than the best are never drawn.
const REACH: f32 = 12.0;
/// A blank for a letter that stands elsewhere too is expected to cost so many times its value.
const BLANK_ELSEWHERE: f32 = 4.0;

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

/// Which words are not worth looking at.
#[derive(Clone, Copy)]
struct Limits {
    /// Those that bring so much less than the best.
    reach: f32,
    /// Those that bring less than this.
    least: f32,
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
    candidates: Vec<u64>,
    union: Vec<u64>,
    found: Vec<Fitting>,
    /// Fills tried so far.
    pub fills: u64,
    #[cfg(target_arch = "x86_64")]
    is_wide: bool,
}

/// The letters that a slot may draw on, and what is known about them before any word is looked at.
struct Stock {
    /// Letters on the board outside the slot.
    used: [u8; MOST_LETTERS],
    /// Blanks that stand in for letters already.
    blanks_used: i32,
    blanks: i32,
    room: [u128; 2],
    /// Letters of which none or one is left, and whether it is none.
    short: [(u8, bool); MOST_LETTERS],
    shorts: usize,
}

impl Stock {
    fn spare(&self) -> usize {
        (self.blanks - self.blanks_used) as usize
    }
}

impl<'p> Filler<'p> {
    pub fn new(puzzle: &'p Puzzle, random: Random) -> Filler<'p> {
        let blocks = puzzle.words.makeable.iter().map(|bucket| bucket.blocks).max().unwrap_or(0);
        Filler {
            puzzle,
            random,
            supply: puzzle.supply,
            blanks: puzzle.blanks,
            cache: CrossCache::new(),
            candidates: vec![0; blocks],
            union: vec![0; blocks],
            found: Vec::new(),
            fills: 0,
            #[cfg(target_arch = "x86_64")]
            is_wide: crate::movegen::has_wide_instructions(),
        }
    }

    /// Puts a word into a slot, which is first widened over tiles that cannot be cleared.
    ///
    /// If nothing fits, the draft is spoilt and the caller restores it.
    pub fn fill(&mut self, draft: &mut Draft, slot: Slot, rule: &FillRule) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self.is_wide {
            // SAFETY: asked when this was made, and the processor has the instructions.
            return unsafe { self.fill_wide(draft, slot, rule) };
        }
        self.fill_inlined(draft, slot, rule)
    }

    /// # Safety
    /// The processor must have these instructions.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn fill_wide(&mut self, draft: &mut Draft, slot: Slot, rule: &FillRule) -> bool {
        self.fill_inlined(draft, slot, rule)
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
        let stock = self.stock(draft, slot)?;
        let mut left = self.puzzle.all_letters;
        if stock.spare() == 0 {
            // Without a blank to spare, letters that have run out can stand nowhere. Cells that nothing crosses
            // need no test of their own: `too_dear` asks for those letters anywhere in the word.
            let supply = &self.supply;
            left = (0..self.puzzle.alphabet)
                .fold(0, |set, x| set | Letters::from(stock.used[x] < supply[x]) << x);
            for allowed in &mut crossings.allowed[..slot.len] {
                if *allowed != self.puzzle.all_letters {
                    *allowed &= left;
                }
            }
        }
        if least > f32::NEG_INFINITY && crossings.most(self.puzzle, slot.len, left) < least {
            return None;
        }
        let loose = self.sieve(bucket, &crossings, slot.len)?;
        self.collect(
            bucket,
            &crossings,
            slot,
            &stock,
            &loose,
            Limits { reach: REACH * rule.temperature, least },
        );
        self.draw(rule.temperature)
    }

    #[inline(always)]
    fn stock(&self, draft: &Draft, slot: &Slot) -> Option<Stock> {
        let mut used = draft.count;
        for k in 0..slot.len {
            let x = draft.cell[self.puzzle.grid.cell(slot, k)];
            if x != EMPTY {
                used[usize::from(x)] -= 1;
            }
        }
        let blanks_used = (0..MOST_LETTERS).map(|x| i32::from(used[x].saturating_sub(self.supply[x]))).sum();
        let blanks = self.blanks as i32;
        if blanks_used > blanks {
            return None;
        }
        let mut stock = Stock {
            room: room_of(&self.supply, &used),
            used,
            blanks_used,
            blanks,
            short: [(0, false); MOST_LETTERS],
            shorts: 0,
        };
        for x in 0..self.puzzle.alphabet {
            let left = self.supply[x].saturating_sub(stock.used[x]);
            if left <= 1 {
                stock.short[stock.shorts] = (x as u8, left == 0);
                stock.shorts += 1;
            }
        }
        Some(stock)
    }

    /// Leaves in `candidates` the words that fit the tight cells; gives the cells that are still to be tested.
    ///
    /// Bits are quick for cells that few letters fit; once few words are left, these are tested one by one.
    #[inline(always)]
    fn sieve(&mut self, bucket: &Bucket, crossings: &Crossings, len: usize) -> Option<Loose> {
        let candidates = &mut self.candidates[..bucket.blocks];
        candidates.fill(!0);
        if bucket.count % 64 != 0 {
            candidates[bucket.blocks - 1] = (1 << (bucket.count % 64)) - 1;
        }
        let (alphabet, all) = (self.puzzle.alphabet as u32, self.puzzle.all_letters);
        let mut order: [(u32, u8); MOST_SIDE] = [(0, 0); MOST_SIDE];
        for k in 0..len {
            order[k] = (crossings.allowed[k].count_ones(), k as u8);
        }
        order[..len].sort_unstable();
        for (at, &(fitting, k)) in order[..len].iter().enumerate() {
            let (k, allowed) = (usize::from(k), crossings.allowed[usize::from(k)]);
            if fitting == 0 {
                return None;
            }
            if fitting == 1 {
                let having = bucket.having(k, allowed.trailing_zeros() as usize);
                candidates.iter_mut().zip(having).for_each(|(words, having)| *words &= having);
                continue;
            }
            let left: u32 = candidates.iter().map(|words| words.count_ones()).sum();
            if left == 0 {
                return None;
            }
            if fitting == alphabet || left < 20 * fitting.min(alphabet - fitting) {
                return Some(Loose { order, from: at, len });
            }
            let inverse = fitting > alphabet / 2;
            let mut letters = if inverse { !allowed & all } else { allowed };
            let union = &mut self.union[..bucket.blocks];
            union.fill(0);
            while letters != 0 {
                let having = bucket.having(k, letters.trailing_zeros() as usize);
                letters &= letters - 1;
                union.iter_mut().zip(having).for_each(|(words, having)| *words |= having);
            }
            if inverse {
                candidates.iter_mut().zip(union.iter()).for_each(|(words, wrong)| *words &= !wrong);
            } else {
                candidates.iter_mut().zip(union.iter()).for_each(|(words, right)| *words &= right);
            }
        }
        Some(Loose { order, from: len, len })
    }

    /// Gathers in `found` the words that fit and for which there are tiles, dearest first, until there are enough.
    #[inline(always)]
    fn collect(
        &mut self,
        bucket: &Bucket,
        crossings: &Crossings,
        slot: &Slot,
        stock: &Stock,
        loose: &Loose,
        limits: Limits,
    ) {
        let len = slot.len;
        self.found.clear();
        let mut top = f32::MIN;
        // A word of face value V brings at most floor + V * steepest, and a bonus.
        let floor: f32 = crossings.constant[..len].iter().sum::<f32>()
            + bucket.bonuses.iter().map(|&(_, points)| points as f32).sum::<f32>();
        let steepest = crossings.slope[..len].iter().copied().fold(0.0, f32::max);
        let Limits { reach, least } = limits;
        for block in 0..bucket.blocks {
            let mut words = self.candidates[block];
            if words == 0 {
                continue;
            }
            let most = floor + bucket.ceiling[block] as f32 * steepest;
            if self.found.len() >= ENOUGH || most < top - reach || most < least {
                break;
            }
            words &= !match stock.spare() {
                0 => bucket.lacking(block, &stock.short[..stock.shorts]),
                spare @ 1..=2 => bucket.too_dear(block, &stock.short[..stock.shorts], spare),
                _ => 0,
            };
            while words != 0 {
                let id = block * 64 + words.trailing_zeros() as usize;
                words &= words - 1;
                let letters = bucket.word(id);
                if loose.cells().any(|k| crossings.allowed[k] >> letters[k] & 1 == 0) {
                    continue;
                }
                let Some(blanks_cost) = self.blanks_cost(bucket, id, crossings, stock, len) else { continue };
                let mut gain = -blanks_cost;
                for k in 0..len {
                    gain += crossings.gain(k, self.puzzle.values[usize::from(letters[k]) % MOST_LETTERS]);
                }
                for &(bonus, points) in &bucket.bonuses {
                    if bonus as usize == id {
                        gain += points as f32;
                    }
                }
                if gain >= least {
                    self.found.push(Fitting { gain, id: id as u32 });
                    top = top.max(gain);
                }
            }
        }
    }

    /// What the blanks cost that a word needs; nothing if there are too few of them.
    #[inline(always)]
    fn blanks_cost(
        &self,
        bucket: &Bucket,
        id: usize,
        crossings: &Crossings,
        stock: &Stock,
        len: usize,
    ) -> Option<f32> {
        // One subtraction compares all letter counts with what is left; where it borrows, letters are lacking.
        let need = bucket.need(id);
        let after = [(stock.room[0] | GUARD) - need[0], (stock.room[1] | GUARD) - need[1]];
        if after[0] & after[1] & GUARD == GUARD {
            return Some(0.0);
        }
        let mut blanks = stock.blanks_used;
        let mut cost = 0.0;
        for (part, after) in after.into_iter().enumerate() {
            let mut lacking = !after & GUARD;
            while lacking != 0 {
                let at = lacking.trailing_zeros() - 3;
                lacking &= lacking - 1;
                blanks += 8 - (after >> at & 15) as i32;
                if blanks > stock.blanks {
                    return None;
                }
                // It goes where it costs least.
                let x = part * 32 + at as usize / 4;
                let value = self.puzzle.values[x];
                let mut least = if stock.used[x] > 0 { value as f32 * BLANK_ELSEWHERE } else { f32::MAX };
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

    /// One of the words that were found.
    #[inline(always)]
    fn draw(&mut self, temperature: f32) -> Option<usize> {
        let top = self.found.iter().map(|fitting| fitting.gain).fold(f32::MIN, f32::max);
        if temperature <= 0.0 {
            self.found.retain(|fitting| fitting.gain == top);
            let count = self.found.len();
            return (count > 0).then(|| self.found[self.random.below(count)].id as usize);
        }
        let mut total = 0.0;
        for fitting in &mut self.found {
            let below = (fitting.gain - top) / temperature;
            if below > -REACH {
                total += below.exp();
            }
            fitting.gain = total;
        }
        let wanted = self.random.unit() as f32 * total;
        let drawn = self.found.iter().find(|fitting| fitting.gain >= wanted).or(self.found.last());
        drawn.map(|fitting| fitting.id as usize)
    }
}

/// Cells of a slot, those that fewest letters fit first; the cells before `from` are dealt with.
struct Loose {
    order: [(u32, u8); MOST_SIDE],
    from: usize,
    len: usize,
}

impl Loose {
    #[inline]
    fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.order[self.from..self.len].iter().map(|&(_, k)| usize::from(k))
    }
}
