//! What the examples that play share: English words, tiles and board.

#![allow(dead_code)] // no example uses everything

mod inflate;

pub use inflate::inflate;

use tilecore::movegen::{Equipment, EquipmentPlan, Premium, Unplayed};
use tilecore::{Alphabet, GraphBuilder, Nodes, WordGraph};

const ROWS: [&str; 15] = [
    "T..d...T...d..T",
    ".D...t...t...D.",
    "..D...d.d...D..",
    "d..D...d...D..d",
    "....D.....D....",
    ".t...t...t...t.",
    "..d...d.d...d..",
    "T..d...D...d..T",
    "..d...d.d...d..",
    ".t...t...t...t.",
    "....D.....D....",
    "d..D...d...D..d",
    "..D...d.d...D..",
    ".D...t...t...D.",
    "T..d...T...d..T",
];
/// The tiles of a game by kind, blanks first.
pub const BAG: [u8; 27] = [2, 9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1];
/// The points of A to Z.
pub const VALUES: [u8; 26] = [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];

/// The words of a text file, one a line, also packed by gzip, or of a KWG file.
pub fn graph(path: &str) -> WordGraph {
    let labels: Vec<String> = ('A'..='Z').map(String::from).collect();
    let alphabet = Alphabet::new(&labels).expect("26 letters");
    let bytes = std::fs::read(path).expect("the word file");
    if path.ends_with(".kwg") {
        return WordGraph::read(Nodes::from_bytes(&bytes).expect("nodes"), alphabet).expect("a word graph");
    }
    let plain = if path.ends_with(".gz") { inflate(&bytes) } else { bytes };
    let text = String::from_utf8(plain).expect("text");
    let mut builder = GraphBuilder::new(alphabet);
    for word in text.split_whitespace() {
        builder.add(word).expect("a word");
    }
    builder.finish().expect("a word graph")
}

/// The squares of the standard board, row by row.
pub fn rows() -> Vec<Vec<Premium>> {
    let premium = |sign: char| match sign {
        'd' => Premium { letter: 2, word: 1 },
        't' => Premium { letter: 3, word: 1 },
        'D' => Premium { letter: 1, word: 2 },
        'T' => Premium { letter: 1, word: 3 },
        _ => Premium { letter: 1, word: 1 },
    };
    ROWS.iter().map(|row| row.chars().map(premium).collect()).collect()
}

/// The standard board.
pub fn equipment() -> Equipment {
    let plan = EquipmentPlan {
        rows: rows(),
        start: (7, 7),
        values: VALUES.to_vec(),
        vowels: ('A'..='Z').map(|letter| "AEIOU".contains(letter)).collect(),
        rack_size: 7,
        full_rack_bonus: 50,
        longest_word: None,
        unplayed: Unplayed::TWICE_TO_OUT,
    };
    Equipment::new(&plan).expect("the standard board")
}
