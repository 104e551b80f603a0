//! Sets of squares, to see quickly whether one play is in the way of another.

use super::pool::mixed;
use crate::movegen::{BLANK_FLAG, Board, Equipment, Play, Record, TileWord};

/// Squares of a board. On a board of more than 256, some squares share a place: then a play may seem to be in the way
/// of another where it is not, never the other way round.
#[derive(Clone, Copy, Default)]
pub(crate) struct Squares([u64; 4]);

impl Squares {
    fn add(&mut self, equipment: &Equipment, lane: usize, pos: usize) {
        let (row, col) = if lane < equipment.height { (lane, pos) } else { (pos, lane - equipment.height) };
        let square = (row * equipment.width + col) % 256;
        self.0[square / 64] |= 1 << (square % 64);
    }

    /// Whether they have a square in common.
    #[inline(always)]
    pub(crate) fn meet(&self, other: &Squares) -> bool {
        (0..4).any(|at| self.0[at] & other.0[at] != 0)
    }

    /// Both together.
    #[inline(always)]
    pub(crate) fn with(&self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

/// The squares that the tiles of a play are put on.
pub(crate) fn laid<T: TileWord>(board: &Board, play: &Record<T>) -> Squares {
    let mut squares = Squares::default();
    each_square(board, play, |lane, pos| squares.add(board.equipment(), lane, pos));
    squares
}

/// The squares on which another tile would change the words of a play: its own, and the empty ones at their ends.
pub(crate) fn touched<T: TileWord>(board: &Board, play: &Record<T>) -> Squares {
    let equipment = board.equipment();
    let mut squares = Squares::default();
    let mut last = 0;
    each_square(board, play, |lane, pos| {
        squares.add(equipment, lane, pos);
        let (other, at) = equipment.turn(lane, pos);
        add_ends(&mut squares, board, other, at, at);
        last = pos;
    });
    add_ends(&mut squares, board, play.place.lane(), play.place.first(), last);
    squares
}

#[inline(always)]
fn each_square<T: TileWord>(board: &Board, play: &Record<T>, mut take: impl FnMut(usize, usize)) {
    let lane = play.place.lane();
    let filled = board.filled(lane);
    let mut pos = play.place.first();
    for _ in 0..play.place.count() {
        while filled >> pos & 1 == 1 {
            pos += 1;
        }
        take(lane, pos);
        pos += 1;
    }
}

/// Adds the empty squares before and after the tiles that go on from `first` and `last`.
fn add_ends(squares: &mut Squares, board: &Board, lane: usize, first: usize, last: usize) {
    let filled = board.filled(lane);
    let run = match first {
        0 => 0,
        _ => (u64::from(filled) << (64 - first)).leading_ones() as usize,
    };
    if let Some(pos) = first.checked_sub(run + 1) {
        squares.add(board.equipment(), lane, pos);
    }
    let after = last + 1 + (u64::from(filled) >> (last + 1)).trailing_ones() as usize;
    if after < board.equipment().length(lane) {
        squares.add(board.equipment(), lane, after);
    }
}

/// What the tiles of a play change in the key of a board.
pub(super) fn key_of_tiles(board: &Board, play: &Play) -> u64 {
    let lane = usize::from(play.lane);
    let filled = board.filled(lane);
    let mut pos = usize::from(play.first);
    let mut key = 0;
    for &tile in play.tiles() {
        while filled >> pos & 1 == 1 {
            pos += 1;
        }
        let height = board.equipment().height;
        let (row, col) = if lane < height { (lane, pos) } else { (pos, lane - height) };
        let sign = usize::from(tile & 63) | usize::from(tile & BLANK_FLAG) >> 1;
        key ^= mixed((row << 12 | col << 7 | sign) as u64);
        pos += 1;
    }
    key
}
