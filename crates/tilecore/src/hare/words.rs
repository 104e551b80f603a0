//! The words of a puzzle: is this one, which letters fit here, and those of each length to choose from.

use std::collections::HashSet;
use std::ops::Range;

/// Letters of the largest tile set, and one more that stands for none.
pub(crate) const MOST_LETTERS: usize = 64;
/// Letters whose counts fit one number of four bits each.
const LETTERS_A_NUMBER: usize = 32;
/// No word that needs more of one letter is ever proposed; a counter has three bits and one to borrow from.
const MOST_OF_ONE: usize = 7;
/// The bit of each counter to borrow from.
pub(crate) const GUARD: u128 = u128::from_ne_bytes([0x88; 16]);

/// How often each letter is in a word, four bits each.
pub(crate) type Need = [u128; 2];

/// Which letters, a bit each.
pub(crate) type Letters = u64;

/// The words of one length, dearest first, so that a search for good ones can stop early.
#[derive(Default)]
pub(crate) struct Bucket {
    pub count: usize,
    /// Numbers of 64 bits that a set of its words takes.
    pub blocks: usize,
    /// The highest face value of a word in each block; later ones have no higher.
    ceiling: Vec<i32>,
    /// The lowest face value of a word in each block.
    floor: Vec<i32>,
    /// Which letters are in each word.
    kinds: Vec<Letters>,
    /// The letters of word `w` begin at `w * stride`.
    pub letters: Vec<u8>,
    pub stride: usize,
    needs: Vec<u128>,
    /// Of the letters from the 33rd on; empty where there are none.
    more_needs: Vec<u128>,
    /// Words with a letter at a position: `blocks` numbers for each.
    having: Vec<u64>,
    pub alphabet: usize,
    /// Words with one or more of a letter, and with two or more: `blocks` numbers for each.
    repeats: [Vec<u64>; 2],
    /// Words that bring a bonus, and how much.
    pub bonuses: Vec<(u32, i32)>,
}

impl Bucket {
    fn new(len: usize, alphabet: usize, values: &[i32], mut words: Vec<&[u8]>) -> Bucket {
        let face = |word: &[u8]| -> i32 { word.iter().map(|&x| values[usize::from(x)]).sum() };
        words.sort_by_key(|word| (-face(word), *word));
        let (count, blocks, stride) = (words.len(), words.len().div_ceil(64), len.next_multiple_of(8));
        let mut bucket = Bucket {
            count,
            blocks,
            stride,
            alphabet,
            ceiling: words.chunks(64).map(|block| face(block[0])).collect(),
            floor: words.chunks(64).map(|block| face(block[block.len() - 1])).collect(),
            kinds: words.iter().map(|word| word.iter().fold(0, |kinds, &x| kinds | 1 << x)).collect(),
            having: vec![0; len * alphabet * blocks],
            repeats: [vec![0; alphabet * blocks], vec![0; alphabet * blocks]],
            ..Bucket::default()
        };
        for (id, word) in words.iter().enumerate() {
            bucket.letters.extend_from_slice(word);
            bucket.letters.resize((id + 1) * stride, 0);
            let need = need_of(word);
            bucket.needs.push(need[0]);
            if alphabet > LETTERS_A_NUMBER {
                bucket.more_needs.push(need[1]);
            }
            let bit = 1 << (id % 64);
            for (pos, &x) in word.iter().enumerate() {
                bucket.having[(pos * alphabet + usize::from(x)) * blocks + id / 64] |= bit;
                let at = usize::from(x) * blocks + id / 64;
                bucket.repeats[1][at] |= bucket.repeats[0][at] & bit;
                bucket.repeats[0][at] |= bit;
            }
        }
        bucket
    }

    /// Of some blocks the words with a letter at a position.
    #[inline(always)]
    pub fn having(&self, pos: usize, letter: usize, blocks: &Range<usize>) -> &[u64] {
        let begin = (pos * self.alphabet + letter) * self.blocks;
        &self.having[begin + blocks.start..begin + blocks.end]
    }

    /// The first block with a word of at most so high a face value.
    #[inline(always)]
    pub fn first_block(&self, highest: i32) -> usize {
        self.floor.partition_point(|&floor| floor > highest)
    }

