//! The plays of a lane, found once for each state of the lane that a search meets.
//!
//! The plays of a lane depend on its tiles, its cross-sets and the rack. A search meets the same lane again and again
//! with smaller racks, so a list serves all racks that are a part of the one it was made for. Where another rack comes,
//! a list is made for both together: after a few, it is one for the whole pool.

use super::pool::{Pool, TileSet};
use super::squares::{Squares, key_of_tiles, laid};
use crate::movegen::{Board, CompactGraph, Holding, Outlook, Rack, Record, STRIDE, Scale, walk_lanes};

/// Which list of a book.
pub(crate) type ListId = u32;

/// The plays of one player's pool, by state of lane.
pub(crate) struct Book<C: Scale> {
    /// Where the plays of a list are.
    lists: Vec<(u32, u32)>,
    /// By play: the tiles it takes.
    taken: Vec<TileSet>,
    plays: Vec<Record<C::Tiles>>,
    /// By play, where they were asked for: what it puts on the board.
    marks: Option<Vec<Mark>>,
    index: Vec<Indexed>,
    used: usize,
    /// Plays held before the book is full: beyond, they are found anew each time.
    most: usize,
    /// By rack: its tiles laid out for walks, once they were needed.
    holdings: Vec<Option<Box<Holding>>>,
    numbers: Box<[[u64; 2]; STRIDE]>,
}

/// What a play puts on the board: its squares, and what its tiles change in the key of the board.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub(super) laid: Squares,
    pub(super) key: u64,
}

/// A state of a lane and its list, which is for racks that are a part of `rack`.
#[derive(Clone, Copy)]
struct Indexed {
    key: u64,
    list: ListId,
    rack: TileSet,
}

const NONE: ListId = ListId::MAX;
const FREE: Indexed = Indexed { key: 0, list: NONE, rack: 0 };

impl<C: Scale> Book<C> {
    pub(crate) fn new(most: usize) -> Book<C> {
        let numbers = std::array::from_fn(|pos| {
            [super::pool::mixed(2 * pos as u64), super::pool::mixed(2 * pos as u64 + 1)]
        });
        Book {
            lists: Vec::new(),
            taken: Vec::new(),
            plays: Vec::new(),
            marks: None,
            index: vec![FREE; 1 << 12],
            used: 0,
            most,
            holdings: Vec::new(),
            numbers: Box::new(numbers),
        }
    }

    /// The same with the marks of each play.
    pub(super) fn with_marks(self) -> Book<C> {
        Book { marks: Some(Vec::new()), ..self }
    }

    /// The marks of a play of this book, which has marks.
    #[inline(always)]
    pub(super) fn mark_of(&self, number: u32) -> Option<&Mark> {
        self.marks.as_ref()?.get(number as usize)
    }

    /// What tells the states of a lane apart, as far as tiles of these letters can see it.
    #[inline(always)]
    fn key(&self, board: &Board, lane: usize, letters: u64) -> u64 {
        let length = board.equipment().length(lane);
        let (tiles, crosses, points) =
            (board.lane_tiles(lane), board.lane_letters(lane), board.lane_points(lane));
        let mut key = lane as u64;
        for pos in 0..length.min(STRIDE) {
            let [first, second] = self.numbers[pos];
            let fits = if tiles[pos] == 0 { crosses[pos] & letters } else { 0 };
            let there = u64::from(tiles[pos]) | u64::from(points[pos] as u32) << 8;
            let product = u128::from(fits ^ first) * u128::from(there ^ second);
            key = key.wrapping_add(product as u64 ^ (product >> 64) as u64);
        }
        super::pool::mixed(key)
    }

