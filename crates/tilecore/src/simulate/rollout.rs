//! One draw: each candidate is made, both sides go on with the turn of best equity, and the end or the win model says
//! what came of it.

use super::bag::Bag;
use super::position::{Candidate, Position};
use super::race::SHOWN_PLIES;
use super::run::Horizon;
use super::swings::kept_value;
use super::win_model::SURE;
use crate::movegen::{
    Board, Engine, GameRules, Leaves, Outlook, Rack, Random, Searcher, Turn, best_turn, kind,
};

/// What a simulation is about, for all threads.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) rules: &'a GameRules,
    pub(crate) leaves: Option<&'a Leaves>,
    pub(crate) position: &'a Position,
    pub(crate) candidates: &'a [Candidate],
    pub(crate) horizon: Horizon<'a>,
    pub(crate) seed: u64,
}

/// What came of a candidate in one draw, for the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// The chance to win.
    pub(crate) win: i32,
    /// Points gained over the other side, tiles kept counted in, in thousandths.
    pub(crate) spread: i32,
    /// Points of the first turns after the candidate; nothing for a turn that was not made.
    pub(crate) scores: [Option<i32>; SHOWN_PLIES],
    /// Which of them were plays of a full rack.
    pub(crate) bingos: [bool; SHOWN_PLIES],
    /// Positions looked at.
    pub(crate) positions: u32,
}

/// Working memory of a thread.
pub(crate) struct Table {
    /// The board after each candidate.
    boards: Vec<Board>,
    searchers: Vec<Searcher>,
    shuffled: Vec<u8>,
    bag: Bag,
}

/// A game that goes on after a candidate.
struct Playing<'a> {
    question: &'a Question<'a>,
    board: &'a mut Board,
    searcher: &'a mut Searcher,
    bag: &'a mut Bag,
    random: Random,
    racks: [Rack; 2],
    /// What each side kept in its last turn is worth.
    kept: [i32; 2],
    lead: i32,
    scoreless: u32,
    /// Plays to be taken back.
    made: usize,
}

impl Table {
    pub(crate) fn new(question: &Question<'_>) -> Table {
        let after = |candidate: &Candidate| {
            let mut board = question.position.board.clone();
            if let Turn::Place(play) = &candidate.turn {
                question.engine.make(&mut board, play);
            }
            board
        };
        Table {
            boards: question.candidates.iter().map(after).collect(),
            searchers: question.candidates.iter().map(|_| Searcher::default()).collect(),
            shuffled: Vec::new(),
            bag: Bag::default(),
        }
    }

    /// Tries the candidates of these numbers on a draw, and gives what came of each to `take`.
    pub(crate) fn try_all(
        &mut self,
        question: &Question<'_>,
        draw: u64,
        candidates: &[usize],
        mut take: impl FnMut(usize, Outcome),
    ) {
        let position = question.position;
        let mut random = Random::new(question.seed, draw);
        self.shuffled.clear();
        self.shuffled.extend_from_slice(&position.hidden);
        let kept = self.lay_likely(position, &mut random);
        for last in (kept + 1..self.shuffled.len()).rev() {
            self.shuffled.swap(last, kept + random.below(last + 1 - kept));
        }
        let (on_rack, in_bag) = self.shuffled.split_at(position.hidden_on_rack);
        let other = Rack::of(on_rack.iter().chain(&position.known).copied());
        for (place, &number) in candidates.iter().enumerate() {
            let candidate = &question.candidates[number];
            self.bag.fill(in_bag);
            let mut playing = Playing {
                question,
                board: &mut self.boards[number],
                searcher: &mut self.searchers[number],
                bag: &mut self.bag,
                random: random.clone(),
                racks: [candidate.kept, other],
                kept: [candidate.kept_value, 0],
                lead: position.lead,
                scoreless: position.scoreless + 1,
                made: 0,
            };
            take(place, playing.play_on(candidate));
            playing.take_back();
        }
    }
}

impl Table {
    /// Lays tiles that the other side may well have kept first, if that is known; how many.
    fn lay_likely(&mut self, position: &Position, random: &mut Random) -> usize {
        if position.likely.is_empty() {
            return 0;
        }
        let likely = &position.likely[random.below(position.likely.len())];
        for (at, kind) in likely.iter().enumerate() {
            if let Some(from) = self.shuffled[at..].iter().position(|tile| tile == kind) {
                self.shuffled.swap(at, at + from);
            }
        }
        likely.len()
    }
}

