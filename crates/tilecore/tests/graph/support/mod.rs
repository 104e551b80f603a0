//! What the tests, the fuzzer and the benchmark share.
#![allow(dead_code, reason = "each of them uses a part")]

pub mod fuzz;
pub mod mutation;
pub mod oracle;
pub mod random;

use std::sync::Arc;

use tilecore::{Alphabet, Nodes, Tile, WordGraph};

/// The alphabet of the letters A to Z.
pub fn english() -> Arc<Alphabet> {
    alphabet_of(&('A'..='Z').map(String::from).collect::<Vec<String>>())
}

/// The alphabet of these labels.
pub fn alphabet_of<Label: AsRef<str>>(labels: &[Label]) -> Arc<Alphabet> {
    Arc::new(Alphabet::new(labels).expect("good labels"))
}

/// The graph of these words in the letters A to Z.
pub fn graph_of(words: &[&str]) -> WordGraph {
    WordGraph::build(words, english()).expect("good words")
}

/// The words of a graph as tiles.
pub fn tiles_of(graph: &WordGraph) -> Vec<Vec<Tile>> {
    let mut words = Vec::new();
    graph.for_each_word(|word| words.push(word.to_vec())).expect("a sound graph");
    words
}

/// The nodes of a graph without its GADDAG.
pub fn dawg_only(graph: &WordGraph) -> Vec<u32> {
    let mut nodes = graph.nodes().as_slice().to_vec();
    nodes[1] = LAST;
    nodes
}

/// The bit that marks the last of siblings.
pub const LAST: u32 = 1 << 22;

/// The bit that marks the end of a word.
pub const ACCEPTS: u32 = 1 << 23;

/// A node as it lies in a file.
pub fn node(tile: Tile, flags: u32, child: u32) -> u32 {
    u32::from(tile) << 24 | flags | child
}

/// The bytes of nodes as they lie in a file.
pub fn bytes_of(nodes: &[u32]) -> Vec<u8> {
    Nodes::from(nodes.to_vec()).to_bytes()
}
