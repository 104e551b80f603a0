//! A sieve for the words of a slot: sets of bits leave few of which it is worth to look at the letters.

use std::ops::Range;

use super::crossing::Crossings;
use super::stock::Stock;
use super::words::Bucket;
use crate::movegen::MOST_SIDE;

/// Blocks of 64 words that are looked at together.
pub(crate) const CHUNK: usize = 64;
/// Testing so many words one by one takes as long as going once through a block for a letter.
const WORDS_A_BLOCK: u32 = 22;

/// Cells of a slot, those that fewest letters fit first.
pub(crate) struct Tightest {
    /// How many letters fit a cell, and which it is.
    order: [(u32, u8); MOST_SIDE],
    len: usize,
}

impl Tightest {
    #[inline(always)]
    pub fn new(crossings: &Crossings, len: usize) -> Tightest {
        let mut order: [(u32, u8); MOST_SIDE] = [(0, 0); MOST_SIDE];
        for k in 0..len {
            order[k] = (crossings.allowed[k].count_ones(), k as u8);
        }
        order[..len].sort_unstable();
        Tightest { order, len }
    }

    /// Whether a word fits the cells from a place in this order on.
    #[inline(always)]
    pub fn fits(&self, from: usize, crossings: &Crossings, letters: &[u8]) -> bool {
        let fits =
            |&(_, k): &(u32, u8)| crossings.allowed[usize::from(k)] >> letters[usize::from(k)] & 1 == 1;
        self.order[from..self.len].iter().all(fits)
    }
}

/// Sieves words. One for each thread: it holds working memory.
pub(crate) struct Sieve {
    candidates: [u64; CHUNK],
}

impl Sieve {
    pub fn new() -> Sieve {
        Sieve { candidates: [0; CHUNK] }
    }

    /// The words of each block that the last sieving left.
    #[inline(always)]
    pub fn candidates(&self) -> &[u64; CHUNK] {
        &self.candidates
    }

    /// Leaves of some blocks the words that fit the tightest cells and need no tile that has run out; gives the
    /// place in the order from which on cells are still to be tested, or nothing if no word is left.
    ///
    /// Bits are quick for cells that few letters fit; once few words are left, these are tested one by one.
    #[inline(always)]
    pub fn sieve(
        &mut self,
        bucket: &Bucket,
        (crossings, tightest): (&Crossings, &Tightest),
        stock: &Stock<'_>,
        blocks: &Range<usize>,
    ) -> Option<usize> {
        let candidates = &mut self.candidates[..blocks.len()];
        candidates.fill(!0);
        if blocks.end == bucket.blocks && bucket.count % 64 != 0 {
            candidates[blocks.len() - 1] = (1 << (bucket.count % 64)) - 1;
        }
        let order = &tightest.order[..tightest.len];
        if order[0].0 == 0 {
            return None;
        }
        let given = order.partition_point(|&(fitting, _)| fitting == 1);
        for &(_, k) in &order[..given] {
            let letter = crossings.allowed[usize::from(k)].trailing_zeros() as usize;
            let having = bucket.having(usize::from(k), letter, blocks);
            candidates.iter_mut().zip(having).for_each(|(words, having)| *words &= having);
        }
        // Whether going through all blocks for so many letters takes longer than testing the words that are left.
        let is_few = |words: u32, letters: u32| words * WORDS_A_BLOCK < letters * blocks.len() as u32;
        let mut left = count(candidates);
        if !is_few(left, stock.short().len() as u32) {
            take_out_lacking(candidates, bucket, stock, blocks);
            left = count(candidates);
        }
        let alphabet = bucket.alphabet as u32;
        for (at, &(fitting, k)) in order.iter().enumerate().skip(given) {
            let (k, allowed) = (usize::from(k), crossings.allowed[usize::from(k)]);
            if left == 0 {
                return None;
            }
            if fitting == alphabet || is_few(left, fitting.min(alphabet - fitting)) {
                return Some(at);
            }
            let inverse = fitting > alphabet / 2;
            let mut letters = if inverse { !allowed & ((1 << alphabet) - 1) } else { allowed };
            let mut union = [0; CHUNK];
            let union = &mut union[..blocks.len()];
            while letters != 0 {
                let having = bucket.having(k, letters.trailing_zeros() as usize, blocks);
                letters &= letters - 1;
                union.iter_mut().zip(having).for_each(|(words, having)| *words |= having);
            }
            if inverse {
                candidates.iter_mut().zip(union.iter()).for_each(|(words, wrong)| *words &= !wrong);
            } else {
                candidates.iter_mut().zip(union.iter()).for_each(|(words, right)| *words &= right);
            }
            left = count(candidates);
        }
        Some(tightest.len)
    }
}

#[inline(always)]
fn count(words: &[u64]) -> u32 {
    words.iter().map(|words| words.count_ones()).sum()
}

/// Takes out words that surely need more blanks than are left.
#[inline(always)]
fn take_out_lacking(candidates: &mut [u64], bucket: &Bucket, stock: &Stock<'_>, blocks: &Range<usize>) {
    let spare = stock.spare();
    if spare > 2 {
        return;
    }
    // Words that lack one letter or more, two or more, three or more.
    let mut lacking = [[0_u64; CHUNK]; 3];
    let mut add = |words: &[u64]| {
        let [one, two, three] = &mut lacking;
        let counters = one.iter_mut().zip(two).zip(three);
        match spare {
            0 => counters.zip(words).for_each(|(((one, _), _), words)| *one |= words),
            1 => counters.zip(words).for_each(|(((one, two), _), words)| {
                *two |= *one & words;
                *one |= words;
            }),
            _ => counters.zip(words).for_each(|(((one, two), three), words)| {
                *three |= *two & words;
                *two |= *one & words;
                *one |= words;
            }),
        }
    };
    for &(x, none_left) in stock.short() {
        if none_left {
            add(bucket.repeating(x, false, blocks));
        }
        // Where none is left and no blank either, those with two are among those with one.
        if !none_left || spare > 0 {
            add(bucket.repeating(x, true, blocks));
        }
    }
    candidates.iter_mut().zip(&lacking[spare]).for_each(|(words, lacking)| *words &= !lacking);
}
