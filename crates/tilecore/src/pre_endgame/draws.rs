//! The ways in which the tiles of the bag may come.

use std::collections::{BTreeMap, BTreeSet};

use crate::movegen::{Rack, Random};

/// One way: the tiles drawn after a play, those left in the bag in their order, and how often it comes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draw {
    /// Kinds of the tiles drawn, in order of the alphabet.
    pub drawn: Vec<u8>,
    /// Kinds of those that stay in the bag, the next first.
    pub rest: Vec<u8>,
    /// In so many of all orders of the bag.
    pub weight: u64,
}

impl Draw {
    /// All tiles of the bag, the next first.
    pub(crate) fn bag(&self) -> Vec<u8> {
        self.drawn.iter().chain(&self.rest).copied().collect()
    }
}

/// The draws of `count` tiles from a bag of `bag`, whose tiles are any of `tiles`.
pub(crate) fn draws(tiles: &Rack, bag: usize, count: usize) -> Vec<Draw> {
    let mut found = BTreeMap::new();
    let mut left = *tiles;
    sequences(&mut left, bag, &mut Vec::new(), 1, &mut |sequence, weight| {
        let (drawn, rest) = sequence.split_at(count.min(bag));
        let mut drawn = drawn.to_vec();
        drawn.sort_unstable();
        *found.entry((drawn, rest.to_vec())).or_insert(0) += weight;
    });
    found.into_iter().map(|((drawn, rest), weight)| Draw { drawn, rest, weight }).collect()
}

/// The draws of an exchange: as many tiles as are thrown are drawn, and those that are left come in one order with them,
/// by chance but always the same.
pub(crate) fn draws_for(thrown: &[u8], tiles: &Rack, bag: usize) -> Vec<Draw> {
    let mut found = BTreeMap::new();
    for Draw { drawn, mut rest, weight } in draws(tiles, bag, thrown.len()) {
        rest.extend(thrown);
        rest.sort_unstable();
        *found.entry((drawn, rest)).or_insert(0) += weight;
    }
    let shuffled = |((drawn, mut rest), weight): ((Vec<u8>, Vec<u8>), u64)| {
        let seed =
            drawn.iter().chain(&rest).fold(0, |seed: u64, &kind| seed.rotate_left(7) ^ u64::from(kind));
        let mut random = Random::new(seed, 0);
        for last in (1..rest.len()).rev() {
            rest.swap(last, random.below(last + 1));
        }
        Draw { drawn, rest, weight }
    };
    found.into_iter().map(shuffled).collect()
}

/// The different sets of at most so many tiles of a rack, each with its kinds in order of the alphabet.
pub(crate) fn sets_of(rack: &Rack, most: usize) -> BTreeSet<Vec<u8>> {
    let mut sets = BTreeSet::from([Vec::new()]);
    for kind in rack.kinds() {
        let larger: Vec<Vec<u8>> = sets.iter().filter(|set| set.len() < most).cloned().collect();
        sets.extend(larger.into_iter().map(|set| [set, vec![kind]].concat()));
    }
    sets.remove(&Vec::new());
    sets
}

/// Hands every sequence of kinds to `take`, with the number of ways to draw it.
fn sequences(
    left: &mut Rack,
    more: usize,
    sequence: &mut Vec<u8>,
    weight: u64,
    take: &mut impl FnMut(&[u8], u64),
) {
    if more == 0 {
        return take(sequence, weight);
    }
    let mut kinds: Vec<u8> = left.kinds().collect();
    kinds.dedup();
    for kind in kinds {
        let ways = u64::from(left.count(kind));
        left.remove(kind);
        sequence.push(kind);
        sequences(left, more - 1, sequence, weight * ways, take);
        sequence.pop();
        left.add(kind);
    }
}
