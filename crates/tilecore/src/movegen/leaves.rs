//! Leave values: what the tiles kept after a turn are worth, as in KLV2 files.
//!
//! A file holds a small DAWG of all leaves (blanks first, then the alphabet) and a value for each; the number of a leave
//! is its rank in that order. Beside each arc is kept how many leaves come before it, so that a walk finds the rank with
//! one addition a tile.

use std::sync::OnceLock;

use super::equipment::{KINDS, MOST_RACK};
use super::hands::ones;
use super::refusal::Refusal;
use crate::node::{MOST_NODES, Node};

/// The values of leaves, in thousandths of a point.
#[derive(Clone, Debug)]
pub struct Leaves {
    shape: LeaveGraph,
    values: Vec<i32>,
    /// The values once more, to be looked up without a walk, from the time when they are first needed; none if that would
    /// take too much room.
    cells: OnceLock<Option<Cells>>,
}

/// A table of more cells than this is not made; 27 kinds have 1.1 million for leaves of six tiles.
const MOST_CELLS: usize = 1 << 22;

/// Tiles of the largest leave, and of the largest rack, that the table is made for.
const CELL_TILES: usize = 7;

/// The values of all sets of tiles, whether they are leaves or not: small sets first, sets of a size by their last kind,
/// then by the one before it, and so on. So small sets, which are asked for most, lie close together, and the place of a
/// set is the sum of one number for each of its tiles.
#[derive(Clone, Debug)]
struct Cells {
    /// Tiles of the largest leave.
    most: usize,
    /// By kind, and by how many tiles come before it: what the tile adds to the place.
    steps: [[u32; CELL_TILES + 1]; KINDS],
    values: Vec<i32>,
}

impl Cells {
    fn new(shape: &LeaveGraph, values: &[i32]) -> Option<Cells> {
        let last = |fork: &Fork| 64 - fork.kinds.leading_zeros() as usize;
        let kinds = shape.forks.iter().map(last).max()?;
        let count = |most| choose(kinds + most, most).filter(|&count| count <= MOST_CELLS);
        let room = (0..=CELL_TILES).rev().find(|&most| count(most).is_some())?;
        let most = shape.depth(shape.root, 0, room)?;
        let mut steps = [[0; CELL_TILES + 1]; KINDS];
        for (kind, steps) in steps[..kinds].iter_mut().enumerate() {
            for (before, step) in steps[..most].iter_mut().enumerate() {
                // Sets of as many tiles up to the kind before this one, and the step from a tile less, of which all come
                // first.
                *step = (choose(kind + before, before + 1)? + choose(kinds + before - 1, before)?) as u32;
            }
        }
        let mut cells = Cells { most, steps, values: vec![0; count(most)?] };
        cells.fill(shape, values, (shape.root, 0), (0, 0, 0));
        Some(cells)
    }

    /// Fills the cells of the leaves that are found from a fork, which is `place` so far, has `tiles` tiles, and ends with
    /// kind `from`; `rank` is that of its first leave.
    fn fill(
        &mut self,
        shape: &LeaveGraph,
        values: &[i32],
        (fork, rank): (u32, u32),
        (place, tiles, from): (u32, usize, usize),
    ) {
        let fork = shape.forks[fork as usize];
        for (arc, kind) in shape.arcs[fork.first as usize..].iter().zip(ones(fork.kinds)) {
            // A leave that is out of order is never asked for.
            if kind < from {
                continue;
            }
            let (place, rank) = (place + self.steps[kind][tiles], rank + arc.before);
            let ends = fork.ends >> kind & 1;
            if ends == 1 {
                self.values[place as usize] = values[rank as usize];
            }
            self.fill(shape, values, (arc.target, rank + ends as u32), (place, tiles + 1, kind));
        }
    }

    /// Bytes held.
    fn memory(&self) -> usize {
        size_of_val(self.values.as_slice())
    }

    /// Whether each set of tiles of a rack of so many has a cell, except perhaps the whole rack.
    fn suits(&self, tiles: usize) -> bool {
        tiles <= CELL_TILES && tiles <= self.most + 1
    }

    /// For each set of `kinds` (sorted, sets as bits) its value.
    #[inline(always)]
    fn look_up(&self, kinds: &[u8], worth: &mut [i32]) {
        let mut places = [0u32; 1 << CELL_TILES];
        for (index, &kind) in kinds.iter().enumerate() {
            let steps = &self.steps[usize::from(kind) % KINDS];
            let (known, new) = places.split_at_mut(1 << index);
            for (below, (place, next)) in known.iter().zip(new).enumerate() {
                *next = place + steps[below.count_ones() as usize & CELL_TILES];
            }
        }
        for (worth, place) in worth.iter_mut().zip(places) {
            *worth = self.values[place as usize];
        }
        if kinds.len() > self.most {
            worth[(1 << kinds.len()) - 1] = 0;
        }
    }
}