    /// The list for a lane as it is now and a rack.
    pub(crate) fn list(
        &mut self,
        graph: &CompactGraph,
        board: &Board,
        lane: usize,
        pool: &Pool,
        rack: TileSet,
    ) -> ListId {
        let key = self.key(board, lane, pool.letters);
        let mask = self.index.len() - 1;
        let mut at = key as usize & mask;
        while self.index[at].list != NONE && self.index[at].key != key {
            at = (at + 1) & mask;
        }
        let Indexed { list, rack: served, .. } = self.index[at];
        if list != NONE && rack & !served == 0 {
            return list;
        }
        let is_new = list == NONE;
        let rack = rack | served;
        let list = self.make(graph, board, lane, pool, rack);
        if self.plays.len() <= self.most {
            self.index[at] = Indexed { key, list, rack };
            self.used += usize::from(is_new);
            if 2 * self.used > self.index.len() {
                self.grow();
            }
        }
        list
    }

    /// Finds the plays of a lane.
    fn make(
        &mut self,
        graph: &CompactGraph,
        board: &Board,
        lane: usize,
        pool: &Pool,
        rack: TileSet,
    ) -> ListId {
        let list = self.lists.len() as ListId;
        let first = self.plays.len();
        self.holdings.resize_with(1 << pool.holding.size, || None);
        let holding = self.holdings[usize::from(rack)].get_or_insert_with(|| {
            let mut holding = Holding::new();
            let outlook = Outlook { bag: usize::MAX, others_points: 0, leaves: None };
            holding.deal(&Rack::of(pool.holding.kinds_in(rack)), board.equipment(), outlook);
            Box::new(holding)
        });
        walk_lanes::<C>(graph, board, holding, lane..lane + 1, &mut self.plays);
        for play in &mut self.plays[first..] {
            let taken = spread(holding.all() & !play.kept, rack);
            play.kept = pool.all() & !taken;
            self.taken.push(taken);
        }
        if let Some(marks) = &mut self.marks {
            let mark = |play| Mark { laid: laid(board, play), key: key_of_tiles(board, &play.play(0)) };
            marks.extend(self.plays[first..].iter().map(mark));
        }
        self.lists.push((first as u32, self.plays.len() as u32));
        list
    }

    fn grow(&mut self) {
        let mask = 2 * self.index.len() - 1;
        let mut index = vec![FREE; mask + 1];
        for &entry in self.index.iter().filter(|entry| entry.list != NONE) {
            let mut at = entry.key as usize & mask;
            while index[at].list != NONE {
                at = (at + 1) & mask;
            }
            index[at] = entry;
        }
        self.index = index;
    }

    /// Hands the numbers of the plays of a list that `rack` has the tiles for to `take`.
    #[inline(always)]
    pub(crate) fn each(&self, list: ListId, rack: TileSet, mut take: impl FnMut(u32, TileSet)) {
        let (first, end) = self.lists[list as usize];
        for (play, &taken) in (first..end).zip(&self.taken[first as usize..end as usize]) {
            if taken & !rack == 0 {
                take(play, taken);
            }
        }
    }

    /// The play of that number.
    #[inline(always)]
    pub(crate) fn play(&self, number: u32) -> &Record<C::Tiles> {
        &self.plays[number as usize]
    }

    /// How full it is, to be given back to [`Book::forget`].
    pub(crate) fn mark(&self) -> (usize, usize) {
        (self.lists.len(), self.plays.len())
    }

    /// Lets go of lists that were added to a full book since the mark.
    pub(crate) fn forget(&mut self, (lists, plays): (usize, usize)) {
        if plays > self.most {
            self.lists.truncate(lists);
            self.plays.truncate(plays);
            self.taken.truncate(plays);
            self.marks.iter_mut().for_each(|marks| marks.truncate(plays));
        }
    }
}

/// Bits counted among those of `set`, as bits of the whole.
#[inline(always)]
fn spread(bits: TileSet, set: TileSet) -> TileSet {
    let (mut left, mut bits, mut all) = (set, bits, 0);
    while bits != 0 {
        let lowest = left & left.wrapping_neg();
        if bits & 1 == 1 {
            all |= lowest;
        }
        left ^= lowest;
        bits >>= 1;
    }
    all
}
