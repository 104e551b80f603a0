//! Negamax over the rest of a game in which both racks are known and the bag is empty.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::book::{Book, ListId};
use super::pool::{Pool, TileSet, mixed};
use super::table::{Bound, Entry, FINAL, Sketch, Table};
use crate::movegen::{BLANK_FLAG, Board, Engine, MOST_LANES, Play, Rack, Record, Scale, THOUSAND, TileWord};

/// No line of play has more plies: each tile is a turn of its own at most, and nobody passes twice between two.
const MOST_PLIES: usize = 64;

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

/// Ends a search before its time, and counts what all of its threads do.
#[derive(Default)]
pub struct Control {
    stop: AtomicBool,
    nodes: AtomicU64,
}

impl Control {
    /// Ends the search soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Positions searched so far by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// A value, and whether it was found without a horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) value: i32,
    pub(crate) is_final: bool,
}

/// The values that matter: a better one than `beta` may be told as `beta`, a worse one than `alpha` as `alpha`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The same window for the other player after a turn that scores `score`.
    fn turned(self, score: i32) -> Window {
        Window { alpha: score - self.beta, beta: score - self.alpha }
    }

    fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }
}

/// What the search keeps for each ply.
struct Frame {
    stamps: [u64; MOST_LANES],
    lists: [ListId; MOST_LANES],
    /// Whether `stamps` and `lists` are those of the line that is being searched.
    is_set: bool,
    /// The plays to try: estimate above, number in the book below.
    plays: Vec<u64>,
}

/// One side of the game.
struct Side<C: Scale> {
    pool: Pool,
    book: Book<C>,
    rack: TileSet,
}

/// A turn: the number of a play in the book of the side to move, or none for a pass.
pub(crate) type Turn = Option<u32>;

/// A search of one thread.
pub(crate) struct Search<'a, C: Scale> {
    engine: &'a Engine,
    table: &'a Table,
    control: &'a Control,
    deadline: Option<Instant>,
    board: Board,
    sides: [Side<C>; 2],
    to_move: usize,
    /// Whether the turn before was a pass, so that another ends the game.
    passed: bool,
    board_key: u64,
    frames: Vec<Frame>,
    /// Nodes since the last look at the clock.
    nodes: u64,
    stopped: bool,
    /// What a point on an unplayed tile is worth to whoever is out, and to its holder when nobody is.
    swing: i32,
    nobody_out: i32,
}