/// `n` over `k`; none if it is too large.
fn choose(n: usize, k: usize) -> Option<usize> {
    (0..k).try_fold(1usize, |product, i| Some(product.checked_mul(n.checked_sub(i)?)? / (i + 1)))
}

/// Which leaves have a value, and in which order.
#[derive(Clone, Debug)]
pub struct LeaveGraph {
    /// The DAWG as it is in files.
    nodes: Vec<u32>,
    forks: Vec<Fork>,
    arcs: Vec<Arc>,
    root: u32,
    count: usize,
}

/// What may follow the tiles read so far.
#[derive(Clone, Copy, Debug, Default)]
struct Fork {
    /// Kinds that may follow, as bits.
    kinds: u64,
    /// Those of them that complete a leave.
    ends: u64,
    /// The arc of the first of them.
    first: u32,
}

/// Where a kind leads.
#[derive(Clone, Copy, Debug, Default)]
struct Arc {
    target: u32,
    /// How many leaves of the fork come before it.
    before: u32,
}

/// No leave is worth more than this many thousandths, nor less than its opposite.
const MOST_VALUE: f64 = 1_000_000.0;
/// The rank of a set of tiles that is no leave of the file.
const UNKNOWN: u32 = u32::MAX;

impl Leaves {
    /// The leaves of a KLV2 file made by anybody for a tile set of `letters` letters.
    pub fn read(bytes: &[u8], letters: usize) -> Result<Leaves, Refusal> {
        let cut = || Refusal::new("leaves-cut-short", "the leave file is cut short or not a KLV2 file");
        let mut words =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let node_count = words.next().ok_or_else(cut)? as usize;
        if !(1..=MOST_NODES).contains(&node_count) {
            return Err(cut());
        }
        let nodes: Vec<u32> = words.by_ref().take(node_count).collect();
        let count = words.next().ok_or_else(cut)? as usize;
        if nodes.len() != node_count || bytes.len() != 4 * (2 + node_count + count) {
            return Err(cut());
        }
        let shape = LeaveGraph::new(nodes, letters)?;
        if shape.count != count {
            return Err(Refusal::new(
                "leaves-differ",
                format!("the leave file has {count} values for {} leaves", shape.count),
            ));
        }
        let values = words
            .map(|bits| {
                let points = f64::from(f32::from_bits(bits));
                let thousandths = (points * 1000.0).round();
                (thousandths.abs() <= MOST_VALUE).then_some(thousandths as i32)
            })
            .collect::<Option<Vec<i32>>>()
            .ok_or_else(|| {
                Refusal::new("leave-value", "the leave file has a value that is no number of points")
            })?;
        Ok(Leaves::of(shape, values))
    }

    fn of(shape: LeaveGraph, values: Vec<i32>) -> Leaves {
        Leaves { shape, values, cells: OnceLock::new() }
    }

    /// Leaves of a known shape with these values in thousandths, one each in the order of the shape.
    pub fn with_values(shape: LeaveGraph, values: Vec<i32>) -> Result<Leaves, Refusal> {
        if values.len() != shape.count {
            return Err(Refusal::new(
                "leaves-differ",
                format!("there are {} values for {} leaves", values.len(), shape.count),
            ));
        }
        Ok(Leaves::of(shape, values))
    }

    /// The bytes of the KLV2 file.
    pub fn write(&self) -> Vec<u8> {
        let head = [self.shape.nodes.len() as u32];
        let count = [self.values.len() as u32];
        let values = self.values.iter().map(|&value| ((f64::from(value) / 1000.0) as f32).to_bits());
        head.into_iter()
            .chain(self.shape.nodes.iter().copied())
            .chain(count)
            .chain(values)
            .flat_map(u32::to_le_bytes)
            .collect()
    }

    /// The values in thousandths of a point, in the order of the shape.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Which leaves have a value.
    pub fn shape(&self) -> &LeaveGraph {
        &self.shape
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        size_of_val(self.values.as_slice())
            + self.cells.get().and_then(Option::as_ref).map_or(0, Cells::memory)
            + size_of_val(self.shape.forks.as_slice())
            + size_of_val(self.shape.arcs.as_slice())
            + size_of_val(self.shape.nodes.as_slice())
    }

