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
use crate::endgame::search::{Search, Window};
use crate::endgame::table::{MOST_VALUE, Table};
use crate::movegen::{Play, Scale};

/// Plays held for each side of each bag.
const MOST_PLAYS: usize = 1 << 21;

/// Points by which a first guess is seldom too low.
const LIKELY_WITHIN: i32 = 10;

/// The best of the plays that win as often as any.
pub(super) struct Leader {
    spread_sum: i64,
    place: usize,
    spreads: HashMap<Vec<u8>, i32>,
}

/// Decides the endgames that follow plays, on one thread.
pub(super) struct Judge<'a, C: Scale> {
    stand: &'a PreEndgame<'a>,
    table: &'a Table,
    control: &'a Control,
    deadline: Option<Instant>,
    proof: Proof<'a>,
    /// By the tiles of the bag, in order of the alphabet.
    searches: HashMap<Vec<u8>, Search<'a, C>>,
}

impl<'a, C: Scale> Judge<'a, C> {
    pub(super) fn new(
        stand: &'a PreEndgame<'a>,
        table: &'a Table,
        control: &'a Control,
        deadline: Option<Instant>,
    ) -> Judge<'a, C> {
        let tiles = (stand.rack.size() + stand.unseen.size()) as u32;
        let proof = Proof::new(tiles, control, deadline);
        Judge { stand, table, control, deadline, proof, searches: HashMap::new() }
    }

    /// Adds the positions searched to those of the control.
    pub(super) fn tell_nodes(&mut self) {
        self.searches.values_mut().for_each(Search::look_around);
    }

    /// Goes to the position after a play and a draw, asks, and comes back.
    fn after<R>(
        &mut self,
        play: Option<&Play>,
        draw: &Draw,
        ask: impl FnOnce(&mut Search<'a, C>, &mut Proof<'a>) -> R,
    ) -> R {
        let Judge { stand, table, control, deadline, proof, searches } = self;
        let mut bag = draw.bag();
        bag.sort_unstable();
        let others = draw.others(&stand.unseen);
        let search = searches.entry(bag).or_insert_with_key(|bag| {
            let (mut mine, mut theirs) = (stand.rack, others);
            // Tiles that stay in the bag may come to either side.
            bag.iter().for_each(|&kind| mine.add(kind));
            bag.iter().skip(1).for_each(|&kind| theirs.add(kind));
            theirs.add(bag[0]);
            let line = Line::new(stand.engine, stand.board.clone(), [&mine, &theirs], MOST_PLAYS);
            Search::new(line, table, control, *deadline)
        });
        search.line.set([&stand.rack, &others], &draw.bag(), stand.passed);
        let before = search.line.lay(play);
        search.line.forget_lists();
        let answer = ask(search, proof);
        search.line.take_back(before);
        answer
    }

    /// The points by which the game ends if the other side gains `value` after a play.
    fn spread(&self, play: Option<&Play>, value: i32) -> i32 {
        self.stand.lead + play.map_or(0, |play| play.score) - value
    }

    /// Estimates a play by games in which nobody looks further than each play.
    pub(super) fn estimate(&mut self, candidate: &mut Candidate) {
        if self.control.is_stopped() {
            return;
        }
        let play = candidate.play;
        for (index, (draw, _)) in candidate.draws.iter().enumerate() {
            let value = match self.ends_game(play.as_ref()) {
                Some(value) => -value,
                None => self.after(play.as_ref(), draw, |search, _| search.line.playout(0)),
            };
            let spread = self.spread(play.as_ref(), value);
            candidate.guesses[index] = spread;
            candidate.estimate.0 += i64::from(1 + spread.signum()) * draw.weight as i64;
            candidate.estimate.1 += i64::from(spread) * draw.weight as i64;
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.control.stop();
        }
    }

    /// What unplayed tiles count if the turn ends the game: a pass after passes.
    fn ends_game(&self, play: Option<&Play>) -> Option<i32> {
        let equipment = self.stand.engine.equipment();
        let factor = i32::from(equipment.unplayed.when_nobody_is_out);
        (play.is_none() && self.stand.passed).then(|| factor * self.stand.rack.points(&equipment.values))
    }

    /// Decides who wins with each draw, until it cannot win as often as another does.
    ///
    /// Where another wins with every draw, nobody wins more often: then points alone are left to be compared.
    pub(super) fn decide(&mut self, candidate: &mut Candidate, most: &AtomicU64) {
        if most.load(Ordering::Relaxed) == 2 * candidate.ways() {
            return;
        }
        let play = candidate.play;
        let mut order: Vec<usize> = (0..candidate.draws.len()).collect();
        // Likely losses first: they are what a play is given up for.
        order.sort_by_key(|&index| candidate.guesses[index]);
        for index in order {
            if candidate.most_half_points() < most.load(Ordering::Relaxed) {
                candidate.state = State::GivenUp;
                return;
            }
            let Some(outcome) = self.outcome(candidate, play.as_ref(), index) else { return };
            candidate.draws[index].1 = Some(outcome);
        }
        candidate.state = State::Decided;
        most.fetch_max(candidate.half_points(), Ordering::Relaxed);
    }

    /// Who wins after a play and one of its draws; none if time is over.
    fn outcome(&mut self, candidate: &Candidate, play: Option<&Play>, index: usize) -> Option<Outcome> {
        let likely_win = candidate.guesses[index] > 0;
        let is_more = self.exceeds(candidate, play, index, if likely_win { 0 } else { -1 })?;
        Some(match (likely_win, is_more) {
            (true, true) => Outcome::Win,
            (false, false) => Outcome::Loss,
            (true, false) if self.exceeds(candidate, play, index, -1)? => Outcome::Tie,
            (true, false) => Outcome::Loss,
            (false, true) if self.exceeds(candidate, play, index, 0)? => Outcome::Win,
            (false, true) => Outcome::Tie,
        })
    }

    /// Whether the game ends better than by so many points, after a play and one of its draws.
    fn exceeds(
        &mut self,
        candidate: &Candidate,
        play: Option<&Play>,
        index: usize,
        points: i32,
    ) -> Option<bool> {
        if self.ends_game(play).is_some() || self.control.is_stopped() {
            let window = Window { alpha: points, beta: points + 1 };
            return Some(self.ask(candidate, play, index, window)? > points);
        }
        let need = self.spread(play, 0) - points;
        let draw = &candidate.draws[index].0;
        self.after(play, draw, |search, proof| proof.can_gain(&mut search.line, need)).map(|can| !can)
    }

    /// Works out the points of a play that may win as often as any, as far as it may be the best; none if time is over.
    pub(super) fn settle(
        &mut self,
        candidate: &mut Candidate,
        most: u64,
        leader: &Mutex<Option<Leader>>,
    ) -> Option<()> {
        let play = candidate.play;
        let play = play.as_ref();
        let rival = {
            let best = leader.lock().ok()?;
            best.as_ref().map(|best| (best.spreads.clone(), best.place))
        };
        if let Some((spreads, place)) = rival {
            if !candidate.is_estimate && self.is_beaten(candidate, play, &spreads, place)? {
                if candidate.state == State::Open {
                    candidate.state = State::GivenUp;
                }
                return Some(());
            }
        }
        for index in 0..candidate.draws.len() {
            if candidate.spreads[index].is_none() {
                let window = Window { alpha: -MOST_VALUE, beta: MOST_VALUE };
                candidate.spreads[index] = Some(self.ask(candidate, play, index, window)?);
            }
        }
        candidate.conclude();
        if candidate.half_points() < most {
            return Some(());
        }
        let spread_sum = candidate.spread_sum()?;
        let mut best = leader.lock().ok()?;
        let merit = |spread_sum, place| (spread_sum, Reverse(place));
        let mine = merit(spread_sum, candidate.place);
        if best.as_ref().is_none_or(|best| mine > merit(best.spread_sum, best.place)) {
            let spreads = candidate.draws.iter().zip(&candidate.spreads);
            let spreads = spreads.filter(|_| !candidate.is_estimate);
            let spreads =
                spreads.filter_map(|((draw, _), spread)| Some((draw.drawn.clone(), (*spread)?))).collect();
            *best = Some(Leader { spread_sum, place: candidate.place, spreads });
        }
        Some(())
    }

    /// Whether a play that wins as often as another makes no more points with any draw, or not enough with some.
    fn is_beaten(
        &mut self,
        candidate: &mut Candidate,
        play: Option<&Play>,
        rival: &HashMap<Vec<u8>, i32>,
        place: usize,
    ) -> Option<bool> {
        let mut gained = 0i64;
        for index in 0..candidate.draws.len() {
            let (draw, _) = &candidate.draws[index];
            let weight = draw.weight as i64;
            let Some(&other) = rival.get(&draw.drawn) else { return Some(false) };
            // A play that seems far behind with this draw may make up for others.
            let guess = other.min(candidate.guesses[index] + LIKELY_WITHIN);
            if !self.exceeds(candidate, play, index, guess)? {
                gained += weight * i64::from(guess - other);
            } else if guess == other || self.exceeds(candidate, play, index, other)? {
                let window = Window { alpha: -MOST_VALUE, beta: MOST_VALUE };
                let spread = self.ask(candidate, play, index, window)?;
                candidate.spreads[index] = Some(spread);
                gained += weight * i64::from(spread - other);
            }
        }
        Some(gained < 0 || gained == 0 && candidate.place > place)
    }

    /// The spread at the end within a window, after a play and one of its draws.
    fn ask(
        &mut self,
        candidate: &Candidate,
        play: Option<&Play>,
        index: usize,
        window: Window,
    ) -> Option<i32> {
        if self.control.is_stopped() {
            return None;
        }
        let draw = &candidate.draws[index].0;
        if let Some(value) = self.ends_game(play) {
            let others = draw.others(&self.stand.unseen).points(&self.stand.engine.equipment().values);
            let factor = i32::from(self.stand.engine.equipment().unplayed.when_nobody_is_out);
            return Some(self.spread(play, factor * others - value));
        }
        let base = self.spread(play, 0);
        let most = 2 * MOST_VALUE;
        let window = Window {
            alpha: (base - window.beta.min(most)).max(-MOST_VALUE),
            beta: (base - window.alpha.max(-most)).min(MOST_VALUE),
        };
        self.after(play, draw, |search, _| search.decide(window)).map(|value| base - value)
    }
}
