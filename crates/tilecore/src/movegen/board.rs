//! The board, held once for each direction, with cross-sets that follow every play made and taken back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::compact::CompactGraph;
use super::equipment::{Equipment, MOST_LANES, STRIDE};
use super::play::Play;
use super::refusal::Refusal;
use super::tiles::{self, BLANK_FLAG};
use crate::wide::compiled_twice;

/// Marks a square without a crossing word.
pub(crate) const NO_CROSS: i32 = -1;

/// Which letters fit a square seen along a lane, and what the tiles of the crossing word are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cross {
    /// Letters that make the crossing word good; all where there is none.
    pub(crate) letters: u64,
    /// Points of the crossing word's tiles, or [`NO_CROSS`].
    pub(crate) points: i32,
}

/// A board with tiles on it. Its cross-sets are those of the graph that it is used with.
pub struct Board {
    equipment: Arc<Equipment>,
    tiles: [[u8; STRIDE]; MOST_LANES],
    /// By lane: bit `p` if position `p` is filled.
    filled: [u32; MOST_LANES],
    letters: [[u64; STRIDE]; MOST_LANES],
    points: [[i32; STRIDE]; MOST_LANES],
    tile_count: usize,
    /// Which state of the lane this is, among all states that this board has had; for caches.
    stamps: [u64; MOST_LANES],
    clock: u64,
    identity: u64,
    made: Vec<Made>,
    saved: Vec<Saved>,
}

/// A play that can be taken back.
#[derive(Clone, Copy)]
struct Made {
    lane: u8,
    count: u8,
    positions: [u8; super::equipment::MOST_RACK],
    /// How many entries `saved` had before it.
    saved: usize,
}

/// What a play has changed.
#[derive(Clone, Copy)]
enum Saved {
    Cross { lane: u8, pos: u8, cross: Cross },
    Stamp { lane: u8, stamp: u64 },
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            equipment: Arc::clone(&self.equipment),
            made: self.made.clone(),
            saved: self.saved.clone(),
            // From here on the two may go different ways with the same stamps.
            identity: next_identity(),
            ..*self
        }
    }
}

fn next_identity() -> u64 {
    static IDENTITIES: AtomicU64 = AtomicU64::new(1);
    IDENTITIES.fetch_add(1, Ordering::Relaxed)
}

impl Board {
    /// An empty board.
    pub fn new(equipment: Arc<Equipment>) -> Board {
        Board {
            tiles: [[0; STRIDE]; MOST_LANES],
            filled: [0; MOST_LANES],
            letters: [[equipment.letters; STRIDE]; MOST_LANES],
            points: [[NO_CROSS; STRIDE]; MOST_LANES],
            equipment,
            tile_count: 0,
            stamps: [0; MOST_LANES],
            clock: 0,
            identity: next_identity(),
            made: Vec::with_capacity(64),
            saved: Vec::with_capacity(1024),
        }
    }

