//! The ways in which the tiles of the bag may come.

use std::collections::BTreeMap;

use crate::movegen::Rack;

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
