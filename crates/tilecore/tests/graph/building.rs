//! From words to nodes.

use super::support::random::Random;
use super::support::{LAST, alphabet_of, english, graph_of, tiles_of};
use tilecore::{Fault, LONGEST_WORD, MOST_LABELS, Node, Nodes, WordGraph};

fn fault_of(words: &[&str]) -> Fault {
    WordGraph::build(words, english()).expect_err("words that make no graph").fault
}

/// The strings that a half of a graph holds, with `@` for the separator.
fn strings(graph: &WordGraph, parent: Node) -> Vec<String> {
    let mut found = Vec::new();
    for node in graph.children(parent) {
        let label = if node.tile() == 0 { "@" } else { graph.alphabet().label(node.tile()) };
        found.extend(node.accepts().then(|| label.to_owned()));
        found.extend(strings(graph, node).iter().map(|rest| format!("{label}{rest}")));
    }
    found
}

#[test]
fn the_gaddag_holds_each_word_from_each_of_its_tiles() {
    let graph = graph_of(&["CARE"]);
    assert_eq!(strings(&graph, graph.root()), ["CARE"]);
    assert_eq!(strings(&graph, graph.gaddag_root()), ["AC@RE", "C@ARE", "ERAC", "RAC@E"]);
}

#[test]
fn the_gaddag_of_random_words_holds_every_cut_of_every_word() {
    let alphabet = alphabet_of(&["A", "B", "C", "D"]);
    let mut random = Random::new(11);
    for _ in 0..50 {
        let words = random.words(&alphabet, 30, 30);
        let graph = WordGraph::build(&words, alphabet.clone()).expect("words of the alphabet");
        let mut cuts = Vec::new();
        for word in graph.words().expect("a sound graph") {
            for cut in 1..=word.len() {
                let first: String = word[..cut].chars().rev().collect();
                cuts.push(if cut < word.len() { format!("{first}@{}", &word[cut..]) } else { first });
            }
        }
        cuts.sort();
        assert_eq!(strings(&graph, graph.gaddag_root()), cuts);
    }
}

/// As MAGPIE writes it for the same words.
#[test]
fn nodes_lie_in_the_order_that_other_programs_write() {
    let nodes = graph_of(&["SCARE", "CAR", "SCAR", "CARE"]);
    let expected = [
        0x0040_0002,
        0x0040_0004,
        0x0300_000a,
        0x1340_0009,
        0x0100_0010,
        0x0300_000e,
        0x0500_000d,
        0x1200_000c,
        0x1340_000b,
        0x0340_000a,
        0x0140_0011,
        0x0040_0009,
        0x0140_0012,
        0x1240_0013,
        0x0000_000a,
        0x1340_0014,
        0x0340_0015,
        0x12c0_0017,
        0x03c0_0018,
        0x0140_001a,
        0x0040_000a,
        0x0000_0011,
        0x1340_001b,
        0x05c0_0000,
        0x0000_0017,
        0x13c0_001c,
        0x03c0_001d,
        0x0040_0011,
        0x0040_0017,
        0x13c0_0000,
    ];
    assert_eq!(nodes.nodes().as_slice(), expected);
}

#[test]
fn order_case_and_duplicates_make_no_difference() {
    let sorted = graph_of(&["AB", "ABC", "B", "CAB"]);
    let untidy = graph_of(&["cab", "B", "ABC", "Ab", "B", "b", "abc"]);
    assert_eq!(sorted.nodes().to_bytes(), untidy.nodes().to_bytes());
    assert_eq!(untidy.word_count(), Ok(4));
}

#[test]
fn no_words_make_an_empty_graph() {
    let graph = graph_of(&[]);
    assert_eq!(graph.nodes().as_slice(), [LAST, LAST]);
    assert_eq!(graph.word_count(), Ok(0));
    assert_eq!(graph.words(), Ok(vec![]));
    assert!(!graph.contains("") && !graph.contains("A"));
}

#[test]
fn one_tile_is_a_word_and_both_halves_share_it() {
    let graph = graph_of(&["A", "I"]);
    assert_eq!(graph.root().child(), graph.gaddag_root().child());
    assert_eq!(graph.words(), Ok(vec!["A".to_owned(), "I".to_owned()]));
    let bytes = graph.nodes().to_bytes();
    let read = Nodes::from_bytes(&bytes).and_then(|nodes| WordGraph::read(nodes, english()));
    assert_eq!(read.expect("a graph that was built").word_count(), Ok(2));
}

#[test]
fn words_that_differ_only_after_many_tiles_are_kept_apart() {
    let stem = "ABCDEFGHIJ".repeat(6);
    let words = [format!("{stem}A"), format!("{stem}B"), format!("A{stem}"), format!("B{stem}"), stem];
    let graph = WordGraph::build(&words, english()).expect("words of the alphabet");
    let mut sorted = words.to_vec();
    sorted.sort();
    assert_eq!(graph.words(), Ok(sorted));
    assert_eq!(strings(&graph, graph.gaddag_root()).len(), 4 * 61 + 60);
}

#[test]
fn the_longest_word_fits_and_a_longer_one_is_refused() {
    let longest = "Z".repeat(LONGEST_WORD);
    assert!(graph_of(&[&longest]).contains(&longest));
    assert_eq!(fault_of(&["A", &format!("{longest}Z")]), Fault::LongWord);
    assert_eq!(fault_of(&[&"Z".repeat(10_000)]), Fault::LongWord);
}

#[test]
fn words_that_are_none_are_refused() {
    assert_eq!(fault_of(&["A", ""]), Fault::EmptyWord);
    assert_eq!(fault_of(&["A", "B-C"]), Fault::Spelling);
    assert_eq!(fault_of(&["A", " B"]), Fault::Spelling);
}

#[test]
fn an_error_about_a_huge_word_is_short() {
    let error = WordGraph::build(&["é".repeat(10_000)], english()).expect_err("no tile for é");
    assert!(error.sentence.len() < 200, "{error}");
}

#[test]
fn a_list_too_large_for_its_indexes_is_refused() {
    let labels: Vec<String> = ('\u{4e00}'..).take(MOST_LABELS).map(String::from).collect();
    let alphabet = alphabet_of(&labels);
    let mut random = Random::new(3);
    let words: Vec<String> =
        (0..4_000).map(|_| (0..LONGEST_WORD).map(|_| random.pick(&labels).as_str()).collect()).collect();
    let error =
        WordGraph::build(&words, alphabet).expect_err("a graph of more nodes than an index can reach");
    assert_eq!(error.fault, Fault::TooLarge);
}

#[test]
fn many_words_of_a_large_alphabet_come_back() {
    let labels: Vec<String> = ('\u{4e00}'..).take(MOST_LABELS).map(String::from).collect();
    let alphabet = alphabet_of(&labels);
    let mut words = Random::new(4).words(&alphabet, 5_000, 5);
    let graph = WordGraph::build(&words, alphabet.clone()).expect("words of the alphabet");
    words.sort_by_key(|word| alphabet.tiles(word).expect("a word of the alphabet"));
    words.dedup();
    assert_eq!(graph.words(), Ok(words));
    assert_eq!(tiles_of(&graph).len(), graph.word_count().expect("a sound graph"));
}
