//! How well a win model holds: of all positions that it rates alike, how many were won.

use std::ops::Range;

use super::swings::Moments;
use super::win_model::{SURE, WinModel};
use crate::movegen::{Match, Refusal};

/// Groups of chances: from 0 to 5 %, from 5 to 10 %, and so on.
pub const BINS: usize = 20;

/// Positions by the chance that a model gives them, and how their games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calibration {
    /// Positions of each group.
    pub positions: [u64; BINS],
    /// The chances that the model gave them, added up.
    pub expected: [u64; BINS],
    /// Half points that the side to move got: 2 for a win, 1 for a draw.
    pub half_points: [u64; BINS],
}

impl Calibration {
    /// Plays the games of these numbers and holds each position's chance against the end of its game.
    pub fn check(
        model: &WinModel,
        play: &Match<'_>,
        games: Range<u64>,
        threads: usize,
    ) -> Result<Calibration, Refusal> {
        let fresh = || (Calibration::default(), Moments::default());
        let gathered = play.on_threads(games, threads, fresh, |(seen, moments), number, searcher| {
            moments.clear();
            let tally =
                play.game(number, searcher, |game, turn, searcher| moments.note(game, turn, searcher));
            for moment in moments.turns() {
                let spread = if moment.player == 0 { tally.first_spread } else { -tally.first_spread };
                let chance = model.chance(moment.lead, moment.unseen);
                let bin = (chance as usize * BINS / (SURE as usize + 1)).min(BINS - 1);
                seen.positions[bin] += 1;
                seen.expected[bin] += chance as u64;
                seen.half_points[bin] += 1 + u64::from(spread > 0) - u64::from(spread < 0);
            }
        })?;
        let mut total = Calibration::default();
        for (seen, _) in gathered {
            for bin in 0..BINS {
                total.positions[bin] += seen.positions[bin];
                total.expected[bin] += seen.expected[bin];
                total.half_points[bin] += seen.half_points[bin];
            }
        }
        Ok(total)
    }
}
