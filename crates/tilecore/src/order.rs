//! The canonical order of nodes, in which the same words always give the same bytes.

use std::collections::VecDeque;

use crate::node::Node;

/// The array of a graph: the root pointers, the root lists of DAWG and GADDAG, then every other list once,
/// breadth first. The children of a list are queued from its last sibling to its first, as MAGPIE does when
/// it writes a KWG without shared tails, so that both programs write the same file.
pub(crate) fn in_canonical_order(lists: &[u32], dawg: usize, gaddag: usize) -> Vec<u32> {
    let mut order = Order { lists, places: vec![0; lists.len()], size: 2, queue: VecDeque::new() };
    let mut nodes = vec![0; lists.len()];
    nodes[0] = Node::root(order.place_of(dawg)).bits();
    nodes[1] = Node::root(order.place_of(gaddag)).bits();
    while let Some(list) = order.queue.pop_front() {
        let place = order.places[list];
        for at in (0..length_of(&lists[list..])).rev() {
            let node = Node::from_bits(lists[list + at]);
            nodes[place + at] = node.with_child(order.place_of(node.child())).bits();
        }
    }
    nodes
}

struct Order<'lists> {
    lists: &'lists [u32],
    /// The final index of each list that has one, otherwise 0.
    places: Vec<usize>,
    /// How many places are taken.
    size: usize,
    /// The lists that have a place and are not written yet.
    queue: VecDeque<usize>,
}

impl Order<'_> {
    /// The final index of a list, which is queued when it is met for the first time; 0 stays 0.
    fn place_of(&mut self, list: usize) -> usize {
        if list != 0 && self.places[list] == 0 {
            self.places[list] = self.size;
            self.size += length_of(&self.lists[list..]);
            self.queue.push_back(list);
        }
        self.places[list]
    }
}

fn length_of(list: &[u32]) -> usize {
    1 + list.iter().take_while(|bits| !Node::from_bits(**bits).is_last()).count()
}
