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
use crate::movegen::{Rack, Scale};

/// Plays held for each side of each bag.
const MOST_PLAYS: usize = 1 << 20;

/// Points above a first guess at which a bound is tried, at least.
const LEAST_MARGIN: i64 = 4;

/// What plays that win as often are compared by: the sum of the spreads, then the place among all plays.
pub(super) type Merit = (i64, Reverse<usize>);

/// By the rack of the side to move and the tiles of the bag.
type Lines<'a, C> = HashMap<(Rack, Vec<u8>), Line<'a, C>>;

/// So many lines after exchanges are kept; with one tile in the bag, all.
const MOST_LINES: usize = 64;

/// Decides the endgames that follow plays, on one thread.
pub(super) struct Judge<'a, C: Scale> {
    stand: &'a PreEndgame<'a>,
    control: &'a Control,
    deadline: Option<Instant>,
    /// When all turns should have been looked at first.
    sketched_by: Option<Instant>,
    proof: Proof<'a>,
    /// By the tiles of the bag, in order of the alphabet.
    lines: Lines<'a, C>,
    /// After exchanges, where both racks depend on the draw: a few.
    lines_after_exchange: Lines<'a, C>,
}

impl<'a, C: Scale> Judge<'a, C> {
    pub(super) fn new(
        stand: &'a PreEndgame<'a>,
        control: &'a Control,
        [sketched_by, deadline]: [Option<Instant>; 2],
    ) -> Judge<'a, C> {
        let tiles = (stand.rack.size() + stand.unseen.size()) as u32;
        let proof = Proof::new(tiles, control, deadline);
        Judge {
            stand,
            control,
            deadline,
            sketched_by,
            proof,
            lines: HashMap::new(),
            lines_after_exchange: HashMap::new(),
        }
    }

    /// Goes to the position after a turn and a draw, asks, and comes back.
    fn after<R>(
        &mut self,
        candidate: &Candidate,
        index: usize,
        ask: impl FnOnce(&mut Line<'a, C>, &mut Proof<'a>) -> R,
    ) -> R {
        let draw = &candidate.draws[index].0;
        let racks = self.racks(candidate, draw);
        let is_exchange = !candidate.thrown.is_empty();
        // What is drawn in an exchange is on the rack before the other side moves.
        let bag = if is_exchange { draw.rest.clone() } else { draw.bag() };
        let Judge { stand, proof, lines, lines_after_exchange, .. } = self;
        if lines_after_exchange.len() == MOST_LINES {
            lines_after_exchange.clear();
        }
        let lines = if is_exchange { lines_after_exchange } else { lines };
        let mut tiles = bag.clone();
        tiles.sort_unstable();
        let line = lines.entry((racks[0], tiles)).or_insert_with_key(|(_, bag)| {
            let mut pools = racks;
            // Tiles that stay in the bag may come to either side.
            pools.iter_mut().for_each(|pool| bag.iter().for_each(|&kind| pool.add(kind)));
            Line::new(stand.engine, stand.board.clone(), pools.each_ref(), MOST_PLAYS).with_marks()
        });
        line.set(racks.each_ref(), &bag, stand.passed);
        let before = line.lay(candidate.play.as_ref());
        line.passed &= !is_exchange;
        line.forget_lists();
        let answer = ask(line, proof);
        line.take_back(before);
        answer
    }

    /// The racks when the turn is made, that of the side to move first; after an exchange with what it drew.
    fn racks(&self, candidate: &Candidate, draw: &Draw) -> [Rack; 2] {
        let (mut mine, mut others) = (self.stand.rack, self.stand.unseen);
        for &kind in &candidate.thrown {
            mine.remove(kind);
            others.add(kind); // until the bag is taken from what the other side may have
        }
        draw.drawn.iter().chain(&draw.rest).for_each(|&kind| others.remove(kind));
        if !candidate.thrown.is_empty() {
            draw.drawn.iter().for_each(|&kind| mine.add(kind));
        }
        [mine, others]
    }

    /// The points by which the game ends if nobody gains any after a turn.
    fn spread(&self, candidate: &Candidate) -> i32 {
        self.stand.lead + candidate.play.as_ref().map_or(0, |play| play.score)
    }

    /// Estimates a play by games in which nobody looks further than each play.
    pub(super) fn estimate(&mut self, candidate: &mut Candidate) {
        if self.control.is_stopped() {
            return;
        }
        for index in 0..candidate.draws.len() {
            // Exchanges of several tiles have thousands of draws: plays do not wait for all of them.
            let may_take_long = self.stand.bag > 1 && !candidate.thrown.is_empty();
            if may_take_long && self.sketched_by.is_some_and(|sketched_by| Instant::now() >= sketched_by) {
                break;
            }
            let spread = self.spread_at_end(candidate, index).unwrap_or_else(|| {
                let value = self.after(candidate, index, |line, _| line.playout(0));
                self.spread(candidate) - value
            });
            let weight = candidate.draws[index].0.weight as i64;
            candidate.guesses[index] = spread;
            candidate.estimate.0 += i64::from(1 + spread.signum()) * weight;
            candidate.estimate.1 += i64::from(spread) * weight;
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.control.stop();
        }
    }

    /// The spread if the turn ends the game: one that scores nothing after others.
    fn spread_at_end(&self, candidate: &Candidate, index: usize) -> Option<i32> {
        if candidate.play.is_some() || !self.stand.passed {
            return None;
        }
        let equipment = self.stand.engine.equipment();
        let [mine, others] =
            self.racks(candidate, &candidate.draws[index].0).map(|rack| rack.points(&equipment.values));
        Some(self.stand.lead + i32::from(equipment.unplayed.when_nobody_is_out) * (mine - others))
    }

    /// Decides who wins with each draw, until it cannot win as often as another does; each question gets so much work.
    ///
    /// Where another wins with every draw, nobody wins more often: then points alone are left to be compared.
    pub(super) fn decide(&mut self, candidate: &mut Candidate, work: u64, most: &AtomicU64) {
        if candidate.state != State::Open || most.load(Ordering::Relaxed) == 2 * candidate.ways() {
            return;
        }
        let mut is_open = false;
        for index in candidate.likely_losses_first() {
            if candidate.most_half_points() < most.load(Ordering::Relaxed) {
                candidate.state = State::GivenUp;
                return;
            }
            is_open |= self.outcome(candidate, index, work).is_none();
            most.fetch_max(candidate.half_points(), Ordering::Relaxed);
        }
        if !is_open {
            candidate.state = State::Decided;
        }
    }

    /// Who wins after a play and one of its draws; none if that takes more work.
    fn outcome(&mut self, candidate: &mut Candidate, index: usize, work: u64) -> Option<Outcome> {
        let likely_win = candidate.guesses[index] > 0;
        for points in if likely_win { [0, -1] } else { [-1, 0] } {
            if candidate.draws[index].1.is_none() {
                self.exceeds(candidate, index, points, work)?;
            }
        }
        candidate.draws[index].1
    }

    /// Whether the game ends better than by so many points, after a play and one of its draws; none if that takes more
    /// work.
    fn exceeds(&mut self, candidate: &mut Candidate, index: usize, points: i32, work: u64) -> Option<bool> {
        if let Some(known) = candidate.known(index, points) {
            return Some(known);
        }
        if self.control.is_stopped() {
            return None;
        }
        let is_better = match self.spread_at_end(candidate, index) {
            Some(spread) => spread > points,
            None => {
                let need = self.spread(candidate) - points;
                !self.after(candidate, index, |line, proof| proof.can_gain(line, need, work))?
            }
        };
        candidate.learn(index, points, is_better);
        Some(is_better)
    }

    /// The points by which the game ends, after a play and one of its draws; none if that takes more work.
    fn exact(&mut self, candidate: &mut Candidate, index: usize, work: u64) -> Option<i32> {
        while let Some(points) = candidate.next_question(index) {
            self.exceeds(candidate, index, points, work)?;
        }
        candidate.spreads[index]
    }

    /// Works out the points of a play that may win as often as any, as far as it may be the best; false if that takes
    /// more work.
    pub(super) fn settle(
        &mut self,
        candidate: &mut Candidate,
        work: u64,
        most: u64,
        leader: &Mutex<Option<Merit>>,
    ) -> bool {
        let best = leader.lock().ok().and_then(|best| *best);
        match best.map_or(Some(false), |best| self.is_behind(candidate, best, work)) {
            Some(true) => {
                if candidate.state == State::Open {
                    candidate.state = State::GivenUp;
                }
                return true;
            }
            Some(false) => {}
            None => return false,
        }
        // One that takes more work does not keep the others from being known.
        let open = (0..candidate.draws.len()).filter(|&index| self.exact(candidate, index, work).is_none());
        if open.count() > 0 {
            return false;
        }
        candidate.state = State::Decided;
        if candidate.half_points() == most {
            let mine = candidate.spread_sum().map(|sum| (sum, Reverse(candidate.place)));
            if let Ok(mut best) = leader.lock() {
                *best = (*best).max(mine);
            }
        }
        true
    }

    /// Whether a play makes fewer points than the best of those that win as often as any, or does not win as often;
    /// none if that takes more work.
    ///
    /// Bounds well above what the play seems to make are shown first: they are shown quickly, and are often enough.
    fn is_behind(&mut self, candidate: &mut Candidate, best: Merit, work: u64) -> Option<bool> {
        let behind = (best.0 - candidate.estimate.1) / candidate.ways() as i64 - 1;
        let margin = behind.max(LEAST_MARGIN) as i32;
        // Plays are left open where the best wins with every draw.
        let must_win = candidate.state == State::Open;
        for index in candidate.likely_losses_first() {
            let guess = candidate.guesses[index];
            if must_win && guess <= 0 && self.exceeds(candidate, index, 0, work) == Some(false) {
                return Some(true);
            }
            let (mut bound, mut step, mut is_hard) = (guess + margin, margin, false);
            loop {
                match self.exceeds(candidate, index, bound, work) {
                    Some(false) => break,
                    Some(true) => step *= 2,
                    // Without a bound for each draw the others are of no use.
                    None if is_hard => return None,
                    None => (step, is_hard) = (4 * step, true),
                }
                bound += step;
            }
            if must_win && candidate.bounds[index][1] <= 0 {
                return Some(true);
            }
        }
        let mut tired = vec![false; candidate.draws.len()];
        loop {
            if candidate.most_spread_sum().is_some_and(|sum| (sum, Reverse(candidate.place)) < best) {
                return Some(true);
            }
            let weight = |index: usize| candidate.draws[index].0.weight as i64;
            let open = (0..tired.len()).filter(|&index| candidate.spreads[index].is_none() && !tired[index]);
            let slack = |index: usize| {
                weight(index) * (i64::from(candidate.bounds[index][1]) - i64::from(candidate.guesses[index]))
            };
            let Some(loosest) = open.max_by_key(|&index| slack(index)) else { break };
            tired[loosest] = self.exact(candidate, loosest, work).is_none();
        }
        (!tired.contains(&true)).then_some(false)
    }
}
