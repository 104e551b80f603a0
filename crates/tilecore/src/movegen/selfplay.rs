//! Many games, on several threads, with results that do not depend on how many threads there are.

use std::ops::{AddAssign, Range};
use std::sync::atomic::{AtomicU64, Ordering};

use super::engine::{Engine, Searcher};
use super::game::{Game, GameRules, Turn};
use super::leaves::Leaves;
use super::random::Random;
use super::refusal::Refusal;

/// Two players and the games between them.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// Finds the plays of both.
    pub engine: &'a Engine,
    /// What they play by.
    pub rules: &'a GameRules,
    /// The leave values of each player.
    pub leaves: [Option<&'a Leaves>; 2],
    /// What the tiles of all games come from.
    pub seed: u64,
    /// Whether every second game repeats the tiles of the one before with the players' parts exchanged.
    pub mirrored: bool,
}

/// What many games came to. Only sums, so that it does not matter in which order games end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Turns of both players.
    pub turns: u64,
    /// Plays of a full rack.
    pub bingos: u64,
    /// Turns that were exchanges.
    pub exchanges: u64,
    /// Turns that were passes.
    pub passes: u64,
    /// Games won by each player.
    pub wins: [u64; 2],
    /// Points of each player.
    pub points: [i64; 2],
    /// Squares of the points of each player.
    pub squares: [i64; 2],
    /// Squares of the first player's points less the second's.
    pub spread_squares: i64,
    /// Points of the one who began less the other's.
    pub first_spread: i64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.turns += other.turns;
        self.bingos += other.bingos;
        self.exchanges += other.exchanges;
        self.passes += other.passes;
        for player in 0..2 {
            self.wins[player] += other.wins[player];
            self.points[player] += other.points[player];
            self.squares[player] += other.squares[player];
        }
        self.spread_squares += other.spread_squares;
        self.first_spread += other.first_spread;
    }
}

/// Games that a thread takes at a time.
const BATCH: u64 = 8;

impl Match<'_> {
    /// Plays the games of these numbers on so many threads.
    pub fn play(&self, games: Range<u64>, threads: usize) -> Result<Tally, Refusal> {
        let tallies = self.on_threads(games, threads, Tally::default, |tally, game, searcher| {
            *tally += self.game(game, searcher, |_, _, _| {});
        })?;
        let mut total = Tally::default();
        tallies.into_iter().for_each(|tally| total += tally);
        Ok(total)
    }

    /// Runs `each` for every game, on so many threads; gives what each thread has gathered.
    pub(crate) fn on_threads<G: Send>(
        &self,
        games: Range<u64>,
        threads: usize,
        gather: impl Fn() -> G + Sync,
        each: impl Fn(&mut G, u64, &mut Searcher) + Sync,
    ) -> Result<Vec<G>, Refusal> {
        if threads == 0 || threads > MOST_THREADS {
            return Err(Refusal::new(
                "threads",
                format!("games are played on 1 to {MOST_THREADS} threads, not {threads}"),
            ));
        }
        let expected: usize = self.rules.bag.iter().map(|&count| usize::from(count)).sum();
        if self.rules.bag.len() > self.engine.equipment().letters.count_ones() as usize + 1 || expected == 0 {
            return Err(Refusal::new("bag", "the bag must hold tiles of the tile set"));
        }
        self.engine.prepare();
        let next = AtomicU64::new(games.start);
        let work = || {
            let mut searcher = Searcher::default();
            let mut gathered = gather();
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= games.end {
                    return gathered;
                }
                for game in first..(first + BATCH).min(games.end) {
                    each(&mut gathered, game, &mut searcher);
                }
            }
        };
        Ok(std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut gathered = vec![work()];
            for other in others {
                match other.join() {
                    Ok(more) => gathered.push(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            gathered
        }))
    }

    /// Plays one game; `watch` sees each turn before it is made.
    pub(crate) fn game(
        &self,
        number: u64,
        searcher: &mut Searcher,
        mut watch: impl FnMut(&Game, &Turn, &Searcher),
    ) -> Tally {
        let tiles = if self.mirrored { number / 2 } else { number };
        // In every second game the second player begins.
        let beginner = (number % 2) as usize;
        let mut game = Game::new(self.engine, self.rules, Random::new(self.seed, tiles));
        let mut tally = Tally { games: 1, ..Tally::default() };
        while !game.is_over {
            let leaves = self.leaves[game.to_move ^ beginner];
            let turn = game.choose(self.engine, self.rules, leaves, searcher);
            watch(&game, &turn, searcher);
            match turn {
                Turn::Place(play) if play.tiles().len() == self.engine.equipment().rack_size => {
                    tally.bingos += 1
                }
                Turn::Place(_) => {}
                Turn::Exchange(_) => tally.exchanges += 1,
                Turn::Pass => tally.passes += 1,
            }
            game.make(self.engine, self.rules, &turn, searcher.holding());
        }
        tally.turns = u64::from(game.turns);
        for player in 0..2 {
            let points = i64::from(game.scores[player ^ beginner]);
            tally.points[player] = points;
            tally.squares[player] = points * points;
        }
        let spread = tally.points[0] - tally.points[1];
        tally.wins = [u64::from(spread > 0), u64::from(spread < 0)];
        tally.spread_squares = spread * spread;
        tally.first_spread = i64::from(game.scores[0] - game.scores[1]);
        tally
    }
}

/// More threads than any machine has use for.
const MOST_THREADS: usize = 1024;
