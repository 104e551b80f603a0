//! Every legal play, by walking the GADDAG.
//!
//! Each play is found exactly once:
//!
//! * a play through tiles on the board belongs to the first run of tiles it goes through. The walk starts with that run
//!   (whose letters are known, so nothing is tried in vain), goes on to the left up to the square that would touch the
//!   run before, then turns right;
//! * a play that goes through no tile lies in a gap between runs and belongs to the first square it covers that has a
//!   crossing word.
//!
//! Single tiles that make a word in both directions are listed going across.

use super::board::{Board, NO_CROSS};
use super::compact::{At, CompactGraph, DEAD_END, Width};
use super::equipment::STRIDE;
use super::holding::{Holding, opening_cost};
use super::play::{Place, Record, THOUSAND, TileWord};
use super::tiles::{self, BLANK, BLANK_FLAG};

/// Where the plays go.
pub(crate) trait Sink<T> {
    fn take(&mut self, play: Record<T>);
}

impl<T> Sink<T> for Vec<Record<T>> {
    #[inline(always)]
    fn take(&mut self, play: Record<T>) {
        self.push(play);
    }
}

/// How large the numbers of a walk are, so that the usual game pays nothing for the unusual.
pub(crate) trait Scale: Width {
    type Tiles: TileWord;
}

/// At most 31 letters and racks of at most eight tiles.
pub(crate) struct Usual;

/// Anything.
pub(crate) struct Large;

impl Width for Usual {
    const NARROW: bool = true;
}

impl Scale for Usual {
    type Tiles = u64;
}

impl Width for Large {
    const NARROW: bool = false;
}

impl Scale for Large {
    type Tiles = u128;
}

/// What the walk carries along.
#[derive(Clone, Copy)]
struct Trail<T> {
    /// Tiles put down so far, in the order of the squares.
    tiles: T,
    count: u32,
    /// Position of the first of them.
    first: usize,
    /// Position where the word begins.
    start: usize,
    /// Points of the word's own letters, before word multipliers.
    letters: i32,
    /// Product of the word multipliers covered.
    word: i32,
    /// Points of crossing words.
    crossing: i32,
    /// Tiles still on the rack, as bits.
    kept: u16,
}

/// What the walk must know of a square.
#[derive(Clone, Copy, Default)]
struct Spot {
    /// Letters that fit.
    fits: u64,
    letter: i32,
    word: i32,
    /// Letter multiplier times word multiplier where there is a crossing word.
    cross_factor: i32,
    /// Points of the crossing word times word multiplier.
    cross_points: i32,
    /// Tile on the board or 0, and its points.
    tile: u8,
    points: i32,
}

struct Walk<'a, C: Scale, S> {
    graph: &'a CompactGraph,
    board: &'a Board,
    holding: &'a Holding,
    values: &'a [i32; super::equipment::KINDS],
    sink: &'a mut S,
    lane: usize,
    length: usize,
    longest: usize,
    rack_size: u32,
    /// Where plays of the current kind may reach: first square and one past the last.
    low: usize,
    high: usize,
    filled: u32,
    /// Whether a single tile is another lane's business where it has a crossing word.
    goes_down: bool,
    /// Squares that cost an opening a vowel.
    exposed: u32,
    spots: [Spot; STRIDE],
    scale: std::marker::PhantomData<C>,
}

/// Hands every legal play to `sink` (no exchanges, no pass).
pub(crate) fn walk<C: Scale>(
    graph: &CompactGraph,
    board: &Board,
    holding: &Holding,
    sink: &mut impl Sink<C::Tiles>,
) {
    walk_lanes::<C>(graph, board, holding, 0..board.equipment().lanes(), sink);
}

/// Hands every legal play in some of the lanes to `sink`.
pub(crate) fn walk_lanes<C: Scale>(
    graph: &CompactGraph,
    board: &Board,
    holding: &Holding,
    lanes: std::ops::Range<usize>,
    sink: &mut impl Sink<C::Tiles>,
) {
    if holding.size == 0 {
        return;
    }
    let equipment = board.equipment();
    let mut walk = Walk::<C, _> {
        graph,
        board,
        holding,
        values: &equipment.values,
        sink,
        lane: 0,
        length: 0,
        longest: equipment.longest_word,
        rack_size: equipment.rack_size as u32,
        low: 0,
        high: 0,
        filled: 0,
        goes_down: false,
        exposed: 0,
        spots: [Spot::default(); STRIDE],
        scale: std::marker::PhantomData,
    };
    for lane in lanes {
        let anchors = board.anchors(lane);
        if anchors != 0 {
            walk.load(lane);
            if holding.tiles_of[usize::from(BLANK)] == 0 {
                walk.search_lane::<false>(anchors);
            } else {
                walk.search_lane::<true>(anchors);
            }
        }
    }
}

