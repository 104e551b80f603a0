//! Judging all plays before the bag is empty, on as many threads as wanted.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::candidate::{Candidate, Outcome, State};
use super::draws::{Draw, draws};
use crate::endgame::line::Line;
use crate::endgame::search::{Search, Window};
use crate::endgame::table::{MOST_VALUE, Table};
use crate::endgame::{Control, Effort};
use crate::movegen::{Board, Engine, Large, MOST_RACK, Outlook, Play, Rack, Refusal, Scale, Searcher, Usual};

/// A position with a few tiles in the bag.
#[derive(Clone, Copy)]
pub struct PreEndgame<'a> {
    /// Finds the plays.
    pub engine: &'a Engine,
    /// The board, with at least one tile on it.
    pub board: &'a Board,
    /// The rack of the side to move.
    pub rack: Rack,
    /// The tiles that it does not see: those of the other side and of the bag.
    pub unseen: Rack,
    /// Those of the other side, if they are known all the same.
    pub other: Option<Rack>,
    /// How many of them are in the bag: 1 to 4.
    pub bag: usize,
    /// Points of the side to move less those of the other.
    pub lead: i32,
    /// Whether a pass now would end the game.
    pub passed: bool,
}

/// What all plays come to, best first.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Every play and the pass.
    pub candidates: Vec<Candidate>,
    /// Whether the first is proven to be best, as far as plays that empty the bag are concerned.
    pub is_proven: bool,
    /// Positions searched.
    pub nodes: u64,
}

/// Plays held for each side of each bag.
const MOST_PLAYS: usize = 1 << 21;

const TABLE_BITS: u32 = 22;

/// The best play so far.
struct Leader {
    half_points: u64,
    spread_sum: i64,
    place: usize,
    spreads: HashMap<Vec<u8>, i32>,
}

impl PreEndgame<'_> {
    /// Judges all plays, or as many as time allows.
    pub fn solve(&self, effort: &Effort, control: &Control) -> Result<Verdict, Refusal> {
        if self.board.is_empty() {
            return Err(Refusal::new("empty-board", "the board is empty; a pre-endgame needs tiles on it"));
        }
        let other = self.unseen.size().saturating_sub(self.bag);
        let is_sound = (1..=4).contains(&self.bag) && self.rack.size() > 0 && other > 0;
        if !is_sound || self.rack.size().max(other) + self.bag > MOST_RACK {
            return Err(Refusal::new("bag-size", "1 to 4 tiles must be in the bag, and some on each rack"));
        }
        let largest = self.rack.size().max(other) + self.bag;
        let is_usual = self.engine.graph().is_narrow() && largest <= 8;
        Ok(if is_usual {
            self.solve_as::<Usual>(effort, control)
        } else {
            self.solve_as::<Large>(effort, control)
        })
    }

    fn solve_as<C: Scale>(&self, effort: &Effort, control: &Control) -> Verdict {
        let deadline =
            effort.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e6)));
        let table = Table::new(TABLE_BITS);
        let mut candidates = self.candidates();
        let threads = effort.threads.max(1);
        let judge = |share: &mut dyn FnMut(&mut Judge<'_, C>)| {
            let mut judge = Judge { stand: self, table: &table, control, deadline, searches: HashMap::new() };
            share(&mut judge);
            judge.searches.values_mut().for_each(Search::look_around);
        };
        in_parallel(&mut candidates, threads, &judge, &|judge, candidate| judge.estimate(candidate));
        // The most promising first; what is as good is taken in the order of scores.
        candidates.sort_by_key(|candidate| (Reverse(candidate.estimate), candidate.place));
        let leader = Mutex::new(None);
        in_parallel(&mut candidates, threads, &judge, &|judge, candidate| judge.decide(candidate, &leader));
        candidates.sort_by_key(rank);
        Verdict {
            is_proven: candidates.iter().all(|candidate| candidate.state != State::Open),
            candidates,
            nodes: control.nodes(),
        }
    }

    /// Every play and the pass, none of them judged.
    fn candidates(&self) -> Vec<Candidate> {
        let mut searcher = Searcher::default();
        let outlook = Outlook { bag: self.bag, others_points: 0, leaves: None };
        let plays = self.engine.all_plays(&mut searcher, self.board, &self.rack, outlook);
        let turns: Vec<Option<Play>> = plays.iter().map(Some).chain([None]).collect();
        let by_count: Vec<Vec<Draw>> = (0..=self.bag).map(|count| self.draws(count)).collect();
        let candidate = |(place, play): (usize, Option<Play>)| {
            let count = play.as_ref().map_or(0, |play| play.tiles().len());
            let draws: Vec<_> =
                by_count[count.min(self.bag)].iter().map(|draw| (draw.clone(), None)).collect();
            Candidate {
                play,
                spreads: vec![None; draws.len()],
                draws,
                state: State::Open,
                is_estimate: count < self.bag,
                estimate: (0, 0),
                place,
            }
        };
        turns.into_iter().enumerate().map(candidate).collect()
    }

    /// The draws of so many tiles.
    fn draws(&self, count: usize) -> Vec<Draw> {
        let mut in_bag = self.unseen;
        if let Some(other) = &self.other {
            other.kinds().for_each(|kind| in_bag.remove(kind));
        }
        draws(&in_bag, self.bag, count)
    }
}

