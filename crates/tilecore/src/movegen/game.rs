//! A game between two players who always make the turn of best equity.

use super::board::Board;
use super::engine::{Engine, Searcher, Wanted};
use super::equipment::KINDS;
use super::holding::{Holding, Outlook};
use super::leaves::Leaves;
use super::play::Play;
use super::random::Random;
use super::tiles::{self, Rack};

/// What a game between two players needs to know beyond board, tiles and scoring.
#[derive(Clone, Debug)]
pub struct GameRules {
    /// How many of each kind the bag holds at first, blanks first.
    pub bag: Vec<u8>,
    /// Tiles that must be in the bag for an exchange.
    pub least_bag_to_exchange: usize,
    /// So many turns in a row without a score end the game.
    pub scoreless_turns: u32,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Puts tiles down.
    Place(Play),
    /// Keeps a set of the holding and exchanges the rest.
    Exchange(u16),
    /// Does nothing.
    Pass,
}

/// A game as it goes on.
pub struct Game {
    /// The board.
    pub board: Board,
    /// The racks of both players.
    pub racks: [Rack; 2],
    /// Their points.
    pub scores: [i32; 2],
    /// Whose turn it is.
    pub to_move: usize,
    /// Turns so far.
    pub turns: u32,
    /// Whether it is over.
    pub is_over: bool,
    bag: Vec<u8>,
    scoreless: u32,
    random: Random,
}

impl Game {
    /// A game whose tiles come from `random`; player 0 begins.
    pub fn new(engine: &Engine, rules: &GameRules, mut random: Random) -> Game {
        let mut bag: Vec<u8> = Vec::with_capacity(256);
        for (kind, &count) in rules.bag.iter().enumerate() {
            bag.extend(std::iter::repeat_n(kind as u8, usize::from(count)));
        }
        for last in (1..bag.len()).rev() {
            bag.swap(last, random.below(last + 1));
        }
        let mut game = Game {
            board: engine.empty_board(),
            racks: [Rack::default(); 2],
            scores: [0; 2],
            to_move: 0,
            turns: 0,
            is_over: false,
            bag,
            scoreless: 0,
            random,
        };
        game.draw(0, engine);
        game.draw(1, engine);
        game.is_over = game.racks[0].size() == 0;
        game
    }

    /// Tiles in the bag.
    pub fn bag_size(&self) -> usize {
        self.bag.len()
    }

    /// Turns in a row without a score.
    pub fn scoreless(&self) -> u32 {
        self.scoreless
    }

    /// What the player to move judges plays by.
    pub fn outlook<'a>(&self, engine: &Engine, leaves: Option<&'a Leaves>) -> Outlook<'a> {
        Outlook {
            bag: self.bag.len(),
            others_points: self.racks[1 - self.to_move].points(&engine.equipment().values),
            leaves,
        }
    }

    /// The turn of best equity by these leave values; an exchange only if it is better than every play.
    pub fn choose(
        &self,
        engine: &Engine,
        rules: &GameRules,
        leaves: Option<&Leaves>,
        searcher: &mut Searcher,
    ) -> Turn {
        let outlook = self.outlook(engine, leaves);
        best_turn(engine, rules, searcher, (&self.board, &self.racks[self.to_move], outlook))
    }

    /// Carries a turn out; `holding` is the rack it was chosen from.
    pub fn make(&mut self, engine: &Engine, rules: &GameRules, turn: &Turn, holding: &Holding) {
        let me = self.to_move;
        self.turns += 1;
        self.scoreless += 1;
        match turn {
            Turn::Place(play) => self.place(engine, play),
            Turn::Exchange(kept) => self.exchange(engine, *kept, holding),
            Turn::Pass => {}
        }
        if self.scoreless >= rules.scoreless_turns && !self.is_over {
            let factor = i32::from(engine.equipment().unplayed.when_nobody_is_out);
            for player in 0..2 {
                self.scores[player] += factor * self.racks[player].points(&engine.equipment().values);
            }
            self.is_over = true;
        }
        self.to_move = 1 - me;
    }

    fn place(&mut self, engine: &Engine, play: &Play) {
        let me = self.to_move;
        engine.make(&mut self.board, play);
        self.scores[me] += play.score;
        if play.score > 0 {
            self.scoreless = 0;
        }
        for &tile in play.tiles() {
            self.racks[me].remove(tiles::kind(tile));
        }
        self.draw(me, engine);
        if self.racks[me].size() == 0 {
            let unplayed = engine.equipment().unplayed;
            let points = self.racks[1 - me].points(&engine.equipment().values);
            self.scores[me] += i32::from(unplayed.to_out) * points;
            self.scores[1 - me] += i32::from(unplayed.to_holder) * points;
            self.is_over = true;
        }
    }

    fn exchange(&mut self, engine: &Engine, kept: u16, holding: &Holding) {
        let me = self.to_move;
        let thrown = holding.all() & !kept;
        self.racks[me] = Rack::of(holding.kinds_in(kept));
        self.draw(me, engine);
        for kind in holding.kinds_in(thrown) {
            let at = self.random.below(self.bag.len() + 1);
            self.bag.push(kind);
            let last = self.bag.len() - 1;
            self.bag.swap(at, last);
        }
    }

    fn draw(&mut self, player: usize, engine: &Engine) {
        while self.racks[player].size() < engine.equipment().rack_size {
            let Some(kind) = self.bag.pop() else { break };
            debug_assert!(usize::from(kind) < KINDS);
            self.racks[player].add(kind);
        }
    }
}

/// The turn of best equity for a rack on a board; an exchange only if it is better than every play.
pub(crate) fn best_turn(
    engine: &Engine,
    rules: &GameRules,
    searcher: &mut Searcher,
    (board, rack, outlook): (&Board, &Rack, Outlook<'_>),
) -> Turn {
    engine.deal(searcher, rack, outlook);
    let may_exchange = outlook.bag >= rules.least_bag_to_exchange.max(1);
    let exchange = may_exchange.then(|| searcher.holding().best_exchange()).flatten();
    let at_least = exchange.map_or(i32::MIN, |(_, equity)| equity);
    let best = engine.best_of_holding(searcher, board, Wanted { count: 1, at_least }).get(0);
    match (best, exchange) {
        (Some(play), _) => Turn::Place(play),
        (None, Some((kept, _))) => Turn::Exchange(kept),
        (None, None) => Turn::Pass,
    }
}
