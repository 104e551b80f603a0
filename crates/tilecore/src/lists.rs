//! Sibling lists that are kept once, however many parents share them.

use crate::error::{Fault, GraphError};
use crate::node::{MOST_NODES, Node};

/// The distinct lists, one after another; a list is named by the index of its first node.
///
/// The nodes are in KWG form already, only not yet in their final order. Index 0 stands for no list.
pub(crate) struct Lists {
    nodes: Vec<u32>,
    /// Open addressing: the hash and the first index of each list; index 0 is an empty place.
    places: Vec<(u32, u32)>,
    count: usize,
}

impl Lists {
    pub(crate) fn new() -> Lists {
        Lists {
            // The two root pointers take part in the size, and no list may have the index 0.
            nodes: vec![0; 2],
            places: vec![(0, 0); 1 << 8],
            count: 0,
        }
    }

    /// The nodes, each list ended by a node that is marked as the last.
    pub(crate) fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The index of the list with these siblings, which is added if it is new.
    pub(crate) fn intern(&mut self, siblings: &[Node]) -> Result<usize, GraphError> {
        let Some((last, others)) = siblings.split_last() else {
            return Ok(0);
        };
        if self.count * 2 >= self.places.len() {
            self.grow();
        }
        let hash = hash(siblings);
        let mask = self.places.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let (known, first) = self.places[place];
            if first == 0 {
                break;
            }
            if known == hash && self.is_list(first as usize, others, *last) {
                return Ok(first as usize);
            }
            place = (place + 1) & mask;
        }
        let first = self.nodes.len();
        if first + siblings.len() > MOST_NODES {
            return Err(GraphError::new(
                Fault::TooLarge,
                format!("the list is too large: its graph has more than {MOST_NODES} nodes"),
            ));
        }
        self.nodes.extend(others.iter().map(|node| node.bits()));
        self.nodes.push(last.as_last().bits());
        self.places[place] = (hash, first as u32);
        self.count += 1;
        Ok(first)
    }

    fn is_list(&self, first: usize, others: &[Node], last: Node) -> bool {
        let end = first + others.len();
        // The last mark also says where the list in the array ends, so equal nodes are equal lists.
        end < self.nodes.len()
            && self.nodes[end] == last.as_last().bits()
            && self.nodes[first..end].iter().zip(others).all(|(bits, node)| *bits == node.bits())
    }

    fn grow(&mut self) {
        let size = self.places.len() * 4;
        let old = std::mem::replace(&mut self.places, vec![(0, 0); size]);
        for (hash, first) in old.into_iter().filter(|(_, first)| *first != 0) {
            let mut place = hash as usize & (size - 1);
            while self.places[place].1 != 0 {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = (hash, first);
        }
    }
}

fn hash(siblings: &[Node]) -> u32 {
    let mut hash = 0_u64;
    for node in siblings {
        hash = (hash ^ u64::from(node.bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    (hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
}
