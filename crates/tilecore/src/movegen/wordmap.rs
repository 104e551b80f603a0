//! From a multiset of letters to the words it spells.
//!
//! A multiset's key is the sum of one random 64-bit number for each letter, so the key of "these rack tiles and those
//! board tiles" is a single addition.
//!
//! * `words`: all words as 16-byte records, anagrams next to each other;
//! * `table`: open-addressing hash from key to (first word, number of words), with a 64-bit signature of which letters
//!   the words have in which places;
//! * three bitmaps that answer "surely not a word" from cache: for a multiset as it is, with one more letter, with two
//!   more (blanks).

use super::bytes::{Room, Source};
use super::compact::CompactGraph;
use super::equipment::KINDS;

/// Letters of the longest word it holds.
pub(crate) const MOST_LETTERS: usize = 15;

/// Blanks that a hand may have.
pub(crate) const MOST_BLANKS: usize = 2;

/// A word of at most [`MOST_LETTERS`] letters, then zeros.
pub(crate) type Spelling = [u8; MOST_LETTERS + 1];

/// The words of one list by their letters.
pub struct WordMap {
    /// What keys and place bits come from.
    seed: u32,
    /// By letter; the blank has none.
    key: [u64; KINDS],
    words: Vec<Spelling>,
    table: Vec<Entry>,
    shift: u32,
    filters: [Filter; MOST_BLANKS + 1],
    /// By place in the word and letter: a bit of the signature.
    place_bits: Box<[[u64; KINDS]; MOST_LETTERS + 1]>,
}

/// The words of a multiset.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry {
    check: u32,
    /// First word << 8 | number of words; 0 is free.
    group: u32,
    /// The place bits of all its words.
    pub(crate) places: u64,
}

impl Entry {
    /// Whether some word may have all these letters in these places.
    #[inline(always)]
    pub(crate) fn may_have(&self, places: u64) -> bool {
        self.places & places == places
    }
}

/// A bitmap with one bit for each hash; a bit that is not set means that the key is surely not there.
struct Filter {
    cells: Vec<u64>,
    shift: u32,
}

impl Filter {
    fn new(bits: u32) -> Filter {
        Filter { cells: vec![0; 1 << (bits - 6)], shift: 64 - bits }
    }

    fn mark(&mut self, key: u64) {
        let bit = key >> self.shift;
        self.cells[(bit >> 6) as usize] |= 1 << (bit & 63);
    }

    #[inline(always)]
    fn may_have(&self, key: u64) -> bool {
        let bit = key >> self.shift;
        self.cells[(bit >> 6) as usize] >> (bit & 63) & 1 == 1
    }
}

/// The next number of a sequence that looks random (splitmix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The keys of another seed are hardly ever needed.
const SEEDS: u32 = 16;

impl WordMap {
    /// The map of the words of at most [`MOST_LETTERS`] letters; none if the list cannot be held (more than 255 anagrams
    /// of one word).
    pub fn new(graph: &CompactGraph) -> Option<WordMap> {
        let mut words: Vec<(Spelling, Spelling)> = Vec::new();
        graph.for_each_word(MOST_LETTERS, &mut |word| {
            let mut spelling = [0; MOST_LETTERS + 1];
            spelling[..word.len()].copy_from_slice(word);
            let mut sorted = spelling;
            sorted[..word.len()].sort_unstable();
            words.push((sorted, spelling));
        });
        // Anagrams side by side, in the order of the alphabet.
        words.sort_unstable();
        (1..=SEEDS).find_map(|seed| WordMap::build(&words, seed))
    }

    /// A map without words, with a table of `1 << bits` entries.
    fn empty(bits: u32, seed: u32) -> WordMap {
        let mut state = u64::from(seed);
        let mut key = [0; KINDS];
        key[1..].fill_with(|| random(&mut state));
        let mut place_bits = Box::new([[0; KINDS]; MOST_LETTERS + 1]);
        place_bits.as_flattened_mut().fill_with(|| 1 << (random(&mut state) >> 58));
        // About 25 bits of the first filter for each multiset.
        let filter_bits = (bits + 4).clamp(12, 28);
        WordMap {
            seed,
            key,
            words: Vec::new(),
            table: vec![Entry::default(); 1 << bits],
            shift: 64 - bits,
            filters: std::array::from_fn(|blanks| Filter::new(filter_bits + blanks as u32)),
            place_bits,
        }
    }

    fn build(list: &[(Spelling, Spelling)], seed: u32) -> Option<WordMap> {
        let groups: Vec<&[(Spelling, Spelling)]> = list.chunk_by(|a, b| a.0 == b.0).collect();
        let bits = usize::BITS - (groups.len() * 3 / 2).leading_zeros();
        let mut map = WordMap::empty(bits.max(1), seed);
        map.words = list.iter().map(|&(_, spelling)| spelling).collect();
        let mut first = 0;
        for group in groups {
            map.insert(first, group)?;
            first += group.len() as u32;
        }
        Some(map)
    }