impl<'a, C: Scale> Search<'a, C> {
    /// A search on this board with these tiles in play; each side may hold all of its pool or a part.
    pub(crate) fn new(
        engine: &'a Engine,
        board: Board,
        pools: [&Rack; 2],
        table: &'a Table,
        control: &'a Control,
    ) -> Search<'a, C> {
        let equipment = engine.equipment();
        let side = |player: usize| {
            let pool = Pool::new(pools[player], equipment, player as u64 + 1);
            Side { rack: pool.all(), pool, book: Book::new() }
        };
        let frame =
            || Frame { stamps: [0; MOST_LANES], lists: [0; MOST_LANES], is_set: false, plays: Vec::new() };
        Search {
            engine,
            table,
            control,
            deadline: None,
            sides: [side(0), side(1)],
            to_move: 0,
            passed: false,
            board_key: 0,
            frames: (0..MOST_PLIES).map(|_| frame()).collect(),
            nodes: 0,
            stopped: false,
            swing: equipment.unplayed.swing(),
            nobody_out: i32::from(equipment.unplayed.when_nobody_is_out),
            board,
        }
    }

    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Whether it was stopped, so that the last answer means nothing.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Begins with this side to move, after a pass or not.
    pub(crate) fn set_turn(&mut self, to_move: usize, passed: bool) {
        (self.to_move, self.passed) = (to_move, passed);
        self.frames.iter_mut().for_each(|frame| frame.is_set = false);
    }

    /// Lets go of what was listed for plays before this position.
    pub(crate) fn forget_plays(&mut self) {
        self.frames.iter_mut().for_each(|frame| frame.is_set = false);
    }

    /// Whether the table has the position.
    pub(crate) fn is_known(&self) -> bool {
        self.table.get(self.key()).is_some()
    }

    /// The play of a number in the book of the side to move.
    pub(crate) fn play(&self, number: u32) -> Play {
        self.sides[self.to_move].book.play(number).play(0)
    }

    fn key(&self) -> u64 {
        let [first, second] = &self.sides;
        let turn = (self.to_move as u64) << 1 | u64::from(self.passed);
        self.board_key ^ first.pool.key(first.rack) ^ second.pool.key(second.rack) ^ TURNS[turn as usize]
    }

    fn points(&self, side: usize) -> i32 {
        self.sides[side].pool.points(self.sides[side].rack)
    }

    /// What it counts for the side to move when both have passed.
    fn value_of_end(&self) -> i32 {
        self.nobody_out * (self.points(self.to_move) - self.points(1 - self.to_move))
    }

    /// Makes a turn; returns what [`Search::take_back`] needs.
    pub(crate) fn make(&mut self, turn: Turn) -> Before {
        let me = self.to_move;
        let before =
            Before { board_key: self.board_key, rack: self.sides[me].rack, passed: self.passed, turn };
        match turn {
            None => self.passed = true,
            Some(number) => {
                let side = &mut self.sides[me];
                let record = *side.book.play(number);
                let play = record.play(0);
                self.board_key ^= self.key_of_tiles(&play);
                let side = &mut self.sides[me];
                side.rack = side.pool.without(side.rack, side.pool.all() & !record.kept);
                self.engine.make(&mut self.board, &play);
                self.passed = false;
            }
        }
        self.to_move = 1 - me;
        before
    }

    /// Takes the last turn back.
    pub(crate) fn take_back(&mut self, before: Before) {
        if before.turn.is_some() {
            self.board.unmake();
        }
        self.to_move = 1 - self.to_move;
        self.board_key = before.board_key;
        self.passed = before.passed;
        self.sides[self.to_move].rack = before.rack;
    }

    fn key_of_tiles(&self, play: &Play) -> u64 {
        let lane = usize::from(play.lane);
        let filled = self.board.filled(lane);
        let mut pos = usize::from(play.first);
        let mut key = 0;
        for &tile in play.tiles() {
            while filled >> pos & 1 == 1 {
                pos += 1;
            }
            let (row, col) = match lane < self.engine.equipment().height {
                true => (lane, pos),
                false => (pos, lane - self.engine.equipment().height),
            };
            let sign = usize::from(tile & 63) | usize::from(tile & BLANK_FLAG) >> 1;
            key ^= mixed((row << 12 | col << 7 | sign) as u64);
            pos += 1;
        }
        key
    }

    /// Lists the plays of the side to move in the frame of this ply, with an estimate of each; how many there are.
    fn list(&mut self, ply: usize) -> usize {
        let me = self.to_move;
        let others = self.points(1 - me);
        let Side { pool, book, rack } = &mut self.sides[me];
        let lanes = self.engine.equipment().lanes();
        let (earlier, now) = self.frames.split_at_mut(ply);
        let frame = &mut now[0];
        let earlier = ply.checked_sub(2).map(|ply| &earlier[ply]).filter(|earlier| earlier.is_set);
        frame.is_set = true;
        frame.plays.clear();
        let swing = self.swing;
        let rack_points = pool.points(*rack);
        for lane in 0..lanes {
            let stamp = self.board.stamp(lane);
            frame.stamps[lane] = stamp;
            let list = match earlier {
                Some(earlier) if earlier.stamps[lane] == stamp => earlier.lists[lane],
                _ => book.list(self.engine.graph(), &self.board, lane, pool, *rack),
            };
            frame.lists[lane] = list;
            let plays = &mut frame.plays;
            let book = &*book;
            let rack = *rack;
            book.each(list, rack, |number, taken| {
                let score = book.play(number).equity / THOUSAND;
                let estimate = if taken == rack {
                    score + swing * others + OUT
                } else {
                    score - (rack_points - pool.points(taken))
                };
                plays.push(((estimate + MIDDLE) as u64) << 32 | u64::from(number));
            });
        }
        frame.plays.len()
    }

    /// Value of the position for the side to move, as far as the window asks, looking `depth` plies ahead.
    pub(crate) fn value(&mut self, ply: usize, depth: u32, window: Window) -> Found {
        self.count_node();
        if self.stopped {
            return Found { value: 0, is_final: false };
        }
        let key = self.key();
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let answers = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= window.beta,
                Bound::AtMost => entry.value <= window.alpha,
            };
            if answers {
                return Found { value: entry.value, is_final: entry.depth == FINAL };
            }
        }
        if depth == 0 || ply + 2 >= MOST_PLIES {
            return self.playout(ply);
        }
        let marks = [self.sides[0].book.mark(), self.sides[1].book.mark()];
        let found = self.best_of_all(ply, depth, window, known.map(|entry| entry.best));
        let [first, second] = &mut self.sides;
        first.book.forget(marks[0]);
        second.book.forget(marks[1]);
        if !self.stopped {
            let (found, best) = found;
            let bound = match found.value {
                value if value >= window.beta => Bound::AtLeast,
                value if value <= window.alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            let depth = if found.is_final { FINAL } else { depth };
            self.table.put(key, Entry { value: found.value, bound, depth, best });
        }
        found.0
    }

    /// Tries all turns, the most promising first.
    fn best_of_all(
        &mut self,
        ply: usize,
        depth: u32,
        window: Window,
        hint: Option<Sketch>,
    ) -> (Found, Sketch) {
        let count = self.list(ply);
        let mut best = Best { found: Found { value: i32::MIN, is_final: true }, turn: PASS };
        let mut alpha = window.alpha;
        let mut all_final = true;
        if let Some(sketch) = hint {
            self.put_first(ply, sketch);
        }
        for index in 0..count {
            let number = self.next_play(ply, index);
            let found = self.value_of_turn(ply, depth, Window { alpha, ..window }, Some(number), index == 0);
            if self.stopped {
                return (found, PASS);
            }
            all_final &= found.is_final;
            if found.value > best.found.value {
                best = Best { found, turn: self.sketch(number) };
                alpha = alpha.max(found.value);
                if alpha >= window.beta {
                    return (found, best.turn);
                }
            }
        }
        let found = self.value_of_turn(ply, depth, Window { alpha, ..window }, None, count == 0);
        if self.stopped {
            return (found, PASS);
        }
        all_final &= found.is_final;
        if found.value > best.found.value {
            best = Best { found, turn: PASS };
            if found.value >= window.beta {
                return (found, PASS);
            }
        }
        (Found { value: best.found.value, is_final: all_final }, best.turn)
    }

    /// What a turn is worth to the side to move.
    fn value_of_turn(&mut self, ply: usize, depth: u32, window: Window, turn: Turn, is_first: bool) -> Found {
        let me = self.to_move;
        let score = match turn {
            None if self.passed => return Found { value: self.value_of_end(), is_final: true },
            None => 0,
            Some(number) => {
                let Side { pool, book, rack } = &self.sides[me];
                let record = book.play(number);
                let score = record.equity / THOUSAND;
                if pool.all() & !record.kept == *rack {
                    return Found { value: score + self.swing * self.points(1 - me), is_final: true };
                }
                score
            }
        };
        let before = self.make(turn);
        let ask = |search: &mut Self, window: Window| {
            let found = search.value(ply + 1, depth - 1, window.turned(score));
            Found { value: score - found.value, ..found }
        };
        let mut found = if is_first { ask(self, window) } else { ask(self, Window::null(window.alpha)) };
        if !is_first && found.value > window.alpha && found.value < window.beta && !self.stopped {
            found = ask(self, window);
        }
        self.take_back(before);
        found
    }

    /// Plays the game to its end as somebody would who looks no further than each play, and tells what it comes to.
    fn playout(&mut self, ply: usize) -> Found {
        let me = self.to_move;
        let mut made = [None; MOST_PLIES];
        let mut value = 0;
        let mut now = ply;
        loop {
            let sign = if self.to_move == me { 1 } else { -1 };
            let mover = self.to_move;
            let best = match now + 1 < MOST_PLIES && self.list(now) > 0 {
                true => self.frames[now].plays.iter().max().map(|&entry| entry as u32),
                false => None,
            };
            match best {
                None if self.passed => {
                    value += sign * self.value_of_end();
                    break;
                }
                None => {}
                Some(number) => {
                    let Side { pool, book, rack } = &self.sides[mover];
                    let record = book.play(number);
                    value += sign * (record.equity / THOUSAND);
                    if pool.all() & !record.kept == *rack {
                        value += sign * self.swing * self.points(1 - mover);
                        break;
                    }
                }
            }
            made[now - ply] = Some(self.make(best));
            now += 1;
        }
        made[..now - ply].iter().rev().flatten().for_each(|&before| self.take_back(before));
        Found { value, is_final: false }
    }

    /// Brings the best play that is left to the place `index` and returns its number.
    #[inline(always)]
    fn next_play(&mut self, ply: usize, index: usize) -> u32 {
        let plays = &mut self.frames[ply].plays;
        if index < PICKED {
            let best = (index..plays.len()).max_by_key(|&at| plays[at]).unwrap_or(index);
            plays.swap(index, best);
        } else if index == PICKED {
            plays[index..].sort_unstable_by(|a, b| b.cmp(a));
        }
        plays[index] as u32
    }

    fn sketch(&self, number: u32) -> Sketch {
        sketch(self.sides[self.to_move].book.play(number))
    }

    /// Makes the play of a sketch the most promising.
    fn put_first(&mut self, ply: usize, wanted: Sketch) {
        let book = &self.sides[self.to_move].book;
        let found =
            self.frames[ply].plays.iter_mut().find(|entry| sketch(book.play(**entry as u32)) == wanted);
        if let Some(entry) = found {
            *entry |= 1 << 63;
        }
    }

    /// The turn that the table has for the position, among those that are possible; none if it has none.
    pub(crate) fn known_turn(&mut self, ply: usize) -> Option<Turn> {
        let entry = self.table.get(self.key())?;
        if entry.best == PASS {
            return Some(None);
        }
        self.list(ply);
        let book = &self.sides[self.to_move].book;
        let mut numbers = self.frames[ply].plays.iter().map(|&play| play as u32);
        numbers.find(|&number| sketch(book.play(number)) == entry.best).map(Some)
    }

    /// The turn that looks best at first sight.
    pub(crate) fn likely_turn(&mut self, ply: usize) -> Turn {
        self.list(ply);
        self.frames[ply].plays.iter().max().map(|&play| play as u32)
    }

    /// What a turn scores, and whether the game is over after it.
    pub(crate) fn outcome(&self, turn: Turn) -> (i32, bool) {
        let me = self.to_move;
        match turn {
            None if self.passed => (self.value_of_end(), true),
            None => (0, false),
            Some(number) => {
                let Side { pool, book, rack } = &self.sides[me];
                let record = book.play(number);
                let score = record.equity / THOUSAND;
                match pool.all() & !record.kept == *rack {
                    true => (score + self.swing * self.points(1 - me), true),
                    false => (score, false),
                }
            }
        }
    }

    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes == NODES_BETWEEN_LOOKS {
            self.look_around();
        }
    }

    /// Tells how many nodes were searched, and looks at the clock.
    pub(crate) fn look_around(&mut self) {
        self.control.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        self.nodes = 0;
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.control.stop();
        }
        self.stopped |= self.control.is_stopped();
    }
}

/// A turn with what it is worth.
struct Best {
    found: Found,
    turn: Sketch,
}

/// What is needed to take a turn back.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    board_key: u64,
    rack: TileSet,
    passed: bool,
    turn: Turn,
}

const PASS: Sketch = 0;

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
    (record.place.bits() as Sketch) << 16 | tiles >> 16
}