impl Playing<'_> {
    /// Goes on after the candidate until the end or the horizon.
    fn play_on(&mut self, candidate: &Candidate) -> Outcome {
        let mut outcome = Outcome { positions: 1, ..Outcome::default() };
        let mut over = self.finish_candidate(candidate);
        let mut side = 1;
        let mut ply = 0;
        while !over {
            // With an empty bag the rest is a matter of play, not of luck.
            if ply >= self.question.horizon.plies && self.bag.len() > 0 {
                return self.judge(side, outcome);
            }
            let turn = self.best_turn(side);
            outcome.positions += 1;
            if ply < SHOWN_PLIES {
                let (score, tiles) = match &turn {
                    Turn::Place(play) => (play.score, play.tiles().len()),
                    Turn::Exchange(_) | Turn::Pass => (0, 0),
                };
                outcome.scores[ply] = Some(score);
                outcome.bingos[ply] = tiles == self.question.position.rack_size();
            }
            over = self.make(side, &turn, ply + 1 == self.question.horizon.plies);
            side = 1 - side;
            ply += 1;
        }
        let lead = self.lead;
        outcome.win = (SURE + SURE * lead.signum()) / 2;
        outcome.spread = 1000 * (lead - self.question.position.lead);
        outcome
    }

    /// Lets the model judge a game that is not over, with this side to move.
    fn judge(&self, side: usize, mut outcome: Outcome) -> Outcome {
        let ahead = self.kept[0] - self.kept[1];
        let unseen = self.bag.len() + self.racks[1 - side].size();
        let lead = 1000 * self.lead + ahead;
        let model = self.question.horizon.model;
        outcome.win = match side {
            0 => model.chance(lead, unseen),
            _ => SURE - model.chance(-lead, unseen),
        };
        outcome.spread = lead - 1000 * self.question.position.lead;
        outcome
    }

    fn best_turn(&mut self, side: usize) -> Turn {
        let bag = self.bag.len();
        let others_points = match bag {
            0 => self.racks[1 - side].points(&self.question.engine.equipment().values),
            _ => 0,
        };
        let outlook = Outlook { bag, others_points, leaves: self.question.leaves };
        let question = self.question;
        best_turn(question.engine, question.rules, self.searcher, (self.board, &self.racks[side], outlook))
    }

    /// Draws for the candidate, whose tiles are on the board already; whether the game is over.
    fn finish_candidate(&mut self, candidate: &Candidate) -> bool {
        self.draw(0);
        match &candidate.turn {
            Turn::Place(play) => self.score(0, play.score),
            Turn::Exchange(kept) => {
                let thrown = self.question.position.thrown(*kept);
                thrown.for_each(|tile| self.bag.put_back(0, tile, &mut self.random));
            }
            Turn::Pass => {}
        }
        self.settle(0)
    }

    /// Makes a turn; whether the game is over. After the last turn before the horizon nobody looks at the board any more.
    fn make(&mut self, side: usize, turn: &Turn, is_last: bool) -> bool {
        self.scoreless += 1;
        if self.bag.len() > 0 {
            self.kept[side] = kept_value(turn, self.searcher);
        }
        match turn {
            Turn::Place(play) => {
                if !is_last || self.bag.len() <= play.tiles().len() {
                    self.question.engine.make(self.board, play);
                    self.made += 1;
                }
                self.score(side, play.score);
                play.tiles().iter().for_each(|&tile| self.racks[side].remove(kind(tile)));
                self.draw(side);
            }
            Turn::Exchange(kept) => {
                let holding = self.searcher.holding();
                let thrown = Rack::of(holding.kinds_in(holding.all() & !kept));
                self.racks[side] = Rack::of(holding.kinds_in(*kept));
                self.draw(side);
                thrown.kinds().for_each(|tile| self.bag.put_back(side, tile, &mut self.random));
            }
            Turn::Pass => {}
        }
        self.settle(side)
    }

    fn score(&mut self, side: usize, points: i32) {
        self.lead += if side == 0 { points } else { -points };
        if points > 0 {
            self.scoreless = 0;
        }
    }

    fn draw(&mut self, side: usize) {
        while self.racks[side].size() < self.question.position.rack_size() {
            let Some(tile) = self.bag.draw(side) else { break };
            self.racks[side].add(tile);
        }
    }

    /// Counts unplayed tiles if the game is over after a turn of this side; whether it is.
    fn settle(&mut self, side: usize) -> bool {
        let equipment = self.question.engine.equipment();
        let points = |rack: &Rack| rack.points(&equipment.values);
        if self.racks[side].size() == 0 {
            let swing = equipment.unplayed.swing() * points(&self.racks[1 - side]);
            self.lead += if side == 0 { swing } else { -swing };
            return true;
        }
        let stuck = self.scoreless >= self.question.rules.scoreless_turns;
        if stuck {
            let factor = i32::from(equipment.unplayed.when_nobody_is_out);
            self.lead += factor * (points(&self.racks[0]) - points(&self.racks[1]));
        }
        stuck
    }

    fn take_back(&mut self) {
        for _ in 0..self.made {
            self.board.unmake();
        }
    }
}
