//! What the champion does in a turn.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::inference::{Before, Unseen, likely_leaves};
use crate::endgame::{self, Endgame};
use crate::movegen::{
    Board, Engine, GameRules, Leaves, Outlook, Play, Rack, Random, Refusal, Searcher, Turn, Wanted,
};
use crate::pre_endgame::{Candidate as Judged, Outcome, PreEndgame, State};
use crate::simulate::{self, Candidate, Control, Effort, Findings, Horizon, MOST_PLIES, Position, WinModel};

/// A position as the champion sees it.
#[derive(Clone, Copy)]
pub struct Stand<'a> {
    /// Finds the plays.
    pub engine: &'a Engine,
    /// What is played by.
    pub rules: &'a GameRules,
    /// What tiles kept are worth.
    pub leaves: Option<&'a Leaves>,
    /// Judges games that are not over.
    pub model: &'a WinModel,
    /// The board.
    pub board: &'a Board,
    /// The rack of the side to move.
    pub rack: Rack,
    /// Tiles of the other rack that are known.
    pub known: Rack,
    /// Points of the side to move less those of the other.
    pub lead: i32,
    /// Turns in a row without a score.
    pub scoreless: u32,
    /// What the other side did before, if anything that tells of its tiles.
    pub before: Option<Before<'a>>,
}

/// How much to think about a turn. Without `seconds` the turn depends on position, seed and the other numbers alone.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Draws of a simulation.
    pub draws: u64,
    /// Turns to look ahead in an endgame.
    pub plies: u32,
    /// Positions of an endgame to look at, at most. With a blank, some have millions.
    pub positions: u64,
    /// By the clock, instead of draws, plies and positions.
    pub seconds: Option<f64>,
    /// Threads.
    pub threads: usize,
    /// What the draws come from.
    pub seed: u64,
}

/// How the champion spends its time. The usual one is what was measured to win most.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Turns that are compared while the bag is far from empty.
    pub candidates: usize,
    /// Turns that are compared where games are played to their end: whoever is behind then needs a turn that scores less.
    pub late_candidates: usize,
    /// Turns that are played after each of them, while the bag is far from empty.
    pub plies: usize,
    /// With so many tiles in the bag at most, games are played to their end.
    pub to_the_end: usize,
    /// A turn that is better by so much, in thousandths of a point, is made without a simulation.
    pub obvious: i32,
    /// How sure it must be of a turn to think no longer about it.
    pub confidence: f64,
    /// Whether the other side's last turn tells what it kept.
    pub infers: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            candidates: 15,
            late_candidates: 45,
            plies: 2,
            to_the_end: 9,
            obvious: 25_000,
            confidence: 0.95,
            infers: true,
        }
    }
}

/// With so many tiles in the bag at most, every draw is looked at.
const SOLVED_BAG: usize = 1;
/// The part of the time in which racks of the other side are tried.
const INFERENCE: f64 = 0.1;
/// The part of the time that is for a simulation before everything is looked at.
const FIRST_LOOK: f64 = 0.35;

/// The turn that the champion makes. Exchanges keep a set of the rack's tiles in the order of a holding.
pub fn choose(stand: &Stand<'_>, pace: &Pace, style: &Style) -> Result<Turn, Refusal> {
    let begin = Instant::now();
    let known: Vec<u8> = stand.known.kinds().collect();
    let rack: Vec<u8> = stand.rack.kinds().collect();
    let position = Position::new(stand.engine, stand.rules, stand.board, (&rack, &known), stand.leaves)?
        .standing(stand.lead, stand.scoreless);
    let bag = position.bag();
    let mut searcher = Searcher::default();
    let is_late = bag <= style.to_the_end;
    let count = if is_late { style.late_candidates } else { style.candidates };
    let turns = turns_of(stand, &position, &mut searcher, count);
    if turns.len() == 1 {
        return Ok(turns[0].0);
    }
    if bag == 0 && !stand.board.is_empty() {
        return proven(stand, &position, pace);
    }
    let is_solved = pace.seconds.is_some() && bag <= SOLVED_BAG && !stand.board.is_empty();
    if !is_solved && turns[0].1 - turns[1].1 >= style.obvious {
        return Ok(turns[0].0);
    }
    let until = |part: f64| pace.seconds.map(|seconds| begin + Duration::from_secs_f64(seconds * part));
    let position = match &stand.before {
        Some(before) if style.infers => {
            let unseen = Unseen {
                engine: stand.engine,
                rules: stand.rules,
                leaves: stand.leaves,
                hidden: &position.hidden,
                bag,
            };
            let random = Random::new(pace.seed, u64::MAX);
            let kept = likely_leaves(&unseen, before, &mut searcher, (random, until(INFERENCE)));
            position.expecting(kept)
        }
        _ => position,
    };
    let candidates =
        turns.iter().map(|(turn, _)| candidate(stand, &position, turn)).collect::<Result<Vec<_>, _>>()?;
    let seconds_left =
        |part: f64| until(part).map(|end| end.saturating_duration_since(Instant::now()).as_secs_f64());
    let part = if is_solved { FIRST_LOOK } else { 1.0 };
    let effort = Effort {
        draws: if pace.seconds.is_some() { 1 << 24 } else { pace.draws },
        seconds: seconds_left(part),
        confidence: style.confidence,
        threads: pace.threads,
        seed: pace.seed,
    };
    let plies = if is_late { MOST_PLIES } else { style.plies };
    let found = simulate::simulate(
        (stand.engine, stand.rules, stand.leaves),
        &position,
        &candidates,
        Horizon { plies, model: stand.model },
        &effort,
        &Control::default(),
    )?;
    let best = turns[found.best].0;
    if !is_solved {
        return Ok(best);
    }
    let effort = endgame::Effort { threads: pace.threads, seconds: seconds_left(1.0), plies: None };
    Ok(before_the_end(stand, &position, &effort, (&found, best)))
}

