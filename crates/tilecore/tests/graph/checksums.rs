//! The check value notices what happens to files.

use std::collections::HashSet;

use super::support::random::Random;
use tilecore::checksum;

fn content(size: usize) -> Vec<u8> {
    let mut random = Random::new(size as u64);
    (0..size).map(|_| random.next() as u8).collect()
}

#[test]
fn the_same_content_has_the_same_value_in_every_version() {
    assert_eq!(checksum(b""), 0x7dd1_a01c_1267_d593);
    assert_eq!(checksum(b"WORDWAITER"), 0x4d79_b2b8_24a0_cd25);
    assert_eq!(checksum(&content(1_000)), 0x6ac1_d274_5ab0_1a3a);
}

#[test]
fn every_changed_bit_is_noticed() {
    for size in [1, 7, 8, 31, 32, 33, 64, 200] {
        let good = content(size);
        let value = checksum(&good);
        for bit in 0..8 * size {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&bad), value, "bit {bit} of {size} bytes");
        }
    }
}

#[test]
fn lost_swapped_and_repeated_blocks_are_noticed() {
    let good = content(320);
    let blocks: Vec<&[u8]> = good.chunks(8).collect();
    let mut seen = HashSet::from([checksum(&good)]);
    for one in 0..blocks.len() {
        let mut lost = blocks.clone();
        lost.remove(one);
        assert!(seen.insert(checksum(&lost.concat())), "block {one} lost");
        let mut repeated = blocks.clone();
        repeated.insert(one, blocks[one]);
        assert!(seen.insert(checksum(&repeated.concat())), "block {one} repeated");
        for two in one + 1..blocks.len() {
            let mut swapped = blocks.clone();
            swapped.swap(one, two);
            assert!(seen.insert(checksum(&swapped.concat())), "blocks {one} and {two} swapped");
        }
    }
}

#[test]
fn zeros_at_the_end_count() {
    let values: HashSet<u64> = (0..100).map(|size| checksum(&vec![0; size])).collect();
    assert_eq!(values.len(), 100);
}
