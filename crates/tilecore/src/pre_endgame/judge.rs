//! Deciding the endgames that follow plays, on one thread.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::candidate::{Candidate, Outcome, State};
use super::draws::Draw;
use super::solve::PreEndgame;
use crate::endgame::Control;
use crate::endgame::line::Line;
use crate::endgame::proof::Proof;
use crate::movegen::{Play, Rack, Scale};

/// Plays held for each side of each bag.
const MOST_PLAYS: usize = 1 << 21;

/// Points above a first guess at which a bound is tried, at least.
const LEAST_MARGIN: i64 = 4;

/// What plays that win as often are compared by: the sum of the spreads, then the place among all plays.
pub(super) type Merit = (i64, Reverse<usize>);

/// Decides the endgames that follow plays, on one thread.
pub(super) struct Judge<'a, C: Scale> {
    stand: &'a PreEndgame<'a>,
    control: &'a Control,
    deadline: Option<Instant>,
    proof: Proof<'a>,
    /// By the tiles of the bag, in order of the alphabet.
    lines: HashMap<Vec<u8>, Line<'a, C>>,
}

impl<'a, C: Scale> Judge<'a, C> {
    pub(super) fn new(
        stand: &'a PreEndgame<'a>,
        control: &'a Control,
        deadline: Option<Instant>,
    ) -> Judge<'a, C> {
        let tiles = (stand.rack.size() + stand.unseen.size()) as u32;
        let proof = Proof::new(tiles, control, deadline);
        Judge { stand, control, deadline, proof, lines: HashMap::new() }
    }

    /// Goes to the position after a play and a draw, asks, and comes back.
    fn after<R>(
        &mut self,
        play: Option<&Play>,
        draw: &Draw,
        ask: impl FnOnce(&mut Line<'a, C>, &mut Proof<'a>) -> R,
    ) -> R {
        let Judge { stand, proof, lines, .. } = self;
        let mut bag = draw.bag();
        bag.sort_unstable();
        let others = draw.others(&stand.unseen);
        let line = lines.entry(bag).or_insert_with_key(|bag| {
            let (mut mine, mut theirs) = (stand.rack, others);
            // Tiles that stay in the bag may come to either side.
            bag.iter().for_each(|&kind| mine.add(kind));
            bag.iter().for_each(|&kind| theirs.add(kind));
            Line::new(stand.engine, stand.board.clone(), [&mine, &theirs], MOST_PLAYS)
        });
        line.set([&stand.rack, &others], &draw.bag(), stand.passed);
        let before = line.lay(play);
        line.forget_lists();
        let answer = ask(line, proof);
        line.take_back(before);
        answer
    }

    /// The points by which the game ends if nobody gains any after a play.
    fn spread(&self, play: Option<&Play>) -> i32 {
        self.stand.lead + play.map_or(0, |play| play.score)
    }

    /// Estimates a play by games in which nobody looks further than each play.
    pub(super) fn estimate(&mut self, candidate: &mut Candidate) {
        if self.control.is_stopped() {
            return;
        }
        let play = candidate.play.as_ref();
        for (index, (draw, _)) in candidate.draws.iter().enumerate() {
            let spread = self.spread_at_end(play, draw).unwrap_or_else(|| {
                let value = self.after(play, draw, |line, _| line.playout(0));
                self.spread(play) - value
            });
            candidate.guesses[index] = spread;
            candidate.estimate.0 += i64::from(1 + spread.signum()) * draw.weight as i64;
            candidate.estimate.1 += i64::from(spread) * draw.weight as i64;
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.control.stop();
        }
    }

    /// The spread if the turn ends the game: a pass after passes.
    fn spread_at_end(&self, play: Option<&Play>, draw: &Draw) -> Option<i32> {
        let PreEndgame { engine, rack, unseen, lead, passed, .. } = self.stand;
        let equipment = engine.equipment();
        let points = |rack: &Rack| rack.points(&equipment.values);
        let factor = i32::from(equipment.unplayed.when_nobody_is_out);
        let ends = play.is_none() && *passed;
        ends.then(|| lead + factor * (points(rack) - points(&draw.others(unseen))))
    }

    /// Decides who wins with each draw, until it cannot win as often as another does.
    ///
    /// Where another wins with every draw, nobody wins more often: then points alone are left to be compared.
    pub(super) fn decide(&mut self, candidate: &mut Candidate, most: &AtomicU64) {
        if most.load(Ordering::Relaxed) == 2 * candidate.ways() {
            return;
        }
        let mut order: Vec<usize> = (0..candidate.draws.len()).collect();
        // Likely losses first: they are what a play is given up for.
        order.sort_by_key(|&index| candidate.guesses[index]);
        for index in order {
            if candidate.most_half_points() < most.load(Ordering::Relaxed) {
                candidate.state = State::GivenUp;
                return;
            }
            let Some(outcome) = self.outcome(candidate, index) else { return };
            candidate.draws[index].1 = Some(outcome);
        }
        candidate.state = State::Decided;
        most.fetch_max(candidate.half_points(), Ordering::Relaxed);
    }

    /// Who wins after a play and one of its draws; none if time is over.
    fn outcome(&mut self, candidate: &Candidate, index: usize) -> Option<Outcome> {
        let likely_win = candidate.guesses[index] > 0;
        let is_more = self.exceeds(candidate, index, if likely_win { 0 } else { -1 })?;
        Some(match (likely_win, is_more) {
            (true, true) => Outcome::Win,
            (false, false) => Outcome::Loss,
            (true, false) if self.exceeds(candidate, index, -1)? => Outcome::Tie,
            (true, false) => Outcome::Loss,
            (false, true) if self.exceeds(candidate, index, 0)? => Outcome::Win,
            (false, true) => Outcome::Tie,
        })
    }

    /// Whether the game ends better than by so many points, after a play and one of its draws; none if time is over.
    fn exceeds(&mut self, candidate: &Candidate, index: usize, points: i32) -> Option<bool> {
        if self.control.is_stopped() {
            return None;
        }
        let (play, draw) = (candidate.play.as_ref(), &candidate.draws[index].0);
        if let Some(spread) = self.spread_at_end(play, draw) {
            return Some(spread > points);
        }
        let need = self.spread(play) - points;
        self.after(play, draw, |line, proof| proof.can_gain(line, need)).map(|can| !can)
    }

    /// The points by which the game ends, after a play and one of its draws; none if time is over.
    fn exact(&mut self, candidate: &Candidate, index: usize) -> Option<i32> {
        let (mut least, mut most) = (None, None);
        let (mut at, mut step) = (candidate.guesses[index], 1);
        loop {
            if self.exceeds(candidate, index, at)? {
                least = Some(at + 1);
            } else {
                most = Some(at);
            }
            at = match (least, most) {
                (Some(least), Some(most)) if least == most => return Some(most),
                (Some(least), Some(most)) => least + (most - least) / 2,
                (None, _) => at - step,
                (_, None) => at + step,
            };
            step *= 2;
        }
    }

    /// Works out the points of a play that may win as often as any, as far as it may be the best; none if time is over.
    pub(super) fn settle(
        &mut self,
        candidate: &mut Candidate,
        most: u64,
        leader: &Mutex<Option<Merit>>,
    ) -> Option<()> {
        let best = *leader.lock().ok()?;
        if let Some(best) = best {
            if self.is_behind(candidate, best)? {
                if candidate.state == State::Open {
                    candidate.state = State::GivenUp;
                }
                return Some(());
            }
        }
        for index in 0..candidate.draws.len() {
            if candidate.spreads[index].is_none() {
                candidate.spreads[index] = Some(self.exact(candidate, index)?);
            }
        }
        candidate.conclude();
        if candidate.half_points() == most {
            let mine = (candidate.spread_sum()?, Reverse(candidate.place));
            let mut best = leader.lock().ok()?;
            *best = (*best).max(Some(mine));
        }
        Some(())
    }

    /// Whether a play makes fewer points than the best of those that win as often as any, or does not win as often.
    ///
    /// Bounds well above what the play seems to make are shown first: they are shown quickly, and are often enough.
    fn is_behind(&mut self, candidate: &mut Candidate, best: Merit) -> Option<bool> {
        let behind = (best.0 - candidate.estimate.1) / candidate.ways() as i64 - 1;
        let margin = behind.max(LEAST_MARGIN) as i32;
        // Plays are left open where the best wins with every draw.
        let must_win = candidate.state == State::Open;
        let mut bounds = Vec::new();
        for index in 0..candidate.draws.len() {
            let guess = candidate.guesses[index];
            if must_win && guess <= 0 && !self.exceeds(candidate, index, 0)? {
                return Some(true);
            }
            let (mut bound, mut step) = (guess + margin, margin);
            while self.exceeds(candidate, index, bound)? {
                step *= 2;
                bound += step;
            }
            if must_win && bound <= 0 {
                return Some(true);
            }
            bounds.push(bound);
        }
        loop {
            let weight = |index: usize| candidate.draws[index].0.weight as i64;
            let sum = bounds.iter().enumerate().map(|(index, &bound)| weight(index) * i64::from(bound)).sum();
            if (sum, Reverse(candidate.place)) < best {
                return Some(true);
            }
            let open = (0..bounds.len()).filter(|&index| candidate.spreads[index].is_none());
            let slack = |index: usize| weight(index) * i64::from(bounds[index] - candidate.guesses[index]);
            let Some(loosest) = open.max_by_key(|&index| slack(index)) else { return Some(false) };
            let spread = self.exact(candidate, loosest)?;
            (bounds[loosest], candidate.spreads[loosest]) = (spread, Some(spread));
        }
    }
}
