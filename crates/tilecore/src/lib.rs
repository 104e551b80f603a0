//! The fast core of Wordwaiter: word graphs and what is computed from them.
//!
//! A [`WordGraph`] holds the words of one list as a DAWG and a GADDAG in one array of [`Node`]s, in the
//! layout of KWG files. [`WordGraph::build`] makes one from words, [`WordGraph::read`] from a file that
//! anybody made, and [`WordGraph::open`] from bytes that are already known to be good.
//!
//! ```
//! use tilecore::{Alphabet, WordGraph};
//!
//! let alphabet = Alphabet::new(&["A", "C", "E", "R", "S", "T"])?;
//! let graph = WordGraph::build(&["CARE", "RACE", "ACRE", "SCARE"], alphabet)?;
//! assert!(graph.contains("race") && !graph.contains("RACES"));
//! assert_eq!(graph.anagrams("CAR?")?, ["ACRE", "CARE", "RACE"]);
//! assert_eq!(graph.front_hooks("CARE")?, ["S"]);
//! # Ok::<(), tilecore::GraphError>(())
//! ```

mod anagram;
mod build;
pub mod champion;
mod check;
mod checksum;
pub mod endgame;
mod error;
mod graph;
pub mod hare;
mod letters;
mod lists;
pub mod movegen;
mod node;
mod nodes;
mod order;
mod pattern;
pub mod pre_endgame;
mod search;
pub mod simulate;
mod span;
mod spelling;
mod starts;
pub mod tournament;
mod wide;
mod word;

pub use build::{FORMAT, GraphBuilder};
pub use check::MOST_WORDS;
pub use checksum::checksum;
pub use error::{Fault, GraphError};
pub use graph::{Children, WordGraph};
pub use letters::{Alphabet, LONGEST_LABEL, MOST_LABELS, Misspelling};
pub use node::{MOST_NODES, Node};
pub use nodes::Nodes;
pub use word::{LONGEST_WORD, Tile, Word};