/// The best turns by equity, with what they are worth; a pass where there is nothing else.
fn turns_of(
    stand: &Stand<'_>,
    position: &Position,
    searcher: &mut Searcher,
    count: usize,
) -> Vec<(Turn, i32)> {
    let bag = position.bag();
    let others: i32 = position.hidden.iter().chain(&position.known).map(|&kind| value(stand, kind)).sum();
    let outlook = Outlook { bag, others_points: if bag == 0 { others } else { 0 }, leaves: stand.leaves };
    let plays = stand.engine.best_plays(searcher, stand.board, &stand.rack, outlook, Wanted::best(count));
    let mut turns: Vec<(Turn, i32)> = plays.iter().map(|play| (Turn::Place(play), play.equity)).collect();
    if bag >= stand.rules.least_bag_to_exchange.max(1) {
        let holding = plays.holding();
        let mut kept_before = Vec::new();
        for kept in 0..holding.all() {
            let kinds: Vec<u8> = holding.kinds_in(kept).collect();
            if !kept_before.contains(&kinds) {
                kept_before.push(kinds);
                turns.push((Turn::Exchange(kept), holding.leave_value(kept)));
            }
        }
    }
    turns.sort_by_key(|&(_, equity)| Reverse(equity));
    turns.truncate(count.max(1));
    if turns.is_empty() {
        turns.push((Turn::Pass, 0));
    }
    turns
}

fn value(stand: &Stand<'_>, kind: u8) -> i32 {
    stand.engine.equipment().values[usize::from(kind)]
}

fn candidate(stand: &Stand<'_>, position: &Position, turn: &Turn) -> Result<Candidate, Refusal> {
    match turn {
        Turn::Place(play) => {
            let (row, col, down) = stand.engine.equipment().square(play);
            position.place((usize::from(row), usize::from(col), down), play.tiles(), play.score)
        }
        Turn::Exchange(kept) => {
            let kept: Vec<u8> = position.kinds_of(*kept).collect();
            position.exchange(&kept, stand.rules)
        }
        Turn::Pass => Ok(position.pass()),
    }
}

/// The best turn with an empty bag.
fn proven(stand: &Stand<'_>, position: &Position, pace: &Pace) -> Result<Turn, Refusal> {
    let others = Rack::of(position.hidden.iter().chain(&position.known).copied());
    let endgame = Endgame {
        engine: stand.engine,
        board: stand.board,
        racks: [stand.rack, others],
        passed: ends_by_pass(stand),
    };
    let plies = if pace.seconds.is_some() { None } else { Some(pace.plies) };
    let effort = endgame::Effort { threads: pace.threads, seconds: pace.seconds, plies };
    let control = match pace.seconds {
        Some(_) => endgame::Control::default(),
        None => endgame::Control::until(pace.positions),
    };
    let solution = endgame.solve(&effort, &control)?;
    Ok(turn_of(solution.line.first().and_then(|step| step.play)))
}

fn turn_of(play: Option<Play>) -> Turn {
    play.map_or(Turn::Pass, Turn::Place)
}

fn ends_by_pass(stand: &Stand<'_>) -> bool {
    stand.scoreless + 1 >= stand.rules.scoreless_turns
}

/// The turn that wins with most draws, if that is proven or better than what the simulation promises of its own.
fn before_the_end(
    stand: &Stand<'_>,
    position: &Position,
    effort: &endgame::Effort,
    (found, simulated): (&Findings, Turn),
) -> Turn {
    let known = stand.known.size();
    let pre_endgame = PreEndgame {
        engine: stand.engine,
        board: stand.board,
        rack: stand.rack,
        unseen: Rack::of(position.hidden.iter().chain(&position.known).copied()),
        other: (known == stand.engine.equipment().rack_size).then_some(stand.known),
        bag: position.bag(),
        lead: stand.lead,
        passed: ends_by_pass(stand),
        exchanges: false,
    };
    let Ok(verdict) = pre_endgame.solve(effort, &endgame::Control::default()) else { return simulated };
    // After a play that leaves tiles in the bag there is only an estimate.
    let Some(best) = verdict.candidates.iter().find(|each| each.state == State::Decided && !each.is_estimate)
    else {
        return simulated;
    };
    let share = |judged: &Judged| {
        let half_points = 2 * judged.ways_of(Outcome::Win) + judged.ways_of(Outcome::Tie);
        half_points as f64 / (2 * judged.ways()) as f64
    };
    // The simulated turn, if it has been judged too, is not better.
    let is_judged = verdict.candidates.iter().any(|each| {
        each.state != State::Open && !each.is_estimate && is_same(each.play.as_ref(), &simulated)
    });
    let estimate = &found.estimates[found.best];
    let promised = estimate.wins as f64 / estimate.draws.max(1) as f64 / f64::from(simulate::SURE);
    if is_judged || share(best) >= promised { turn_of(best.play) } else { simulated }
}

fn is_same(play: Option<&Play>, turn: &Turn) -> bool {
    match (play, turn) {
        (Some(play), Turn::Place(other)) => {
            (play.lane, play.first, play.tiles()) == (other.lane, other.first, other.tiles())
        }
        (None, Turn::Pass) => true,
        _ => false,
    }
}
