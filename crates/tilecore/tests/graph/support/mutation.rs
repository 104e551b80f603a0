//! Ways to spoil the bytes of a word graph.

use super::random::Random;
use super::{ACCEPTS, LAST, node};

/// No spoiled graph is longer than this, so that a run of many stays quick.
const MOST_BYTES: usize = 1024;

/// A spoiled copy of `base`; `other` is a graph to steal from.
pub fn spoiled(base: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = base.to_vec();
    for _ in 0..=random.below(3) {
        spoil(&mut bytes, other, random);
    }
    bytes.truncate(MOST_BYTES);
    bytes
}

fn spoil(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let count = bytes.len() / 4;
    if count == 0 {
        bytes.extend(noise(random));
        return;
    }
    let index = random.below(count);
    match random.below(16) {
        0 | 1 => {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        2 | 3 => change(bytes, index, |bits| bits & !CHILD | random.below(count) as u32),
        4 => change(bytes, index, |bits| bits & !CHILD | random.next() as u32 & CHILD),
        5 => change(bytes, index, |bits| bits & !CHILD | (index + random.below(4)).saturating_sub(2) as u32),
        6 => change(bytes, index, |bits| bits & !TILE | (random.below(6) as u32) << 24),
        7 => change(bytes, index, |bits| bits ^ LAST),
        8 | 9 => change(bytes, index, |bits| bits ^ ACCEPTS),
        10 => {
            let (one, two) = (get(bytes, index), random.below(count));
            let swapped = get(bytes, two);
            change(bytes, index, |_| swapped);
            change(bytes, two, |_| one);
        }
        11 => bytes.truncate(random.below(bytes.len() + 1)),
        12 => bytes.extend(noise(random)),
        13 => {
            let from = random.below(other.len() / 4 + 1) * 4;
            bytes.truncate(index * 4);
            bytes.extend(&other[from..]);
        }
        14 => drop(bytes.drain(index * 4..index * 4 + 4)),
        _ => doubling(bytes, random),
    }
}

const CHILD: u32 = LAST - 1;
const TILE: u32 = 0xff << 24;

fn get(bytes: &[u8], index: usize) -> u32 {
    u32::from_le_bytes(bytes[index * 4..][..4].try_into().expect("four bytes"))
}

fn change(bytes: &mut [u8], index: usize, change: impl FnOnce(u32) -> u32) {
    let bits = change(get(bytes, index));
    bytes[index * 4..][..4].copy_from_slice(&bits.to_le_bytes());
}

/// Bytes without any sense, rarely a whole number of nodes.
fn noise(random: &mut Random) -> Vec<u8> {
    (0..random.below(64)).map(|_| random.next() as u8).collect()
}

/// Makes the DAWG a ladder in which each rung doubles the words.
fn doubling(bytes: &mut Vec<u8>, random: &mut Random) {
    let rungs = 1 + random.below(70);
    let first = bytes.len() / 4;
    bytes.truncate(first * 4);
    for rung in 1..=rungs {
        let next = if rung == rungs { 0 } else { first + 2 * rung } as u32;
        bytes.extend(node(1, ACCEPTS, next).to_le_bytes());
        bytes.extend(node(2, ACCEPTS | LAST, next).to_le_bytes());
    }
    change(bytes, 0, |_| node(0, LAST, first as u32));
    if random.once_in(2) && first > 1 {
        change(bytes, 1, |_| LAST);
    }
}
