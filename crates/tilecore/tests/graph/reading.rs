//! Nodes that somebody else made: what is accepted, and every way to be refused.

use std::sync::Arc;

use super::support::random::Random;
use super::support::{ACCEPTS, LAST, alphabet_of, bytes_of, dawg_only, english, graph_of, node};
use tilecore::{Fault, GraphError, LONGEST_WORD, MOST_NODES, Nodes, WordGraph};

const END: u32 = ACCEPTS | LAST;

fn read(nodes: &[u32]) -> Result<WordGraph, GraphError> {
    Nodes::from_bytes(&bytes_of(nodes)).and_then(|nodes| WordGraph::read(nodes, english()))
}

/// The nodes of a DAWG whose root list begins at node 2.
fn dawg(nodes: &[u32]) -> Vec<u32> {
    [&[node(0, LAST, 2), LAST], nodes].concat()
}

#[track_caller]
fn assert_refused(nodes: &[u32], fault: Fault, place: &str) {
    let error = read(nodes).expect_err("a graph that is not sound");
    assert_eq!(error.fault, fault, "{error}");
    assert!(error.sentence.contains(place), "{error}");
}

#[track_caller]
fn assert_bytes_refused(bytes: &[u8], fault: Fault) {
    let error = Nodes::from_bytes(bytes).and_then(|nodes| WordGraph::read(nodes, english()));
    assert_eq!(error.expect_err("bytes that are no graph").fault, fault);
}

#[test]
fn a_graph_that_was_written_is_read_again() {
    let graph = graph_of(&["CAR", "CARE", "SCAR", "SCARE"]);
    let again = read(graph.nodes().as_slice()).expect("a graph that was built");
    assert_eq!(again.words(), graph.words());
    assert_eq!(again.nodes().to_bytes(), graph.nodes().to_bytes());
}

#[test]
fn a_dawg_without_gaddag_answers_everything() {
    let graph = graph_of(&["CAR", "CARE", "SCAR", "SCARE"]);
    let half = read(&dawg_only(&graph)).expect("a DAWG alone");
    assert_eq!(half.gaddag_root().child(), 0);
    assert_eq!(half.words(), graph.words());
    assert_eq!(half.front_hooks("CAR"), Ok(vec!["S".to_owned()]));
    assert_eq!(half.back_hooks("CAR"), Ok(vec!["E".to_owned()]));
    assert_eq!(half.anagrams("RACS"), Ok(vec!["SCAR".to_owned()]));
    assert_eq!(half.matching("*R"), Ok(vec!["CAR".to_owned(), "SCAR".to_owned()]));
}

#[test]
fn lists_may_share_tails_and_nodes_may_be_out_of_reach() {
    // A, AS, ATS and B, BS: the list of B points into the list of A.
    let nodes = dawg(&[
        node(1, ACCEPTS, 5),
        node(2, END, 6),
        node(9, 0, 4_000_000),
        node(18, ACCEPTS, 0),
        node(19, END, 0),
    ]);
    let graph = read(&nodes).expect("a graph with a shared tail");
    assert_eq!(graph.words().unwrap_or_default(), ["A", "AR", "AS", "B", "BS"]);
    assert_eq!(graph.word_count(), Ok(5));
}

#[test]
fn flags_of_the_root_pointers_do_not_matter() {
    let graph = read(&[node(7, ACCEPTS, 2), 0, node(1, END, 0)]).expect("odd root pointers");
    assert_eq!(graph.words(), Ok(vec!["A".to_owned()]));
    assert!(!graph.contains(""));
}

#[test]
fn two_nodes_without_children_are_an_empty_list() {
    assert_eq!(read(&[0, 0]).and_then(|graph| graph.word_count()), Ok(0));
}

#[test]
fn bytes_that_are_no_nodes_are_refused() {
    assert_bytes_refused(b"", Fault::CutShort);
    assert_bytes_refused(&[0; 4], Fault::CutShort);
    assert_bytes_refused(&[0; 9], Fault::CutShort);
    assert_bytes_refused(&vec![0; 4 * MOST_NODES + 4], Fault::TooLarge);
}

#[test]
fn no_nodes_at_all_are_refused_however_they_come() {
    let nothing = Nodes::from(Vec::new());
    assert_eq!(
        WordGraph::read(nothing.clone(), english()).map_err(|error| error.fault).err(),
        Some(Fault::CutShort)
    );
    assert_eq!(WordGraph::open(nothing, english()).map_err(|error| error.fault).err(), Some(Fault::CutShort));
}

