//! Negamax over the rest of a game in which all tiles are known.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::line::{Line, MOST_PLIES, PASS, Turn};
use super::table::{Bound, Entry, FINAL, Sketch, Table};
use crate::movegen::Scale;

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

/// More plies than any game has left.
pub(crate) const MOST_DEPTH: u32 = 62;

/// Ends a search before its time, and counts what all of its threads do.
#[derive(Default)]
pub struct Control {
    stop: AtomicBool,
    nodes: AtomicU64,
    /// Positions after which it ends by itself.
    most: Option<u64>,
}

impl Control {
    /// Ends the search once so many positions were searched: on one thread, after the same ones on any computer.
    pub fn until(most: u64) -> Control {
        Control { most: Some(most), ..Control::default() }
    }

    /// Ends the search soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Adds to the positions searched.
    pub(crate) fn count(&self, nodes: u64) {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        if self.most.is_some_and(|most| before + nodes >= most) {
            self.stop();
        }
    }

    /// Positions searched so far by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// A value, and whether it was found without a horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) value: i32,
    pub(crate) is_final: bool,
}

/// The values that matter: of a better one than `beta` or a worse one than `alpha` only that is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The same window for the other player after a turn that scores `score`.
    fn turned(self, score: i32) -> Window {
        Window { alpha: score - self.beta, beta: score - self.alpha }
    }

    fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }
}

/// A search of one thread.
pub(crate) struct Search<'a, C: Scale> {
    pub(crate) line: Line<'a, C>,
    table: &'a Table,
    control: &'a Control,
    deadline: Option<Instant>,
    /// Nodes since the last look at the clock.
    nodes: u64,
    stopped: bool,
}

impl<'a, C: Scale> Search<'a, C> {
    /// A search of what follows a position, until the deadline.
    pub(crate) fn new(
        line: Line<'a, C>,
        table: &'a Table,
        control: &'a Control,
        deadline: Option<Instant>,
    ) -> Search<'a, C> {
        Search { line, table, control, deadline, nodes: 0, stopped: false }
    }

    /// Whether it was stopped, so that the last answer means nothing.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Value of the position for the side to move, as far as the window asks, looking `depth` plies ahead.
    pub(crate) fn value(&mut self, ply: usize, depth: u32, window: Window) -> Found {
        self.count_node();
        if self.stopped {
            return Found { value: 0, is_final: false };
        }
        let key = self.line.key();
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let answers = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= window.beta,
                Bound::AtMost => entry.value <= window.alpha,
            };
            if answers {
                return Found { value: entry.value, is_final: entry.depth == FINAL };
            }
        }
        if depth == 0 || ply + 2 >= MOST_PLIES {
            return Found { value: self.line.playout(ply), is_final: false };
        }
        let marks = self.line.marks();
        let (found, best) = self.best_of_all(ply, depth, window, known.map(|entry| entry.best));
        self.line.forget(marks);
        if !self.stopped {
            let bound = match found.value {
                value if value >= window.beta => Bound::AtLeast,
                value if value <= window.alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            let depth = if found.is_final { FINAL } else { depth };
            self.table.put(key, Entry { value: found.value, bound, depth, best });
        }
        found
    }

    /// Tries all turns, the most promising first.
    fn best_of_all(
        &mut self,
        ply: usize,
        depth: u32,
        window: Window,
        hint: Option<Sketch>,
    ) -> (Found, Sketch) {
        let count = self.line.list(ply);
        if let Some(sketch) = hint {
            self.line.put_first(ply, sketch);
        }
        let mut best = (i32::MIN, PASS);
        let mut alpha = window.alpha;
        let mut all_final = true;
        // The pass comes last.
        for index in 0..=count {
            let turn = (index < count).then(|| self.line.next_play(ply, index));
            let found = self.value_of_turn(ply, depth, Window { alpha, ..window }, turn, index == 0);
            if self.stopped {
                return (found, PASS);
            }
            all_final &= found.is_final;
            if found.value > best.0 {
                best = (found.value, turn.map_or(PASS, |number| self.line.sketch(number)));
                alpha = alpha.max(found.value);
                if alpha >= window.beta {
                    return (found, best.1);
                }
            }
        }
        (Found { value: best.0, is_final: all_final }, best.1)
    }

    /// What a turn is worth to the side to move.
    fn value_of_turn(&mut self, ply: usize, depth: u32, window: Window, turn: Turn, is_first: bool) -> Found {
        let (score, is_over) = self.line.outcome(turn);
        if is_over {
            return Found { value: score, is_final: true };
        }
        let before = self.line.make(turn);
        let ask = |search: &mut Self, window: Window| {
            let found = search.value(ply + 1, depth - 1, window.turned(score));
            Found { value: score - found.value, ..found }
        };
        let mut found = if is_first { ask(self, window) } else { ask(self, Window::null(window.alpha)) };
        if !is_first && found.value > window.alpha && found.value < window.beta && !self.stopped {
            found = ask(self, window);
        }
        self.line.take_back(before);
        found
    }

    /// The turn that the table has for the position; none if it has none.
    pub(crate) fn known_turn(&mut self) -> Option<Turn> {
        let entry = self.table.get(self.line.key())?;
        if entry.best == PASS {
            return Some(None);
        }
        self.line.list(0);
        self.line.sketched(0, entry.best).map(Some)
    }

    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes == NODES_BETWEEN_LOOKS {
            self.look_around();
        }
    }

    /// Tells how many nodes were searched, and looks at the clock.
    pub(crate) fn look_around(&mut self) {
        self.control.count(self.nodes);
        self.nodes = 0;
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.control.stop();
        }
        self.stopped |= self.control.is_stopped();
    }
}
