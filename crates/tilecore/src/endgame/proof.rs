//! Whether the side to move can gain so many points: a proof, found by proof numbers.
//!
//! A question has a number for each answer: how much is still to be shown, at least, before it is proven. The search goes
//! where the least is to be shown (depth-first proof-number search). First numbers come from a sketch of the game: both
//! sides make their best plays of now that are not in the way of each other. A play after which the other side goes
//! out by one that it could have made before, and does well enough, is refuted without being made.

use std::time::Instant;

use super::answers::{Answers, Numbers};
use super::book::{Book, ListId};
use super::line::{Line, MOST_PLIES, Side};
use super::pool::{Pool, TileSet};
use super::search::Control;
use super::squares::{Squares, touched};
use crate::movegen::{MOST_LANES, Scale, THOUSAND, TileWord, kind};

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1 << 7;

/// So many of a side's plays are looked at in a sketch of the game.
const SKETCHED: usize = 40;

/// Points that count as one more thing to show.
const POINTS_A_STEP: i32 = 5;

/// A play of either side on the board as it is.
#[derive(Clone, Copy)]
struct Choice {
    number: u32,
    score: i32,
    taken: TileSet,
    /// The score, and the points of the tiles that it gets rid of.
    worth: i32,
}

/// A choice with the squares it needs.
#[derive(Clone, Copy)]
struct Placed {
    option: Choice,
    laid: Squares,
    touched: Squares,
}

/// A turn with what is still to be shown of the question that the other side then has.
#[derive(Clone, Copy)]
struct Child {
    /// A number in the book; none is a pass.
    turn: Option<u32>,
    need: i32,
    numbers: Numbers,
}

/// What a turn leads to.
#[derive(Clone, Copy)]
struct After {
    rack: TileSet,
    laid: Squares,
    key: u64,
    /// Where answers about it may be.
    ways: u8,
}

impl After {
    #[inline(always)]
    fn new<C: Scale>(
        line: &Line<'_, C>,
        pool: &Pool,
        book: &Book<C>,
        mut rack: TileSet,
        option: Option<Choice>,
    ) -> After {
        let mark = option.and_then(|option| book.mark_of(option.number));
        if let Some(option) = option {
            let record = book.play(option.number);
            (0..record.place.count()).for_each(|at| rack = pool.removed(rack, kind(record.tiles.get(at))));
        }
        let laid = mark.map_or_else(Squares::default, |mark| mark.laid);
        After { rack, laid, key: line.key_after(mark.map(|mark| mark.key), rack), ways: 0 }
    }
}

/// What is kept for each ply.
struct Ply {
    stamps: [u64; MOST_LANES],
    lists: [[ListId; MOST_LANES]; 2],
    racks: [Option<TileSet>; 2],
    options: [Vec<Choice>; 2],
    best: [Vec<Placed>; 2],
    outs: Vec<Placed>,
    children: Vec<Child>,
}

impl Ply {
    fn new() -> Ply {
        Ply {
            stamps: [0; MOST_LANES],
            lists: [[0; MOST_LANES]; 2],
            racks: [None; 2],
            options: [Vec::new(), Vec::new()],
            best: [Vec::new(), Vec::new()],
            outs: Vec::new(),
            children: Vec::new(),
        }
    }
}

/// Answers questions about positions, one after another.
pub(crate) struct Proof<'a> {
    answers: Answers,
    plies: Vec<Ply>,
    /// What the turns of a position lead to.
    after: Vec<After>,
    control: &'a Control,
    deadline: Option<Instant>,
    /// Nodes in all, and those since the last look at the clock.
    nodes: u64,
    most_nodes: u64,
    unseen_nodes: u64,
    stopped: bool,
}

