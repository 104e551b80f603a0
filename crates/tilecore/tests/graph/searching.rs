//! Each question of the graph against a plain and slow answer.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::support::oracle::{Place, PlainList};
use super::support::random::Random;
use super::support::{alphabet_of, dawg_only, graph_of, tiles_of};
use tilecore::{Alphabet, Fault, LONGEST_WORD, Nodes, Tile, WordGraph};

/// A random list, as a graph and as the plain list that it must agree with.
struct Pair {
    graph: WordGraph,
    plain: PlainList,
    alphabet: Arc<Alphabet>,
}

impl Pair {
    fn texts(&self, words: &[Vec<Tile>]) -> Vec<String> {
        words.iter().map(|word| self.alphabet.text(word)).collect()
    }

    fn labels(&self, tiles: &[Tile]) -> Vec<String> {
        tiles.iter().map(|tile| self.alphabet.label(*tile).to_owned()).collect()
    }

    /// Tiles that are read as such when they are written as text.
    fn tiles(&self, random: &mut Random, longest: usize) -> Vec<Tile> {
        let tiles = random.tiles(&self.alphabet, longest);
        self.alphabet.tiles(&self.alphabet.text(&tiles)).expect("labels of the alphabet")
    }
}

/// Calls `check` with many random lists: of few and many tiles, with and without tiles of several letters,
/// built or read from a DAWG alone.
fn for_random_lists(seed: u64, mut check: impl FnMut(&Pair, &mut Random)) {
    let alphabets = [
        alphabet_of(&["A", "B"]),
        alphabet_of(&["A", "B", "C", "D", "E"]),
        alphabet_of(&["A", "C", "CH", "H", "L", "LL", "Ñ"]),
    ];
    let mut random = Random::new(seed);
    for round in 0..150 {
        let alphabet = alphabets[round % alphabets.len()].clone();
        let words = random.words(&alphabet, 60, 8);
        let built = WordGraph::build(&words, alphabet.clone()).expect("words of the alphabet");
        let graph = if random.once_in(2) {
            WordGraph::read(Nodes::from(dawg_only(&built)), alphabet.clone()).expect("a DAWG alone")
        } else {
            built
        };
        check(&Pair { graph, plain: PlainList::new(&words, &alphabet), alphabet }, &mut random);
    }
}

#[test]
fn words_and_membership_agree_with_the_plain_list() {
    for_random_lists(1, |pair, random| {
        assert_eq!(tiles_of(&pair.graph), pair.plain.words());
        assert_eq!(pair.graph.word_count(), Ok(pair.plain.words().len()));
        for _ in 0..50 {
            let tiles = pair.tiles(random, 8);
            assert_eq!(pair.graph.contains_tiles(&tiles), pair.plain.contains(&tiles));
            assert_eq!(pair.graph.contains(&pair.alphabet.text(&tiles)), pair.plain.contains(&tiles));
        }
    });
}

#[test]
fn anagrams_agree_with_the_plain_list() {
    for_random_lists(2, |pair, random| {
        for _ in 0..10 {
            let rack = pair.tiles(random, 7);
            let blanks = random.below(3);
            let text = pair.alphabet.text(&rack) + &"?".repeat(blanks);
            assert_eq!(
                pair.graph.anagrams(&text),
                Ok(pair.texts(&pair.plain.anagrams(&rack, blanks))),
                "{text}"
            );
            let some = pair.plain.subanagrams(&rack, blanks);
            assert_eq!(pair.graph.subanagrams(&text), Ok(pair.texts(&some)), "{text}");
        }
    });
}

/// A random pattern, as text and as places.
fn pattern(pair: &Pair, random: &mut Random) -> (String, Vec<Place>) {
    let every: BTreeSet<Tile> = (1..=pair.alphabet.size() as Tile).collect();
    let (mut text, mut places) = (String::new(), Vec::new());
    for _ in 0..random.below(7) {
        let tiles = pair.tiles(random, 3);
        let letters = pair.alphabet.text(&tiles);
        let set: BTreeSet<Tile> = tiles.iter().copied().collect();
        match random.below(6) {
            0 => {
                text.push('*');
                places.push(Place::Run);
            }
            1 => {
                text.push(*random.pick(&['?', '.']));
                places.push(Place::OneOf(every.clone()));
            }
            2 => {
                text += &format!("[{letters}]");
                places.push(Place::OneOf(set));
            }
            3 => {
                text += &format!("[^{letters}]");
                places.push(Place::OneOf(&every - &set));
            }
            // Letters in a set of their own, so that they are not read together with those before them.
            _ => {
                let label = pair.alphabet.label(tiles[0]);
                text += &format!("[{label}]");
                places.push(Place::OneOf(BTreeSet::from([tiles[0]])));
            }
        }
    }
    (text, places)
}

#[test]
fn patterns_agree_with_the_plain_list() {
    for_random_lists(3, |pair, random| {
        for _ in 0..20 {
            let (text, places) = pattern(pair, random);
            assert_eq!(pair.graph.matching(&text), Ok(pair.texts(&pair.plain.matching(&places))), "{text}");
        }
    });
}

#[test]
fn parts_agree_with_the_plain_list() {
    for_random_lists(4, |pair, random| {
        for _ in 0..20 {
            let part = pair.tiles(random, 3);
            let text = pair.alphabet.text(&part);
            assert_eq!(pair.graph.containing(&text), Ok(pair.texts(&pair.plain.containing(&part))), "{text}");
        }
    });
}