    /// For each set of `kinds` (sorted, sets as bits) its value; `reached` is working memory.
    #[inline(always)]
    pub(crate) fn look_up(&self, kinds: &[u8], reached: &mut Vec<(u32, u32)>, worth: &mut [i32]) {
        let cells = self.cells.get_or_init(|| Cells::new(&self.shape, &self.values));
        if let Some(cells) = cells.as_ref().filter(|cells| cells.suits(kinds.len())) {
            cells.look_up(kinds, worth);
            return;
        }
        let repeats = repeats(kinds);
        self.shape.for_each_set(kinds, reached, |set, rank| worth[set] = self.values[rank]);
        if repeats == 0 {
            return;
        }
        for set in 0..worth.len() {
            let out_of_turn = set & repeats & !(set << 1);
            if out_of_turn != 0 {
                // The same letters with the tile before instead, which is a smaller number.
                let tile = out_of_turn & out_of_turn.wrapping_neg();
                worth[set] = worth[set ^ tile ^ tile >> 1];
            }
        }
    }
}

/// The tiles that are of the same kind as the one before, as bits.
#[inline(always)]
fn repeats(kinds: &[u8]) -> usize {
    (1..kinds.len()).fold(0, |bits, index| bits | usize::from(kinds[index] == kinds[index - 1]) << index)
}

impl LeaveGraph {
    /// The shape that holds every leave of at most `most` tiles from a bag with these counts, blanks first.
    pub fn of_bag(counts: &[u8], most: usize) -> Result<LeaveGraph, Refusal> {
        let kinds = counts.len().min(KINDS);
        let mut lists = Lists {
            counts: &counts[..kinds],
            nodes: vec![0, 1 << 22],
            places: std::collections::HashMap::new(),
        };
        let root = lists.lay(0, 0, most.min(MOST_RACK));
        lists.nodes[0] = Node::new(0, false, root).as_last().bits();
        LeaveGraph::new(lists.nodes, kinds.saturating_sub(1))
    }

    /// The shape of a file's nodes, checked before it is believed.
    fn new(nodes: Vec<u32>, letters: usize) -> Result<LeaveGraph, Refusal> {
        let mut reader = Reader {
            nodes: &nodes,
            letters,
            forks: vec![Fork::default()],
            arcs: Vec::new(),
            places: vec![None; nodes.len()],
        };
        let (root, count) = reader.lay(Node::from_bits(nodes[0]).child(), MOST_RACK)?;
        let (forks, arcs) = (reader.forks, reader.arcs);
        Ok(LeaveGraph { nodes, forks, arcs, root, count: count as usize })
    }

    /// How many tiles can be read from a fork, kind by kind in order and none before `from`; none if more than `room`.
    fn depth(&self, fork: u32, from: usize, room: usize) -> Option<usize> {
        let fork = self.forks[fork as usize];
        let mut most = 0;
        for (arc, kind) in self.arcs[fork.first as usize..].iter().zip(ones(fork.kinds)) {
            if kind >= from {
                most = most.max(1 + self.depth(arc.target, kind, room.checked_sub(1)?)?);
            }
        }
        Some(most)
    }

    /// How many leaves there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Hands each set of `kinds` that is a leave here, with its rank, to `visit`. Of sets with the same letters only one
    /// comes: that which takes a repeated tile after the one before it.
    #[inline(always)]
    pub(crate) fn for_each_set(
        &self,
        kinds: &[u8],
        reached: &mut Vec<(u32, u32)>,
        mut visit: impl FnMut(usize, usize),
    ) {
        let repeats = repeats(kinds);
        reached.clear();
        reached.resize(1 << kinds.len(), (0, UNKNOWN));
        reached[0] = (self.root, 0);
        for (index, &kind) in kinds.iter().enumerate() {
            let repeated = repeats >> index & 1 == 1;
            let (known, new) = reached.split_at_mut(1 << index);
            for (below, (&(fork, rank), next)) in known.iter().zip(new).enumerate() {
                if rank == UNKNOWN || (repeated && below >> (index - 1) == 0) {
                    continue;
                }
                let Some((target, before, ends)) = self.step(fork, kind) else {
                    continue;
                };
                if ends {
                    visit(below | 1 << index, (rank + before) as usize);
                }
                *next = (target, rank + before + u32::from(ends));
            }
        }
    }

    /// Where a kind leads from a fork, how many leaves come before it there, and whether it ends one.
    #[inline(always)]
    fn step(&self, fork: u32, kind: u8) -> Option<(u32, u32, bool)> {
        let fork = &self.forks[fork as usize];
        if fork.kinds >> kind & 1 == 0 {
            return None;
        }
        let lower = (fork.kinds & ((1 << kind) - 1)).count_ones();
        let arc = self.arcs[(fork.first + lower) as usize];
        Some((arc.target, arc.before, fork.ends >> kind & 1 == 1))
    }

    /// Hands every leave to `visit`, in order.
    pub fn for_each(&self, visit: &mut impl FnMut(&[u8])) {
        self.spell(self.root, &mut Vec::with_capacity(MOST_RACK), visit);
    }

