//! Patterns, run as a set of states in the bits of one number, so that each step costs the same.

use crate::error::{Fault, GraphError};
use crate::letters::{Alphabet, MOST_LABELS};
use crate::search::Filter;
use crate::word::{LONGEST_WORD, Tile};

/// A set of tiles.
type TileSet = u64;

/// A set of states: in state `i` the first `i` places of the pattern have been filled.
type States = u128;

/// What ends a row of letters.
const SIGNS: [char; 5] = ['*', '?', '.', '[', ']'];

/// A row of places, each for one tile out of a set, some with a run of any tiles before them.
pub(crate) struct Pattern {
    /// The states whose next place takes this tile.
    takes: [States; MOST_LABELS + 1],
    /// The states where a run of any tiles may go on.
    runs: States,
    length: usize,
}

impl Pattern {
    fn empty() -> Pattern {
        Pattern { takes: [0; MOST_LABELS + 1], runs: 0, length: 0 }
    }

    /// The pattern of a text, as [`WordGraph::matching`](crate::WordGraph::matching) describes it.
    pub(crate) fn parse(text: &str, alphabet: &Alphabet) -> Result<Pattern, GraphError> {
        let mut pattern = Pattern::empty();
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let after = &rest[sign.len_utf8()..];
            rest = match sign {
                '*' => {
                    pattern.push_run();
                    after
                }
                '?' | '.' => {
                    pattern.push(every_tile(alphabet))?;
                    after
                }
                '[' => {
                    let (inside, after) =
                        after.split_once(']').ok_or_else(|| wrong("has a [ without its ]"))?;
                    pattern.push(parse_set(inside, alphabet)?)?;
                    after
                }
                ']' => return Err(wrong("has a ] without its [")),
                _ => {
                    let (letters, after) = rest.split_at(rest.find(SIGNS).unwrap_or(rest.len()));
                    for tile in alphabet.tiles(letters).map_err(|why| why.of(letters))? {
                        pattern.push(1 << tile)?;
                    }
                    after
                }
            };
        }
        Ok(pattern)
    }

    /// The pattern of words that have these tiles, at most `LONGEST_WORD`, somewhere in them.
    pub(crate) fn around(tiles: &[Tile]) -> Pattern {
        let mut pattern = Pattern::empty();
        pattern.push_run();
        for &tile in tiles {
            pattern.place(1 << tile);
        }
        pattern.push_run();
        pattern
    }

    fn push(&mut self, set: TileSet) -> Result<(), GraphError> {
        if self.length == LONGEST_WORD {
            return Err(GraphError::new(
                Fault::LongPattern,
                format!("the pattern asks for more than {LONGEST_WORD} tiles, which no word has"),
            ));
        }
        self.place(set);
        Ok(())
    }

    fn place(&mut self, set: TileSet) {
        for (tile, takes) in self.takes.iter_mut().enumerate() {
            *takes |= States::from(set >> tile & 1) << self.length;
        }
        self.length += 1;
    }

    fn push_run(&mut self) {
        self.runs |= 1 << self.length;
    }

    pub(crate) fn start(&self) -> impl Filter + use<'_> {
        Matching { pattern: self, states: 1 }
    }
}

/// The tiles that stand for one place, from what is written between its brackets.
fn parse_set(inside: &str, alphabet: &Alphabet) -> Result<TileSet, GraphError> {
    let letters = inside.strip_prefix('^').unwrap_or(inside);
    if letters.is_empty() {
        return Err(wrong("has brackets without letters"));
    }
    let tiles = alphabet.tiles(letters).map_err(|why| why.of(letters))?;
    let set = tiles.iter().fold(0, |set, tile| set | 1 << tile);
    Ok(if inside.starts_with('^') { every_tile(alphabet) & !set } else { set })
}

fn wrong(what: &str) -> GraphError {
    GraphError::new(Fault::Pattern, format!("the pattern {what}"))
}

fn every_tile(alphabet: &Alphabet) -> TileSet {
    (1..=alphabet.size()).fold(0, |set, tile| set | 1 << tile)
}

/// A pattern with the states that the tiles so far can have led to.
#[derive(Clone, Copy)]
struct Matching<'pattern> {
    pattern: &'pattern Pattern,
    states: States,
}

impl Filter for Matching<'_> {
    fn step(self, tile: Tile) -> Option<Self> {
        let pattern = self.pattern;
        let states = (self.states & pattern.runs) | (self.states & pattern.takes[usize::from(tile)]) << 1;
        (states != 0).then_some(Matching { pattern, states })
    }

    fn accepts(self) -> bool {
        self.states >> self.pattern.length & 1 != 0
    }
}
