//! Learning a win model from games: by how much leads change until the end.

use std::ops::Range;

use super::win_model::{LEAD_STEP, LEADS, SURE, WinModel};
use crate::movegen::{Game, Match, Refusal, Searcher, Turn};

/// A swing of more points than this counts as this.
const MOST_SWING: i32 = 600;
const WIDTH: usize = 2 * MOST_SWING as usize + 1;

/// How often the lead of the side to move changed by how many points until the end, by the number of tiles it did not
/// see. Only sums, so that neither the order of games nor the number of threads matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swings {
    counts: Vec<u32>,
    rows: usize,
}

/// A turn of a game that goes on: who moves, their lead in thousandths of a point, and how many tiles they do not see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) player: usize,
    pub(crate) lead: i32,
    pub(crate) unseen: usize,
}

/// The turns of one game while it is watched.
#[derive(Default)]
pub(crate) struct Moments {
    turns: Vec<Moment>,
    kept: [i32; 2],
}

impl Moments {
    /// Forgets the game before.
    pub(crate) fn clear(&mut self) {
        self.turns.clear();
        self.kept = [0; 2];
    }

    /// Notes a turn that is about to be made.
    pub(crate) fn note(&mut self, game: &Game, turn: &Turn, searcher: &Searcher) {
        let (me, other) = (game.to_move, 1 - game.to_move);
        if game.bag_size() > 0 {
            let points = 1000 * (game.scores[me] - game.scores[other]);
            self.turns.push(Moment {
                player: me,
                lead: points + self.kept[me] - self.kept[other],
                unseen: game.bag_size() + game.racks[other].size(),
            });
        }
        self.kept[me] = kept_value(turn, searcher);
    }

    pub(crate) fn turns(&self) -> &[Moment] {
        &self.turns
    }
}

/// What the tiles that a turn keeps are worth, in thousandths of a point.
pub(crate) fn kept_value(turn: &Turn, searcher: &Searcher) -> i32 {
    match turn {
        Turn::Place(play) => searcher.holding().leave_value(play.kept),
        Turn::Exchange(kept) => searcher.holding().leave_value(*kept),
        Turn::Pass => 0,
    }
}

impl Swings {
    /// Nothing seen yet of games with so many tiles.
    pub fn new(tiles: usize) -> Swings {
        Swings { counts: vec![0; tiles.max(1) * WIDTH], rows: tiles.max(1) }
    }

    /// How many turns were seen.
    pub fn turns(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// Plays the games of these numbers and adds what was seen in them.
    pub fn watch(&mut self, play: &Match<'_>, games: Range<u64>, threads: usize) -> Result<(), Refusal> {
        let fresh = || (Swings::new(self.rows), Moments::default());
        let gathered = play.on_threads(games, threads, fresh, |(seen, moments), number, searcher| {
            moments.clear();
            let tally =
                play.game(number, searcher, |game, turn, searcher| moments.note(game, turn, searcher));
            for moment in moments.turns() {
                let spread = if moment.player == 0 { tally.first_spread } else { -tally.first_spread };
                seen.add(moment, spread as i32);
            }
        })?;
        for (seen, _) in gathered {
            for (count, more) in self.counts.iter_mut().zip(&seen.counts) {
                *count = count.saturating_add(*more);
            }
        }
        Ok(())
    }

    fn add(&mut self, moment: &Moment, spread: i32) {
        let swing = spread - (moment.lead + 500).div_euclid(1000);
        let row = moment.unseen.clamp(1, self.rows) - 1;
        self.counts[row * WIDTH + (swing.clamp(-MOST_SWING, MOST_SWING) + MOST_SWING) as usize] += 1;
    }

    /// The model that follows: a side wins as often as the swings that were seen outdo what it is behind.
    pub fn model(&self) -> Result<WinModel, Refusal> {
        let mut chances = Vec::with_capacity(self.rows * LEADS);
        let middle = LEADS as i32 / 2;
        for row in 0..self.rows {
            let counts = self.around(row)?;
            let total: u64 = counts.iter().sum();
            let leads = (-middle..=middle).map(|step| step * LEAD_STEP / 1000);
            chances.extend(leads.map(|lead| {
                // Those above -lead win, and that itself is a draw.
                let even = (MOST_SWING - lead) as usize;
                let twice = 2 * counts[even + 1..].iter().sum::<u64>() + counts[even];
                (SURE as u64 * twice).div_ceil(2 * total) as u16
            }));
        }
        WinModel::new(chances)
    }

    /// The swings of a row and its neighbours, as far from it as it takes to have seen any.
    fn around(&self, row: usize) -> Result<Vec<u64>, Refusal> {
        for reach in 1..=self.rows {
            let mut sums = vec![0; WIDTH];
            for near in row.saturating_sub(reach)..=(row + reach).min(self.rows - 1) {
                let counts = &self.counts[near * WIDTH..][..WIDTH];
                sums.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += u64::from(count));
            }
            if sums.iter().sum::<u64>() >= ENOUGH.min(self.turns()) && sums.iter().any(|&sum| sum > 0) {
                return Ok(sums);
            }
        }
        Err(Refusal::new("no-games", "a win model is learned from games; play some first"))
    }
}

/// With so many turns a chance is off by less than 1 %.
const ENOUGH: u64 = 3_000;
