//! Judging all plays before the bag is empty, on as many threads as wanted.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::candidate::{Candidate, State};
use super::draws::{Draw, draws};
use super::judge::Judge;
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
        let mut candidates = self.candidates();
        let threads = effort.threads.max(1);
        let judge = || Judge::<C>::new(self, control, deadline);
        let mut judges: Vec<_> = (0..threads).map(|_| judge()).collect();
        in_parallel(&mut candidates, &mut judges, &|judge, candidate| judge.estimate(candidate));
        // The most promising first; what is as good is taken in the order of scores.
        candidates.sort_by_key(|candidate| (Reverse(candidate.estimate), candidate.place));
        let most = AtomicU64::new(0);
        in_parallel(&mut candidates, &mut judges, &|judge, candidate| judge.decide(candidate, &most));
        let most = most.into_inner();
        let may_be_best = |candidate: &Candidate| match candidate.state {
            State::Decided => candidate.half_points() == most,
            State::GivenUp => false,
            State::Open => true,
        };
        // Those that are known to win as often as any come first: the others are measured against them.
        candidates.sort_by_key(|candidate| {
            let is_open = candidate.state == State::Open;
            (!may_be_best(candidate), is_open, Reverse(candidate.estimate.1), candidate.place)
        });
        let count = candidates.iter().filter(|candidate| may_be_best(candidate)).count();
        let (leader, settled) = (Mutex::new(None), AtomicUsize::new(0));
        in_parallel(&mut candidates[..count], &mut judges, &|judge, candidate| {
            if judge.settle(candidate, most, &leader).is_some() {
                settled.fetch_add(1, Ordering::Relaxed);
            }
        });
        let is_decided = candidates.iter().all(|candidate| candidate.state != State::Open);
        candidates.sort_by_key(rank);
        Verdict {
            is_proven: is_decided && (count == 1 || settled.into_inner() == count),
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
                guesses: vec![0; draws.len()],
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

type Work<'w, 'j, C> = dyn Fn(&mut Judge<'j, C>, &mut Candidate) + Sync + 'w;

/// Does the work for all candidates, in their order as far as threads allow; each judge has a thread.
fn in_parallel<'j, C: Scale>(
    candidates: &mut [Candidate],
    judges: &mut [Judge<'j, C>],
    work: &Work<'_, 'j, C>,
) {
    let places: Vec<Mutex<&mut Candidate>> = candidates.iter_mut().map(Mutex::new).collect();
    let next = AtomicUsize::new(0);
    let run = |judge: &mut Judge<'j, C>| {
        while let Some(place) = places.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Ok(mut candidate) = place.lock() {
                work(judge, &mut candidate);
            }
        }
    };
    let Some((own, others)) = judges.split_first_mut() else { return };
    std::thread::scope(|scope| {
        for judge in others {
            scope.spawn(|| run(judge));
        }
        run(own);
    });
}