    /// The board with these tiles, row by row, 0 for an empty square.
    pub fn with_squares(
        equipment: Arc<Equipment>,
        squares: &[u8],
        graph: &CompactGraph,
    ) -> Result<Board, Refusal> {
        let (height, width) = (equipment.height, equipment.width);
        if squares.len() != height * width {
            return Err(Refusal::new(
                "board-size",
                format!("the board has {} squares, not {}", height * width, squares.len()),
            ));
        }
        let mut board = Board::new(equipment);
        for (at, &tile) in squares.iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let letter = tiles::face(tile);
            let known = letter < 64 && board.equipment.letters >> letter & 1 == 1;
            if !known && tile != BLANK_FLAG {
                return Err(Refusal::new(
                    "no-such-tile",
                    format!("tile {letter} in row {} is not in the tile set", at / width + 1),
                ));
            }
            board.put(at / width, at % width, tile);
        }
        for lane in 0..board.equipment.lanes() {
            for pos in 0..board.equipment.length(lane) {
                if let Some(cross) = board.cross_at(lane, pos, graph) {
                    board.set_cross(lane, pos, cross);
                }
            }
        }
        Ok(board)
    }

    /// Board, tiles and scoring that it is used with.
    pub fn equipment(&self) -> &Arc<Equipment> {
        &self.equipment
    }

    /// Whether no tile lies on it.
    pub fn is_empty(&self) -> bool {
        self.tile_count == 0
    }

    /// The tile on a square; 0 if there is none.
    pub fn tile(&self, row: usize, col: usize) -> u8 {
        self.tiles[row][col]
    }

    #[inline(always)]
    pub(crate) fn lane_tiles(&self, lane: usize) -> &[u8; STRIDE] {
        &self.tiles[lane]
    }

    #[inline(always)]
    pub(crate) fn lane_letters(&self, lane: usize) -> &[u64; STRIDE] {
        &self.letters[lane]
    }

    #[inline(always)]
    pub(crate) fn lane_points(&self, lane: usize) -> &[i32; STRIDE] {
        &self.points[lane]
    }

    #[inline(always)]
    pub(crate) fn filled(&self, lane: usize) -> u32 {
        self.filled[lane]
    }

    /// What tells the state of a lane from every other that a cache may have seen.
    #[inline(always)]
    pub(crate) fn stamp(&self, lane: usize) -> u64 {
        self.stamps[lane]
    }

    /// What tells this board from every other.
    #[inline(always)]
    pub(crate) fn identity(&self) -> u64 {
        self.identity
    }

    /// Empty squares of a lane on which a play may hang: next to a filled square, or the start while the board is empty.
    #[inline]
    pub(crate) fn anchors(&self, lane: usize) -> u32 {
        if self.is_empty() {
            return self.equipment.start_in(lane).map_or(0, |pos| 1 << pos);
        }
        let mine = self.filled[lane];
        let mut near = mine << 1 | mine >> 1;
        for other in self.equipment.beside(lane).into_iter().flatten() {
            near |= self.filled[other];
        }
        near & !mine & ((1 << self.equipment.length(lane)) - 1)
    }

    compiled_twice! {
        /// Puts the tiles of a play down and repairs the cross-sets around them.
        pub fn make(&mut self, play: &Play, graph: &CompactGraph) {
            make_wide or make_inlined
        }
    }

    #[inline(always)]
    fn make_inlined(&mut self, play: &Play, graph: &CompactGraph) {
        self.clock += 1;
        let lane = usize::from(play.lane);
        let mut made = Made {
            lane: play.lane,
            count: play.tiles().len() as u8,
            positions: [0; super::equipment::MOST_RACK],
            saved: self.saved.len(),
        };
        let mut pos = usize::from(play.first);
        for (place, &tile) in made.positions.iter_mut().zip(play.tiles()) {
            while self.filled[lane] >> pos & 1 == 1 {
                pos += 1;
            }
            self.touch(lane);
            let (other, _) = self.equipment.turn(lane, pos);
            self.touch(other);
            self.put(lane, pos, tile);
            *place = pos as u8;
        }
        self.made.push(made);
        for index in 0..=play.tiles().len() {
            // The word itself now crosses the squares at its two ends; and each tile put down begins or lengthens a word
            // in the other direction.
            let (other, at) = match index.checked_sub(1) {
                None => (lane, usize::from(play.first)),
                Some(index) => self.equipment.turn(lane, usize::from(made.positions[index])),
            };
            self.repair_around(other, at, graph);
        }
        // A lane beside the play has new anchors even where no cross-set changes.
        if self.tile_count == play.tiles().len() {
            (0..self.equipment.lanes()).for_each(|lane| self.touch(lane));
        }
    }

    /// Takes the last play back; false if there is none.
    pub fn unmake(&mut self) -> bool {
        let Some(made) = self.made.pop() else {
            return false;
        };
        let lane = usize::from(made.lane);
        for &pos in &made.positions[..usize::from(made.count)] {
            self.lift(lane, usize::from(pos));
        }
        while self.saved.len() > made.saved {
            match self.saved.pop() {
                Some(Saved::Cross { lane, pos, cross }) => {
                    self.set_cross(usize::from(lane), usize::from(pos), cross);
                }
                Some(Saved::Stamp { lane, stamp }) => self.stamps[usize::from(lane)] = stamp,
                None => break,
            }
        }
        true
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, pos: usize, tile: u8) {
        let (other, at) = self.equipment.turn(lane, pos);
        self.tiles[lane][pos] = tile;
        self.tiles[other][at] = tile;
        self.filled[lane] |= 1 << pos;
        self.filled[other] |= 1 << at;
        self.tile_count += 1;
    }

    fn lift(&mut self, lane: usize, pos: usize) {
        let (other, at) = self.equipment.turn(lane, pos);
        self.tiles[lane][pos] = 0;
        self.tiles[other][at] = 0;
        self.filled[lane] &= !(1 << pos);
        self.filled[other] &= !(1 << at);
        self.tile_count -= 1;
    }

    /// Notes that what matters for plays in a lane is no longer what it was.
    #[inline(always)]
    fn touch(&mut self, lane: usize) {
        if self.stamps[lane] != self.clock {
            let (lane, stamp) = (lane as u8, self.stamps[lane]);
            self.saved.push(Saved::Stamp { lane, stamp });
            self.stamps[usize::from(lane)] = self.clock;
        }
    }

    /// Repairs the two squares that end the run of tiles in `lane` through `pos`, as seen from the lanes that cross there.
    #[inline(always)]
    fn repair_around(&mut self, lane: usize, pos: usize, graph: &CompactGraph) {
        let (start, end) = self.run(lane, pos);
        // Before the first square is none, and its number is too large.
        for pos in [start.wrapping_sub(1), end] {
            if pos < self.equipment.length(lane) {
                self.repair(self.equipment.turn(lane, pos), graph);
            }
        }
    }

    #[inline(always)]
    fn repair(&mut self, (lane, pos): (usize, usize), graph: &CompactGraph) {
        let Some(cross) = self.cross_at(lane, pos, graph) else {
            return;
        };
        let before = Cross { letters: self.letters[lane][pos], points: self.points[lane][pos] };
        if before != cross {
            self.touch(lane);
            self.saved.push(Saved::Cross { lane: lane as u8, pos: pos as u8, cross: before });
            self.set_cross(lane, pos, cross);
        }
    }

    fn set_cross(&mut self, lane: usize, pos: usize, cross: Cross) {
        self.letters[lane][pos] = cross.letters;
        self.points[lane][pos] = cross.points;
    }

    /// First square of the run of tiles around a filled position, and the square after it.
    #[inline(always)]
    fn run(&self, lane: usize, pos: usize) -> (usize, usize) {
        let filled = self.filled[lane];
        let end = pos + (!(filled >> pos)).trailing_zeros() as usize;
        let start = pos + 1 - (!(filled << (31 - pos))).leading_zeros() as usize;
        (start, end)
    }

    /// What crosses an empty square; nothing is said of a filled one.
    #[inline(always)]
    fn cross_at(&self, lane: usize, pos: usize, graph: &CompactGraph) -> Option<Cross> {
        if self.filled[lane] >> pos & 1 == 1 {
            return None;
        }
        let (other, at) = self.equipment.turn(lane, pos);
        let filled = self.filled[other];
        let end = at + 1 + (!(filled >> (at + 1))).trailing_zeros() as usize;
        let start = match at {
            0 => 0,
            _ => at - (!(filled << (32 - at))).leading_zeros() as usize,
        };
        if end - start == 1 {
            return Some(Cross { letters: self.equipment.letters, points: NO_CROSS });
        }
        let line = &self.tiles[other];
        let (before, after) = (&line[start..at], &line[at + 1..end]);
        let values = &self.equipment.values;
        let value = |tile: &u8| values[usize::from(tiles::kind(*tile))];
        Some(Cross {
            letters: match end - start <= self.equipment.longest_word {
                true => graph.letters_between(before, after),
                false => 0,
            },
            points: before.iter().chain(after).map(value).sum(),
        })
    }
}
