//! The check of nodes that somebody else made, before they are believed.
//!
//! What holds of a list holds of each of its tails, and lists may share tails. So everything is found out once for
//! each index: of the strings that begin at this node or at a later sibling. It takes two steps for each node that can
//! be reached, however the nodes are tangled.

use crate::error::{Fault, GraphError};
use crate::letters::{LONGEST_WORD, MOST_LABELS};
use crate::node::{MOST_NODES, Node};

/// No list has more words than this; a few nodes could otherwise stand for more words than there are atoms.
pub const MOST_WORDS: u64 = 10_000_000;

/// How many words there are, and how many tiles they have together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) words: u64,
    pub(crate) tiles: u64,
}

/// Checks both halves and gives the totals of the DAWG.
pub(crate) fn check(nodes: &[u32], alphabet_size: usize) -> Result<Totals, GraphError> {
    let mut check = Check::new(nodes, alphabet_size);
    let totals = check.dawg()?;
    check.gaddag(totals)?;
    Ok(totals)
}

/// Checks the DAWG alone and gives its totals.
pub(crate) fn check_dawg(nodes: &[u32], alphabet_size: usize) -> Result<Totals, GraphError> {
    Check::new(nodes, alphabet_size).dawg()
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
    alphabet_size: usize,
    tails: Vec<Tail>,
}

impl<'nodes> Check<'nodes> {
    fn new(nodes: &'nodes [u32], alphabet_size: usize) -> Self {
        debug_assert!(alphabet_size <= MOST_LABELS && nodes.len() <= MOST_NODES);
        Check {
            nodes,
            alphabet_size,
            tails: vec![Tail::default(); nodes.len()],
        }
    }

    fn dawg(&mut self) -> Result<Totals, GraphError> {
        let totals = self.half(0, Half::Dawg)?.totals;
        if totals.words > MOST_WORDS {
            return Err(GraphError::new(
                Fault::TooManyWords,
                format!(
                    "the nodes stand for more than {MOST_WORDS} words; this is not a word list"
                ),
            ));
        }
        Ok(totals)
    }

    fn gaddag(&mut self, dawg: Totals) -> Result<(), GraphError> {
        let root = Node::from_bits(self.nodes[1]).child();
        if root == 0 {
            return Ok(());
        }
        if dawg.words == 0 {
            return Err(GraphError::new(
                Fault::GaddagDiffers,
                "the file has a GADDAG without its DAWG; convert it with both",
            ));
        }
        let strings = self.half(1, Half::Gaddag)?.totals.words;
        if Node::from_bits(self.nodes[root]).tile() == 0 {
            return Err(at(
                Fault::Separator,
                root,
                "a separator before the first tile",
            ));
        }
        if strings != dawg.tiles {
            return Err(GraphError::new(
                Fault::GaddagDiffers,
                format!(
                    "the GADDAG at node {root} has {strings} strings where the DAWG's words need {}",
                    dawg.tiles
                ),
            ));
        }
        Ok(())
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
                    for next in [self.sibling_of(index), self.child_of(index)?]
                        .into_iter()
                        .flatten()
                    {
                        match self.tails[next].state {
                            State::Unseen => open.push(next),
                            State::Open => {
                                return Err(at(
                                    Fault::Cycle,
                                    index,
                                    "its paths come back to itself",
                                ));
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
        let node = Node::from_bits(self.nodes[index]);
        if usize::from(node.tile()) > self.alphabet_size {
            return Err(at(
                Fault::Letter,
                index,
                &format!(
                    "letter {} of an alphabet of {}",
                    node.tile(),
                    self.alphabet_size
                ),
            ));
        }
        if node.tile() == 0 && (half == Half::Dawg || node.accepts()) {
            return Err(at(Fault::Separator, index, "a separator where none may be"));
        }
        if node.child() == 0 && !node.accepts() {
            return Err(at(
                Fault::DeadEnd,
                index,
                "no word ends here and none goes on",
            ));
        }
        if !node.is_last() {
            let Some(next) = self.nodes.get(index + 1) else {
                return Err(at(
                    Fault::SiblingEnd,
                    index,
                    "its siblings run past the end of the file",
                ));
            };
            if Node::from_bits(*next).tile() <= node.tile() {
                return Err(at(
                    Fault::SiblingOrder,
                    index,
                    "the sibling after it has no higher letter",
                ));
            }
        }
        Ok(())
    }

    fn sibling_of(&self, index: usize) -> Option<usize> {
        (!Node::from_bits(self.nodes[index]).is_last()).then_some(index + 1)
    }

    fn child_of(&self, index: usize) -> Result<Option<usize>, GraphError> {
        match Node::from_bits(self.nodes[index]).child() {
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
        let node = Node::from_bits(self.nodes[index]);
        let child = self
            .child_of(index)?
            .map_or(Tail::default(), |child| self.tails[child]);
        let sibling = self
            .sibling_of(index)
            .map_or(Tail::default(), |next| self.tails[next]);
        if node.tile() == 0 && child.separates {
            return Err(at(
                Fault::Separator,
                index,
                "a second separator on one path",
            ));
        }
        let height = sibling.height.max(child.height + 1);
        let most = match half {
            Half::Dawg => LONGEST_WORD,
            // One more for the separator.
            Half::Gaddag => LONGEST_WORD + 1,
        };
        if usize::from(height) > most {
            return Err(too_deep(index));
        }
        let through = Totals {
            words: child.totals.words.saturating_add(u64::from(node.accepts())),
            tiles: child
                .totals
                .tiles
                .saturating_add(child.totals.words)
                .saturating_add(u64::from(node.accepts())),
        };
        self.tails[index] = Tail {
            totals: Totals {
                words: through.words.saturating_add(sibling.totals.words),
                tiles: through.tiles.saturating_add(sibling.totals.tiles),
            },
            height,
            state: State::Done,
            separates: node.tile() == 0 || child.separates || sibling.separates,
        };
        Ok(())
    }
}

fn at(fault: Fault, index: usize, what: &str) -> GraphError {
    GraphError::new(fault, format!("node {index}: {what}"))
}

fn too_deep(index: usize) -> GraphError {
    at(
        Fault::TooDeep,
        index,
        &format!("more than {LONGEST_WORD} tiles follow one another"),
    )
}