#[test]
fn a_child_outside_the_array_is_refused() {
    assert_refused(&[node(0, LAST, 2), LAST], Fault::ChildRange, "node 0");
    assert_refused(&dawg(&[node(1, LAST, 3)]), Fault::ChildRange, "node 2");
    assert_refused(&dawg(&[node(1, LAST, 0x003f_ffff)]), Fault::ChildRange, "node 2");
}

#[test]
fn a_child_among_the_root_pointers_is_refused() {
    assert_refused(&dawg(&[node(1, END, 1)]), Fault::ChildRange, "node 2");
    assert_refused(&[node(0, LAST, 1), LAST], Fault::ChildRange, "node 0");
}

#[test]
fn siblings_without_an_end_are_refused() {
    assert_refused(&dawg(&[node(1, ACCEPTS, 0), node(2, ACCEPTS, 0)]), Fault::SiblingEnd, "node 3");
}

#[test]
fn siblings_that_do_not_rise_are_refused() {
    assert_refused(&dawg(&[node(2, ACCEPTS, 0), node(1, END, 0)]), Fault::SiblingOrder, "node 2");
    assert_refused(&dawg(&[node(2, ACCEPTS, 0), node(2, END, 0)]), Fault::SiblingOrder, "node 2");
}

#[test]
fn a_letter_outside_the_alphabet_is_refused() {
    assert_refused(&dawg(&[node(27, END, 0)]), Fault::Letter, "node 2");
    assert_refused(&dawg(&[node(255, END, 0)]), Fault::Letter, "node 2");
}

#[test]
fn a_separator_in_a_word_is_refused() {
    assert_refused(&dawg(&[node(0, END, 0)]), Fault::Separator, "node 2");
    assert_refused(&dawg(&[node(1, LAST, 3), node(0, LAST, 2)]), Fault::Separator, "node 3");
}

/// A graph of the word A whose GADDAG, at node 3, is to be tried.
fn gaddag(nodes: &[u32]) -> Vec<u32> {
    [&[node(0, LAST, 2), node(0, LAST, 3), node(1, END, 0)], nodes].concat()
}

#[test]
fn a_separator_in_the_wrong_place_of_the_gaddag_is_refused() {
    assert_refused(&gaddag(&[node(0, LAST, 2)]), Fault::Separator, "node 3");
    assert_refused(&gaddag(&[node(1, LAST, 4), node(0, END, 0)]), Fault::Separator, "node 4");
    let twice = [node(1, LAST, 4), node(0, LAST, 5), node(1, LAST, 6), node(0, LAST, 2)];
    assert_refused(&gaddag(&twice), Fault::Separator, "node 4");
    // The second separator is behind a later sibling.
    let aside = [node(1, LAST, 4), node(0, LAST, 5), node(1, ACCEPTS, 0), node(2, LAST, 7), node(0, LAST, 2)];
    assert_refused(&gaddag(&aside), Fault::Separator, "node 4");
}

#[test]
fn a_gaddag_of_other_words_is_refused() {
    assert!(read(&gaddag(&[node(1, END, 0)])).is_ok());
    assert_refused(&gaddag(&[node(1, ACCEPTS, 0), node(2, END, 0)]), Fault::GaddagDiffers, "node 3");
    assert_refused(&[LAST, node(0, LAST, 2), node(1, END, 0)], Fault::GaddagDiffers, "DAWG");
    let too_few = [node(0, LAST, 2), node(0, LAST, 4), node(1, ACCEPTS, 0), node(2, END, 0), node(1, END, 0)];
    assert_refused(&too_few, Fault::GaddagDiffers, "node 4");
}

#[test]
fn a_path_that_comes_back_is_refused() {
    assert_refused(&dawg(&[node(1, LAST, 2)]), Fault::Cycle, "node 2");
    assert_refused(&dawg(&[node(1, END, 3), node(2, END, 2)]), Fault::Cycle, "node 3");
    // Into the middle of its own list, and to before the place where the list was entered.
    assert_refused(&dawg(&[node(1, ACCEPTS, 3), node(2, END, 3)]), Fault::Cycle, "node 3");
    assert_refused(&[node(0, LAST, 3), LAST, node(1, ACCEPTS, 0), node(2, END, 2)], Fault::Cycle, "node");
}

#[test]
fn a_long_cycle_is_refused_without_a_deep_stack() {
    let count = MOST_NODES as u32;
    let mut nodes: Vec<u32> = (0..count).map(|index| node(1, END, index + 1)).collect();
    nodes[0] = node(0, LAST, 2);
    nodes[1] = LAST;
    nodes[MOST_NODES - 1] = node(1, END, 2);
    assert_refused(&nodes, Fault::Cycle, "node");
    nodes[MOST_NODES - 1] = node(1, END, 0);
    assert_refused(&nodes, Fault::TooDeep, "node");
}