    /// Enters the anagrams `group`, the first of which is word `first`; none if two keys cannot be told apart.
    fn insert(&mut self, first: u32, group: &[(Spelling, Spelling)]) -> Option<()> {
        let (sorted, _) = &group[0];
        let length = sorted.iter().position(|&letter| letter == 0)?;
        let letters = &sorted[..length];
        let whole = letters.iter().fold(0u64, |sum, &letter| sum.wrapping_add(self.key(letter)));
        let mut places = 0;
        for (_, spelling) in group {
            for (place, &letter) in spelling[..length].iter().enumerate() {
                places |= self.place_bit(place, letter);
            }
        }
        let mut at = (whole >> self.shift) as usize;
        while self.table[at].group != 0 {
            if self.table[at].check == whole as u32 {
                return None;
            }
            at = (at + 1) & (self.table.len() - 1);
        }
        self.table[at] = Entry {
            check: whole as u32,
            group: first << 8 | u32::from(u8::try_from(group.len()).ok()?),
            places,
        };
        self.filters[0].mark(whole);
        for (index, &letter) in letters.iter().enumerate() {
            let less = whole.wrapping_sub(self.key(letter));
            self.filters[1].mark(less);
            for &second in &letters[index + 1..] {
                self.filters[2].mark(less.wrapping_sub(self.key(second)));
            }
        }
        Some(())
    }

    /// The key of a letter; 0 for a blank.
    #[inline(always)]
    pub(crate) fn key(&self, kind: u8) -> u64 {
        self.key[usize::from(kind) % KINDS]
    }

    /// The signature of a letter in a place of the word.
    #[inline(always)]
    pub(crate) fn place_bit(&self, place: usize, letter: u8) -> u64 {
        self.place_bits[place & MOST_LETTERS][usize::from(letter) % KINDS]
    }

    /// False if no word is spelled by this multiset and `blanks` more letters.
    #[inline(always)]
    pub(crate) fn may_spell(&self, blanks: usize, key: u64) -> bool {
        self.filters[blanks].may_have(key)
    }

    /// The entry for this key. The check is 32 bits and the place in the table, so a stranger can very rarely turn up:
    /// what is used must be verified.
    #[inline(always)]
    pub(crate) fn find(&self, key: u64) -> Option<&Entry> {
        let mut at = (key >> self.shift) as usize;
        loop {
            let entry = &self.table[at];
            if entry.group == 0 {
                return None;
            }
            if entry.check == key as u32 {
                return Some(entry);
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    /// The signature of this key's words if its first entry tells, zero if there are none; and whether that is sure.
    #[inline(always)]
    pub(crate) fn places_at_once(&self, key: u64) -> (u64, bool) {
        let entry = &self.table[(key >> self.shift) as usize];
        let is_it = entry.group != 0 && entry.check == key as u32;
        (if is_it { entry.places } else { 0 }, is_it || entry.group == 0)
    }

    /// The words of an entry.
    #[inline(always)]
    pub(crate) fn words(&self, entry: &Entry) -> &[Spelling] {
        let first = (entry.group >> 8) as usize;
        &self.words[first..first + (entry.group & 255) as usize]
    }

    /// How many bytes [`WordMap::write`] needs.
    pub(crate) fn written_size(&self) -> usize {
        3 * size_of::<u32>() + self.memory() - size_of_val(&*self.place_bits)
    }

    /// Writes the map into the bytes of a file; keys and place bits follow from the seed.
    pub(crate) fn write(&self, room: &mut Room<'_>) {
        room.put_u32s([self.seed, 64 - self.shift, self.words.len() as u32]);
        room.put(self.words.as_flattened());
        for entry in &self.table {
            room.put_u32s([entry.check, entry.group]);
            room.put_u64s([entry.places]);
        }
        for filter in &self.filters {
            room.put_u64s(filter.cells.iter().copied());
        }
    }

    /// The map in bytes of [`WordMap::write`]; none if they cannot be one of an alphabet of `letters` letters.
    pub(crate) fn read(source: &mut Source<'_>, letters: usize) -> Option<WordMap> {
        let (seed, bits, count) = (source.u32()?, source.u32()?, source.u32()? as usize);
        let words: Vec<Spelling> = source.each(count, |word| word)?;
        if !(1..=28).contains(&bits)
            || words.as_flattened().iter().any(|&letter| usize::from(letter) > letters)
        {
            return None;
        }
        let table = source.each(1 << bits, |bytes: [u8; 16]| {
            let number = u128::from_le_bytes(bytes);
            Entry { check: number as u32, group: (number >> 32) as u32, places: (number >> 64) as u64 }
        })?;
        let is_sound = |entry: &Entry| (entry.group >> 8) as usize + (entry.group & 255) as usize <= count;
        // A search for a key ends at a free entry.
        if !table.iter().all(is_sound) || table.iter().all(|entry| entry.group != 0) {
            return None;
        }
        let mut map = WordMap::empty(bits, seed);
        map.words = words;
        map.table = table;
        for filter in &mut map.filters {
            filter.cells = source.u64s(filter.cells.len())?;
        }
        Some(map)
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        size_of_val(self.words.as_slice())
            + size_of_val(self.table.as_slice())
            + self.filters.iter().map(|filter| size_of_val(filter.cells.as_slice())).sum::<usize>()
            + size_of_val(&*self.place_bits)
    }
}
