//! A simulation from its beginning to its end, on several threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::control::Control;
use super::position::{Candidate, Position};
use super::race::{Ended, Findings, Sums};
use super::rollout::{Question, Table};
use super::win_model::WinModel;
use crate::movegen::{Engine, GameRules, Leaves, Refusal};

/// Candidates that can be compared at once.
pub const MOST_CANDIDATES: usize = 200;
/// Turns after a candidate that can be played.
pub const MOST_PLIES: usize = 30;

/// More draws than this would not fit the sums.
const MOST_DRAWS: u64 = 1 << 24;
const MOST_THREADS: usize = 1024;

/// Draws before the first comparison: fewer do not tell how much the values vary.
const FIRST_ROUND: u64 = 96;

/// How far a draw is played, and who judges it there.
#[derive(Clone, Copy)]
pub struct Horizon<'a> {
    /// Turns after the candidate. With an empty bag the game is played to its end instead.
    pub plies: usize,
    /// Judges a game that is not over.
    pub model: &'a WinModel,
}

/// How much to simulate. The result depends on seed and draws alone when no time is given.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Draws at most.
    pub draws: u64,
    /// Seconds at most.
    pub seconds: Option<f64>,
    /// How sure the best candidate must be to end before that, above 0 and below 1; at 1 it never ends early and no
    /// candidate is dropped.
    pub confidence: f64,
    /// Threads.
    pub threads: usize,
    /// What the draws come from.
    pub seed: u64,
}

/// Tries the candidates on random draws until one is known to be the best, or time or draws are used up.
pub fn simulate(
    (engine, rules, leaves): (&Engine, &GameRules, Option<&Leaves>),
    position: &Position,
    candidates: &[Candidate],
    horizon: Horizon<'_>,
    effort: &Effort,
    control: &Control,
) -> Result<Findings, Refusal> {
    expect_effort(candidates, horizon, effort)?;
    engine.prepare();
    let question = Question { engine, rules, leaves, position, candidates, horizon, seed: effort.seed };
    Ok(Race::new(&question, effort, control).run())
}

fn expect_effort(candidates: &[Candidate], horizon: Horizon<'_>, effort: &Effort) -> Result<(), Refusal> {
    let refuse = |code, sentence: String| Err(Refusal::new(code, sentence));
    if candidates.is_empty() || candidates.len() > MOST_CANDIDATES {
        return refuse("candidates", format!("1 to {MOST_CANDIDATES} turns can be compared"));
    }
    if !(1..=MOST_PLIES).contains(&horizon.plies) {
        return refuse("plies", format!("a simulation looks 1 to {MOST_PLIES} turns ahead"));
    }
    if !(1..=MOST_DRAWS).contains(&effort.draws) {
        return refuse("draws", format!("a simulation makes 1 to {MOST_DRAWS} draws"));
    }
    if !(1..=MOST_THREADS).contains(&effort.threads) {
        return refuse("threads", format!("a simulation runs on 1 to {MOST_THREADS} threads"));
    }
    if !(effort.confidence > 0.0 && effort.confidence <= 1.0) {
        return refuse("confidence", "a confidence is above 0 and at most 1".to_owned());
    }
    if effort.seconds.is_some_and(|seconds| !(0.0..1e9).contains(&seconds)) {
        return refuse("seconds", "a number of seconds is 0 or more".to_owned());
    }
    Ok(())
}

/// A simulation that goes on.
struct Race<'a> {
    question: &'a Question<'a>,
    effort: &'a Effort,
    control: &'a Control,
    deadline: Option<Instant>,
    tables: Vec<(Table, Sums)>,
    sums: Sums,
    /// The candidates that are not beaten.
    racing: Vec<usize>,
    draws: u64,
}

