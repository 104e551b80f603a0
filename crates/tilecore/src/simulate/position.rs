//! A position as one side sees it, and the turns that are to be compared in it.

use crate::movegen::{Board, Engine, GameRules, Holding, Leaves, Outlook, Play, Rack, Refusal, Turn, kind};

/// A board, the rack of the side to move, and what is known of everything else.
pub struct Position {
    pub(crate) board: Board,
    /// Tiles of the other rack that are known.
    pub(crate) known: Vec<u8>,
    /// Tiles that lie on the other rack or in the bag, nobody knows where.
    pub(crate) hidden: Vec<u8>,
    /// How many of the hidden ones are on the other rack.
    pub(crate) hidden_on_rack: usize,
    /// Tiles of them that may well be on the other rack, likelier ones more often; if there are any, each draw takes one.
    pub(crate) likely: Vec<Vec<u8>>,
    /// Points of the side to move less those of the other.
    pub(crate) lead: i32,
    /// Turns in a row without a score.
    pub(crate) scoreless: u32,
    holding: Holding,
    rack_size: usize,
}

/// A turn that is to be compared with others.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub(crate) turn: Turn,
    /// The rack before new tiles are drawn.
    pub(crate) kept: Rack,
    /// What that is worth, in thousandths of a point; nothing when the bag is empty.
    pub(crate) kept_value: i32,
}

impl Position {
    /// The position in which a side has this rack; `known` are those tiles of the other rack that are known.
    pub fn new(
        engine: &Engine,
        rules: &GameRules,
        board: &Board,
        (rack, known): (&[u8], &[u8]),
        leaves: Option<&Leaves>,
    ) -> Result<Position, Refusal> {
        let rack_size = engine.equipment().rack_size;
        let mine = engine.rack(rack)?;
        engine.rack(known)?;
        if mine.size() == 0 {
            return Err(Refusal::new("empty-rack", "the side to move has no tiles; give it a rack"));
        }
        let mut left: Vec<i32> = rules.bag.iter().map(|&count| i32::from(count)).collect();
        let mut take = |kind: u8| {
            if let Some(count) = left.get_mut(usize::from(kind)) {
                *count -= 1;
            }
        };
        let (height, width) = (engine.equipment().height, engine.equipment().width);
        for square in 0..height * width {
            match board.tile(square / width, square % width) {
                0 => {}
                tile => take(kind(tile)),
            }
        }
        rack.iter().chain(known).for_each(|&kind| take(kind));
        if left.iter().any(|&count| count < 0) {
            return Err(Refusal::new(
                "too-many-tiles",
                "board and racks have more tiles of a kind than the set",
            ));
        }
        let hidden: Vec<u8> =
            (0u8..).zip(&left).flat_map(|(kind, &count)| std::iter::repeat_n(kind, count as usize)).collect();
        let hidden_on_rack = hidden.len().min(rack_size - known.len());
        let mut holding = Holding::new();
        let bag = hidden.len() - hidden_on_rack;
        holding.deal(&mine, engine.equipment(), Outlook { bag, others_points: 0, leaves });
        Ok(Position {
            board: board.clone(),
            known: known.to_vec(),
            hidden,
            hidden_on_rack,
            likely: Vec::new(),
            lead: 0,
            scoreless: 0,
            holding,
            rack_size,
        })
    }

    /// The same with a lead of the side to move, and so many turns in a row without a score.
    pub fn standing(self, lead: i32, scoreless: u32) -> Position {
        Position { lead, scoreless, ..self }
    }

    /// The same where the other side may well have kept these tiles, the likelier the more often. Those that it cannot
    /// have are left out.
    pub fn expecting(self, mut likely: Vec<Vec<u8>>) -> Position {
        let hidden = Rack::of(self.hidden.iter().copied());
        likely.retain(|kept| {
            let kinds = Rack::of(kept.iter().copied());
            kept.len() <= self.hidden_on_rack
                && kept.iter().all(|&kind| kinds.count(kind) <= hidden.count(kind))
        });
        Position { likely, ..self }
    }

    /// Tiles in the bag.
    pub fn bag(&self) -> usize {
        self.hidden.len() - self.hidden_on_rack
    }

    /// The turn that puts tiles on the empty squares from this one on, for so many points.
    pub fn place(
        &self,
        (row, col, down): (usize, usize, bool),
        tiles: &[u8],
        score: i32,
    ) -> Result<Candidate, Refusal> {
        let equipment = self.board.equipment();
        let wrong =
            || Refusal::new("bad-play", "the play has tiles that are not on the rack or off the board");
        if row >= equipment.height || col >= equipment.width || tiles.is_empty() {
            return Err(wrong());
        }
        let (lane, first) = if down { (equipment.height + col, row) } else { (row, col) };
        let filled = self.board.filled(lane) >> first;
        let empty = (equipment.length(lane) - first) - filled.count_ones() as usize;
        if filled & 1 == 1 || tiles.len() > empty {
            return Err(wrong());
        }
        let kept = self.without(tiles.iter().map(|&tile| kind(tile))).ok_or_else(wrong)?;
        let mut play = Play::new(lane, first, tiles);
        play.score = score;
        play.kept = kept;
        Ok(self.candidate(Turn::Place(play), kept))
    }

    /// The turn that keeps these tiles and exchanges the others.
    pub fn exchange(&self, kept: &[u8], rules: &GameRules) -> Result<Candidate, Refusal> {
        let thrown = self.without(kept.iter().copied());
        if thrown.is_none_or(|thrown| thrown == 0) || self.bag() < rules.least_bag_to_exchange.max(1) {
            return Err(Refusal::new(
                "bad-exchange",
                "an exchange needs tiles of the rack, and enough tiles in the bag",
            ));
        }
        let kept = self.holding.all() & !thrown.unwrap_or(0);
        Ok(self.candidate(Turn::Exchange(kept), kept))
    }

    /// The turn that does nothing.
    pub fn pass(&self) -> Candidate {
        self.candidate(Turn::Pass, self.holding.all())
    }

    fn candidate(&self, turn: Turn, kept: u16) -> Candidate {
        let kept_value = if kept == self.holding.all() { 0 } else { self.holding.leave_value(kept) };
        Candidate { turn, kept: Rack::of(self.holding.kinds_in(kept)), kept_value }
    }

    /// The set of the rack that is left when these tiles are taken from it; none if they are not all there.
    fn without(&self, kinds: impl Iterator<Item = u8>) -> Option<u16> {
        let mut left = self.holding.all();
        for kind in kinds {
            let of_kind = self.holding.tiles_of.get(usize::from(kind)).copied().unwrap_or(0) & left;
            left &= !(of_kind & of_kind.wrapping_neg());
            if of_kind == 0 {
                return None;
            }
        }
        Some(left)
    }

    /// The tiles of a set of the rack.
    pub(crate) fn kinds_of(&self, kept: u16) -> impl Iterator<Item = u8> + '_ {
        self.holding.kinds_in(kept)
    }

    /// The tiles that an exchange throws away.
    pub(crate) fn thrown(&self, kept: u16) -> impl Iterator<Item = u8> + '_ {
        self.holding.kinds_in(self.holding.all() & !kept)
    }

    pub(crate) fn rack_size(&self) -> usize {
        self.rack_size
    }
}
