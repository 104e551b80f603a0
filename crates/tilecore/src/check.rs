//! The check of nodes that somebody else made, before they are believed.
//!
//! What is asked of a list can be asked of each of its tails, and lists may share tails. So everything is
//! found out once for each node: of the strings that begin with it or with a later sibling. Each node that
//! can be reached is looked at once, however the nodes are tangled, and no path is ever followed by
//! recursion.

use std::ops::Add;

use crate::error::{Fault, GraphError};
use crate::letters::Alphabet;
use crate::node::Node;
use crate::spelling::Confusions;
use crate::word::LONGEST_WORD;

/// No list has more words than this; a hundred nodes could stand for more words than there are atoms.
pub const MOST_WORDS: u64 = 10_000_000;

/// How many words there are, and how many tiles they have together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Totals {
    pub(crate) words: u64,
    tiles: u64,
}

/// Checks both halves and gives the totals of the DAWG.
pub(crate) fn check(nodes: &[u32], alphabet: &Alphabet) -> Result<Totals, GraphError> {
    let mut check = Check::new(nodes, alphabet);
    let totals = check.dawg()?;
    check.spelling()?;
    check.gaddag(totals)?;
    Ok(totals)
}

/// Checks what a search through the DAWG relies on and gives its totals.
pub(crate) fn check_dawg(nodes: &[u32], alphabet: &Alphabet) -> Result<Totals, GraphError> {
    Check::new(nodes, alphabet).dawg()
}

/// What is known of the strings that begin at a node or at a later sibling.
#[derive(Clone, Copy, Default)]
struct Tail {
    totals: Totals,
    /// The tiles and separators of the longest string.
    height: u8,
    state: State,
    /// Whether a separator is among them.
    separates: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Unseen,
    Open,
    Done,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Dawg,
    Gaddag,
}

struct Check<'nodes> {
    nodes: &'nodes [u32],
    alphabet: &'nodes Alphabet,
    tails: Vec<Tail>,
}

impl<'nodes> Check<'nodes> {
    fn new(nodes: &'nodes [u32], alphabet: &'nodes Alphabet) -> Self {
        Check { nodes, alphabet, tails: vec![Tail::default(); nodes.len()] }
    }

    fn dawg(&mut self) -> Result<Totals, GraphError> {
        let totals = self.half(0, Half::Dawg)?.totals;
        if totals.words > MOST_WORDS {
            return Err(GraphError::new(
                Fault::TooManyWords,
                format!("the nodes stand for more than {MOST_WORDS} words; this is not a word list"),
            ));
        }
        Ok(totals)
    }

    /// Only after the DAWG and before the GADDAG: the nodes that are done are those of words.
    fn spelling(&self) -> Result<(), GraphError> {
        let confusions = Confusions::of(self.alphabet);
        let done = self.tails.iter().enumerate().filter(|(_, tail)| tail.state == State::Done);
        for (index, _) in done {
            confusions.expect_none(self.nodes, index)?;
        }
        Ok(())
    }

    fn gaddag(&mut self, dawg: Totals) -> Result<(), GraphError> {
        let Some(root) = self.child_of(1)? else {
            return Ok(());
        };
        if dawg.words == 0 {
            let sentence = "the file has a GADDAG without its DAWG; it has to hold both, or the DAWG alone";
            return Err(GraphError::new(Fault::GaddagDiffers, sentence));
        }
        if self.node(root).tile() == 0 {
            return Err(at(Fault::Separator, root, "a separator before the first tile"));
        }
        let strings = self.half(1, Half::Gaddag)?.totals.words;
        if strings != dawg.tiles {
            let needed = dawg.tiles;
            let what = format!("the GADDAG has {strings} strings here, where the DAWG's words need {needed}");
            return Err(at(Fault::GaddagDiffers, root, &what));
        }
        Ok(())
    }

    fn node(&self, index: usize) -> Node {
        Node::from_bits(self.nodes[index])
    }