type Rank = (bool, Reverse<u64>, Reverse<Option<i64>>, Reverse<(i64, i64)>, usize);

/// Better candidates first: those that win more often, then by points, then by score.
fn rank(candidate: &Candidate) -> Rank {
    let is_decided = candidate.state == State::Decided;
    let half_points = match candidate.state {
        State::Decided => candidate.half_points(),
        State::GivenUp => candidate.most_half_points(),
        State::Open => 0,
    };
    let spread = if is_decided { candidate.spread_sum() } else { None };
    (!is_decided, Reverse(half_points), Reverse(spread), Reverse(candidate.estimate), candidate.place)
}

type Work<'w, C> = dyn Fn(&mut Judge<'_, C>, &mut Candidate) + Sync + 'w;
type Lend<'w, C> = dyn Fn(&mut dyn FnMut(&mut Judge<'_, C>)) + Sync + 'w;

/// Does the work for all candidates, in their order as far as threads allow.
fn in_parallel<C: Scale>(
    candidates: &mut [Candidate],
    threads: usize,
    lend: &Lend<'_, C>,
    work: &Work<'_, C>,
) {
    let places: Vec<Mutex<&mut Candidate>> = candidates.iter_mut().map(Mutex::new).collect();
    let next = AtomicUsize::new(0);
    let run = || {
        lend(&mut |judge| {
            while let Some(place) = places.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Ok(mut candidate) = place.lock() {
                    work(judge, &mut candidate);
                }
            }
        });
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(run)));
        run();
    });
}

/// Decides the endgames that follow plays, on one thread.
struct Judge<'a, C: Scale> {
    stand: &'a PreEndgame<'a>,
    table: &'a Table,
    control: &'a Control,
    deadline: Option<Instant>,
    /// By the tiles of the bag, in order of the alphabet.
    searches: HashMap<Vec<u8>, Search<'a, C>>,
}

