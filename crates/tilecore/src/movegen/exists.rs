//! Whether any play is left, for the end of a game: a walk that stops at the first play it finds.
//!
//! It takes its tiles from counts, so that it can be asked of a rack and of all tiles that nobody has seen.

use super::board::Board;
use super::compact::{AnyWidth, At, CompactGraph, DEAD_END};
use super::tiles::{BLANK, Rack};

/// Whether some of `tiles`, at least `least` and no more than a full rack, can be laid as a play of good words.
pub(crate) fn exists_play(graph: &CompactGraph, board: &Board, tiles: &Rack, least: usize) -> bool {
    let equipment = board.equipment();
    let most = equipment.rack_size.min(tiles.size());
    let mut hunt = Hunt {
        graph,
        board,
        held: *tiles,
        kinds: tiles.kinds().fold(0, |bits, kind| bits | 1 << kind),
        room: most,
        enough: most.checked_sub(least.max(1)),
        lane: 0,
        length: 0,
        filled: 0,
    };
    (0..equipment.lanes()).any(|lane| {
        hunt.lane = lane;
        hunt.length = equipment.length(lane);
        hunt.filled = board.filled(lane);
        let anchors = board.anchors(lane);
        // A play is found from any anchor that it covers, so no anchor need be kept from another's plays.
        (0..hunt.length).any(|anchor| anchors >> anchor & 1 == 1 && hunt.covers(anchor))
    })
}

struct Hunt<'a> {
    graph: &'a CompactGraph,
    board: &'a Board,
    held: Rack,
    /// The kinds held, as bits.
    kinds: u64,
    /// Tiles that may still be laid.
    room: usize,
    /// With no more room than this, enough tiles are laid; none if there are too few to begin with.
    enough: Option<usize>,
    lane: usize,
    length: usize,
    filled: u32,
}

impl Hunt<'_> {
    fn covers(&mut self, anchor: usize) -> bool {
        if self.room == 0 {
            return false;
        }
        if self.is_filled(anchor + 1) {
            // From the end of the tiles behind the anchor: what they spell leaves little to try.
            let past = anchor + 1 + (!(self.filled >> (anchor + 1))).trailing_zeros() as usize;
            return self.leftward(past, past - 1, self.graph.gaddag, false);
        }
        self.lay(anchor, self.graph.gaddag, &mut |hunt, node, end| hunt.leftward(anchor, anchor, node, end))
    }

    fn is_filled(&self, pos: usize) -> bool {
        pos < self.length && self.filled >> pos & 1 == 1
    }

    /// Tries each tile on the empty square `pos` and goes on from there.
    fn lay(&mut self, pos: usize, node: At, go_on: &mut dyn FnMut(&mut Self, At, bool) -> bool) -> bool {
        let letters = self.graph.letters::<AnyWidth>(node);
        let blank = self.kinds & 1 != 0;
        let mut waiting =
            letters & self.board.lane_letters(self.lane)[pos] & if blank { !1 } else { self.kinds } & !1;
        while waiting != 0 {
            let bit = waiting & waiting.wrapping_neg();
            waiting ^= bit;
            let target = self.graph.follow_known::<AnyWidth>(node, letters, bit);
            let end = self.graph.ends::<AnyWidth>(node) & bit != 0;
            let kind = if self.kinds & bit != 0 { bit.trailing_zeros() as u8 } else { BLANK };
            self.take(kind);
            let found = go_on(self, target, end);
            self.give_back(kind);
            if found {
                return true;
            }
        }
        false
    }

    /// The squares from `start` to `anchor` are settled and `node` has read them backwards; `end` if that is a word so far.
    fn leftward(&mut self, start: usize, anchor: usize, node: At, end: bool) -> bool {
        if start > 0 && self.is_filled(start - 1) {
            let tile = self.board.lane_tiles(self.lane)[start - 1];
            let end = self.graph.completes::<AnyWidth>(node, tile);
            let node = self.graph.follow::<AnyWidth>(node, tile);
            return (end || node != DEAD_END) && self.leftward(start - 1, anchor, node, end);
        }
        if end && !self.is_filled(anchor + 1) && self.is_play(start, anchor + 1) {
            return true;
        }
        let letters = self.graph.letters::<AnyWidth>(node);
        if letters & 1 != 0 {
            let turned = self.graph.follow_known::<AnyWidth>(node, letters, 1);
            if self.rightward(start, anchor + 1, turned) {
                return true;
            }
        }
        start > 0
            && self.room > 0
            && self.lay(start - 1, node, &mut |hunt, node, end| hunt.leftward(start - 1, anchor, node, end))
    }

    /// The squares from `start` to `pos` are settled and `node` has read them.
    fn rightward(&mut self, start: usize, pos: usize, node: At) -> bool {
        if pos >= self.length {
            return false;
        }
        if self.is_filled(pos) {
            let tile = self.board.lane_tiles(self.lane)[pos];
            let end = self.graph.completes::<AnyWidth>(node, tile);
            let next = self.graph.follow::<AnyWidth>(node, tile);
            return self.went_right(start, pos + 1, next, end);
        }
        self.room > 0
            && self.lay(pos, node, &mut |hunt, node, end| hunt.went_right(start, pos + 1, node, end))
    }

    fn went_right(&mut self, start: usize, past: usize, node: At, end: bool) -> bool {
        (end && !self.is_filled(past) && self.is_play(start, past))
            || (node != DEAD_END && self.rightward(start, past, node))
    }

    /// Whether a word of these squares is a play.
    fn is_play(&self, start: usize, past: usize) -> bool {
        self.enough.is_some_and(|enough| self.room <= enough)
            && (2..=self.board.equipment().longest_word).contains(&(past - start))
    }

    fn take(&mut self, kind: u8) {
        self.held.remove(kind);
        self.kinds &= !(u64::from(self.held.count(kind) == 0) << kind);
        self.room -= 1;
    }

    fn give_back(&mut self, kind: u8) {
        self.held.add(kind);
        self.kinds |= 1 << kind;
        self.room += 1;
    }
}