    /// The block from which on all words have a lower face value.
    #[inline(always)]
    pub fn end_block(&self, lowest: i32) -> usize {
        self.ceiling.partition_point(|&ceiling| ceiling >= lowest)
    }

    /// Which letters are in a word.
    #[inline(always)]
    pub fn kinds(&self, id: usize) -> Letters {
        self.kinds[id]
    }

    #[inline(always)]
    pub fn word(&self, id: usize) -> &[u8] {
        &self.letters[id * self.stride..(id + 1) * self.stride]
    }

    #[inline(always)]
    pub fn need(&self, id: usize) -> Need {
        [self.needs[id], if self.more_needs.is_empty() { 0 } else { self.more_needs[id] }]
    }

    /// Of some blocks the words with one of a letter, or with two.
    #[inline(always)]
    pub fn repeating(&self, letter: u8, twice: bool, blocks: &Range<usize>) -> &[u64] {
        let begin = usize::from(letter) * self.blocks;
        &self.repeats[usize::from(twice)][begin + blocks.start..begin + blocks.end]
    }

    pub fn has(&self, word: &[u8]) -> bool {
        self.find(word).is_some()
    }

    /// The number of a word in this bucket.
    fn find(&self, word: &[u8]) -> Option<usize> {
        (0..self.count).find(|&id| &self.word(id)[..word.len()] == word)
    }
}

pub(crate) fn need_of(word: &[u8]) -> Need {
    let mut need = [0; 2];
    for &x in word {
        need[usize::from(x) / LETTERS_A_NUMBER] += 1 << (4 * (usize::from(x) % LETTERS_A_NUMBER));
    }
    need
}

/// What is left of a supply, in the form that words' needs are compared with.
pub(crate) fn room_of(supply: &[u8; MOST_LETTERS], used: &[u8; MOST_LETTERS]) -> Need {
    let mut room = [0; 2];
    for x in 0..MOST_LETTERS {
        let left = supply[x].saturating_sub(used[x]).min(MOST_OF_ONE as u8);
        room[x / LETTERS_A_NUMBER] |= u128::from(left) << (4 * (x % LETTERS_A_NUMBER));
    }
    room
}

/// A word as one number. `push` makes it longer by a letter at the end.
///
/// With few letters and short words it is exact; else it is a hash of 64 bits, and boards are looked at
/// again, word by word, before anybody sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    factor: u64,
    powers: [u64; 22],
}

impl Keys {
    fn new(alphabet: usize, longest: usize) -> Keys {
        let factor = if alphabet < 31 && longest <= 12 { 32 } else { 0x9e37_79b9_7f4a_7c15 };
        let mut powers = [1_u64; 22];
        for n in 1..powers.len() {
            powers[n] = powers[n - 1].wrapping_mul(factor);
        }
        Keys { factor, powers }
    }

    #[inline]
    pub fn push(&self, key: u64, letter: u8) -> u64 {
        key.wrapping_mul(self.factor).wrapping_add(u64::from(letter) + 1)
    }

    /// The key of a letter with so many letters behind it.
    #[inline]
    pub fn shifted(&self, letter: u8, behind: usize) -> u64 {
        (u64::from(letter) + 1).wrapping_mul(self.powers[behind])
    }

    /// A part of a word, moved by so many letters to the front.
    #[inline]
    pub fn moved(&self, key: u64, letters: usize) -> u64 {
        key.wrapping_mul(self.powers[letters])
    }

    pub fn of(&self, word: &[u8]) -> u64 {
        word.iter().fold(0, |key, &x| self.push(key, x))
    }
}

/// All words that are good in a puzzle.
pub(crate) struct Words {
    /// By length: the words that the tiles can make.
    pub makeable: Vec<Bucket>,
    /// By length: the dearest of them, for words on the best premiums.
    pub dear: Vec<Bucket>,
    pub keys: Keys,
    /// Open addressing over keys; 0 is an empty place.
    table: Vec<u64>,
    exact: HashSet<Box<[u8]>>,
}

/// What the tiles of a puzzle are worth, and how many there are.
pub(crate) struct Supply<'a> {
    pub values: &'a [i32],
    pub counts: &'a [u8],
    pub blanks: usize,
}

