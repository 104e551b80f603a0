//! A fuzzer for the reader of KWG files: spoiled graphs in, and nothing wrong may come out.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tilecore::{Alphabet, GraphError, LONGEST_WORD, Nodes, Tile, WordGraph};

use super::mutation::spoiled;
use super::random::Random;
use super::{ACCEPTS, LAST, alphabet_of, bytes_of, dawg_only, node, tiles_of};

/// A graph with more words than this is only counted: listing it would take the time of thousands of inputs.
const FEW_WORDS: usize = 100;

/// How many inputs are kept to be spoiled further.
const MOST_KEPT: usize = 2_000;

/// What became of the inputs.
#[derive(Default)]
pub struct Tally {
    pub inputs: u64,
    pub accepted: u64,
    pub refused: BTreeMap<&'static str, u64>,
    /// Inputs that behaved as none before them.
    pub kept: usize,
}

/// One input: the bytes of a file, and the alphabet that they are read with.
#[derive(Clone)]
pub struct Input {
    pub bytes: Vec<u8>,
    pub alphabet: Arc<Alphabet>,
}

/// Spoils graphs and reads them; the same seed gives the same inputs.
pub struct Fuzzer {
    random: Random,
    kept: Vec<Input>,
    seen: HashSet<Behaviour>,
    pub tally: Tally,
}

/// What is seen of an input from outside. An input that shows something new is worth keeping.
#[derive(PartialEq, Eq, Hash)]
enum Behaviour {
    Refused { code: &'static str, digits: usize, size: u32 },
    Accepted { words: u32, longest: usize, size: u32, tiles: usize },
}

impl Fuzzer {
    pub fn new(seed: u64) -> Fuzzer {
        let mut random = Random::new(seed);
        let kept = first_inputs(&mut random);
        Fuzzer { random, kept, seen: HashSet::new(), tally: Tally::default() }
    }

    /// The input that comes next.
    pub fn next_input(&mut self) -> Input {
        let random = &mut self.random;
        let base = random.pick(&self.kept);
        let other = random.pick(&self.kept);
        Input { bytes: spoiled(&base.bytes, &other.bytes, random), alphabet: base.alphabet.clone() }
    }

