//! What is known of questions about positions: can the side to move gain so many points?

/// How much is still to be shown, at least, for each answer; nothing if it is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) yes: u32,
    pub(super) no: u32,
}

impl Numbers {
    /// Cannot be shown at all.
    pub(super) const MOST: u32 = 1 << 30;
    pub(super) const YES: Numbers = Numbers { yes: 0, no: Numbers::MOST };
    pub(super) const NO: Numbers = Numbers { yes: Numbers::MOST, no: 0 };
    /// No limit.
    pub(super) const ENDLESS: Numbers = Numbers { yes: Numbers::MOST, no: Numbers::MOST };

    pub(super) fn is_settled(self) -> bool {
        self.yes == 0 || self.no == 0
    }
}

#[derive(Clone, Copy)]
struct Known {
    key: u64,
    /// The question that the numbers are about.
    need: i32,
    numbers: Numbers,
    /// What the side to move is proven to gain at least and at most.
    least: i32,
    most: i32,
    work: u32,
}

const NOTHING: Known =
    Known { key: 0, need: 0, numbers: Numbers { yes: 1, no: 1 }, least: i32::MIN, most: i32::MAX, work: 0 };

/// Answers by position. A full table forgets what was the least work.
pub(super) struct Answers {
    places: Vec<[Known; WAYS]>,
    /// A part of each key: most positions asked for are not there, and these few bytes show it.
    tags: Vec<[u8; WAYS]>,
}

const MOST_BITS: u32 = 20;
const WAYS: usize = 4;

impl Answers {
    /// A table of 2 to the power of `bits` places, or of as many as there are at most.
    pub(super) fn new(bits: u32) -> Answers {
        let count = 1 << bits.min(MOST_BITS) >> WAYS.ilog2();
        Answers { places: vec![[NOTHING; WAYS]; count], tags: vec![[0; WAYS]; count] }
    }

    fn at(&self, key: u64) -> usize {
        (key >> 8) as usize & (self.tags.len() - 1)
    }

    /// Which places a position may have, to be given to [`Answers::get`]; asked for many at once, this is quick.
    #[inline(always)]
    pub(super) fn ways(&self, key: u64) -> u8 {
        let tags = self.tags[self.at(key)];
        (0..WAYS).fold(0, |ways, way| ways | u8::from(tags[way] == key as u8) << way)
    }

    /// What is known of a question; a proof for fewer points answers "yes", one for more points "no".
    #[inline(always)]
    pub(super) fn get(&self, key: u64, ways: u8, need: i32) -> Option<Numbers> {
        if ways == 0 { None } else { self.find(key, ways, need) }
    }

    fn find(&self, key: u64, ways: u8, need: i32) -> Option<Numbers> {
        let places = &self.places[self.at(key)];
        let known = &places[(0..WAYS).find(|&way| ways >> way & 1 == 1 && places[way].key == key)?];
        if known.work == 0 {
            None
        } else if known.least >= need {
            Some(Numbers::YES)
        } else if known.most < need {
            Some(Numbers::NO)
        } else {
            (known.need == need).then_some(known.numbers)
        }
    }

    pub(super) fn put(&mut self, key: u64, need: i32, numbers: Numbers, work: u64) {
        let place = self.at(key);
        let places = &mut self.places[place];
        let at = match places.iter().position(|known| known.key == key) {
            Some(at) => at,
            None => {
                let at = (0..WAYS).min_by_key(|&at| places[at].work).unwrap_or(0);
                // What was never asked for again makes room in the end.
                places.iter_mut().for_each(|known| known.work -= known.work / 8);
                places[at] = Known { key, ..NOTHING };
                self.tags[place][at] = key as u8;
                at
            }
        };
        let known = &mut places[at];
        (known.need, known.numbers) = (need, numbers);
        known.work = known.work.saturating_add(work as u32 + 1);
        if numbers.yes == 0 {
            known.least = known.least.max(need);
        } else if numbers.no == 0 {
            known.most = known.most.min(need - 1);
        }
    }
}