    fn spell(&self, node: u32, leave: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
        for kind in 0..KINDS as u8 {
            if let Some((target, _, ends)) = self.step(node, kind) {
                leave.push(kind);
                if ends {
                    visit(leave);
                }
                self.spell(target, leave, visit);
                leave.pop();
            }
        }
    }

    /// The rank of a leave whose kinds are sorted.
    pub fn rank(&self, leave: &[u8]) -> Option<usize> {
        let (&last, rest) = leave.split_last()?;
        let (mut node, mut rank) = (self.root, 0);
        for &kind in rest {
            let (target, before, ends) = self.step(node, kind)?;
            rank += before + u32::from(ends);
            node = target;
        }
        let (_, before, ends) = self.step(node, last)?;
        ends.then_some((rank + before) as usize)
    }
}

/// Turns lists of siblings into records, each once, and counts the leaves below.
struct Reader<'nodes> {
    nodes: &'nodes [u32],
    letters: usize,
    forks: Vec<Fork>,
    arcs: Vec<Arc>,
    /// Fork and number of leaves of each list that is done; a list that is not known to end has none yet.
    places: Vec<Option<(u32, u32)>>,
}

impl Reader<'_> {
    fn lay(&mut self, list: usize, depth: usize) -> Result<(u32, u32), Refusal> {
        if list == 0 {
            return Ok((0, 0));
        }
        if let Some(&Some(place)) = self.places.get(list) {
            return Ok(place);
        }
        if depth == 0 {
            return Err(broken("it has leaves of more tiles than a rack holds"));
        }
        let arcs = self
            .nodes
            .get(list..)
            .and_then(|rest| rest.iter().position(|&bits| Node::from_bits(bits).is_last()))
            .ok_or_else(|| broken("its nodes point outside the file"))?
            + 1;
        // Before room is made for them: a list without repeats has each tile once.
        if arcs > self.letters + 1 {
            return Err(broken("it has more tiles than the tile set; is it for another tile set?"));
        }
        let fork = self.forks.len();
        self.forks.push(Fork::default());
        let first = self.arcs.len();
        self.arcs.resize(first + arcs, Arc::default());
        let (mut kinds, mut ends, mut count) = (0u64, 0u64, 0u32);
        for arc in 0..arcs {
            let node = Node::from_bits(self.nodes[list + arc]);
            if usize::from(node.tile()) > self.letters || kinds >> node.tile() != 0 {
                return Err(broken(
                    "a tile is out of order or not in the tile set; is it for another tile set?",
                ));
            }
            kinds |= 1 << node.tile();
            ends |= u64::from(node.accepts()) << node.tile();
            let (target, below) = self.lay(node.child(), depth - 1)?;
            self.arcs[first + arc] = Arc { target, before: count };
            count = count
                .checked_add(below)
                .and_then(|count| count.checked_add(u32::from(node.accepts())))
                .ok_or_else(|| broken("it has too many leaves"))?;
        }
        self.forks[fork] = Fork { kinds, ends, first: first as u32 };
        self.places[list] = Some((fork as u32, count));
        Ok((fork as u32, count))
    }
}

fn broken(what: &str) -> Refusal {
    Refusal::new("leaves", format!("the leave file cannot be used: {what}"))
}

/// Lays down the DAWG of all leaves of a bag.
struct Lists<'counts> {
    counts: &'counts [u8],
    nodes: Vec<u32>,
    places: std::collections::HashMap<(usize, u8, usize), usize>,
}

impl Lists<'_> {
    /// The list of what may follow when `taken` tiles of `kind` were the last, with room for `room` more tiles.
    fn lay(&mut self, kind: usize, taken: u8, room: usize) -> usize {
        if let Some(&place) = self.places.get(&(kind, taken, room)) {
            return place;
        }
        let more = |(next, count): (usize, &u8)| {
            let taken = if next == kind { taken } else { 0 };
            (next >= kind && taken < *count).then_some((next, taken + 1))
        };
        let following: Vec<(usize, u8)> = self.counts.iter().enumerate().filter_map(more).collect();
        let mut place = 0;
        if room > 0 && !following.is_empty() {
            let children: Vec<usize> =
                following.iter().map(|&(next, taken)| self.lay(next, taken, room - 1)).collect();
            place = self.nodes.len();
            for (&(next, _), &child) in following.iter().zip(&children) {
                self.nodes.push(Node::new(next as u8, true, child).bits());
            }
            let last = self.nodes.len() - 1;
            self.nodes[last] = Node::from_bits(self.nodes[last]).as_last().bits();
        }
        self.places.insert((kind, taken, room), place);
        place
    }
}