impl Words {
    /// `words` are all good ones of 2 to `longest` letters; `bonuses` are words and points.
    pub fn new(
        words: HashSet<Box<[u8]>>,
        longest: usize,
        supply: &Supply<'_>,
        bonuses: &[(&[u8], i32)],
        dear_ones: usize,
    ) -> Words {
        let alphabet = supply.values.len();
        let keys = Keys::new(alphabet, longest);
        let mut table = vec![0; (words.len() * 3).next_power_of_two().max(64)];
        let mut by_length: Vec<Vec<&[u8]>> = vec![Vec::new(); longest + 1];
        for word in &words {
            insert(&mut table, keys.of(word));
            if is_makeable(word, supply) {
                by_length[word.len()].push(word);
            }
        }
        let mut makeable: Vec<Bucket> = by_length
            .into_iter()
            .enumerate()
            .map(|(len, words)| Bucket::new(len, alphabet, supply.values, words))
            .collect();
        let mut dear: Vec<Bucket> = makeable
            .iter()
            .enumerate()
            .map(|(len, bucket)| {
                let dearest = (0..bucket.count.min(dear_ones)).map(|id| &bucket.word(id)[..len]).collect();
                Bucket::new(len, alphabet, supply.values, dearest)
            })
            .collect();
        for &(word, points) in bonuses {
            for buckets in [&mut makeable, &mut dear] {
                if let Some(bucket) = buckets.get_mut(word.len()) {
                    if let Some(id) = bucket.find(word) {
                        bucket.bonuses.push((id as u32, points));
                    }
                }
            }
        }
        Words { makeable, dear, keys, table, exact: words }
    }

    /// Whether the word of this key is good.
    #[inline]
    pub fn has_key(&self, key: u64) -> bool {
        let mask = self.table.len() - 1;
        let mut place = place_of(key, mask);
        loop {
            match self.table[place] {
                0 => return false,
                known if known == key => return true,
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// Whether these letters are a good word, whatever their key.
    pub fn has(&self, word: &[u8]) -> bool {
        self.exact.contains(word)
    }
}

#[inline]
fn place_of(key: u64, mask: usize) -> usize {
    (key.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize & mask
}

fn insert(table: &mut [u64], key: u64) {
    let mask = table.len() - 1;
    let mut place = place_of(key, mask);
    while table[place] != 0 && table[place] != key {
        place = (place + 1) & mask;
    }
    table[place] = key;
}

fn is_makeable(word: &[u8], supply: &Supply<'_>) -> bool {
    let mut counts = [0_u8; MOST_LETTERS];
    word.iter().for_each(|&x| counts[usize::from(x)] += 1);
    let lacking: usize =
        supply.counts.iter().zip(counts).map(|(&has, needs)| usize::from(needs.saturating_sub(has))).sum();
    lacking <= supply.blanks && counts.iter().all(|&count| usize::from(count) <= MOST_OF_ONE)
}

const CACHE_BITS: u32 = 15;

/// Letters that make a word between two others' parts, remembered. One for each thread.
pub(crate) struct CrossCache {
    /// The key of a pattern, and what fits it.
    known: Vec<(u64, Letters)>,
}

impl CrossCache {
    pub fn new() -> CrossCache {
        CrossCache { known: vec![(0, 0); 1 << CACHE_BITS] }
    }

    /// The letters that make a word of `before`, themselves, and `after`, which has `behind` letters.
    #[inline]
    pub fn letters(
        &mut self,
        words: &Words,
        alphabet: usize,
        before: u64,
        after: u64,
        behind: usize,
    ) -> Letters {
        let keys = &words.keys;
        // A hole is one more than the last letter, so that no word has this key.
        let frame = keys.moved(before, behind + 1).wrapping_add(after);
        let key = frame.wrapping_add(keys.shifted(alphabet as u8, behind));
        let known = &mut self.known[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - CACHE_BITS)) as usize];
        if known.0 != key {
            let fits = |x: u8| words.has_key(frame.wrapping_add(keys.shifted(x, behind)));
            let letters = (0..alphabet as u8).filter(|&x| fits(x)).fold(0, |letters, x| letters | 1 << x);
            *known = (key, letters);
        }
        known.1
    }
}
