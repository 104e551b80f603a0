//! A line of play: a position in which all tiles are known, with turns made and taken back.

use super::book::{Book, ListId};
use super::pool::{Pool, TileSet, mixed};
use super::squares::key_of_tiles;
use super::table::Sketch;
use crate::movegen::{Board, Engine, MOST_LANES, Play, Rack, Record, Scale, THOUSAND, TileWord, kind};

/// No line of play has more plies: each tile is a turn of its own at most, and nobody passes twice between two.
pub(crate) const MOST_PLIES: usize = 64;

/// The sketch of a pass.
pub(crate) const PASS: Sketch = 0;

/// A turn: the number of a play in the book of the side to move, or none for a pass.
pub(crate) type Turn = Option<u32>;

/// What is kept for each ply.
struct Frame {
    stamps: [u64; MOST_LANES],
    lists: [ListId; MOST_LANES],
    /// The rack that the lists were made for; none before the first.
    rack: Option<TileSet>,
    /// The plays to try: estimate above, number in the book below.
    plays: Vec<u64>,
}

/// One side of the game.
pub(super) struct Side<C: Scale> {
    pub(super) pool: Pool,
    pub(super) book: Book<C>,
    pub(super) rack: TileSet,
}

/// What is needed to take a turn back.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    board_key: u64,
    rack: TileSet,
    passed: bool,
    drawn: usize,
    laid: bool,
}

/// A game as it goes on.
pub(crate) struct Line<'a, C: Scale> {
    pub(super) engine: &'a Engine,
    pub(super) board: Board,
    pub(super) sides: [Side<C>; 2],
    pub(crate) to_move: usize,
    /// Whether another pass ends the game.
    pub(crate) passed: bool,
    /// Tiles that will be drawn, in their order, and how many of them were.
    bag: Vec<u8>,
    drawn: usize,
    /// By tiles drawn: what tells bags apart.
    bag_keys: Vec<u64>,
    board_key: u64,
    frames: Vec<Frame>,
    /// What a point on an unplayed tile is worth to whoever is out, and to its holder when nobody is.
    pub(super) swing: i32,
    pub(super) nobody_out: i32,
}

impl<'a, C: Scale> Line<'a, C> {
    /// A line on this board; each side holds its whole pool, which may have tiles that it draws later.
    pub(crate) fn new(engine: &'a Engine, board: Board, pools: [&Rack; 2], most_plays: usize) -> Line<'a, C> {
        let equipment = engine.equipment();
        let side = |player: usize| {
            let pool = Pool::new(pools[player], equipment, player as u64 + 1);
            Side { rack: pool.all(), pool, book: Book::new(most_plays) }
        };
        let frame =
            || Frame { stamps: [0; MOST_LANES], lists: [0; MOST_LANES], rack: None, plays: Vec::new() };
        Line {
            engine,
            board,
            sides: [side(0), side(1)],
            to_move: 0,
            passed: false,
            bag: Vec::new(),
            drawn: 0,
            bag_keys: vec![0],
            board_key: 0,
            frames: (0..MOST_PLIES).map(|_| frame()).collect(),
            swing: equipment.unplayed.swing(),
            nobody_out: i32::from(equipment.unplayed.when_nobody_is_out),
        }
    }

    /// The same with the marks of each play.
    pub(crate) fn with_marks(mut self) -> Line<'a, C> {
        self.sides = self.sides.map(|side| Side { book: side.book.with_marks(), ..side });
        self
    }

    /// Begins with these racks, this bag (drawn from its front), and the first side to move.
    pub(crate) fn set(&mut self, racks: [&Rack; 2], bag: &[u8], passed: bool) {
        for (side, rack) in self.sides.iter_mut().zip(racks) {
            side.rack = side.pool.set_of(rack);
        }
        (self.to_move, self.passed, self.drawn) = (0, passed, 0);
        self.bag = bag.to_vec();
        self.bag_keys = vec![0; bag.len() + 1];
        for (at, &kind) in bag.iter().enumerate().rev() {
            self.bag_keys[at] = mixed(self.bag_keys[at + 1] ^ u64::from(kind) ^ BAG_SALT);
        }
        self.forget_lists();
    }

    /// Lets go of what was listed for plays before this position.
    pub(crate) fn forget_lists(&mut self) {
        self.frames.iter_mut().for_each(|frame| frame.rack = None);
    }

    /// The play of a number in the book of the side to move.
    pub(crate) fn play(&self, number: u32) -> Play {
        self.record(number).play(0)
    }

