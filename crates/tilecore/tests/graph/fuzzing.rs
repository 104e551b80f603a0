//! A short run of the fuzzer; `make fuzz` is the long one.

use super::support::fuzz::Fuzzer;

#[test]
fn spoiled_graphs_are_refused_or_are_sound() {
    let mut fuzzer = Fuzzer::new(2026);
    for _ in 0..20_000 {
        let input = fuzzer.next_input();
        fuzzer.try_input(input);
    }
    let tally = &fuzzer.tally;
    assert!(tally.accepted > 1_000, "the fuzzer has to get past the door");
    let faults = [
        "ambiguous",
        "child-range",
        "cut-short",
        "cycle",
        "dead-end",
        "gaddag-differs",
        "letter",
        "separator",
        "sibling-end",
        "sibling-order",
        "too-deep",
        "too-many-words",
    ];
    for code in faults {
        assert!(tally.refused.contains_key(code), "no input showed {code}");
    }
}

#[test]
fn the_same_seed_gives_the_same_inputs() {
    let run = || {
        let mut fuzzer = Fuzzer::new(7);
        let inputs = (0..500).map(|_| {
            let input = fuzzer.next_input();
            fuzzer.try_input(input.clone());
            input.bytes
        });
        inputs.collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}