impl<C: Scale, S: Sink<C::Tiles>> Walk<'_, C, S> {
    fn load(&mut self, lane: usize) {
        let equipment = self.board.equipment();
        self.lane = lane;
        self.length = equipment.length(lane);
        self.filled = self.board.filled(lane);
        self.goes_down = lane >= equipment.height;
        self.exposed = if self.board.is_empty() { equipment.exposed[lane] } else { 0 };
        let (letters, points) = (self.board.lane_letters(lane), self.board.lane_points(lane));
        for pos in 0..self.length {
            let premium = equipment.premium(lane, pos);
            let (letter, word) = (i32::from(premium.letter), i32::from(premium.word));
            let tile = self.board.lane_tiles(lane)[pos];
            let crossed = points[pos] != NO_CROSS;
            self.spots[pos] = Spot {
                fits: letters[pos],
                letter,
                word,
                cross_factor: if crossed { letter * word } else { 0 },
                cross_points: if crossed { points[pos] * word } else { 0 },
                tile,
                points: self.values[usize::from(tiles::kind(tile))],
            };
        }
    }

    fn search_lane<const BLANKS: bool>(&mut self, anchors: u32) {
        let filled = self.filled;
        let trail = Trail {
            tiles: C::Tiles::default(),
            count: 0,
            first: 0,
            start: 0,
            letters: 0,
            word: 1,
            crossing: 0,
            kept: self.holding.all(),
        };
        // Gap, run, gap, run ... from the left. `gap` is the first square of the gap that does not touch the run before.
        let mut gap = 0;
        loop {
            let run = (gap + (filled >> gap).trailing_zeros() as usize).min(self.length);
            // Squares of this gap that touch neither run.
            let end = if run == self.length { run } else { run.saturating_sub(1) };
            let mut low = gap;
            let mut waiting = anchors & bits(gap, end);
            while waiting != 0 {
                let anchor = waiting.trailing_zeros() as usize;
                waiting &= waiting - 1;
                self.low = low;
                self.high = end;
                self.leftward::<BLANKS>(anchor, anchor + 1, self.graph.gaddag, trail);
                low = anchor + 1;
            }
            if run == self.length {
                return;
            }
            let past = run + (!(filled >> run)).trailing_zeros() as usize;
            let mut node = self.graph.gaddag;
            let mut begin = trail;
            begin.start = run;
            for pos in (run..past).rev() {
                node = self.graph.follow::<C>(node, self.spots[pos].tile);
                begin.letters += self.spots[pos].points;
            }
            if node != DEAD_END {
                self.low = gap;
                self.high = self.length;
                self.around::<BLANKS>(run, past, node, begin);
            }
            gap = past + 1;
            if gap >= self.length {
                return;
            }
        }
    }

    /// The squares from `start` to `past` are settled and `node` has read them backwards: extends to the left, and turns
    /// to the right of `past`.
    #[inline(always)]
    fn around<const BLANKS: bool>(&mut self, start: usize, past: usize, node: At, trail: Trail<C::Tiles>) {
        let letters = self.graph.letters::<C>(node);
        if letters & 1 != 0 && past < self.high {
            let right = self.graph.follow_known::<C>(node, letters, 1);
            self.rightward::<BLANKS>(past, right, trail);
        }
        if start > self.low {
            self.leftward::<BLANKS>(start - 1, past, node, trail);
        }
    }

    /// Tries each tile at the empty square `pos`, to the left of all others. So far the word ends before `past`.
    fn leftward<const BLANKS: bool>(&mut self, pos: usize, past: usize, node: At, trail: Trail<C::Tiles>) {
        let letters = self.graph.letters::<C>(node);
        let ends = self.graph.ends::<C>(node);
        let spot = self.spots[pos & (STRIDE - 1)];
        let have = self.holding.kinds_of[usize::from(trail.kept)];
        let blank = BLANKS && have & 1 != 0;
        let mut waiting = letters & spot.fits & if blank { !1 } else { have };
        while waiting != 0 {
            let bit = waiting & waiting.wrapping_neg();
            waiting ^= bit;
            let letter = bit.trailing_zeros() as u8;
            let target = self.graph.follow_known::<C>(node, letters, bit);
            let whole = ends & bit != 0 && past - pos > 1;
            if !BLANKS || have & bit != 0 {
                let mut next = self.lay(trail, letter, &spot);
                next.tiles = trail.tiles.prepend(letter);
                (next.first, next.start) = (pos, pos);
                if whole {
                    self.record(&next, past);
                }
                if next.kept != 0 && target != DEAD_END {
                    self.around::<BLANKS>(pos, past, target, next);
                }
            }
            if blank {
                let mut next = self.lay(trail, BLANK, &spot);
                next.tiles = trail.tiles.prepend(letter | BLANK_FLAG);
                (next.first, next.start) = (pos, pos);
                if whole {
                    self.record(&next, past);
                }
                if next.kept != 0 && target != DEAD_END {
                    self.around::<BLANKS>(pos, past, target, next);
                }
            }
        }
    }

    /// Tries each tile at the empty square `pos`, to the right of all others.
    fn rightward<const BLANKS: bool>(&mut self, pos: usize, node: At, trail: Trail<C::Tiles>) {
        let letters = self.graph.letters::<C>(node);
        let spot = self.spots[pos & (STRIDE - 1)];
        let have = self.holding.kinds_of[usize::from(trail.kept)];
        let blank = BLANKS && have & 1 != 0;
        let mut waiting = letters & spot.fits & if blank { !1 } else { have };
        if waiting == 0 {
            return;
        }
        let ends = self.graph.ends::<C>(node);
        // Tiles already on the board after this square.
        let past = pos + 1 + (!(self.filled >> (pos + 1))).trailing_zeros() as usize;
        while waiting != 0 {
            let bit = waiting & waiting.wrapping_neg();
            waiting ^= bit;
            let letter = bit.trailing_zeros() as u8;
            let mut target = self.graph.follow_known::<C>(node, letters, bit);
            let mut end = ends & bit != 0;
            let mut through = 0;
            for spot in &self.spots[pos + 1..past] {
                end = self.graph.completes::<C>(target, spot.tile);
                target = self.graph.follow::<C>(target, spot.tile);
                through += spot.points;
            }
            if !end && target == DEAD_END {
                continue;
            }
            if !BLANKS || have & bit != 0 {
                let next = self.lay(trail, letter, &spot);
                self.go_right::<BLANKS>((pos, past), letter, (target, end), through, next, trail);
            }
            if blank {
                let next = self.lay(trail, BLANK, &spot);
                self.go_right::<BLANKS>(
                    (pos, past),
                    letter | BLANK_FLAG,
                    (target, end),
                    through,
                    next,
                    trail,
                );
            }
        }
    }

    /// Goes on after `tile` was laid at the first of `squares`; the second is one past the tiles behind it.
    #[inline(always)]
    fn go_right<const BLANKS: bool>(
        &mut self,
        (pos, past): (usize, usize),
        tile: u8,
        (target, end): (At, bool),
        through: i32,
        mut next: Trail<C::Tiles>,
        trail: Trail<C::Tiles>,
    ) {
        next.letters += through;
        next.tiles = trail.tiles.append(tile, trail.count);
        if trail.count == 0 {
            next.first = pos;
        }
        if end {
            self.record(&next, past);
        }
        if next.kept != 0 && past < self.high && target != DEAD_END {
            self.rightward::<BLANKS>(past, target, next);
        }
    }

    /// Takes a tile from the rack and scores it at `spot`.
    #[inline(always)]
    fn lay(&self, trail: Trail<C::Tiles>, kind: u8, spot: &Spot) -> Trail<C::Tiles> {
        let kind = usize::from(kind & 63);
        let tiles = self.holding.tiles_of[kind] & trail.kept;
        let value = self.values[kind];
        Trail {
            kept: trail.kept ^ (tiles & tiles.wrapping_neg()),
            count: trail.count + 1,
            letters: trail.letters + value * spot.letter,
            word: trail.word * spot.word,
            crossing: trail.crossing + value * spot.cross_factor + spot.cross_points,
            ..trail
        }
    }

    #[inline(always)]
    fn record(&mut self, trail: &Trail<C::Tiles>, past: usize) {
        if past - trail.start > self.longest {
            return;
        }
        let here = trail.first & (STRIDE - 1);
        if trail.count == 1 && self.goes_down && self.board.lane_points(self.lane)[here] != NO_CROSS {
            return;
        }
        let equipment = self.board.equipment();
        let bonus = if trail.count == self.rack_size { equipment.full_rack_bonus } else { 0 };
        let score = trail.letters * trail.word + trail.crossing + bonus;
        let mut equity = score * THOUSAND + self.holding.worth[usize::from(trail.kept)];
        if self.exposed != 0 {
            let place = Place::new(self.lane, trail.first, trail.count);
            equity += opening_cost(equipment, place, |index| trail.tiles.get(index));
        }
        self.sink.take(Record {
            tiles: trail.tiles,
            equity,
            place: Place::new(self.lane, trail.first, trail.count),
            kept: trail.kept,
        });
    }
}

/// Bits `from..to`.
fn bits(from: usize, to: usize) -> u32 {
    if from >= to {
        return 0;
    }
    ((1u32 << (to - from)) - 1) << from
}
