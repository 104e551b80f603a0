//! Judging all plays before the bag is empty, on as many threads as wanted.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::candidate::{Candidate, State, UNKNOWN};
use super::draws::{Draw, draws, draws_for, sets_of};
use super::judge::Judge;
use crate::endgame::{Control, Effort};
use crate::movegen::{Board, Engine, Large, MOST_RACK, Outlook, Rack, Refusal, Scale, Searcher, Usual};

/// Positions searched for a question in the first round.
const FIRST_WORK: u64 = 1 << 7;

/// How much more the most promising plays get.
const MORE_WORK: u64 = 1 << 6;

/// So many of the most promising plays come first, so that there is something to measure the others against.
const FIRST: usize = 3;

/// The part of the time after which exchanges of several tiles are not looked at any more before plays are decided.
const FIRST_LOOK: f64 = 0.25;

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
    /// Whether a turn that scores nothing would end the game now.
    pub passed: bool,
    /// Whether tiles of the rack may be exchanged, as many as are in the bag at most.
    pub exchanges: bool,
}

/// What all plays come to, best first.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Every play, the pass, and the exchanges if they are tried.
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
        let begin = Instant::now();
        let until = |part: f64| {
            effort.seconds.map(|seconds| begin + Duration::from_secs_f64(part * seconds.clamp(0.0, 1e6)))
        };
        let times = [until(FIRST_LOOK), until(1.0)];
        let mut candidates = self.candidates();
        let threads = effort.threads.max(1);
        let judge = || Judge::<C>::new(self, control, times);
        let mut judges: Vec<_> = (0..threads).map(|_| judge()).collect();
        in_parallel(&mut candidates, &mut judges, &|judge, candidate| judge.estimate(candidate));
        // The most promising first; what is as good is taken in the order of scores.
        candidates.sort_by_key(|candidate| (Reverse(candidate.estimate), candidate.place));
        let most = AtomicU64::new(0);
        let mut open: Vec<&mut Candidate> = candidates.iter_mut().collect();
        for work in works() {
            open.retain(|candidate| {
                candidate.state == State::Open && most.load(Ordering::Relaxed) < 2 * candidate.ways()
            });
            if control.is_stopped() || open.is_empty() {
                break;
            }
            let decide = |work: u64| {
                let most = &most;
                move |judge: &mut Judge<'_, C>, candidate: &mut &mut Candidate| {
                    judge.decide(candidate, work, most);
                }
            };
            // What the most promising ones win is what the others are measured against.
            let first = FIRST.min(open.len());
            in_parallel(&mut open[..first], &mut judges, &decide(MORE_WORK * work));
            in_parallel(&mut open, &mut judges, &decide(work));
        }
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
        let leader = Mutex::new(None);
        let mut unsettled: Vec<&mut Candidate> = candidates[..count].iter_mut().collect();
        let has_leader = || leader.lock().is_ok_and(|best| best.is_some());
        // Until the points of one are known, there is nothing to measure the others against.
        let settle = |unsettled: &mut Vec<&mut Candidate>, judges: &mut [Judge<'_, C>], first: usize| {
            for work in works() {
                let is_done = unsettled.is_empty() || first < count && has_leader();
                if control.is_stopped() || is_done {
                    break;
                }
                let first = first.min(unsettled.len());
                in_parallel(&mut unsettled[..first], judges, &|judge, candidate| {
                    candidate.is_settled = judge.settle(candidate, work, most, &leader);
                });
                unsettled.retain(|candidate| !candidate.is_settled);
            }
        };
        if count > 1 {
            settle(&mut unsettled, &mut judges, FIRST);
            settle(&mut unsettled, &mut judges, count);
        }
        let is_settled = unsettled.is_empty() || count == 1;
        let is_decided = candidates.iter().all(|candidate| candidate.state != State::Open);
        candidates.sort_by_key(rank);
        Verdict { is_proven: is_decided && is_settled, candidates, nodes: control.nodes() }
    }

    /// Every play, the pass and the exchanges, none of them judged.
    fn candidates(&self) -> Vec<Candidate> {
        let mut searcher = Searcher::default();
        let outlook = Outlook { bag: self.bag, others_points: 0, leaves: None };
        let plays = self.engine.all_plays(&mut searcher, self.board, &self.rack, outlook);
        let by_count: Vec<Vec<Draw>> = (0..=self.bag).map(|count| self.draws(count)).collect();
        let turns = plays.iter().map(|play| {
            let count = play.tiles().len();
            (Some(play), Vec::new(), by_count[count.min(self.bag)].clone(), count < self.bag)
        });
        let pass = (None, Vec::new(), by_count[0].clone(), true);
        let in_bag = self.tiles_of_bag();
        let exchanges = sets_of(&self.rack, if self.exchanges { self.bag } else { 0 });
        let exchanges = exchanges.into_iter().map(|thrown| {
            let draws = draws_for(&thrown, &in_bag, self.bag);
            (None, thrown, draws, true)
        });
        let turns = turns.chain([pass]).chain(exchanges).enumerate();
        turns
            .map(|(place, (play, thrown, draws, is_estimate))| {
                let count = draws.len();
                Candidate {
                    play,
                    thrown,
                    draws: draws.into_iter().map(|draw| (draw, None)).collect(),
                    spreads: vec![None; count],
                    bounds: vec![UNKNOWN; count],
                    guesses: vec![self.lead; count],
                    state: State::Open,
                    is_settled: false,
                    is_estimate,
                    estimate: (0, 0),
                    place,
                }
            })
            .collect()
    }

    /// The draws of so many tiles.
    fn draws(&self, count: usize) -> Vec<Draw> {
        draws(&self.tiles_of_bag(), self.bag, count)
    }

    /// The tiles of which some are in the bag.
    fn tiles_of_bag(&self) -> Rack {
        let mut in_bag = self.unseen;
        if let Some(other) = &self.other {
            other.kinds().for_each(|kind| in_bag.remove(kind));
        }
        in_bag
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

/// How much work each question gets, round after round: a hard one waits until all others have been asked.
fn works() -> impl Iterator<Item = u64> {
    (0..25).map(|round| FIRST_WORK << (2 * round))
}

type Work<'w, 'j, C, T> = dyn Fn(&mut Judge<'j, C>, &mut T) + Sync + 'w;

/// Does the work for all, in their order as far as threads allow; each judge has a thread.
fn in_parallel<'j, C: Scale, T: Send>(
    candidates: &mut [T],
    judges: &mut [Judge<'j, C>],
    work: &Work<'_, 'j, C, T>,
) {
    let places: Vec<Mutex<&mut T>> = candidates.iter_mut().map(Mutex::new).collect();
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