impl<'a> Proof<'a> {
    /// For games with so many tiles left.
    pub(crate) fn new(tiles: u32, control: &'a Control, deadline: Option<Instant>) -> Proof<'a> {
        Proof {
            answers: Answers::new(6 + 2 * tiles),
            plies: (0..MOST_PLIES).map(|_| Ply::new()).collect(),
            after: Vec::new(),
            control,
            deadline,
            nodes: 0,
            most_nodes: 0,
            unseen_nodes: 0,
            stopped: false,
        }
    }

    /// Whether the side to move can gain at least `need`; none if that takes more nodes than `work`, or it was stopped.
    ///
    /// What was found of a question is remembered, so that it can be asked again with more work.
    pub(crate) fn can_gain<C: Scale>(
        &mut self,
        line: &mut Line<'_, C>,
        need: i32,
        work: u64,
    ) -> Option<bool> {
        self.most_nodes = self.nodes.saturating_add(work);
        let key = line.key();
        let numbers = match self.answers.get(key, self.answers.ways(key), need) {
            Some(known) if known.is_settled() => known,
            _ => {
                self.plies.iter_mut().for_each(|ply| ply.racks = [None; 2]);
                self.search(line, 0, need, Numbers::ENDLESS)
            }
        };
        self.look_around();
        numbers.is_settled().then_some(numbers.yes == 0)
    }

    /// Works on a question until more is to be shown for one of the answers than `most`.
    fn search<C: Scale>(&mut self, line: &mut Line<'_, C>, ply: usize, need: i32, most: Numbers) -> Numbers {
        self.nodes += 1;
        self.unseen_nodes += 1;
        if self.unseen_nodes >= NODES_BETWEEN_LOOKS {
            self.look_around();
        }
        let (key, began) = (line.key(), self.nodes);
        let marks = line.marks();
        let mut children = std::mem::take(&mut self.plies[ply].children);
        self.expand(line, ply, need, &mut children);
        let numbers = loop {
            let (now, at, second) = summary(&children);
            if now.yes >= most.yes || now.no >= most.no || self.stopped || self.nodes >= self.most_nodes {
                break now;
            }
            let Child { turn, need, numbers } = children[at];
            // A little more than the second best, so as not to go to and fro between two.
            let patience = second.saturating_add(second / 4 + 1).min(most.yes);
            let limit =
                Numbers { yes: most.no.saturating_sub(now.no.saturating_sub(numbers.yes)), no: patience };
            let before = line.make(turn);
            children[at].numbers = self.search(line, ply + 1, need, limit);
            line.take_back(before);
        };
        self.plies[ply].children = children;
        line.forget(marks);
        if !self.stopped {
            self.answers.put(key, need, numbers, self.nodes - began);
        }
        numbers
    }

    /// Lists the turns of the side to move; one that settles the question alone is enough.
    fn expand<C: Scale>(&mut self, line: &mut Line<'_, C>, ply: usize, need: i32, children: &mut Vec<Child>) {
        let me = line.to_move;
        children.clear();
        self.list(line, ply, me);
        self.list(line, ply, 1 - me);
        let sketches = line.is_bag_empty();
        if sketches {
            self.pick(line, ply);
        }
        let mut after = std::mem::take(&mut self.after);
        after.clear();
        let here = &self.plies[ply];
        let turns = || here.options[me].iter().map(|option| Some(*option)).chain([None]);
        if sketches {
            let Side { pool, book, rack } = &line.sides[me];
            after.extend(turns().map(|option| After::new(line, pool, book, *rack, option)));
            after.iter_mut().for_each(|after| after.ways = self.answers.ways(after.key));
        }
        for (index, option) in turns().enumerate() {
            let turn = option.map(|option| option.number);
            let (score, is_over) = line.outcome(turn);
            let others_need = score - need + 1;
            let numbers = match is_over {
                true if score >= need => Numbers::NO,
                true => continue,
                false if !sketches => Numbers { yes: 1, no: 1 },
                false => self.first_numbers(line, here, &after[index], option.is_none(), others_need),
            };
            if numbers.no == 0 {
                children.clear();
            }
            if numbers.yes > 0 {
                children.push(Child { turn, need: others_need, numbers });
                if numbers.no == 0 {
                    break;
                }
            }
        }
        self.after = after;
    }

    /// What is to be shown, at first sight, of the question that the other side has after a turn.
    #[inline(always)]
    fn first_numbers<C: Scale>(
        &self,
        line: &Line<'_, C>,
        here: &Ply,
        after: &After,
        is_pass: bool,
        need: i32,
    ) -> Numbers {
        let going_out = line.swing * line.sides[line.to_move].pool.points(after.rack);
        let out = here.outs.iter().find(|out| !out.touched.meet(&after.laid));
        if out.is_some_and(|out| out.option.score + going_out >= need) {
            return Numbers::YES;
        }
        if let Some(known) = self.answers.get(after.key, after.ways, need) {
            return known;
        }
        let margin = sketched_value(line, here, after.rack, after.laid, is_pass) - need;
        let step = |points: i32| 1 + (points.max(0) / POINTS_A_STEP).min(50) as u32;
        Numbers { yes: step(-margin), no: step(margin + 1) }
    }

    /// Lists a side's plays on the board as it is.
    fn list<C: Scale>(&mut self, line: &mut Line<'_, C>, ply: usize, who: usize) {
        let (earlier, now) = self.plies.split_at_mut(ply);
        let here = &mut now[0];
        let Side { pool, book, rack } = &mut line.sides[who];
        let rack = *rack;
        // Lists of the ply before serve where the lane is as it was and no tile was drawn since.
        let earlier =
            earlier.last().filter(|earlier| earlier.racks[who].is_some_and(|served| rack & !served == 0));
        here.racks[who] = Some(rack);
        let options = &mut here.options[who];
        options.clear();
        for lane in 0..line.engine.equipment().lanes() {
            let stamp = line.board.stamp(lane);
            here.stamps[lane] = stamp;
            let list = match earlier {
                Some(earlier) if earlier.stamps[lane] == stamp => earlier.lists[who][lane],
                _ => book.list(line.engine.graph(), &line.board, lane, pool, rack),
            };
            here.lists[who][lane] = list;
            let (book, pool) = (&*book, &*pool);
            book.each(list, rack, |number, taken| {
                let score = book.play(number).equity / THOUSAND;
                options.push(Choice { number, score, taken, worth: score + pool.points(taken) });
            });
        }
    }

    /// Picks the plays that sketches of the game are made of.
    fn pick<C: Scale>(&mut self, line: &Line<'_, C>, ply: usize) {
        let here = &mut self.plies[ply];
        let other = 1 - line.to_move;
        for who in 0..2 {
            let Side { book, .. } = &line.sides[who];
            let options = &mut here.options[who];
            if options.len() > SKETCHED {
                options.select_nth_unstable_by_key(SKETCHED, |option| -option.worth);
            }
            let first = options.len().min(SKETCHED);
            options[..first].sort_unstable_by_key(|option| (-option.worth, option.number));
            let placed = |option: &Choice| {
                let record = book.play(option.number);
                let laid = book.mark_of(option.number).map_or_else(Squares::default, |mark| mark.laid);
                Placed { option: *option, laid, touched: touched(&line.board, record) }
            };
            here.best[who].clear();
            here.best[who].extend(options[..first].iter().map(placed));
            if who == other {
                let rack = line.sides[other].rack;
                here.outs.clear();
                here.outs.extend(options.iter().filter(|option| option.taken == rack).map(placed));
                here.outs.sort_unstable_by_key(|out| -out.option.score);
            }
        }
    }

    fn look_around(&mut self) {
        self.control.count(self.unseen_nodes);
        self.unseen_nodes = 0;
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.control.stop();
        }
        self.stopped |= self.control.is_stopped();
    }
}