    /// What is known of the strings of a half, whose root pointer is at `root`.
    fn half(&mut self, root: usize, half: Half) -> Result<Tail, GraphError> {
        let Some(first) = self.child_of(root)? else {
            return Ok(Tail::default());
        };
        let mut open = vec![first];
        while let Some(&index) = open.last() {
            match self.tails[index].state {
                State::Unseen => {
                    self.expect_sound(index, half)?;
                    self.tails[index].state = State::Open;
                    for next in [self.sibling_of(index), self.child_of(index)?].into_iter().flatten() {
                        match self.tails[next].state {
                            State::Unseen => open.push(next),
                            State::Open => {
                                return Err(at(Fault::Cycle, index, "its paths come back to itself"));
                            }
                            State::Done => {}
                        }
                    }
                }
                State::Open => {
                    open.pop();
                    self.settle(index, half)?;
                }
                // It was met twice before it was looked at.
                State::Done => {
                    open.pop();
                }
            }
        }
        Ok(self.tails[first])
    }

    /// Checks what can be seen of a node by itself.
    fn expect_sound(&self, index: usize, half: Half) -> Result<(), GraphError> {
        let node = self.node(index);
        let is_separator = node.tile() == 0;
        if !is_separator && !self.alphabet.has(node.tile()) {
            let what = format!("letter {} of an alphabet of {}", node.tile(), self.alphabet.size());
            return Err(at(Fault::Letter, index, &what));
        }
        if is_separator && half == Half::Dawg {
            return Err(at(Fault::Separator, index, "a separator in a word"));
        }
        if is_separator && node.accepts() {
            return Err(at(Fault::Separator, index, "a separator where a word ends"));
        }
        if node.child() == 0 && !node.accepts() {
            return Err(at(Fault::DeadEnd, index, "no word ends here and none goes on"));
        }
        if node.is_last() {
            return Ok(());
        }
        match self.nodes.get(index + 1) {
            None => Err(at(Fault::SiblingEnd, index, "its siblings run past the end of the file")),
            Some(next) if Node::from_bits(*next).tile() <= node.tile() => {
                Err(at(Fault::SiblingOrder, index, "the sibling after it does not have a higher letter"))
            }
            Some(_) => Ok(()),
        }
    }

    fn sibling_of(&self, index: usize) -> Option<usize> {
        (!self.node(index).is_last()).then_some(index + 1)
    }

    fn child_of(&self, index: usize) -> Result<Option<usize>, GraphError> {
        match self.node(index).child() {
            0 => Ok(None),
            child if child >= 2 && child < self.nodes.len() => Ok(Some(child)),
            child => Err(at(
                Fault::ChildRange,
                index,
                &format!("its child {child} is not a node of {}", self.nodes.len()),
            )),
        }
    }

    /// Sums up a node whose child and sibling are known.
    fn settle(&mut self, index: usize, half: Half) -> Result<(), GraphError> {
        let node = self.node(index);
        let known = |index: Option<usize>| index.map_or(Tail::default(), |index| self.tails[index]);
        let (child, sibling) = (known(self.child_of(index)?), known(self.sibling_of(index)));
        if node.tile() == 0 && child.separates {
            return Err(at(Fault::Separator, index, "a second separator on one path"));
        }
        let height = sibling.height.max(child.height + 1);
        let most = match half {
            Half::Dawg => LONGEST_WORD,
            Half::Gaddag => LONGEST_WORD + 1, // for the separator
        };
        if usize::from(height) > most {
            let what = format!("a word that begins here has more than {LONGEST_WORD} tiles");
            return Err(at(Fault::TooDeep, index, &what));
        }
        self.tails[index] = Tail {
            totals: child.totals.behind(node) + sibling.totals,
            height,
            state: State::Done,
            separates: node.tile() == 0 || child.separates || sibling.separates,
        };
        Ok(())
    }
}

impl Totals {
    /// The totals of the strings that begin with `node` and go on with the strings of `self`, or end there.
    fn behind(self, node: Node) -> Totals {
        let words = self.words.saturating_add(node.accepts().into());
        Totals { words, tiles: self.tiles.saturating_add(words) }
    }
}

impl Add for Totals {
    type Output = Totals;

    fn add(self, other: Totals) -> Totals {
        Totals {
            words: self.words.saturating_add(other.words),
            tiles: self.tiles.saturating_add(other.tiles),
        }
    }
}

fn at(fault: Fault, index: usize, what: &str) -> GraphError {
    GraphError::new(fault, format!("node {index}: {what}"))
}