#[test]
fn hooks_agree_with_the_plain_list() {
    for_random_lists(5, |pair, random| {
        for _ in 0..20 {
            let word = pair.tiles(random, 6);
            let text = pair.alphabet.text(&word);
            assert_eq!(
                pair.graph.front_hooks(&text),
                Ok(pair.labels(&pair.plain.front_hooks(&word))),
                "{text}"
            );
            assert_eq!(
                pair.graph.back_hooks(&text),
                Ok(pair.labels(&pair.plain.back_hooks(&word))),
                "{text}"
            );
        }
    });
}

#[test]
fn every_letter_of_a_pattern_counts() {
    let graph = graph_of(&["CARE", "CAR", "SCAR", "SCARE", "QI"]);
    let matching = |pattern: &str| graph.matching(pattern).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(matching("car?"), ["CARE"]);
    assert_eq!(matching("*car*"), ["CAR", "CARE", "SCAR", "SCARE"]);
    assert_eq!(matching("[QS]*"), ["QI", "SCAR", "SCARE"]);
    assert_eq!(matching("?[^CA]*"), ["QI"]);
    assert_eq!(matching("**"), ["CAR", "CARE", "QI", "SCAR", "SCARE"]);
    assert!(matching("").is_empty());
}

#[test]
fn patterns_that_cannot_be_read_are_refused() {
    let graph = graph_of(&["CARE"]);
    let fault = |pattern: &str| graph.matching(pattern).map_err(|error| error.fault);
    for pattern in ["[", "[A", "]", "A]", "[]", "[^]", "[[A]]"] {
        assert!(matches!(fault(pattern), Err(Fault::Pattern | Fault::Spelling)), "{pattern}");
    }
    for pattern in ["A1", "A B", "^A", "[A-Z]", "É"] {
        assert_eq!(fault(pattern), Err(Fault::Spelling), "{pattern}");
    }
    assert_eq!(fault(&"?".repeat(LONGEST_WORD)), Ok(vec![]));
    assert_eq!(fault(&"?".repeat(LONGEST_WORD + 1)), Err(Fault::LongPattern));
    assert_eq!(fault(&"A".repeat(10_000)), Err(Fault::LongPattern));
}

#[test]
fn a_pattern_of_many_runs_costs_no_more_than_another() {
    let words: Vec<String> = (0..500).map(|count| "A".repeat(1 + count % 60) + "B").collect();
    let graph = WordGraph::build(&words, alphabet_of(&["A", "B"])).expect("words of the alphabet");
    assert_eq!(graph.matching(&("*A".repeat(LONGEST_WORD - 1) + "*A")), Ok(vec![]));
}

#[test]
fn more_tiles_than_any_word_has_are_no_trouble() {
    let longest = "AB".repeat(LONGEST_WORD / 2);
    let graph = WordGraph::build(&[longest.as_str(), "A"], alphabet_of(&["A", "B"])).expect("good words");
    let many = "AB".repeat(5_000);
    assert!(!graph.contains(&many));
    assert_eq!(graph.anagrams(&many), Ok(vec![]));
    assert_eq!(graph.subanagrams(&many), Ok(vec!["A".to_owned(), longest.clone()]));
    assert_eq!(graph.subanagrams(&"?".repeat(10_000)), Ok(vec!["A".to_owned(), longest.clone()]));
    assert_eq!(graph.containing(&many), Ok(vec![]));
    assert_eq!(graph.front_hooks(&many), Ok(vec![]));
    assert_eq!(graph.back_hooks(&many), Ok(vec![]));
}

#[test]
fn no_tiles_are_part_of_every_word_and_of_none_alone() {
    let graph = graph_of(&["A", "AB"]);
    assert_eq!(graph.containing(""), graph.words());
    assert_eq!(graph.anagrams(""), Ok(vec![]));
    assert_eq!(graph.subanagrams(""), Ok(vec![]));
    assert_eq!(graph.front_hooks(""), Ok(vec!["A".to_owned()]));
    assert_eq!(graph.back_hooks(""), Ok(vec!["A".to_owned()]));
}

#[test]
fn tiles_that_cannot_be_spelled_are_refused_and_are_no_word() {
    let graph = graph_of(&["A", "AB"]);
    for text in ["A1", "é", "A B", "A\n", "\u{fffd}"] {
        assert!(!graph.contains(text));
        let answers =
            [graph.anagrams(text), graph.subanagrams(text), graph.containing(text), graph.front_hooks(text)];
        for answer in answers.into_iter().chain([graph.back_hooks(text)]) {
            assert_eq!(answer.map_err(|error| error.fault), Err(Fault::Spelling), "{text}");
        }
    }
    assert_eq!(graph.containing("?").map_err(|error| error.fault), Err(Fault::Spelling));
}

#[test]
fn numbers_that_are_no_tiles_lead_nowhere() {
    let graph = graph_of(&["A", "AB", "ABC"]);
    for tiles in [&[1, 0][..], &[1, 0, 0], &[0, 1, 2], &[1, 2, 0], &[0], &[1, 255], &[1, 1, 29], &[0, 28, 2]]
    {
        assert_eq!(graph.find(tiles), None, "{tiles:?}");
    }
    assert!(graph.contains_tiles(&[1, 2]));
}