    #[inline(always)]
    fn record(&self, number: u32) -> &Record<C::Tiles> {
        self.sides[self.to_move].book.play(number)
    }

    /// What tells the position from all others.
    pub(crate) fn key(&self) -> u64 {
        let [first, second] = &self.sides;
        let turn = self.to_move << 1 | usize::from(self.passed);
        let racks = first.pool.key(first.rack) ^ second.pool.key(second.rack);
        self.board_key ^ racks ^ TURNS[turn] ^ self.bag_keys[self.drawn]
    }

    /// The key of the position after a turn that no tile is drawn for; a play is told by the key of its tiles.
    #[inline(always)]
    pub(super) fn key_after(&self, play: Option<u64>, rack: TileSet) -> u64 {
        let me = self.to_move;
        let other = &self.sides[1 - me];
        let turn = (1 - me) << 1 | usize::from(play.is_none());
        let racks = self.sides[me].pool.key(rack) ^ other.pool.key(other.rack);
        self.board_key ^ play.unwrap_or(0) ^ racks ^ TURNS[turn] ^ self.bag_keys[self.drawn]
    }

    /// Whether no tile is left to be drawn.
    pub(super) fn is_bag_empty(&self) -> bool {
        self.drawn == self.bag.len()
    }

    #[inline(always)]
    fn points(&self, side: usize) -> i32 {
        self.sides[side].pool.points(self.sides[side].rack)
    }

    /// What a turn scores, with what unplayed tiles count if it ends the game, and whether it does.
    #[inline(always)]
    pub(crate) fn outcome(&self, turn: Turn) -> (i32, bool) {
        let me = self.to_move;
        let Some(number) = turn else {
            let lost = self.points(me) - self.points(1 - me);
            return if self.passed { (self.nobody_out * lost, true) } else { (0, false) };
        };
        let Side { pool, book, rack } = &self.sides[me];
        let record = book.play(number);
        let score = record.equity / THOUSAND;
        match pool.all() & !record.kept == *rack && self.drawn == self.bag.len() {
            true => (score + self.swing * self.points(1 - me), true),
            false => (score, false),
        }
    }

    /// Makes a turn; returns what [`Line::take_back`] needs.
    pub(crate) fn make(&mut self, turn: Turn) -> Before {
        match turn {
            None => self.lay(None),
            Some(number) => self.lay(Some(&self.play(number))),
        }
    }

    /// The same for a play that may be in no book.
    pub(crate) fn lay(&mut self, play: Option<&Play>) -> Before {
        let me = self.to_move;
        let before = Before {
            board_key: self.board_key,
            rack: self.sides[me].rack,
            passed: self.passed,
            drawn: self.drawn,
            laid: play.is_some(),
        };
        self.passed = play.is_none();
        if let Some(play) = play {
            self.board_key ^= key_of_tiles(&self.board, play);
            let Side { pool, rack, .. } = &mut self.sides[me];
            for &tile in play.tiles() {
                *rack = pool.removed(*rack, kind(tile));
            }
            for _ in 0..play.tiles().len().min(self.bag.len() - self.drawn) {
                *rack = pool.added(*rack, self.bag[self.drawn]);
                self.drawn += 1;
            }
            self.engine.make(&mut self.board, play);
        }
        self.to_move = 1 - me;
        before
    }

    /// Takes the last turn back.
    pub(crate) fn take_back(&mut self, before: Before) {
        if before.laid {
            self.board.unmake();
        }
        self.to_move = 1 - self.to_move;
        self.board_key = before.board_key;
        self.passed = before.passed;
        self.drawn = before.drawn;
        self.sides[self.to_move].rack = before.rack;
    }

