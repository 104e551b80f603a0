//! The plays of a lane, found once for each state of the lane that a search meets.
//!
//! The plays of a lane depend on its tiles, its cross-sets and the rack. A search meets the same lane again and again
//! with ever smaller racks, so they are found once for the whole pool, and a rack's plays are those whose tiles it has.

use super::pool::{Pool, TileSet};
use crate::movegen::{Board, CompactGraph, Record, STRIDE, Scale, walk_lanes};

/// Plays held before the book is full: beyond, they are found anew each time.
const MOST_PLAYS: usize = 1 << 23;

/// Which list of a book.
pub(crate) type ListId = u32;

/// The plays of one player's pool, by state of lane.
pub(crate) struct Book<C: Scale> {
    /// Where the plays of a list are.
    lists: Vec<(u32, u32)>,
    /// By play: the tiles it takes.
    taken: Vec<TileSet>,
    plays: Vec<Record<C::Tiles>>,
    index: Vec<(u64, ListId)>,
    used: usize,
    numbers: Box<[[u64; 2]; STRIDE]>,
}

const NONE: ListId = ListId::MAX;

impl<C: Scale> Book<C> {
    pub(crate) fn new() -> Book<C> {
        let numbers = std::array::from_fn(|pos| {
            [super::pool::mixed(2 * pos as u64), super::pool::mixed(2 * pos as u64 + 1)]
        });
        Book {
            lists: Vec::new(),
            taken: Vec::new(),
            plays: Vec::new(),
            index: vec![(0, NONE); 1 << 12],
            used: 0,
            numbers: Box::new(numbers),
        }
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

    /// The list for a lane as it is now.
    pub(crate) fn list(&mut self, graph: &CompactGraph, board: &Board, lane: usize, pool: &Pool) -> ListId {
        let key = self.key(board, lane, pool.letters);
        let mask = self.index.len() - 1;
        let mut at = key as usize & mask;
        while self.index[at].1 != NONE {
            if self.index[at].0 == key {
                return self.index[at].1;
            }
            at = (at + 1) & mask;
        }
        let list = self.lists.len() as ListId;
        let first = self.plays.len();
        walk_lanes::<C>(graph, board, &pool.holding, lane..lane + 1, &mut self.plays);
        let all = pool.all();
        self.taken.extend(self.plays[first..].iter().map(|play| all & !play.kept));
        self.lists.push((first as u32, self.plays.len() as u32));
        if self.plays.len() <= MOST_PLAYS {
            self.index[at] = (key, list);
            self.used += 1;
            if 2 * self.used > self.index.len() {
                self.grow();
            }
        }
        list
    }

    fn grow(&mut self) {
        let mask = 2 * self.index.len() - 1;
        let mut index = vec![(0, NONE); mask + 1];
        for &(key, list) in self.index.iter().filter(|entry| entry.1 != NONE) {
            let mut at = key as usize & mask;
            while index[at].1 != NONE {
                at = (at + 1) & mask;
            }
            index[at] = (key, list);
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
        if plays > MOST_PLAYS {
            self.lists.truncate(lists);
            self.plays.truncate(plays);
            self.taken.truncate(plays);
        }
    }
}
