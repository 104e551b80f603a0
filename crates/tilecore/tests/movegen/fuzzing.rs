//! A short run of the fuzzer; `make fuzz` is the long one.

use super::support::fuzz::Fuzzer;

const ROUNDS: u64 = 600;

#[test]
fn whatever_lies_on_the_board_is_refused_or_answered_like_the_plain_search() {
    let mut fuzzer = Fuzzer::new(2026);
    for _ in 0..ROUNDS {
        fuzzer.round();
    }
    let tally = &fuzzer.tally;
    assert!(tally.positions >= ROUNDS);
    assert!(tally.plays > 100 * ROUNDS && tally.taken_back > ROUNDS / 4 && tally.spoiled_and_used > 5);
    let codes = [
        "board-size",
        "longest-word",
        "no-such-tile",
        "points-too-large",
        "premium",
        "rack-size",
        "start-square",
        "tile-set",
        "too-many-tiles",
        "word-index",
    ];
    for code in codes {
        assert!(tally.refused.contains_key(code), "no round showed {code}");
    }
}