/// What is to be shown of a question with these turns; the turn to try next, and the number of the second best.
fn summary(children: &[Child]) -> (Numbers, usize, u32) {
    let mut now = Numbers::NO;
    let (mut at, mut second) = (0, u32::MAX);
    for (index, child) in children.iter().enumerate() {
        now.no = now.no.saturating_add(child.numbers.yes).min(Numbers::MOST);
        if child.numbers.no < now.yes {
            second = now.yes;
            (now.yes, at) = (child.numbers.no, index);
        } else {
            second = second.min(child.numbers.no);
        }
    }
    if now.yes == 0 {
        now.no = Numbers::MOST;
    }
    (now, at, second)
}

/// What the other side gains after a turn that left `rack`, if both go on with plays that can be made now.
fn sketched_value<C: Scale>(
    line: &Line<'_, C>,
    here: &Ply,
    rack: TileSet,
    squares: Squares,
    mut passed: bool,
) -> i32 {
    let me = line.to_move;
    let mut racks = [0; 2];
    (racks[me], racks[1 - me]) = (rack, line.sides[1 - me].rack);
    let points = |who: usize, rack: TileSet| line.sides[who].pool.points(rack);
    let (mut who, mut sign, mut value, mut squares) = (1 - me, 1, 0, squares);
    loop {
        let held = racks[who];
        let fits = |placed: &&Placed| placed.option.taken & !held == 0 && !placed.touched.meet(&squares);
        let Some(next) = here.best[who].iter().find(fits) else {
            if passed {
                return value
                    + sign * line.nobody_out * (points(who, held) - points(1 - who, racks[1 - who]));
            }
            (passed, who, sign) = (true, 1 - who, -sign);
            continue;
        };
        passed = false;
        value += sign * next.option.score;
        let Side { pool, book, .. } = &line.sides[who];
        let record = book.play(next.option.number);
        (0..record.place.count())
            .for_each(|at| racks[who] = pool.removed(racks[who], kind(record.tiles.get(at))));
        if racks[who] == 0 {
            return value + sign * line.swing * points(1 - who, racks[1 - who]);
        }
        squares = squares.with(&next.laid);
        (who, sign) = (1 - who, -sign);
    }
}
