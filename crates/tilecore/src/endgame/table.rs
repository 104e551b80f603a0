//! The table of positions searched, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// How a value stands to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

/// A play in short; 0 for a pass.
pub(crate) type Sketch = u32;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// Plies searched, [`FINAL`] if every line was followed to the end of the game.
    pub(crate) depth: u32,
    pub(crate) best: Sketch,
}

/// The depth of values that no horizon has touched.
pub(crate) const FINAL: u32 = 63;

/// The largest value that an entry can hold.
pub(crate) const MOST_VALUE: i32 = (1 << 22) - 1;

impl Entry {
    fn pack(self) -> u64 {
        let value = (self.value + MOST_VALUE + 1) as u64;
        let bound = self.bound as u64 + 1;
        value | bound << 23 | u64::from(self.depth) << 25 | u64::from(self.best) << 32
    }

    fn unpack(packed: u64) -> Option<Entry> {
        Some(Entry {
            value: (packed & ((1 << 23) - 1)) as i32 - MOST_VALUE - 1,
            bound: match packed >> 23 & 3 {
                1 => Bound::AtLeast,
                2 => Bound::AtMost,
                3 => Bound::Exact,
                _ => return None,
            },
            depth: (packed >> 25 & 63) as u32,
            best: (packed >> 32) as u32,
        })
    }
}

/// Positions by key. Each place holds key and entry, mixed so that half-written pairs match no key.
pub(crate) struct Table {
    places: Vec<[AtomicU64; 2]>,
}

impl Table {
    /// A table of 2 to the power of `bits` places.
    pub(crate) fn new(bits: u32) -> Table {
        Table { places: (0..1usize << bits).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect() }
    }

    /// The two places that a position may have.
    fn places(&self, key: u64) -> [&[AtomicU64; 2]; 2] {
        let at = key as usize & (self.places.len() - 1);
        [&self.places[at], &self.places[at ^ 1]]
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.places(key).into_iter().find_map(|place| {
            let packed = place[1].load(Ordering::Relaxed);
            (place[0].load(Ordering::Relaxed) ^ packed == key).then(|| Entry::unpack(packed)).flatten()
        })
    }

    /// Keeps what is known of a position: in its first place if that has nothing deeper, otherwise in the second.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let [first, second] = self.places(key);
        let old = first[1].load(Ordering::Relaxed);
        let is_same = first[0].load(Ordering::Relaxed) ^ old == key;
        let deeper = Entry::unpack(old).is_some_and(|old| old.depth > entry.depth);
        let place = if is_same || !deeper { first } else { second };
        let packed = entry.pack();
        place[0].store(key ^ packed, Ordering::Relaxed);
        place[1].store(packed, Ordering::Relaxed);
    }
}
