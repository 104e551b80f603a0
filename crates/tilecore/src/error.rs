//! What can be wrong with nodes, words and questions.

use std::fmt;

/// The kinds of fault, each with a stable code for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// The labels do not make an alphabet.
    Labels,
    /// A text cannot be spelled with the tiles of the alphabet.
    Spelling,
    /// A word without tiles.
    EmptyWord,
    /// A word of more tiles than `LONGEST_WORD`.
    LongWord,
    /// More nodes than a child index can reach.
    TooLarge,
    /// A pattern that cannot be read.
    Pattern,
    /// A pattern that asks for more tiles than any word has.
    LongPattern,
    /// Bytes that are not a whole number of nodes, or fewer than two nodes.
    CutShort,
    /// A child index that points outside the array, or at the root pointers.
    ChildRange,
    /// A list of siblings without an end.
    SiblingEnd,
    /// Siblings that are not in strictly rising order.
    SiblingOrder,
    /// A letter outside the alphabet.
    Letter,
    /// A separator in the DAWG, before the first tile, twice on a path, or where a word ends.
    Separator,
    /// A path that comes back to itself.
    Cycle,
    /// A path of more tiles than `LONGEST_WORD`.
    TooDeep,
    /// A node where no word ends and none goes on.
    DeadEnd,
    /// More words than `MOST_WORDS`.
    TooManyWords,
    /// Tiles in a row whose letters are read as another tile.
    Ambiguous,
    /// A GADDAG that does not belong to the DAWG.
    GaddagDiffers,
}

impl Fault {
    /// The code for programs; it never changes.
    pub fn code(self) -> &'static str {
        match self {
            Fault::Labels => "labels",
            Fault::Spelling => "spelling",
            Fault::EmptyWord => "empty-word",
            Fault::LongWord => "long-word",
            Fault::TooLarge => "too-large",
            Fault::Pattern => "pattern",
            Fault::LongPattern => "long-pattern",
            Fault::CutShort => "cut-short",
            Fault::ChildRange => "child-range",
            Fault::SiblingEnd => "sibling-end",
            Fault::SiblingOrder => "sibling-order",
            Fault::Letter => "letter",
            Fault::Separator => "separator",
            Fault::Cycle => "cycle",
            Fault::TooDeep => "too-deep",
            Fault::DeadEnd => "dead-end",
            Fault::TooManyWords => "too-many-words",
            Fault::Ambiguous => "ambiguous",
            Fault::GaddagDiffers => "gaddag-differs",
        }
    }
}

/// Nodes, words or a question that cannot be used: the kind of fault and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphError {
    /// The kind of fault.
    pub fault: Fault,
    /// What is wrong and where, in one line.
    pub sentence: String,
}

impl GraphError {
    pub(crate) fn new(fault: Fault, sentence: impl Into<String>) -> Self {
        GraphError { fault, sentence: sentence.into() }
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.sentence)
    }
}

impl std::error::Error for GraphError {}