    /// Reads an input and notes what became of it; panics, with the input, if anything is wrong.
    pub fn try_input(&mut self, input: Input) {
        let random = &mut self.random;
        let tried = catch_unwind(AssertUnwindSafe(|| behaviour(&input, random)));
        let behaviour = tried.unwrap_or_else(|_| panic!("this input went wrong: {:02x?}", input.bytes));
        self.tally.inputs += 1;
        match behaviour {
            Behaviour::Accepted { .. } => self.tally.accepted += 1,
            Behaviour::Refused { code, .. } => *self.tally.refused.entry(code).or_default() += 1,
        }
        if self.seen.insert(behaviour) {
            self.tally.kept += 1;
            if self.kept.len() < MOST_KEPT {
                self.kept.push(input);
            } else {
                let place = self.random.below(MOST_KEPT);
                self.kept[place] = input;
            }
        }
    }
}

/// Graphs of small random lists, with and without GADDAG, and a word that is just too long.
fn first_inputs(random: &mut Random) -> Vec<Input> {
    let alphabets = [
        alphabet_of(&["A", "B", "C"]),
        alphabet_of(&["A", "B", "C", "CH", "D", "H"]),
        alphabet_of(&["A", "Á", "B", "L", "L·L", "Ñ"]),
    ];
    let mut inputs = Vec::new();
    for alphabet in alphabets {
        for _ in 0..12 {
            let words = random.words(&alphabet, 12, 6);
            let graph = WordGraph::build(&words, alphabet.clone()).expect("words of the alphabet");
            inputs.push(Input { bytes: graph.nodes().to_bytes(), alphabet: alphabet.clone() });
            inputs.push(Input { bytes: bytes_of(&dawg_only(&graph)), alphabet: alphabet.clone() });
        }
        let mut chain = vec![node(0, LAST, 2), LAST];
        chain.extend((3..3 + LONGEST_WORD as u32).map(|next| node(1, LAST, next)));
        chain.push(node(1, LAST | ACCEPTS, 0));
        inputs.push(Input { bytes: bytes_of(&chain), alphabet });
    }
    inputs
}

/// Reads an input, and if it is accepted, checks everything that is promised of it.
fn behaviour(input: &Input, random: &mut Random) -> Behaviour {
    let size = input.bytes.len().ilog2_or_zero();
    let nodes = match Nodes::from_bytes(&input.bytes) {
        Ok(nodes) => nodes,
        Err(error) => return refused(&error, size),
    };
    let opened = WordGraph::open(nodes.clone(), input.alphabet.clone()).expect("a size that was checked");
    match WordGraph::read(nodes, input.alphabet.clone()) {
        Ok(graph) => {
            let words = accepted(&graph, &opened, &input.bytes, random);
            let longest = words.iter().map(Vec::len).max().unwrap_or(0);
            let tiles = words.iter().flatten().collect::<BTreeSet<_>>().len();
            Behaviour::Accepted { words: words.len().ilog2_or_zero(), longest, size, tiles }
        }
        Err(error) => {
            endures(&opened, random);
            refused(&error, size)
        }
    }
}

fn refused(error: &GraphError, size: u32) -> Behaviour {
    let digits = error.sentence.bytes().filter(u8::is_ascii_digit).count();
    assert!(!error.sentence.contains('\n') && error.sentence.len() < 200, "{error}");
    Behaviour::Refused { code: error.fault.code(), digits, size }
}

/// Checks a graph that was accepted against its own list of words.
fn accepted(graph: &WordGraph, opened: &WordGraph, bytes: &[u8], random: &mut Random) -> Vec<Vec<Tile>> {
    assert_eq!(graph.nodes().to_bytes(), bytes, "written as read");
    let count = graph.word_count().expect("a count that was checked");
    assert_eq!(opened.word_count(), Ok(count));
    if count > FEW_WORDS {
        return Vec::new();
    }
    let words = tiles_of(graph);
    assert_eq!(words.len(), count);
    assert!(words.is_sorted_by(|one, two| one < two), "in order, each once");
    let known: BTreeSet<&[Tile]> = words.iter().map(Vec::as_slice).collect();
    let texts = graph.words().expect("a sound graph");
    for (word, text) in words.iter().zip(&texts) {
        assert!(graph.contains_tiles(word) && graph.contains(text) && opened.contains(text));
    }
    for _ in 0..8 {
        let near = near_miss(&words, graph.alphabet(), random);
        assert_eq!(graph.contains_tiles(&near), known.contains(near.as_slice()), "{near:?}");
    }
    let rebuilt = WordGraph::build(&texts, graph.alphabet().clone()).expect("words that were read");
    assert_eq!(rebuilt.words().as_ref(), Ok(&texts));
    let written = rebuilt.nodes().to_bytes();
    let reread =
        Nodes::from_bytes(&written).and_then(|nodes| WordGraph::read(nodes, graph.alphabet().clone()));
    assert_eq!(reread.expect("a graph that was built").nodes().to_bytes(), written);
    words
}

/// Tiles that are nearly a word, or by chance one.
fn near_miss(words: &[Vec<Tile>], alphabet: &Alphabet, random: &mut Random) -> Vec<Tile> {
    let any = 1 + random.below(alphabet.size()) as Tile;
    let mut near = if words.is_empty() { Vec::new() } else { random.pick(words).clone() };
    let at = random.below(near.len() + 1);
    match random.below(4) {
        0 => near.insert(at, any),
        1 => near.truncate(at),
        2 => near.push(any),
        _ => near.iter_mut().skip(at).take(1).for_each(|tile| *tile = any),
    }
    near
}

/// A graph that was opened without a check may answer anything, but it has to answer.
fn endures(opened: &WordGraph, random: &mut Random) {
    let tiles = random.tiles(opened.alphabet(), LONGEST_WORD + 2);
    let text = opened.alphabet().text(&tiles);
    opened.contains_tiles(&tiles);
    opened.contains(&text);
    let _ = opened.front_hooks(&text);
    let _ = opened.back_hooks(&text);
    if opened.word_count().is_ok_and(|count| count <= FEW_WORDS) {
        let _ = opened.words();
        let _ = opened.anagrams(&text);
        let _ = opened.subanagrams("A?B");
        let _ = opened.matching("*A?[^B]*");
    }
}

trait Magnitude {
    fn ilog2_or_zero(self) -> u32;
}

impl Magnitude for usize {
    fn ilog2_or_zero(self) -> u32 {
        self.checked_ilog2().unwrap_or(0)
    }
}