impl<'a, C: Scale> Judge<'a, C> {
    /// Goes to the position after a play and a draw, asks, and comes back.
    fn after<R>(&mut self, play: Option<&Play>, draw: &Draw, ask: impl FnOnce(&mut Search<'a, C>) -> R) -> R {
        let Judge { stand, table, control, deadline, searches } = self;
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
        let answer = ask(search);
        search.line.take_back(before);
        answer
    }

    /// The points by which the game ends if the other side gains `value` after a play.
    fn spread(&self, play: Option<&Play>, value: i32) -> i32 {
        self.stand.lead + play.map_or(0, |play| play.score) - value
    }

    /// Estimates a play by games in which nobody looks further than each play.
    fn estimate(&mut self, candidate: &mut Candidate) {
        if self.control.is_stopped() {
            return;
        }
        let play = candidate.play;
        for (draw, _) in &candidate.draws {
            let value = match self.ends_game(play.as_ref()) {
                Some(value) => -value,
                None => self.after(play.as_ref(), draw, |search| search.line.playout(0)),
            };
            let spread = i64::from(self.spread(play.as_ref(), value));
            candidate.estimate.0 += (1 + spread.signum()) * draw.weight as i64;
            candidate.estimate.1 += spread * draw.weight as i64;
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

    /// Judges a play until it is clear whether it is better than the best so far.
    fn decide(&mut self, candidate: &mut Candidate, leader: &Mutex<Option<Leader>>) {
        let play = candidate.play;
        let play = play.as_ref();
        if self.decide_outcomes(candidate, play, leader).is_none() {
            return;
        }
        let half_points = candidate.half_points();
        let rival = {
            let Ok(best) = leader.lock() else { return };
            let rival = best.as_ref().filter(|best| best.half_points == half_points);
            rival.map(|best| (best.spreads.clone(), best.place))
        };
        let is_beaten = match rival {
            Some((spreads, place)) if !candidate.is_estimate => {
                self.is_beaten(candidate, play, &spreads, place)
            }
            _ => Some(false),
        };
        match is_beaten {
            None => return,
            Some(true) => {
                candidate.state = State::Decided;
                return;
            }
            Some(false) => {}
        }
        for index in 0..candidate.draws.len() {
            if candidate.spreads[index].is_some() {
                continue;
            }
            let window = Window { alpha: -MOST_VALUE, beta: MOST_VALUE };
            let Some(spread) = self.ask(candidate, play, index, window) else { return };
            candidate.spreads[index] = Some(spread);
        }
        candidate.state = State::Decided;
        let Some(spread_sum) = candidate.spread_sum() else { return };
        let Ok(mut best) = leader.lock() else { return };
        let merit = |half_points, spread_sum, place| (half_points, spread_sum, Reverse(place));
        let mine = merit(half_points, spread_sum, candidate.place);
        if best.as_ref().is_none_or(|best| mine > merit(best.half_points, best.spread_sum, best.place)) {
            let spreads = candidate.draws.iter().zip(&candidate.spreads);
            let spreads = spreads.filter(|_| !candidate.is_estimate);
            let spreads =
                spreads.filter_map(|((draw, _), spread)| Some((draw.drawn.clone(), (*spread)?))).collect();
            *best = Some(Leader { half_points, spread_sum, place: candidate.place, spreads });
        }
    }

    /// Decides who wins with each draw; nothing if the play was given up or time is over.
    fn decide_outcomes(
        &mut self,
        candidate: &mut Candidate,
        play: Option<&Play>,
        leader: &Mutex<Option<Leader>>,
    ) -> Option<()> {
        for index in 0..candidate.draws.len() {
            let at_least = leader.lock().ok()?.as_ref().map_or(0, |best| best.half_points);
            if candidate.most_half_points() < at_least {
                candidate.state = State::GivenUp;
                return None;
            }
            let spread = self.ask(candidate, play, index, Window { alpha: -1, beta: 1 })?;
            candidate.draws[index].1 = Some(match spread.signum() {
                1 => Outcome::Win,
                0 => Outcome::Tie,
                _ => Outcome::Loss,
            });
        }
        let at_least = leader.lock().ok()?.as_ref().map_or(0, |best| best.half_points);
        if candidate.half_points() < at_least {
            candidate.state = State::Decided;
            return None;
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
            let spread = self.ask(candidate, play, index, Window { alpha: other, beta: other + 1 })?;
            gained += match spread > other {
                false => weight * i64::from(spread - other),
                true => {
                    let window = Window { alpha: -MOST_VALUE, beta: MOST_VALUE };
                    let spread = self.ask(candidate, play, index, window)?;
                    candidate.spreads[index] = Some(spread);
                    weight * i64::from(spread - other)
                }
            };
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
        self.after(play, draw, |search| search.decide(window)).map(|value| base - value)
    }
}