    /// Lists the plays of the side to move in the frame of this ply, with an estimate of each; how many there are.
    pub(crate) fn list(&mut self, ply: usize) -> usize {
        let me = self.to_move;
        let others = self.points(1 - me);
        let may_go_out = self.drawn == self.bag.len();
        let Side { pool, book, rack } = &mut self.sides[me];
        let rack = *rack;
        let (earlier, now) = self.frames.split_at_mut(ply);
        let frame = &mut now[0];
        let earlier = ply.checked_sub(2).map(|ply| &earlier[ply]);
        // Lists of two plies before serve where the lane is as it was and no tile was drawn since.
        let earlier = earlier.filter(|earlier| earlier.rack.is_some_and(|served| rack & !served == 0));
        frame.rack = Some(rack);
        frame.plays.clear();
        let swing = self.swing;
        let rack_points = pool.points(rack);
        for lane in 0..self.engine.equipment().lanes() {
            let stamp = self.board.stamp(lane);
            frame.stamps[lane] = stamp;
            let list = match earlier {
                Some(earlier) if earlier.stamps[lane] == stamp => earlier.lists[lane],
                _ => book.list(self.engine.graph(), &self.board, lane, pool, rack),
            };
            frame.lists[lane] = list;
            let plays = &mut frame.plays;
            let book = &*book;
            book.each(list, rack, |number, taken| {
                let score = book.play(number).equity / THOUSAND;
                let estimate = if taken == rack && may_go_out {
                    score + swing * others + OUT
                } else {
                    score - (rack_points - pool.points(taken))
                };
                plays.push(((estimate + MIDDLE) as u64) << 32 | u64::from(number));
            });
        }
        frame.plays.len()
    }

    /// Brings the best play that is left to the place `index` and returns its number.
    #[inline(always)]
    pub(crate) fn next_play(&mut self, ply: usize, index: usize) -> u32 {
        let plays = &mut self.frames[ply].plays;
        if index < PICKED {
            let best = (index..plays.len()).max_by_key(|&at| plays[at]).unwrap_or(index);
            plays.swap(index, best);
        } else if index == PICKED {
            plays[index..].sort_unstable_by(|a, b| b.cmp(a));
        }
        plays[index] as u32
    }

    /// The turn that looks best at first sight.
    pub(crate) fn likely_turn(&mut self, ply: usize) -> Turn {
        self.list(ply);
        self.frames[ply].plays.iter().max().map(|&play| play as u32)
    }

    /// A play in short.
    pub(crate) fn sketch(&self, number: u32) -> Sketch {
        sketch(self.record(number))
    }

    /// The play of a sketch among those listed.
    pub(crate) fn sketched(&self, ply: usize, wanted: Sketch) -> Option<u32> {
        let mut numbers = self.frames[ply].plays.iter().map(|&play| play as u32);
        numbers.find(|&number| self.sketch(number) == wanted)
    }

    /// Makes the play of a sketch the most promising of those listed.
    pub(crate) fn put_first(&mut self, ply: usize, wanted: Sketch) {
        let book = &self.sides[self.to_move].book;
        let mut plays = self.frames[ply].plays.iter_mut();
        if let Some(entry) = plays.find(|entry| sketch(book.play(**entry as u32)) == wanted) {
            *entry |= 1 << 63;
        }
    }

    /// Plays the game to its end as somebody would who looks no further than each play; what it comes to.
    pub(crate) fn playout(&mut self, ply: usize) -> i32 {
        let mut made = [None; MOST_PLIES];
        let (mut value, mut sign, mut now) = (0, 1, ply);
        loop {
            let turn = if now + 1 < MOST_PLIES { self.likely_turn(now) } else { None };
            let (score, is_over) = self.outcome(turn);
            value += sign * score;
            if is_over || now + 1 == MOST_PLIES {
                break;
            }
            made[now - ply] = Some(self.make(turn));
            (sign, now) = (-sign, now + 1);
        }
        made[..now - ply].iter().rev().flatten().for_each(|&before| self.take_back(before));
        value
    }

    /// How full the books are, to be given back to [`Line::forget`].
    pub(crate) fn marks(&self) -> [(usize, usize); 2] {
        self.sides.each_ref().map(|side| side.book.mark())
    }

    /// Lets go of lists that were added to full books since the marks.
    pub(crate) fn forget(&mut self, marks: [(usize, usize); 2]) {
        self.sides.iter_mut().zip(marks).for_each(|(side, mark)| side.book.forget(mark));
    }
}

/// Estimates are made positive with it.
const MIDDLE: i32 = 1 << 24;

/// Going out is tried before anything else that promises the same.
const OUT: i32 = 20;

/// So many plays are picked one by one before the others are sorted.
const PICKED: usize = 4;

const TURNS: [u64; 4] = [0, 0x517c_c1b7_2722_0a95, 0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];

fn sketch<T: TileWord>(record: &Record<T>) -> Sketch {
    let mut tiles = 0u32;
    for index in 0..record.place.count() {
        tiles = (tiles ^ u32::from(record.tiles.get(index))).wrapping_mul(0x9e37_79b1);
    }
    Sketch::from(record.place.bits()) << 16 | tiles >> 16
}

/// Keeps the keys of bags apart from those of squares.
const BAG_SALT: u64 = 1 << 50;
