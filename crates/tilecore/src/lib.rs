//! The fast core of Wordwaiter: word graphs and what is computed from them.
//!
//! A [`WordGraph`] holds the words of one list as a DAWG and a GADDAG in one array of [`Node`]s, in the layout of
//! KWG files. [`WordGraph::build`] makes one from words, [`WordGraph::read`] from a file that anybody made, and
//! [`WordGraph::open`] from bytes that are already known to be good.

mod anagram;
mod build;
mod check;
mod checksum;
mod error;
mod graph;
mod letters;
mod lists;
pub mod movegen;
mod node;
mod order;
mod pattern;
mod search;
mod span;
mod spelling;
mod starts;
mod word;

pub use build::{FORMAT, GraphBuilder};
pub use check::MOST_WORDS;
pub use checksum::checksum;
pub use error::{Fault, GraphError};
pub use graph::{Children, WordGraph};
pub use letters::{Alphabet, LONGEST_LABEL, MOST_LABELS, Misspelling};
pub use node::{MOST_NODES, Node, Nodes};
pub use word::{LONGEST_WORD, Tile, Word};