#[test]
fn a_word_may_be_as_long_as_the_longest_and_no_longer() {
    let chain = |length: u32| {
        let mut nodes: Vec<u32> = (0..length).map(|at| node(1, LAST, at + 3)).collect();
        nodes[length as usize - 1] = node(1, END, 0);
        dawg(&nodes)
    };
    let longest = LONGEST_WORD as u32;
    assert_eq!(read(&chain(longest)).and_then(|graph| graph.word_count()), Ok(1));
    assert_refused(&chain(longest + 1), Fault::TooDeep, "node 2");
}

#[test]
fn a_node_where_nothing_ends_or_goes_on_is_refused() {
    assert_refused(&dawg(&[node(1, LAST, 0)]), Fault::DeadEnd, "node 2");
}

/// Each rung of the ladder doubles the words.
fn ladder(rungs: u32) -> Vec<u32> {
    let rung = |at: u32| {
        let next = if at + 1 == rungs { 0 } else { 2 * at + 4 };
        [node(1, ACCEPTS, next), node(2, END, next)]
    };
    dawg(&(0..rungs).flat_map(rung).collect::<Vec<u32>>())
}

#[test]
fn few_nodes_that_stand_for_countless_words_are_refused() {
    assert_refused(&ladder(60), Fault::TooManyWords, "words");
    let most = read(&ladder(22)).expect("words that can be counted");
    assert_eq!(most.word_count(), Ok((1 << 23) - 2));
    assert_refused(&ladder(23), Fault::TooManyWords, "words");
}

#[test]
fn words_that_are_read_as_other_tiles_are_refused() {
    let alphabet = alphabet_of(&["A", "C", "CH", "H", "HA"]);
    let read = |nodes: &[u32]| {
        let graph = WordGraph::read(Nodes::from(nodes.to_vec()), Arc::clone(&alphabet));
        graph.map(|graph| graph.words().unwrap_or_default()).map_err(|error| error.fault)
    };
    assert_eq!(read(&dawg(&[node(2, LAST, 3), node(1, END, 0)])), Ok(vec!["CA".to_owned()]));
    assert_eq!(read(&dawg(&[node(3, LAST, 3), node(4, END, 0)])), Ok(vec!["CHH".to_owned()]));
    assert_eq!(read(&dawg(&[node(2, LAST, 3), node(4, END, 0)])), Err(Fault::Ambiguous));
    // C and HA are read as CH and A; H and A are read as HA.
    assert_eq!(read(&dawg(&[node(2, LAST, 3), node(5, END, 0)])), Err(Fault::Ambiguous));
    assert_eq!(read(&dawg(&[node(4, LAST, 3), node(1, END, 0)])), Err(Fault::Ambiguous));
}

#[test]
fn letters_of_three_tiles_that_are_read_as_one_are_refused() {
    let alphabet = alphabet_of(&["C", "H", "S", "SCH"]);
    let word = |tiles: [u8; 3]| {
        let [first, second, third] = tiles;
        let nodes = dawg(&[node(first, LAST, 3), node(second, LAST, 4), node(third, END, 0)]);
        WordGraph::read(Nodes::from(nodes), alphabet.clone()).map(|_| ()).map_err(|error| error.fault)
    };
    assert_eq!(word([3, 1, 3]), Ok(()));
    assert_eq!(word([3, 1, 2]), Err(Fault::Ambiguous));
}

#[test]
fn noise_is_refused_at_every_size() {
    let mut random = Random::new(5);
    for size in [8, 64, 4_000, 1 << 20, 4 * MOST_NODES] {
        let noise: Vec<u8> = (0..size / 8).flat_map(|_| random.next().to_le_bytes()).collect();
        let nodes = Nodes::from_bytes(&noise).expect("a size that fits");
        assert!(WordGraph::read(nodes.clone(), english()).is_err());
        let opened = WordGraph::open(nodes, english()).expect("a size that fits");
        assert!(opened.word_count().is_err() && opened.words().is_err());
        assert!(!opened.contains(&"QXZ".repeat(20)));
    }
}

#[test]
fn an_opened_graph_is_counted_when_it_is_asked() {
    let graph = graph_of(&["CAR", "CARE"]);
    let opened = WordGraph::open(graph.nodes().clone(), english()).expect("a graph that was built");
    assert_eq!(opened.word_count(), Ok(2));
    let looped =
        WordGraph::open(Nodes::from(dawg(&[node(1, END, 2)])), english()).expect("two nodes or more");
    assert_eq!(looped.word_count().map_err(|error| error.fault), Err(Fault::Cycle));
    assert_eq!(looped.matching("*").map_err(|error| error.fault), Err(Fault::Cycle));
    assert!(looped.contains("AAAA"));
}
