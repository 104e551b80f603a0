//! Solving an endgame: round after round, on as many threads as wanted.

use std::time::{Duration, Instant};

use super::line::Line;
use super::search::{Control, Found, MOST_DEPTH, Search, Window};
use super::table::{MOST_VALUE, Table};
use crate::movegen::{Board, Engine, Large, Play, Rack, Refusal, Scale, Usual};

/// A position with an empty bag.
#[derive(Clone, Copy)]
pub struct Endgame<'a> {
    /// Finds the plays.
    pub engine: &'a Engine,
    /// The board, with at least one tile on it.
    pub board: &'a Board,
    /// The racks, that of the side to move first.
    pub racks: [Rack; 2],
    /// Whether a pass now would end the game.
    pub passed: bool,
}

/// How long to look, and with how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Threads.
    pub threads: usize,
    /// Seconds after which the best so far is told.
    pub seconds: Option<f64>,
    /// Plies to look ahead at most; beyond, plays are chosen one by one.
    pub plies: Option<u32>,
}

/// A turn in a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The play; none is a pass.
    pub play: Option<Play>,
}

/// What an endgame comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Points that the side to move gains over the other from here to the end, unplayed tiles included.
    pub value: i32,
    /// Whether that is proven.
    pub is_proven: bool,
    /// A bound that is proven in any case.
    pub at_least: Option<i32>,
    /// The line of best play; to the end of the game if it is proven.
    pub line: Vec<Step>,
    /// Plies looked ahead in the last round.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// Half of the first window around the value of the round before.
const ASPIRATION: i32 = 8;

/// Two to this power positions are remembered, fewer where there are few tiles.
const TABLE_BITS: u32 = 22;

/// Plays that are held for each side.
const MOST_PLAYS: usize = 1 << 23;

impl Endgame<'_> {
    /// Solves it, or tells the best that could be found in the time given.
    pub fn solve(&self, effort: &Effort, control: &Control) -> Result<Solution, Refusal> {
        if self.board.is_empty() {
            return Err(Refusal::new("empty-board", "the board is empty; an endgame needs tiles on it"));
        }
        if self.racks.iter().any(|rack| rack.size() == 0) {
            return Err(Refusal::new("empty-rack", "a player has no tiles, so the game is over"));
        }
        let is_usual = self.engine.graph().is_narrow() && self.racks.iter().all(|rack| rack.size() <= 8);
        Ok(if is_usual {
            self.solve_as::<Usual>(effort, control)
        } else {
            self.solve_as::<Large>(effort, control)
        })
    }

    fn solve_as<C: Scale>(&self, effort: &Effort, control: &Control) -> Solution {
        let tiles = self.racks.iter().map(|rack| rack.size() as u32).sum::<u32>();
        let table = Table::new((6 + 2 * tiles).min(TABLE_BITS));
        let deadline =
            effort.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e6)));
        let helpers_done = Control::default();
        std::thread::scope(|scope| {
            for helper in 1..effort.threads.max(1) {
                let (table, helpers_done) = (&table, &helpers_done);
                scope.spawn(move || {
                    let mut search = self.search::<C>(table, helpers_done, deadline);
                    // Every second thread is a round ahead, so that they do not all do the same.
                    Rounds::new(helper as u32 % 2, effort.plies).run(&mut search);
                });
            }
            let mut search = self.search::<C>(&table, control, deadline);
            let mut rounds = Rounds::new(0, effort.plies);
            rounds.run(&mut search);
            helpers_done.stop();
            let line = self.line(&mut search, &rounds);
            search.look_around();
            Solution {
                value: rounds.found.value,
                is_proven: rounds.found.is_final,
                at_least: rounds.at_least,
                line,
                depth: rounds.depth,
                nodes: control.nodes() + helpers_done.nodes(),
            }
        })
    }

    fn search<'s, C: Scale>(
        &'s self,
        table: &'s Table,
        control: &'s Control,
        deadline: Option<Instant>,
    ) -> Search<'s, C> {
        let racks = self.racks.each_ref();
        let mut line = Line::new(self.engine, self.board.clone(), racks, MOST_PLAYS);
        line.set(racks, &[], self.passed);
        Search::new(line, table, control, deadline)
    }

    /// The line of play behind the value that was found.
    fn line<C: Scale>(&self, search: &mut Search<'_, C>, rounds: &Rounds) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut made = Vec::new();
        let mut value = rounds.found.value;
        let first = if rounds.depth == 0 { Some(search.line.likely_turn(0)) } else { search.known_turn() };
        let mut next = first;
        while let Some(turn) = next {
            steps.push(Step { play: turn.map(|number| search.line.play(number)) });
            let (score, is_over) = search.line.outcome(turn);
            if is_over || rounds.depth == 0 {
                break;
            }
            made.push(search.line.make(turn));
            value = score - value;
            search.line.forget_lists();
            if rounds.found.is_final {
                search.value(0, MOST_DEPTH, Window { alpha: value - 1, beta: value + 1 });
            }
            next = search.known_turn();
        }
        made.into_iter().rev().for_each(|before| search.line.take_back(before));
        steps
    }
}

/// Rounds of looking further and further ahead.
struct Rounds {
    first_depth: u32,
    last_depth: u32,
    depth: u32,
    found: Found,
    at_least: Option<i32>,
}

impl Rounds {
    fn new(ahead: u32, plies: Option<u32>) -> Rounds {
        let last_depth = plies.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        Rounds {
            first_depth: 1 + ahead,
            last_depth,
            depth: 0,
            found: Found { value: 0, is_final: false },
            at_least: None,
        }
    }

    fn run<C: Scale>(&mut self, search: &mut Search<'_, C>) {
        for depth in self.first_depth..=self.last_depth {
            let Some(found) = self.round(search, depth) else { return };
            (self.found, self.depth) = (found, depth);
            if found.is_final {
                self.at_least = Some(found.value);
                return;
            }
        }
    }

    /// The value at a depth, with a window that is opened where it was too small.
    fn round<C: Scale>(&mut self, search: &mut Search<'_, C>, depth: u32) -> Option<Found> {
        let around = self.found.value;
        let mut window = match self.depth {
            0 => Window { alpha: -MOST_VALUE, beta: MOST_VALUE },
            _ => Window { alpha: around - ASPIRATION, beta: around + ASPIRATION },
        };
        let mut step = ASPIRATION;
        loop {
            let found = search.value(0, depth, window);
            if search.is_stopped() {
                return None;
            }
            step = (4 * step).min(MOST_VALUE / 2);
            if found.value <= window.alpha && window.alpha > -MOST_VALUE {
                window.alpha = (found.value - step).max(-MOST_VALUE);
            } else if found.value >= window.beta && window.beta < MOST_VALUE {
                if found.is_final {
                    self.at_least = self.at_least.max(Some(found.value));
                }
                window.beta = (found.value + step).min(MOST_VALUE);
            } else {
                return Some(found);
            }
        }
    }
}