impl<'a> Race<'a> {
    fn new(question: &'a Question<'a>, effort: &'a Effort, control: &'a Control) -> Race<'a> {
        let count = question.candidates.len();
        Race {
            question,
            effort,
            control,
            deadline: effort.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds)),
            tables: (0..effort.threads).map(|_| (Table::new(question), Sums::new(count))).collect(),
            sums: Sums::new(count),
            racing: (0..count).collect(),
            draws: 0,
        }
    }

    fn run(mut self) -> Findings {
        let mut comparisons = 0.0;
        loop {
            let end = self.next_comparison();
            let ended_early = self.play_round(end);
            comparisons += 1.0;
            // Over all comparisons the doubts add up to what is left of the confidence asked for.
            let doubt = (1.0 - self.effort.confidence) / (comparisons * (comparisons + 1.0));
            let is_sure = self.effort.confidence < 1.0 && ended_early.is_none() && self.drop_beaten(doubt);
            let ended = match ended_early {
                Some(ended) => Some(ended),
                None if is_sure => Some(Ended::Confident),
                None if self.draws >= self.effort.draws => Some(Ended::Count),
                None => None,
            };
            let findings = self.findings(ended.unwrap_or(Ended::Count));
            if ended.is_some() {
                return findings;
            }
            self.control.show(&findings);
        }
    }

    /// The number of draws at which candidates are compared next: each time a third more, so that comparisons stay few.
    fn next_comparison(&self) -> u64 {
        let next = match self.draws {
            0 => FIRST_ROUND,
            draws => draws + draws.div_ceil(3),
        };
        next.min(self.effort.draws)
    }

    /// Makes the draws up to `end` on all threads; says why if that ended before.
    fn play_round(&mut self, end: u64) -> Option<Ended> {
        let next = AtomicU64::new(self.draws);
        let (question, control, deadline, racing) =
            (self.question, self.control, self.deadline, &self.racing);
        // The first draw is always made, so that there is a result.
        let why_end = |draw: u64| match deadline {
            _ if draw == 0 => None,
            _ if control.is_stopped() => Some(Ended::Stopped),
            Some(deadline) if Instant::now() >= deadline => Some(Ended::Time),
            _ => None,
        };
        let work = |table: &mut Table, sums: &mut Sums| loop {
            let draw = next.fetch_add(1, Ordering::Relaxed);
            if draw >= end {
                return None;
            }
            let why = why_end(draw);
            if why.is_some() {
                return why;
            }
            table.try_all(question, draw, racing, |place, outcome| {
                sums.note(racing[place], place, &outcome);
            });
            sums.end_draw(racing);
        };
        let work = &work;
        let reasons: Vec<Option<Ended>> = std::thread::scope(|scope| {
            let mut tables = self.tables.iter_mut();
            let first = tables.next();
            let others: Vec<_> = tables.map(|(table, sums)| scope.spawn(move || work(table, sums))).collect();
            let mut reasons = vec![first.and_then(|(table, sums)| work(table, sums))];
            for other in others {
                match other.join() {
                    Ok(reason) => reasons.push(reason),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            reasons
        });
        for (_, sums) in &mut self.tables {
            self.sums.take_from(sums);
        }
        self.draws = self.sums.estimates[self.racing[0]].draws;
        reasons.into_iter().flatten().next()
    }

    /// Drops the candidates that are beaten; whether that settles the race.
    fn drop_beaten(&mut self, doubt: f64) -> bool {
        let best = self.sums.best(&self.racing);
        let each = doubt / (self.question.candidates.len().max(2) - 1) as f64;
        let (beaten, alike) = self.sums.beaten(best, &self.racing, each);
        for &number in &beaten {
            self.sums.estimates[number].is_dropped = true;
        }
        self.racing.retain(|number| !beaten.contains(number));
        alike
    }

    fn findings(&self, ended: Ended) -> Findings {
        let best = self.sums.best(&self.racing);
        let confidence = match ended {
            Ended::Confident => self.effort.confidence,
            Ended::Time | Ended::Count | Ended::Stopped => self.sums.confidence(best, &self.racing),
        };
        Findings {
            estimates: self.sums.estimates.clone(),
            best,
            confidence,
            draws: self.draws,
            positions: self.sums.positions,
            ended,
        }
    }
}
